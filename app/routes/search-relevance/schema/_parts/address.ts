import { address, flag, list, oneOf, page, size, text } from "~/lib/address";

/** Sizes of a page of the tree. */
export const rowSizes = [100, 250] as const;
export const useCases = ["searchaggs", "search", "aggs", "none"] as const;

/** The address of a schema: which fields, and which of them are folded out. */
export const schemaAddress = address({
  q: text({ label: "Field filter", max: 300 }),
  type: text({ label: "Type", max: 60 }),
  use: oneOf(useCases, { label: "Use case" }),
  show: oneOf(["changed", "unused"], { label: "Shown fields" }),
  /** Fields whose sub-fields are shown. */
  open: list({ label: "Open field", max: 40, part: "look" }),
  /** Objects whose fields are not. */
  closed: list({ label: "Closed object", max: 40, part: "look" }),
  size: size({ choices: rowSizes, initial: 100 }),
  page: page(),
});

/** The address of the page of a field: the text whose tokens are shown, the type that is tried. */
export const fieldAddress = address({
  text: text({ label: "Text", max: 3000 }),
  to: text({ label: "New type", max: 60 }),
  use: oneOf(useCases, { label: "New use case" }),
  all: flag({ label: "All values", part: "look" }),
});
