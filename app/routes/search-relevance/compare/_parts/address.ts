import { facetParams } from "~/routes/data/_parts/search/preview-address";
import { address, type Here, oneOf, page, size, type StateOf, text } from "~/lib/address";

const specOf = (usual: readonly string[], exact?: readonly string[]) => ({
  q: text({ max: 1000, label: "Search text" }),
  ...facetParams(usual, exact),
  size: size({ choices: [10, 20], initial: 10, label: "Results per side" }),
  page: page({ max: 500 }),
  /** Whether filters are shown. */
  filters: oneOf(["on"], { label: "Filters", part: "look" }),
  /** Whether results are graded here. */
  grade: oneOf(["on"], { label: "Grading", part: "look" }),
  /** The id of the document whose score is explained. */
  why: text({ max: 512, part: "rows", label: "Explained document" }),
});

/**
 * The address of a comparison. `usual` are the facets that the mapping proposes, which are left out; the loader reads
 * with the fields of the mapping.
 */
export const comparedWith = (usual: readonly string[], exact?: readonly string[]) => address(specOf(usual, exact));
type CompareState = StateOf<ReturnType<typeof specOf>>;
export type CompareHere = Here<CompareState>;
