import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";
import { synonymTypes } from "~/services/synonyms/groups";

const list = { q: text({ label: "Search", max: 200 }), type: oneOf(synonymTypes, { label: "Type" }), size: size(), page: page() };

/** The address of the list of synonyms. */
export const synonymList = address(list);
export type SynonymListState = StateOf<typeof list>;
