import { data, type ActionFunctionArgs } from "@remix-run/node";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { gateReason } from "~/lib/access-control/gate";
import { answerForm, failed } from "~/server/form-action.server";
import { checkEnv } from "~/services/pipelines/envs/check.server";
import { getEnv, requireEnv } from "~/services/pipelines/envs/read.server";
import { toCreateEnv, toSaveEnv } from "~/services/pipelines/envs/write.server";
import { change } from "~/services/platform/changes/change.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { globalEnvs } from "../../_parts/thing";
import { checkOf, type EnvTyped, envOf, parseEnv } from "./env-form.server";
import { CHECK, SAVE } from "./intents";

type Parsed = ReturnType<typeof parseEnv>;

const what = "The global variable was not saved.";

/** Saves a variable, or has its check made: `key` is that of a kept one, null for a new one. */
export function answerEnv(args: ActionFunctionArgs, key: string | null) {
  const { request } = args;
  return answerForm(args, {
    right: globalEnvs,
    what,
    run: async ({ scope, form }) => {
      if (form.get("intent") !== SAVE) throw unknownIntent(form.get("intent"));
      const kept = key === null ? null : await requireEnv(scope, key);
      if (key !== null) form.set("key", key);
      const submission = parseEnv(form, kept);
      if (submission.status !== "success") return formReply(submission, { intent: SAVE });
      if (form.get("then") === CHECK) return checkReply(scope, { submission, typed: submission.value });
      const env = envOf(submission.value, kept);
      if (kept === null && (await getEnv(scope, env.key)) !== undefined)
        return formReply(submission, {
          intent: SAVE,
          status: 409,
          fieldErrors: { key: ["There is a global variable of this key already."] },
        });
      let changed;
      try {
        changed = await change(scope, kept === null ? toCreateEnv(env) : toSaveEnv({ env, before: kept }));
      } catch (error) {
        return failed(error, submission, { intent: SAVE, what, fields: kept === null ? { 409: "key" } : {} });
      }
      const text = `${env.label} ${kept === null ? "created" : "saved"}.`;
      return redirectWithFlash({ request, to: globalEnvs.path(scope), text, changed });
    },
  });
}

/** What came of the check, above the form as it was typed; the value is sent back to no page. */
async function checkReply(scope: Scope, { submission, typed }: { submission: Parsed; typed: EnvTyped }) {
  const gate = scope.may("pipelines:write");
  if (!gate.ok) return formReply(submission, { intent: SAVE, status: 403, formErrors: [gateReason(gate)] });
  const check = checkOf(typed);
  if (check === null)
    return formReply(submission, { intent: SAVE, fieldErrors: { url: ["Enter the address to check."] } });
  const checked = await checkEnv(scope, { key: typed.key, value: typed.password, check });
  if (checked === null) return formReply(submission, { intent: SAVE, formErrors: ["This server makes no checks."] });
  return data({ intent: SAVE, result: submission.reply({ hideFields: ["password"] }), checked });
}
