import type * as z from "zod";
import type { planSchema } from "./plan.server";

/** A re-index or clone as it was asked for. */
export type CopyPlan = z.output<typeof planSchema>;

/** Whether documents are copied. */
export function copiesData({ action }: Pick<CopyPlan, "action">): boolean {
  return action.length === 0 || action.includes("data");
}

/** Whether the target must be there already: for documents alone. */
export function needsTarget({ action, target }: Pick<CopyPlan, "action" | "target">): boolean {
  return target !== null && action.length === 1 && action[0] === "data";
}
