import type { Plan } from "~/lib/access-control/plan";
import { priceOf } from "~/lib/access-control/prices";
import { effectivePrice } from "~/lib/access-control/reckoning";
import { countOf } from "~/lib/values/numbers";

/** A plan as one reads it; undefined values are left out. */
export type PlanWords = { name: string; price?: string | undefined; left?: string | undefined };

/** The plan of a server in words: its name, price and time left; null where the server has no billing. */
export function planInWords({
  billing,
  tier,
  daysLeft,
  nodes,
}: Pick<Plan, "billing" | "tier" | "daysLeft"> & { nodes: number | null }): PlanWords | null {
  if (!billing) return null;
  const left = daysLeft === null ? undefined : daysLeft > 0 ? countOf(daysLeft, "day") : "none, the plan has expired";
  if (tier === null) return { name: "Free trial", left };
  const known = priceOf(tier);
  if (known === undefined) return { name: tier, left };
  return { name: known.label, price: effectivePrice({ price: known, nodes }) ?? undefined, left };
}
