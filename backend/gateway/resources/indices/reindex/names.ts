import { fits } from "@common/text/glob";

/** Whether expressions, as a path or a task names indices, may mean an index that has these names. */
export function reaches(expressions: readonly string[], names: readonly string[]): boolean {
  return expressions.some((one) => one === "" || one === "_all" || names.some((name) => fits(one, name)));
}
