import type { Column } from "./data-table";
import { Menu, MenuLink } from "./menu";
import { PlainLink } from "./plain-link";

/** The link that sorts by a column. */
export type SortLink = (by: string, order: "asc" | "desc") => string;

type Sort = { sort: string; order: "asc" | "desc" };
type HeadCellProps<Row> = { column: Column<Row>; className: string | undefined; sort: Sort | undefined; link: SortLink };

const directions = { asc: "ascending", desc: "descending" } as const;
const opposite = { asc: "desc", desc: "asc" } as const;

/** One head of a table. One that can be sorted by is a link; a drawn sign says so, and which way round it is sorted. */
export function HeadCell<Row>({ column, className, sort, link }: HeadCellProps<Row>) {
  const { label, hideLabel } = column;
  if (column.sort === undefined) {
    return (
      <th scope="col" className={className} title={hideLabel ? undefined : label}>
        {hideLabel ? <span className="sr-only">{label}</span> : label}
      </th>
    );
  }
  const order = sort?.sort === column.sort ? sort.order : undefined;
  const next = order === undefined ? (column.firstOrder ?? "asc") : opposite[order];
  return (
    <th scope="col" aria-sort={order && directions[order]} className={className}>
      <PlainLink to={link(column.sort, next)} keepScroll title={`${label}: sort ${directions[next]}`}>
        <span>{label}</span>
        <span aria-hidden="true" className={order === undefined ? "sorts" : `sorts sorts-${order}`} />
      </PlainLink>
    </th>
  );
}

/** Sorting where the heads are not shown: on a narrow screen. */
export function SortMenu<Row>({ columns, sort, link }: { columns: readonly Column<Row>[]; sort: Sort | undefined; link: SortLink }) {
  const current = columns.find((column) => column.sort !== undefined && column.sort === sort?.sort);
  return (
    <div className="sort-menu">
      <Menu label={current === undefined ? "Sort" : `Sort: ${current.label}, ${directions[sort?.order ?? "asc"]}`} align="left">
        {columns.map((column) => {
          if (column.sort === undefined) return null;
          const order = column === current ? opposite[sort?.order ?? "asc"] : (column.firstOrder ?? "asc");
          return (
            <MenuLink key={column.key} to={link(column.sort, order)} current={column === current}>
              {column.label}, {directions[order]}
            </MenuLink>
          );
        })}
      </Menu>
    </div>
  );
}
