import { type ReactNode, useState } from "react";
import { countOfRows, listOfRows, type PageRows } from "~/lib/values/page-rows";
import { HeadCell, type Sorted, SortMenu } from "./table-head";
import { type ColumnRoom, roomsFor } from "./table-room";

export type Column<Row> = ColumnRoom & {
  /** What stands in the cell; null where the row has no value, which is drawn as a dash. */
  render: (row: Row) => ReactNode;
  /** Numbers and sizes stand on the right. */
  align?: "right";
  className?: string;
  /** The value in full, for values that stand on one line and are cut: names, paths. */
  title?: (row: Row) => string;
  /** Left out where the table has little room beside the sidebar; on a narrow screen it is there again. */
  roomy?: boolean;
  /**
   * How the value stands on a narrow screen, where a row is two or three lines. The first column is the name; after it
   * come `badge` beside the name,
   * `fact` (the value alone) and `named` (the label before it) in one line, `labelled` with the label above, `own` on a
   * line of its own; `hidden` is left out.
   */
  narrow?: "badge" | "fact" | "named" | "labelled" | "own" | "hidden";
  /** Written after a `fact` on a narrow screen, where no head says it: "documents". */
  unit?: string | ((row: Row) => string);
};

/** The first cells of a table whose rows can be ticked. */
export type TickColumn<Row> = { head: ReactNode; cell: (row: Row) => ReactNode };

type DataTableProps<Row> = {
  /** What the table lists; read out, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: PageRows<Row>;
  rowKey: (row: Row) => string;
  /** Where the list is; makes the heads of columns with `sort` links. */
  here?: Sorted;
  isSelected?: (row: Row) => boolean;
  /** Nothing in the cells takes the focus, so a box that scrolls must. */
  plain?: boolean;
  /** A box to tick on each row: `rowTicks`; the bar about them is a `SelectionBar` in the foot. */
  selection?: TickColumn<Row>;
  /** What stands above rows in a row that have it in common: the day. */
  groupBy?: ((row: Row) => string) | undefined;
  /** `<TableFooter>`. */
  footer?: ReactNode;
  /** Shown in place of the table when there are no rows. */
  empty?: ReactNode;
};

type Cell<Row> = { column: Column<Row>; className: string | undefined; label: string | undefined };

// A box that scrolls must take the keyboard; links in it do.
const reachable = { tabIndex: 0 };

/**
 * The table of every list. The first column holds the link to the thing; the head stays in sight; on a narrow screen a
 * row is two or three lines.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  here,
  isSelected,
  plain = false,
  selection,
  groupBy,
  footer,
  empty,
}: DataTableProps<Row>) {
  const { fits, from, tight } = roomsFor({ columns, ticks: selection !== undefined });
  const cells = columns.map((column, at) => cellOf(column, { at, from: from[at] ?? null }));
  const list = listOfRows(rows);
  // A head without rows, and a foot that counts none, tell nothing.
  if (countOfRows(rows) === 0)
    return (
      <div className="table-box p-6" role="region" aria-label={caption}>
        {empty ?? <p className="text-muted">Nothing here.</p>}
      </div>
    );
  const sortable = here !== undefined && columns.some((column) => column.sort !== undefined);
  return (
    <div className="table-box">
      {sortable && <SortMenu columns={columns} here={here} />}
      <div className="table-frame">
        <div className={`table-scroll fit-${fits}`} role="region" aria-label={caption} {...(plain && reachable)}>
          <table className={tight ? "data-table tight" : "data-table"}>
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {selection?.head}
                {cells.map(({ column, className }) => (
                  <HeadCell key={column.key} column={column} className={className} here={here} />
                ))}
              </tr>
            </thead>
            {list === undefined ? (
              <KeptRows caption={caption} />
            ) : (
              groupsOf(list, groupBy).map(({ name, rows: together }) => (
                <tbody key={name}>
                  {groupBy && (
                    <tr className="group-head">
                      <th scope="rowgroup" colSpan={columns.length + (selection ? 1 : 0)}>
                        {name}
                      </th>
                    </tr>
                  )}
                  {together.map((row) => (
                    <tr key={rowKey(row)} className={isSelected?.(row) ? "selected" : undefined}>
                      {selection?.cell(row)}
                      {cells.map(({ column, className, label }) => {
                        const value = column.render(row);
                        const none = value === null || value === undefined || value === "";
                        const unit = typeof column.unit === "function" ? column.unit(row) : column.unit;
                        return (
                          <td
                            key={column.key}
                            title={column.title?.(row)}
                            data-label={label}
                            data-unit={unit}
                            className={none ? `${className ?? ""} none`.trimStart() : className}
                          >
                            {none ? "–" : value}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              ))
            )}
          </table>
        </div>
      </div>
      {footer}
    </div>
  );
}

/**
 * Rows that came in the text of the page and not in its data: they stay as the server wrote them until a list comes
 * that has its rows.
 */
function KeptRows({ caption }: { caption: string }) {
  const [html] = useState(() => writtenRows(caption));
  return <tbody suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

function writtenRows(caption: string): string {
  if (typeof document === "undefined") return "";
  const tables = [...document.querySelectorAll<HTMLTableElement>("table.data-table")];
  return tables.find((table) => table.caption?.textContent === caption)?.tBodies[0]?.innerHTML ?? "";
}

/** The rows in their order, cut where the group changes; one group of all where there is nothing to group by. */
function groupsOf<Row>(rows: readonly Row[], groupBy: DataTableProps<Row>["groupBy"]) {
  if (!groupBy) return [{ name: "", rows }];
  const groups: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = groupBy(row);
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  return groups;
}

function cellOf<Row>(column: Column<Row>, { at, from }: { at: number; from: number | null }): Cell<Row> {
  const { align, className, roomy, hideLabel, title } = column;
  const narrow = at === 0 ? "name" : hideLabel ? "actions" : (column.narrow ?? "named");
  const names = [
    narrow === "actions" ? narrow : `c-${narrow}`,
    align === "right" && "number",
    roomy && "roomy",
    from !== null && `yields from-${from}`,
    title && "one-line",
    className,
  ];
  return {
    column,
    className: names.filter(Boolean).join(" "),
    label: narrow === "named" || narrow === "labelled" ? column.label : undefined,
  };
}
