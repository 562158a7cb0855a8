import { address, oneOf, page, size, text } from "~/lib/address";

/** The address of the list of aliases. */
export const aliasList = address({
  q: text({ label: "Filter", max: 200 }),
  has: oneOf(["filter", "routing", "write"], { label: "Aliases with" }),
  size: size(),
  page: page(),
});

/** The address of the pages of one alias. */
export const oneAlias = address({ alias: text({ max: 255 }), index: text({ max: 255 }) });

/** The address of a switch: the alias, the index that it leaves (all where empty), the one that it goes to. */
export const aliasSwitch = address({ alias: text({ max: 255 }), from: text({ max: 255 }), to: text({ max: 255 }) });
