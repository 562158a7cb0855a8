import type { Submission } from "@conform-to/react";
import { formReply } from "~/components/forms/reply.server";
import { countOf } from "~/lib/values/numbers";
import { failed } from "~/server/form-action.server";
import { change } from "~/services/platform/changes/change.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { labelOf } from "~/services/access-control/roles/label-of";
import { inOrder, listRoles, toSetRole } from "~/services/access-control/roles/roles.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import type { RolesShape } from "./form.server";
import { SAVE_ROLES } from "./intents";

type Typed = RolesShape["roles"];
type Saving = {
  request: Request;
  scope: Scope;
  submission: Submission<RolesShape, string[], { roles: Typed }>;
  typed: Typed;
  to: string;
};

/**
 * Saves the roles that were changed on the page, a call for each: a role that moves is taken from its credential first.
 * Nothing is sent where one of them cannot be.
 */
export async function saveRoles({ request, scope, submission, typed, to }: Saving) {
  const intent = SAVE_ROLES;
  const bad = (text: string) => redirectWithFlash({ request, to, kind: "bad", text });
  const roles = await listRoles(scope);
  const stored = new Map(roles.map((one) => [one.credential, one]));
  const wanted = typed.filter(({ role, was }) => role !== was);
  const changes = [];
  for (const { credential, role, was } of wanted) {
    const found = stored.get(credential);
    if (found === undefined) return bad("Nothing was saved: a credential has been deleted.");
    if (found.role === role) continue;
    if (found.role !== was) return bad(`Nothing was saved: the role of ${labelOf(found)} was changed in the meantime.`);
    changes.push({ credential, role, before: found.role, name: labelOf(found) });
  }
  if (changes.length === 0) return redirectWithFlash({ request, to, kind: "info", text: "Nothing changed." });
  const { ordered, taken } = inOrder(roles, changes);
  if (taken.length > 0) {
    const fieldErrors = Object.fromEntries(
      taken.map(({ credential, role, holder }) => [
        `roles[${typed.findIndex((one) => one.credential === credential)}].role`,
        [`The role “${role}” belongs to ${holder} already.`],
      ]),
    );
    return formReply(submission, { intent, fieldErrors });
  }
  const done = [];
  for (const one of ordered) {
    try {
      done.push({ ...one, changed: await change(scope, toSetRole(one)) });
    } catch (error) {
      const what = `The role of ${one.name} was not saved.`;
      if (done.length === 0) return failed(error, submission, { intent, what });
      if (!isBackendError(error)) throw error;
      return bad(
        `${countOf(done.length, "role")} saved, then it stopped. ${what} ${error.failure.detail ?? error.message}`,
      );
    }
  }
  const [first] = done;
  if (first === undefined || done.length > 1)
    return redirectWithFlash({ request, to, text: `${countOf(done.length, "role")} saved.` });
  const { role, before, changed } = first;
  return redirectWithFlash({
    request,
    to,
    text: role === "" ? `Role “${before}” removed.` : `Role “${role}” saved.`,
    changed,
  });
}
