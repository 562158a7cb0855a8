import { address, flag, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";

const list = {
  q: text({ label: "Search" }),
  sort: sort({ by: ["name", "index", "used", "updated"], initial: "name" }),
  size: size(),
  page: page(),
};

/** The address of the list of stored queries. */
export const queryList = address(list);
export type QueryListState = StateOf<typeof list>;

/** What is typed as parameters at most, in characters: they are part of an address. */
export const MOST_PARAMS = 4000;

/** The address of the page that runs one: the parameters, as JSON, and whether they are to be run. */
export const executeAddress = address({
  params: text({ label: "Parameters", max: MOST_PARAMS }),
  run: flag({ label: "Run" }),
});

/** What the editor shows of a draft beside it. */
export const editorAddress = address({ try: oneOf(["render", "execute"], { part: "once", label: "Try" }) });
