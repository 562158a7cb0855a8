import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { rowTicks } from "~/components/ui/table/selection";
import { TableFooter } from "~/components/ui/table/table-footer";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import type { Here } from "~/lib/address";
import { encodeSegment } from "~/lib/address/ids";
import { formatBytes, formatNumber } from "~/lib/values/numbers";
import { countOfRows, listOfRows } from "~/lib/values/page-rows";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { IndexActions } from "./index-actions";
import { IndexBar } from "./index-bar";
import { IndexHealth } from "./index-health";
import type { IndexListState } from "./index-list-address";
import type { IndexTableData, OverviewRow } from "./index-list.server";

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
  {
    key: "health",
    label: "Health",
    sort: "health",
    narrow: "badge",
    room: 6.5,
    render: (row) => <IndexHealth row={row} />,
  },
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
  {
    key: "aliases",
    label: "Aliases",
    roomy: true,
    room: 6.5,
    className: "min-w-[6.5rem]",
    render: (row) => aliasesOf(row),
  },
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
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 3,
    render: (row) => <IndexActions row={row} gate={gate} />,
  },
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
  table: IndexTableData;
  view: "list" | "grid";
  /** The user has the right to what the actions do. */ mayChange: boolean;
  /** Whether indices may be changed now. */ gate: Gate;
}) {
  const columns = mayChange ? columnsFor(gate) : allColumns;
  const count = countOfRows(table.rows);
  const ticked = here.state.select === "page";
  const foot = (bar: boolean) => (
    <TableFooter here={here} page={table.page} total={table.total} shown={count} noun={["index", "indices"]}>
      {bar && mayChange && count > 0 && <IndexBar here={here} ticked={ticked} gate={gate} />}
    </TableFooter>
  );
  if (view === "list" || count === 0) {
    return (
      <DataTable
        caption="Indices"
        columns={columns}
        rows={table.rows}
        rowKey={(row) => row.index}
        here={here}
        {...(mayChange
          ? {
              selection: rowTicks<OverviewRow>({
                value: (row) => encodeSegment(row.index),
                label: (row) => row.name,
                ticked,
              }),
            }
          : {})}
        footer={foot(true)}
        empty={<NoIndices here={here} table={table} />}
      />
    );
  }
  return (
    <div className="rounded border border-line">
      <ul className="grid gap-3 p-3 small:grid-cols-2 large:grid-cols-3">
        {listOfRows(table.rows)?.map((row) => (
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
        <Name to={screenPath(appLevel(row.name))} className="min-w-0 font-semibold">
          {row.name}
        </Name>
        <IndexHealth row={row} />
      </div>
      <dl className="mt-2 text-13">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3 py-0.5">
            <dt className="text-muted">{label}</dt>
            <Name as="dd" className="text-right">
              {value}
            </Name>
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

function NoIndices({ here, table }: { here: Here<IndexListState>; table: IndexTableData }) {
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
        <p>
          An index holds documents of one kind: films, products, articles. Import a file to create one automatically, or
          create an empty one.
        </p>
        {table.hidden > 0 && <p className="mt-1">System indices are there but not shown.</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No index matches these filters"
      action={
        <LinkButton to={here.href({ q: undefined, health: undefined, status: undefined })}>
          Clear all filters
        </LinkButton>
      }
    >
      <p>The filter by name looks for the text anywhere in a name; * stands for anything.</p>
    </EmptyState>
  );
}
