import type { Config } from "~/server/config.server";
import { backendNames, type Plan } from "~/lib/access-control/plan";
import { priceOf } from "~/lib/access-control/prices";
import type { Identity } from "./identity.server";

/** What DEMO_TIER says for a server without a plan. */
export const FREE = "free";

type Demo = Pick<Config, "demoTier" | "demoBackend">;

/** The plan of a demonstration: nobody has paid, so each gate is as the tier alone opens it. */
function demoPlan({ plan, demoTier }: { plan: Plan; demoTier: string }): Plan {
  const tier = demoTier === FREE ? null : demoTier;
  const family = priceOf(tier)?.family;
  const billingType = family === "cloud" ? "cluster" : (family ?? plan.billingType);
  return {
    ...plan,
    billing: true,
    tier,
    isPaid: false,
    plan: tier === null ? "free" : "growth",
    daysLeft: null,
    billingType,
    features: [],
  };
}

/**
 * The identity as pages are to take it: with the tier and back end that the console shows off (DEMO_TIER,
 * DEMO_BACKEND). The server knows nothing of it.
 */
export function withDemo(identity: Identity, { demoTier, demoBackend }: Demo): Identity {
  if (demoTier === null && demoBackend === null) return identity;
  return {
    ...identity,
    ...(demoTier !== null && { plan: demoPlan({ plan: identity.plan, demoTier }) }),
    ...(demoBackend !== null && { backend: demoBackend, engineUnset: false }),
  };
}

/** What a demonstration shows, for the mark on each page; null where there is none. */
export function demoInWords({ demoTier, demoBackend }: Demo): string | null {
  const plan = demoTier === null ? [] : [demoTier === FREE ? "a server without a plan" : `the ${demoTier} plan`];
  const backend = demoBackend === null ? [] : [`a server on ${backendNames[demoBackend]}`];
  const shown = [...plan, ...backend];
  return shown.length === 0 ? null : shown.join(", ");
}
