import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Here, Order } from "~/lib/address";
import { withParams } from "~/lib/search-params";
import { PlainLink } from "./plain-link";

export type Column<Row> = {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers and sizes stand on the right. */
  align?: "right";
  /** The value of `?sort=` for this column; without it the head is no link. */
  sort?: string;
  /** The direction of the first click; `desc` suits numbers and dates. */
  firstOrder?: "asc" | "desc";
  /** The head is for screen readers only (checkboxes, row menus). */
  hideLabel?: boolean;
  className?: string;
  /** Left out where the table has little room beside the sidebar; on a narrow screen, where rows are blocks, it is there again. */
  roomy?: boolean;
};

type DataTableProps<Row> = {
  /** What the table lists; read out, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where the list is; makes the heads of columns with `sort` links. */
  here?: Pick<Here<{ sort: Order }>, "state" | "href">;
  /** In its place, as `readListParams` gave it. */
  sort?: { sort: string; order: "asc" | "desc" };
  isSelected?: (row: Row) => boolean;
  /** `<TableFooter>`. */
  footer?: ReactNode;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
};

/** The table of every list. The first column holds the link to the thing. On a narrow screen each row is a block of label and value. */
export function DataTable<Row>({ caption, columns, rows, rowKey, here, sort, isSelected, footer, empty }: DataTableProps<Row>) {
  return (
    <div className="rounded border border-line">
      <div className="table-scroll">
        <table className="stacking data-table">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} here={here} sort={here ? { sort: here.state.sort.by, order: here.state.sort.order } : sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className={isSelected?.(row) ? "selected" : undefined}>
                {columns.map((column) => (
                  <td key={column.key} data-label={column.hideLabel ? "" : column.label} className={cellClass(column)}>
                    {column.render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <div className="border-t border-line p-6">{empty ?? <p className="text-muted">Nothing here.</p>}</div>}
      {footer}
    </div>
  );
}

function cellClass<Row>({ align, className, roomy }: Column<Row>) {
  return [align === "right" && "number", roomy && "roomy", className].filter(Boolean).join(" ") || undefined;
}

type HeadCellProps<Row> = Pick<DataTableProps<Row>, "here" | "sort"> & { column: Column<Row> };

function HeadCell<Row>({ column, here, sort }: HeadCellProps<Row>) {
  const [params] = useSearchParams();
  const active = column.sort !== undefined && sort?.sort === column.sort;
  const direction = active ? (sort.order === "asc" ? "ascending" : "descending") : undefined;
  const next = active ? (sort.order === "asc" ? "desc" : "asc") : (column.firstOrder ?? "asc");
  const className = cellClass({ ...column, className: undefined });
  if (column.hideLabel) {
    return (
      <th scope="col" className={className}>
        <span className="sr-only">{column.label}</span>
      </th>
    );
  }
  if (column.sort === undefined) {
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <PlainLink
        to={here ? here.href({ sort: { by: column.sort, order: next } }) : withParams(params, { sort: column.sort, order: next, page: null })}
        keepScroll
        title={`Sort ${next === "asc" ? "ascending" : "descending"}`}
      >
        {column.label}
        {active && <span aria-hidden="true" className={`arrow text-accent ${sort.order === "asc" ? "arrow-up" : ""}`} />}
      </PlainLink>
    </th>
  );
}
