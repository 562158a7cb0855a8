import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import { useAddress } from "~/components/ui/filter/use-address";
import { Menu, MenuLink } from "~/components/ui/menu";
import { Notice } from "~/components/ui/message/notice";
import { useReader } from "~/components/ui/reader";
import { ListPage } from "~/components/ui/table/list-page";
import { formatNamedDay } from "~/lib/values/dates";
import { exportFormats } from "~/lib/data/documents/export-formats";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { countUnwritten } from "~/services/platform/changes/log-store.server";
import { listChangeFilters, listChanges } from "~/services/platform/changes/read.server";
import { outcomes } from "~/services/platform/changes/words";
import { requireScope } from "~/session/scope.server";
import { changeColumns } from "./_parts/change-columns";
import { changeFile, changeList } from "./_parts/changes-address";
import { entryView } from "./_parts/entry-view.server";
import { wantedChanges } from "./_parts/wanted.server";

export const handle: Handle = { screen: "changes" };
export const meta = titled("Changes");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "changes" }, context);
  const here = changeList.at(request);
  leaveLongAddress(request, here);
  const { page, size } = here.state;
  const { wanted, range } = wantedChanges(scope, here.state);
  const [{ rows, total }, filters] = await Promise.all([
    listChanges(scope, { ...wanted, page, size }),
    listChangeFilters(scope),
  ]);
  return {
    rows: rows.map(entryView),
    total,
    filters,
    range,
    unwritten: countUnwritten(scope.context.config.dataDir),
    at: levelRef(params["appName"]),
  };
}

const words = {
  title: "Changes",
  noun: "change",
  plural: "changes",
  empty: { none: "No changes in the last 30 days", matches: "No change matches" },
};

const is = (what: string) => (chosen: string) => `${what} is ${chosen}`;

export default function ChangesScreen() {
  const { rows, total, filters, range, unwritten, at } = useLoaderData<typeof loader>();
  const here = useAddress(changeList);
  const { zone, now } = useReader();
  const ranges = here.holds("range")
    ? [{ name: "range" as const, label: "preset" in here.state.range ? range.label : range.dates }]
    : [];
  return (
    <ListPage
      thing={words}
      here={here}
      list={{ rows, total, all: total, page: here.state.page, remarks: [] }}
      columns={changeColumns(at)}
      rowKey={(row) => row.id}
      groupBy={(row) => formatNamedDay({ instant: row.at, zone, now })}
      description="Every change made through this console, kept for 400 days."
      actions={
        total > 0 && (
          <Menu label={`Export ${formatNumber(total)}`} button>
            {exportFormats.map(({ value, label }) => (
              <MenuLink key={value} reload to={changeFile(at, here, value)}>
                {label}
              </MenuLink>
            ))}
          </Menu>
        )
      }
      search="Search all fields"
      filters={[
        { name: "person", label: "Person", options: filters.people, any: "Anybody", chip: is("Person") },
        { name: "resource", label: "Resource", options: filters.kinds, any: "Any resource", chip: is("Resource") },
        { name: "outcome", label: "Outcome", options: outcomes, any: "Any outcome", chip: is("Outcome") },
      ]}
      filtersStay
      further={ranges}
      empty={{
        text: "Indices and documents that are created, changed or deleted through this console are listed here, with who did it, and a way back where there is one.",
      }}
    >
      {unwritten > 0 && (
        <Notice tone="warn">
          {countOf(unwritten, "change is", "changes are")} not in this list yet: the console's disk is full.
        </Notice>
      )}
      <div className="mb-2">
        <DateRangePicker here={here} range={range} />
      </div>
    </ListPage>
  );
}
