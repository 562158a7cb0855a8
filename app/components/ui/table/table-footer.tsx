import type { ReactNode } from "react";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { type Here, pageSizes } from "~/lib/address";
import { Menu, MenuLink } from "../menu";
import { PlainLink } from "../plain-link";

type TableFooterProps = {
  /** Where the list is, for the links. */
  here: Pick<Here<{ page: number; size: number }>, "href"> & { state: { page: number; size?: number } };
  /** From 1; where the page shown is another than the address asks for. */
  page?: number;
  /** Where the address has none. */
  size?: number;
  total: number;
  /** How many the current page shows. */
  shown: number;
  /** What is counted: `["index", "indices"]`. */
  noun: readonly [string, string];
  sizes?: readonly number[];
  /** The last page one may go to, where the back end reads no further. */
  lastPage?: number;
  /** Said when `total` is a lower bound. */
  atLeast?: boolean;
  /** A `SelectionBar`, after the count. */
  children?: ReactNode;
};

/** The foot of a table: which of how many, page links, page size. */
export function TableFooter({
  here,
  total,
  shown,
  noun,
  sizes = pageSizes,
  lastPage,
  atLeast = false,
  children,
  ...asked
}: TableFooterProps) {
  const { page = here.state.page, size = here.state.size ?? pageSizes[0] } = asked;
  const pageLink = (to: number) => here.href({ page: to });
  const sizeLink = (to: number) => here.href({ size: to });
  const pages = Math.max(1, Math.min(Math.ceil(total / size), lastPage ?? Number.POSITIVE_INFINITY));
  const first = (page - 1) * size + 1;
  return (
    <div className="table-foot">
      {/* Not a paragraph: what stands here may be a form. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* What is ticked is counted in its place. */}
        <span className="table-count">
          {shown > 0 && shown !== total ? `${formatNumber(first)}–${formatNumber(first + shown - 1)} of ` : ""}
          {atLeast && "at least "}
          {countOf(total, noun[0], noun[1])}
        </span>
        {children}
      </div>
      {pages > 1 && <PageLinks page={page} pages={pages} link={pageLink} />}
      {total > Math.min(...sizes) && (
        <Menu label={`${size} per page`} up>
          {sizes.map((choice) => (
            <MenuLink key={choice} to={sizeLink(choice)} current={choice === size}>
              {choice} per page
            </MenuLink>
          ))}
        </Menu>
      )}
    </div>
  );
}

/** The numbers to show: the first, the last, and those around the current one; 0 stands for a gap. */
export function pageNumbers(page: number, pages: number) {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((number, at) => {
    const gap = number - (sorted[at - 1] ?? 0);
    if (gap <= 1) return [number];
    return gap === 2 ? [number - 1, number] : [0, number];
  });
}

function PageLinks({ page, pages, link }: { page: number; pages: number; link: (to: number) => string }) {
  const common = "inline-flex min-h-[24px] min-w-[24px] items-center justify-center rounded-sm px-2 no-underline";
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1">
      {page > 1 && (
        <PlainLink to={link(page - 1)} rel="prev" className={`${common} text-accent hover:underline`}>
          Previous
        </PlainLink>
      )}
      {pageNumbers(page, pages).map((number, at) =>
        number === 0 ? (
          <span key={`gap-${at}`} aria-hidden="true">
            …
          </span>
        ) : (
          <PlainLink
            key={number}
            to={link(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? "page" : undefined}
            className={`${common} ${number === page ? "bg-accent-soft font-semibold text-accent" : "text-accent hover:underline"}`}
          >
            {formatNumber(number)}
          </PlainLink>
        ),
      )}
      {page < pages && (
        <PlainLink to={link(page + 1)} rel="next" className={`${common} text-accent hover:underline`}>
          Next
        </PlainLink>
      )}
    </nav>
  );
}
