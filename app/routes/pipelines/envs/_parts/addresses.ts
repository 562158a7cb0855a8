import { address, page, size, sort, type StateOf, text } from "~/lib/address";

const list = {
  q: text({ label: "Search" }),
  sort: sort({ by: ["name", "updated"], initial: "name" }),
  size: size(),
  page: page(),
};

/** The address of the list of global variables. */
export const envList = address(list);
export type EnvListState = StateOf<typeof list>;
