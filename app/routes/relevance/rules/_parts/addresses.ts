import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";

const list = { q: text({ label: "Search" }), size: size(), page: page() };

/** The address of the list of rules. */
export const ruleList = address(list);
export type RuleListState = StateOf<typeof list>;

/** What the editor shows of a draft beside it: documents found for a card, a test, what a script printed. */
export const ruleEditor = address({
  try: oneOf(["find", "hide", "test", "check"], { part: "once", label: "Try" }),
  find: text({ part: "once", label: "Find" }),
  in: text({ part: "once", label: "Index" }),
  q: text({ part: "once", label: "Query" }),
});
