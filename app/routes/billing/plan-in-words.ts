import type { Plan } from "~/lib/access/plan";
import { priceOf } from "~/lib/access/prices";
import { countOf, formatNumber } from "~/lib/numbers";

/** A plan as one reads it; undefined values are left out. */
export type PlanWords = { name: string; price?: string | undefined; left?: string | undefined };

/** The plan of a server in words: its name, price and time left; null where the server has no billing. */
export function planInWords({ billing, tier, daysLeft }: Pick<Plan, "billing" | "tier" | "daysLeft">): PlanWords | null {
  if (!billing) return null;
  const left = daysLeft === null ? undefined : daysLeft > 0 ? countOf(daysLeft, "day") : "none, the plan has expired";
  if (tier === null) return { name: "Free trial", left };
  const known = priceOf(tier);
  if (known === undefined) return { name: tier, left };
  const month = known.month ?? (known.family === "cluster" ? known.older?.month : undefined);
  return { name: known.label, price: month === null || month === undefined ? "on request" : `$${formatNumber(month)} per month`, left };
}
