import { type Acl, ACLS, aclsOfCategory, CATEGORIES } from "@common/access-control/categories";
import { shownActions } from "~/lib/access-control/opens";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import type { Scope } from "~/session/scope.server";
import { userConstraint } from "./user-form.server";

/** Each acl once, under the first category that has it. */
const calls = CATEGORIES.map((category, at) => {
  const before = new Set<Acl>(CATEGORIES.slice(0, at).flatMap(aclsOfCategory));
  return { category, acls: ACLS.filter((acl) => aclsOfCategory(category).includes(acl) && !before.has(acl)) };
}).filter(({ acls }) => acls.length > 0);

/**
 * What the form of a user needs besides his fields. Alerts are offered where the plan sends them, or somebody gets them
 * already.
 */
export async function formData(scope: Scope, has: readonly string[]) {
  const names = await settle(listIndexNames(scope));
  const alerts = scope.identity.plan.billingType === "cluster" || has.includes("downtime-alerts");
  return {
    constraint: userConstraint,
    actions: shownActions.filter(({ value }) => value !== "downtime-alerts" || alerts),
    calls,
    indices: names.ok ? names.value : null,
    gate: scope.may("users:write"),
  };
}
