import { address, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";

const spec = {
  q: text({ label: "Name filter" }),
  health: oneOf(["green", "yellow", "red"]),
  status: oneOf(["open", "closed"]),
  sort: sort({ by: ["name", "health", "documents", "size", "shards", "created"], initial: "name" }),
  size: size(),
  page: page(),
  select: oneOf(["page"], { part: "once" }),
};

/** The address of the list of indices. */
export const indexList = address(spec);
export type IndexListState = StateOf<typeof spec>;
export type IndexSort = IndexListState["sort"]["by"];
