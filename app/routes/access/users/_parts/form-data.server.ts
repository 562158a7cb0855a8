import { shownActions } from "~/lib/access/opens";
import { settle } from "~/services/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import type { Scope } from "~/session/scope.server";
import { userConstraint } from "./user-form.server";

/** What the form of a user needs besides his fields. Alerts are offered where the plan sends them, or somebody gets them already. */
export async function formData(scope: Scope, has: readonly string[]) {
  const names = await settle(listIndexNames(scope));
  const alerts = scope.identity.plan.billingType === "cluster" || has.includes("downtime-alerts");
  return {
    constraint: userConstraint,
    actions: shownActions.filter(({ value }) => value !== "downtime-alerts" || alerts),
    indices: names.ok ? names.value : null,
    gate: scope.may("users:write"),
  };
}
