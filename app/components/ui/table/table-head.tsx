import type { Here, Order } from "~/lib/address";
import { Menu, MenuLink } from "../menu";
import { PlainLink } from "../plain-link";

/** Where a list is that can be sorted. */
export type Sorted = Pick<Here<{ sort: Order }>, "state" | "href">;

/** What the head of a column shows, and where it leads. */
export type HeadColumn = {
  key: string;
  label: string;
  /** The value of `?sort=` for this column; without it the head is no link. */
  sort?: string;
  /** The direction of the first click; `desc` suits numbers and dates. */
  firstOrder?: "asc" | "desc";
  /** The head is for screen readers only: the last column, with what can be done with the row. */
  hideLabel?: boolean;
  /** A second link of the head: what else there is to know of the column. */
  more?: { to: string; label: string };
};

type HeadCellProps = { column: HeadColumn; className: string | undefined; here: Sorted | undefined };

const directions = { asc: "ascending", desc: "descending" } as const;
const opposite = { asc: "desc", desc: "asc" } as const;

/** One head of a table. One that can be sorted by is a link; a drawn sign says so, and which way round it is sorted. */
export function HeadCell({ column, className, here }: HeadCellProps) {
  const { label, hideLabel } = column;
  if (here === undefined || column.sort === undefined) {
    return (
      <th scope="col" className={className} title={hideLabel ? undefined : label}>
        {hideLabel ? <span className="sr-only">{label}</span> : label}
      </th>
    );
  }
  const { sort } = here.state;
  const order = sort.by === column.sort ? sort.order : undefined;
  const next = order === undefined ? (column.firstOrder ?? "asc") : opposite[order];
  return (
    <th scope="col" aria-sort={order && directions[order]} className={className}>
      <PlainLink
        to={here.href({ sort: { by: column.sort, order: next } })}
        keepScroll
        title={`${label}: sort ${directions[next]}`}
      >
        <span>{label}</span>
        <span aria-hidden="true" className={order === undefined ? "sorts" : `sorts sorts-${order}`} />
      </PlainLink>
      {column.more && (
        <PlainLink
          to={column.more.to}
          keepScroll
          className="head-more"
          title={column.more.label}
          aria-label={column.more.label}
        />
      )}
    </th>
  );
}

/** Sorting where the heads are not shown: on a narrow screen. */
export function SortMenu({ columns, here }: { columns: readonly HeadColumn[]; here: Sorted }) {
  const { sort } = here.state;
  const current = columns.find((column) => column.sort !== undefined && column.sort === sort.by);
  return (
    <div className="sort-menu">
      <Menu label={current === undefined ? "Sort" : `Sort: ${current.label}, ${directions[sort.order]}`} align="left">
        {columns.map((column) => {
          if (column.sort === undefined) return null;
          const order = column === current ? opposite[sort.order] : (column.firstOrder ?? "asc");
          return (
            <MenuLink
              key={column.key}
              to={here.href({ sort: { by: column.sort, order } })}
              current={column === current}
            >
              {column.label}, {directions[order]}
            </MenuLink>
          );
        })}
        {columns.map(
          ({ key, more }) =>
            more && (
              <MenuLink key={`more ${key}`} to={more.to}>
                {more.label}
              </MenuLink>
            ),
        )}
      </Menu>
    </div>
  );
}
