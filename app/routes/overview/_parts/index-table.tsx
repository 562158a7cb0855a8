import { type Column, DataTable, EmptyState, LinkButton, PlainLink, rowTicks, TableFooter, Time } from "~/components/kit";
import type { Here } from "~/lib/address";
import type { Gate } from "~/lib/access/gate";
import { formatBytes, formatNumber } from "~/lib/numbers";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { encodeSegment } from "~/lib/ids";
import { IndexActions } from "./index-actions";
import type { loadIndexTable, OverviewRow } from "./index-list.server";
import { IndexBar } from "./index-bar";
import { IndexHealth } from "./index-health";
import type { IndexListState } from "./index-list-address";

type Table = Awaited<ReturnType<typeof loadIndexTable>>;

const allColumns: readonly Column<OverviewRow>[] = [
  {
    key: "name",
    label: "Index",
    sort: "name",
    title: (row) => row.name,
    render: (row) => (
      <PlainLink to={screenPath(appLevel(row.name))} className="link">
        {row.name}
      </PlainLink>
    ),
  },
  { key: "health", label: "Health", sort: "health", narrow: "badge", room: 6.5, render: (row) => <IndexHealth row={row} /> },
  {
    key: "documents",
    label: "Documents",
    sort: "documents",
    firstOrder: "desc",
    align: "right",
    narrow: "fact",
    unit: (row) => (row.documents === 1 ? "document" : "documents"),
    render: (row) => (row.documents === null ? null : formatNumber(row.documents)),
  },
  {
    key: "size",
    label: "Size",
    sort: "size",
    firstOrder: "desc",
    align: "right",
    narrow: "fact",
    render: (row) => (row.bytes === null ? null : formatBytes(row.bytes)),
  },
  {
    key: "shards",
    label: "Shards / replicas",
    roomy: true,
    narrow: "hidden",
    sort: "shards",
    firstOrder: "desc",
    align: "right",
    render: (row) => `${row.shards ?? "–"} / ${row.replicas ?? "–"}`,
  },
  { key: "aliases", label: "Aliases", roomy: true, room: 6.5, className: "min-w-[6.5rem]", render: (row) => aliasesOf(row) },
  {
    key: "created",
    label: "Created",
    roomy: true,
    narrow: "fact",
    room: 6,
    sort: "created",
    firstOrder: "desc",
    render: (row) => <Time value={row.createdAt} />,
  },
];

/** The first alias and how many more, so that the column stays narrow. */
function aliasesOf({ aliases }: OverviewRow) {
  const [first, ...more] = aliases ?? [];
  if (first === undefined || more.length === 0) return first;
  return (
    <span title={aliases?.join(", ")}>
      {first} <span className="sr-only">and {more.length} more</span>
      <span aria-hidden="true" className="whitespace-nowrap text-muted">
        +{more.length}
      </span>
    </span>
  );
}

const columnsFor = (gate: Gate): Column<OverviewRow>[] => [
  ...allColumns,
  { key: "actions", label: "Actions", hideLabel: true, align: "right", room: 3, render: (row) => <IndexActions row={row} gate={gate} /> },
];

/** The indices of the cluster, a page of them, as a table or as cards. */
export function IndexTable({
  here,
  table,
  view,
  mayChange,
  gate,
}: {
  here: Here<IndexListState>;
  table: Table;
  view: "list" | "grid";
  /** The user has the right to what the actions do. */ mayChange: boolean;
  /** Whether indices may be changed now. */ gate: Gate;
}) {
  const columns = mayChange ? columnsFor(gate) : allColumns;
  const ticked = here.state.select === "page";
  const foot = (bar: boolean) => (
    <TableFooter here={here} page={table.page} total={table.total} shown={table.rows.length} noun={["index", "indices"]}>
      {bar && mayChange && table.rows.length > 0 && <IndexBar here={here} ticked={ticked} gate={gate} />}
    </TableFooter>
  );
  if (view === "list" || table.rows.length === 0) {
    return (
      <DataTable
        caption="Indices"
        columns={columns}
        rows={table.rows}
        rowKey={(row) => row.index}
        here={here}
        {...(mayChange ? { selection: rowTicks<OverviewRow>({ value: (row) => encodeSegment(row.index), label: (row) => row.name, ticked }) } : {})}
        footer={foot(true)}
        empty={<NoIndices here={here} table={table} />}
      />
    );
  }
  return (
    <div className="rounded border border-line">
      <ul className="grid gap-3 p-3 small:grid-cols-2 large:grid-cols-3">
        {table.rows.map((row) => (
          <li key={row.index} className="rounded border border-line bg-raised p-3.5">
            <IndexCard row={row} mayChange={mayChange} gate={gate} />
          </li>
        ))}
      </ul>
      {foot(false)}
    </div>
  );
}

function IndexCard({ row, mayChange, gate }: { row: OverviewRow; mayChange: boolean; gate: Gate }) {
  const facts = [
    ["Documents", row.documents === null ? "–" : formatNumber(row.documents)],
    ["Size", row.bytes === null ? "–" : formatBytes(row.bytes)],
    ["Shards / replicas", `${row.shards ?? "–"} / ${row.replicas ?? "–"}`],
    ["Aliases", row.aliases && row.aliases.length > 0 ? row.aliases.join(", ") : "–"],
  ] as const;
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <PlainLink to={screenPath(appLevel(row.name))} className="link min-w-0 font-semibold [overflow-wrap:anywhere]">
          {row.name}
        </PlainLink>
        <IndexHealth row={row} />
      </div>
      <dl className="mt-2 text-13">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3 py-0.5">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex items-center justify-between text-13 text-muted">
        <span>
          Created <Time value={row.createdAt} />
        </span>
        {mayChange && <IndexActions row={row} gate={gate} />}
      </div>
    </>
  );
}

function NoIndices({ here, table }: { here: Here<IndexListState>; table: Table }) {
  if (table.visible === 0) {
    return (
      <EmptyState
        title="No indices found"
        action={
          <LinkButton tone="primary" to={screenPath(clusterLevel, "import")}>
            Import a file
          </LinkButton>
        }
      >
        <p>An index holds documents of one kind: films, products, articles. Import a file to create one automatically, or create an empty one.</p>
        {table.hidden > 0 && <p className="mt-1">System indices are there but not shown.</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No index matches these filters"
      action={<LinkButton to={here.href({ q: undefined, health: undefined, status: undefined })}>Clear all filters</LinkButton>}
    >
      <p>The filter by name looks for the text anywhere in a name; * stands for anything.</p>
    </EmptyState>
  );
}
