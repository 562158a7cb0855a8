// What a screen keeps in its address, declared once. docs/reference/addresses.md has an example. Every page carries
// this; what few need is apart: `date-range`, `map`.
export { address, type Address, type Change, type Here, type Spec, type StateOf } from "./address";
export { columns, list } from "./lists";
export { number, page, pageSizes, size } from "./numbers";
export { pageOf } from "./page-of";
export type { Common, Pair, Param, Part, Reader, Remark } from "./param";
export { type Order, sort } from "./sort";
export { flag, oneOf, text } from "./words";
