import { address, flag, oneOf, page, size, text } from "~/lib/address";

/** Sizes of a page of the tree. */
export const rowSizes = [100, 250] as const;

/** The address of a mapping: what is shown of the tree, or the JSON. */
export const mappingAddress = address({
  q: text({ label: "Field filter", max: 300 }),
  type: text({ label: "Type", max: 60 }),
  /** The object whose fields are shown. */
  under: text({ label: "Object", max: 1000 }),
  size: size({ choices: rowSizes, initial: 100 }),
  page: page(),
  view: oneOf(["json"], { part: "look" }),
  /** Sub-fields stand below their fields; what is looked for by name is found among them too. */
  sub: flag({ label: "Sub-fields", part: "look" }),
  sizes: flag({ label: "Sizes", part: "look" }),
});
