import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";
import { synonymTypes } from "~/services/search-relevance/synonyms/groups";

const list = {
  q: text({ label: "Search", max: 200 }),
  type: oneOf(synonymTypes, { label: "Type" }),
  size: size(),
  page: page(),
};

/** The address of the list of synonyms. */
export const synonymList = address(list);
export type SynonymListState = StateOf<typeof list>;

/** Initial values of the form for new groups, given by the screen that links to it. */
export const synonymStart = address({ groups: text({ max: 2000, label: "Groups" }) });

/** The search that a review tries before and after. */
export const tryAddress = address({ q: text({ max: 1000, label: "Search", part: "once" }) });
