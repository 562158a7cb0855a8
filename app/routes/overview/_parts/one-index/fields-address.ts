import { address, oneOf, page, size, type StateOf } from "~/lib/address";

/** Sizes of a page of the whole list. */
export const listSizes = [100, 250] as const;

const spec = { fields: oneOf(["all"]), size: size({ choices: listSizes, initial: 100 }), page: page() };

/** The address of the fields of an index: the first ones, or all of them in pages. */
export const fieldList = address(spec);
export type FieldListState = StateOf<typeof spec>;
