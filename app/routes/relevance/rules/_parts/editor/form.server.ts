import { isJsonObject } from "@common/json";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { formReply } from "~/components/forms/reply.server";
import { keepDraft } from "~/editor/drafts.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm, failed } from "~/form-action.server";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { settle } from "~/services/http/settle.server";
import { change } from "~/services/changes/change.server";
import { checkScript } from "~/services/rules/check-script.server";
import { type RuleContent, ruleText } from "~/services/rules/content";
import { getRule } from "~/services/rules/read.server";
import { toCreateRule } from "~/services/rules/write.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { RULE } from "../intents";
import { NEW, rulePath } from "../paths";
import { editableRule, type RuleRef } from "../rule.server";
import { afterButton, pressedOf } from "./buttons.server";
import { ruleTyped, type Typed, TypedSchema } from "./typed.server";

type At = { request: Request; scope: Scope; ref: RuleRef };

/** The action of the page of a rule, a new one or one that is there. */
export function answerRule(args: ActionFunctionArgs, refOf: (request: Request) => RuleRef) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("rules"),
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeRule({ request, scope, ref: refOf(request) }, form),
  });
}

/**
 * What is wrong with a script that is about to be saved, on the sample of the form; null where nothing is, or where it cannot be tried. One by the clock is not run: it may
 * do its work.
 */
async function scriptProblem(
  scope: Scope,
  { typed, content, before }: { typed: Typed; content: RuleContent; before: RuleContent | undefined },
): Promise<string | null> {
  const scriptIn = (rule: RuleContent | undefined) => rule?.actions.find(({ type }) => type === "script");
  const action = scriptIn(content);
  const { type } = content.trigger;
  const isKept = action?.script === scriptIn(before)?.script && type === before?.trigger.type;
  if (action?.script === undefined || isKept || type === "cron" || type === "index") return null;
  const envs = action.more?.["envs"];
  const sample = { text: typed.checkText, index: typed.checkIn, envs: envs !== undefined && isJsonObject(envs) ? envs : {}, isCron: false };
  const checked = await settle(checkScript(scope, action.script, sample));
  return checked.ok && !checked.value.ok
    ? `The script is not valid on the sample: ${checked.value.message.replace(/\.?$/, ".")} Fix it, or change the sample.`
    : null;
}

/** Takes what was typed: leads to the page that shows what changes, makes a new rule, or comes back with what was tried, kept as a draft. */
async function takeRule(at: At, form: FormData) {
  const { request, scope, ref } = at;
  const submission = parseWithZod(form, { schema: TypedSchema });
  if (submission.status !== "success") return formReply(submission, { intent: RULE });
  const typed = submission.value;
  const before = ref.id === NEW ? undefined : (await getRule(scope, ref.id))?.content;
  const pressed = pressedOf(typed);
  const { content, errors } = ruleTyped(typed, { before, whole: pressed === "save" });
  if (Object.keys(errors).length > 0) return formReply(submission, { intent: RULE, fieldErrors: errors });
  const edited = { request, scope, ref, editable: editableRule };
  if (pressed !== "save") {
    const { next, query, anchor } = await afterButton(pressed, { scope, typed, content });
    return redirect(`${await keepDraft(edited, { text: ruleText(next), version: typed.version }, "edit", query)}#${anchor}`);
  }
  const invalid = await scriptProblem(scope, { typed, content, before });
  if (invalid !== null) return formReply(submission, { intent: RULE, fieldErrors: { script: [invalid] } });
  if (ref.id !== NEW) return redirect(await keepDraft(edited, { text: ruleText(content), version: typed.version }));
  try {
    const changed = await change(scope, toCreateRule(ruleText(content)));
    return redirectWithFlash({ request, to: rulePath(scope, changed.value), text: `Rule ${content.name} created.`, changed });
  } catch (error) {
    return failed(error, submission, { intent: RULE, what: "The rule was not created." });
  }
}
