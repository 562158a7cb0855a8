import type { Gate } from "~/lib/access-control/gate";
import { planGate } from "~/lib/access-control/plan";
import type { Scope } from "~/session/scope.server";

/** Whether shares may be changed: by the plan first, then by the right. */
export function sharingGate(scope: Scope): Gate {
  const plan = planGate({ plan: scope.identity.plan, feature: "sharing" });
  return plan.ok ? scope.may("credentials:write") : plan;
}
