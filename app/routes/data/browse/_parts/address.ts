import type { ListPlace } from "~/lib/address/list-place";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { address, columns, list, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";
import { type DocumentFilter, filterText, readFilter } from "~/lib/data/documents/filters";

export const sizes = [10, 15, 25, 50, 100] as const;

/** What the mapping tells of an address. */
type Known = { fields: readonly string[] };

function spec(known?: Known) {
  return {
    q: text({ label: "Search text" }),
    f: list<DocumentFilter>({ label: "Filter", max: 20, item: { read: readFilter, write: filterText } }),
    /** How filters are joined: all must hold, or one of them. */
    match: oneOf(["any"], { label: "Match" }),
    sort: sort({ by: known && ["", ...known.fields], initial: "" }),
    size: size({ choices: sizes }),
    page: page(),
    columns: columns({ known: known && new Set(["_id", ...known.fields]) }),
    show: oneOf(["request"], { part: "look" }),
    /** The field whose most frequent values are told. */
    facet: oneOf(known && ["", ...known.fields], { label: "Field", part: "look" }),
    select: oneOf(["page"], { part: "rows" }),
    // The filter that is being added; it becomes one more `f`.
    field: text({ part: "once" }),
    operator: text({ initial: "is", part: "once" }),
    value: text({ part: "once" }),
    to: text({ part: "once" }),
    place: text({ part: "once" }),
    selected: oneOf(["none"], { part: "once" }),
  };
}

/** The address of Browse. */
export const browseList = (known?: Known) => address(spec(known));
export type BrowseState = StateOf<ReturnType<typeof spec>>;

/**
 * What the list is set to as a query string: without page, and without what concerns one look at it. For the address of
 * a document that is opened from it.
 */
export function listOf(state: BrowseState) {
  const declared = browseList();
  const { q, f, match, sort, size, columns } = state;
  return declared.at("", { ...declared.initial, q, f, match, sort, size, columns }).search.slice(1);
}

/** The list that a document was opened from, at the page that has it. */
export function listPath(at: LevelRef, { list, row }: ListPlace) {
  const here = browseList().at(list);
  const page = row === null ? 1 : Math.floor(row / here.state.size) + 1;
  const href = here.href({ page });
  return `${screenPath(at, "browse")}${href === "?" ? "" : href}`;
}
