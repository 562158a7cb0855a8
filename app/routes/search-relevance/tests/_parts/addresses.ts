import { address, list, oneOf, page, size, type StateOf, text } from "~/lib/address";
import { number } from "~/lib/address";

const listed = { q: text({ label: "Search" }), size: size(), page: page() };

/** The address of the list of relevance tests. */
export const testList = address(listed);
export type TestListState = StateOf<typeof listed>;

const paged = { size: size(), page: page() };

/** The address of the history of runs. */
export const runHistory = address(paged);
export type RunHistoryState = StateOf<typeof paged>;

/** What a form starts from, and what it found. */
export const testEditor = address({
  from: text({ label: "Copied test" }),
  value: text({ label: "Search" }),
  document: list({ label: "Document", max: 50 }),
  draft: text({ part: "once", label: "Draft" }),
  find: text({ part: "once", label: "Find" }),
  pick: text({ part: "once", label: "Expectation" }),
});

/** What of a run is shown: all, or what got worse. `after`: a run that was started later than that moment. */
export const testRun = address({
  only: oneOf(["worse", "failing"], { label: "Show" }),
  after: number({ label: "Run after", min: 0, max: 1e15, initial: 0 }),
});

/** Which searches are drawn: those that found something, those that did not, or both; and how many of each part. */
export const searchDraw = address({
  results: oneOf(["with", "without"], { label: "Results" }),
  each: oneOf(["5", "25", "50"], { label: "Queries of each part" }),
});
