import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";

const spec = {
  q: text({ max: 1000, label: "Search text" }),
  size: size({ choices: [10, 20], initial: 10, label: "Results per side" }),
  page: page({ max: 500 }),
  /** Whether results are graded here. */
  grade: oneOf(["on"], { label: "Grading", part: "look" }),
  /** The id of the document whose score is explained. */
  why: text({ max: 512, part: "rows", label: "Explained document" }),
};

/** The address of a comparison. */
export const compared = address(spec);
export type CompareState = StateOf<typeof spec>;
