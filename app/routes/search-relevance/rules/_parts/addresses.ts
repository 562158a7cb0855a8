import { TO_DRAFT } from "./intents";
import { address, number, oneOf, page, size, type StateOf, text } from "~/lib/address";

const list = { q: text({ label: "Search" }), index: text({ label: "Index" }), size: size(), page: page() };

/** The address of the list of rules. */
export const ruleList = address(list);
export type RuleListState = StateOf<typeof list>;

/** What the editor shows of a draft beside it: documents found for a card, a test, what a script printed. */
export const ruleEditor = address({
  try: oneOf(["find", "hide", "test", "check"], { part: "once", label: "Try" }),
  find: text({ part: "once", label: "Find" }),
  in: text({ part: "once", label: "Index" }),
  q: text({ part: "once", label: "Query" }),
  // The button that is the first one, where the form began as a pin or a hidden document.
  first: oneOf([TO_DRAFT], { part: "once", label: "First button" }),
});

/**
 * Initial values of a new rule, given by the screen that links to it: searched words, the index, a document to promote with
 * its place, one to hide.
 */
export const ruleStart = address({
  words: text({ max: 1000, label: "Query" }),
  index: text({ max: 255, label: "Index" }),
  pin: text({ max: 512, label: "Promoted document" }),
  place: number({ min: 1, max: 1000, initial: 1, label: "Promoted to" }),
  hide: text({ max: 512, label: "Hidden document" }),
});
