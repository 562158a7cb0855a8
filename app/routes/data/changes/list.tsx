import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MethodBadge } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, FilterBar, FilterInput, FilterSelect, LinkButton, Notice } from "~/components/kit";
import { PageHeader, PlainLink, Remarks, TableFooter, Time, useAddress, useReader } from "~/components/kit";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import { leaveLongAddress } from "~/redirect.server";
import { rangeOf } from "~/lib/address/range-of";
import { formatNamedDay } from "~/lib/dates";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { listChangeFilters, listChanges } from "~/services/changes/read.server";
import { countUnwritten } from "~/services/changes/log-store.server";
import { outcomes } from "~/services/changes/words";
import { requireScope } from "~/session/scope.server";
import { changeList } from "./_parts/changes-address";
import { type EntryView, entryView } from "./_parts/entry-view.server";
import { OutcomeBadge } from "./_parts/outcome-badge";

export const handle: Handle = { screen: "changes" };
export const meta: MetaFunction = ({ params }) => [{ title: `Changes · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("changes"), context);
  const here = changeList.at(request);
  leaveLongAddress(request, here);
  const { q, person, resource, outcome, page, size } = here.state;
  const given = (value: string) => (value === "" ? undefined : value);
  const range = rangeOf(here.state.range, { zone: scope.preferences.zone, now: Date.now() });
  const when = { from: range.from, to: range.to };
  const asked = { text: given(q), person: given(person), resource: given(resource), outcome: outcome === "" ? undefined : outcome, ...when };
  const [{ rows, total }, filters] = await Promise.all([listChanges(scope, { ...asked, page, size }), listChangeFilters(scope)]);
  return { rows: rows.map(entryView), total, filters, range, unwritten: countUnwritten(scope.context.config.dataDir), at: levelRef(params["appName"]) };
}

const columnsAt = (at: LevelRef): Column<EntryView>[] => [
  {
    key: "change",
    label: "Change",
    render: (row) => (
      <>
        <PlainLink to={screenPath(at, "changes", { rest: [row.id] })} className="link">
          {row.title}
        </PlainLink>
        {row.note !== null && <span className="line-clamp-2 block max-w-[28rem] text-12 font-normal text-muted [overflow-wrap:anywhere]">{row.note}</span>}
      </>
    ),
  },
  { key: "outcome", label: "Outcome", narrow: "badge", room: 6.8, render: (row) => <OutcomeBadge outcome={row.outcome} /> },
  { key: "resource", label: "Resource", narrow: "fact", render: (row) => <span className="[overflow-wrap:anywhere]">{row.resource}</span> },
  { key: "person", label: "Person", narrow: "fact", render: (row) => row.person },
  { key: "time", label: "Time", narrow: "fact", room: 6, render: (row) => <Time value={row.at} clock /> },
  {
    key: "request",
    label: "Request",
    roomy: true,
    room: 21,
    narrow: "own",
    render: (row) =>
      row.method === "" ? null : (
        <span className="flex items-center gap-2">
          <MethodBadge method={row.method} />
          <span className="max-w-[16rem] truncate font-mono text-12" title={row.path}>
            {row.path}
          </span>
        </span>
      ),
  },
];

const options = (names: readonly string[], any: string) => [{ value: "", label: any }, ...names.map((name) => ({ value: name, label: name }))];

export default function ChangesScreen() {
  const { rows, total, filters, range, unwritten, at } = useLoaderData<typeof loader>();
  const here = useAddress(changeList);
  const { zone, now } = useReader();
  const { q, person, resource, outcome, page, size } = here.state;
  const filtered = here.holds("q", "person", "resource", "outcome", "range");
  const chips = [
    ...(q === "" ? [] : [{ label: `Contains ${q}`, without: { q: undefined } }]),
    ...(person === "" ? [] : [{ label: `Person is ${person}`, without: { person: undefined } }]),
    ...(resource === "" ? [] : [{ label: `Resource is ${resource}`, without: { resource: undefined } }]),
    ...(outcome === "" ? [] : [{ label: `Outcome is ${outcome}`, without: { outcome: undefined } }]),
    ...(here.holds("range") ? [{ label: "preset" in here.state.range ? range.label : range.dates, without: { range: undefined } }] : []),
  ];
  return (
    <>
      <PageHeader title="Changes" description="Every change made through this console, kept for 400 days." />
      {unwritten > 0 && <Notice tone="warn">{countOf(unwritten, "change is", "changes are")} not in this list yet: the console's disk is full.</Notice>}
      <div className="mb-2">
        <DateRangePicker here={here} range={range} />
      </div>
      <FilterBar here={here} controls={["q", "person", "resource", "outcome"]} chips={chips} clears={["q", "person", "resource", "outcome", "range"]}>
        <FilterInput name="q" label="Search all fields" defaultValue={q} wide />
        <FilterSelect name="person" label="Person" defaultValue={person} options={options(filters.people, "Anybody")} />
        <FilterSelect name="resource" label="Resource" defaultValue={resource} options={options(filters.kinds, "Any resource")} />
        <FilterSelect name="outcome" label="Outcome" defaultValue={outcome} options={options(outcomes, "Any outcome")} />
      </FilterBar>
      <Remarks of={here.remarks} />
      <DataTable
        caption="Changes"
        columns={columnsAt(at)}
        rows={rows}
        rowKey={(row) => row.id}
        groupBy={(row) => formatNamedDay({ instant: row.at, zone, now })}
        footer={<TableFooter here={here} page={page} size={size} total={total} shown={rows.length} noun={["change", "changes"]} />}
        empty={<NoChanges filtered={filtered || page > 1} />}
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
