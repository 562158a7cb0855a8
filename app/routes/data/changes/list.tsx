import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RequestLine } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, LinkButton, ListFilters, Menu, MenuLink, Notice, PageHeader, PlainLink } from "~/components/kit";
import { TableFooter, Time, useAddress, useReader } from "~/components/kit";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import { leaveLongAddress } from "~/redirect.server";
import { formatNamedDay } from "~/lib/dates";
import { exportFormats } from "~/lib/documents/export-formats";
import { countOf, formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { listChangeFilters, listChanges } from "~/services/changes/read.server";
import { countUnwritten } from "~/services/changes/log-store.server";
import { outcomes } from "~/services/changes/words";
import { requireScope } from "~/session/scope.server";
import { changeFile, changeList } from "./_parts/changes-address";
import { wantedChanges } from "./_parts/wanted.server";
import { type EntryView, entryView } from "./_parts/entry-view.server";
import { OutcomeBadge } from "./_parts/outcome-badge";

export const handle: Handle = { screen: "changes" };
export const meta: MetaFunction = ({ params }) => [{ title: `Changes · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("changes"), context);
  const here = changeList.at(request);
  leaveLongAddress(request, here);
  const { page, size } = here.state;
  const { wanted, range } = wantedChanges(scope, here.state);
  const [{ rows, total }, filters] = await Promise.all([listChanges(scope, { ...wanted, page, size }), listChangeFilters(scope)]);
  return { rows: rows.map(entryView), total, filters, range, unwritten: countUnwritten(scope.context.config.dataDir), at: levelRef(params["appName"]) };
}

const columnsAt = (at: LevelRef): Column<EntryView>[] => [
  {
    key: "change",
    label: "Change",
    className: "large:min-w-[11.5rem]",
    render: (row) => (
      <>
        <PlainLink to={screenPath(at, "changes", { rest: [row.id] })} className="link">
          {row.title}
        </PlainLink>
        {row.note !== null && (
          <span title={row.note} className="line-clamp-2 max-w-[28rem] text-12 font-normal text-muted [overflow-wrap:anywhere]">
            {row.note}
          </span>
        )}
      </>
    ),
  },
  { key: "outcome", label: "Outcome", narrow: "badge", room: 6.8, render: (row) => <OutcomeBadge outcome={row.outcome} /> },
  {
    key: "resource",
    label: "Resource",
    narrow: "fact",
    room: 8,
    className: "[overflow-wrap:anywhere] small:min-w-[8.5rem] large:w-1/5 large:min-w-0 large:max-w-0 large:truncate",
    render: (row) => <span title={row.resource}>{row.resource}</span>,
  },
  { key: "person", label: "Person", narrow: "fact", render: (row) => row.person },
  { key: "time", label: "Time", narrow: "fact", room: 6, render: (row) => <Time value={row.at} clock /> },
  {
    key: "request",
    label: "Request",
    roomy: true,
    room: 21,
    narrow: "own",
    // Not the element alone: without a request the cell is a dash.
    render: (row) => (row.method === "" ? null : <RequestLine method={row.method} path={row.path} cut />),
  },
];

export default function ChangesScreen() {
  const { rows, total, filters, range, unwritten, at } = useLoaderData<typeof loader>();
  const here = useAddress(changeList);
  const { zone, now } = useReader();
  const filtered = here.holds("q", "person", "resource", "outcome", "range", "page");
  const ranges = here.holds("range") ? [{ name: "range" as const, label: "preset" in here.state.range ? range.label : range.dates }] : [];
  return (
    <>
      <PageHeader
        title="Changes"
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
      />
      {unwritten > 0 && <Notice tone="warn">{countOf(unwritten, "change is", "changes are")} not in this list yet: the console's disk is full.</Notice>}
      <div className="mb-2">
        <DateRangePicker here={here} range={range} />
      </div>
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Search all fields", chip: (text) => `Contains ${text}` },
          { name: "person", label: "Person", options: filters.people, any: "Anybody", chip: (name) => `Person is ${name}` },
          { name: "resource", label: "Resource", options: filters.kinds, any: "Any resource", chip: (kind) => `Resource is ${kind}` },
          { name: "outcome", label: "Outcome", options: outcomes, any: "Any outcome", chip: (word) => `Outcome is ${word}` },
        ]}
        further={ranges}
      />
      <DataTable
        caption="Changes"
        columns={columnsAt(at)}
        rows={rows}
        rowKey={(row) => row.id}
        groupBy={(row) => formatNamedDay({ instant: row.at, zone, now })}
        footer={<TableFooter here={here} total={total} shown={rows.length} noun={["change", "changes"]} />}
        empty={<NoChanges filtered={filtered} />}
      />
    </>
  );
}

function NoChanges({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="No change matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />;
  return (
    <EmptyState title="No changes in the last 30 days">
      <p>
        Indices and documents that are created, changed or deleted through this console are listed here, with who did it, and a way back where there is one.
      </p>
    </EmptyState>
  );
}
