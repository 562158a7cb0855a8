import { isJsonObject } from "@common/text/json";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { formReply } from "~/components/forms/reply.server";
import { keepDraft } from "~/editor/drafts.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm, failed } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { settle } from "~/services/platform/http/settle.server";
import { checkScript } from "~/services/search-relevance/rules/check-script.server";
import { type RuleContent, ruleText } from "~/services/search-relevance/rules/content";
import { getRule } from "~/services/search-relevance/rules/read.server";
import { toCreateRule } from "~/services/search-relevance/rules/write.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { RULE, TO_DRAFT } from "../intents";
import { NEW, rulePath, rules } from "../thing";
import { editableRule, type RuleRef } from "../rule.server";
import { publishRule } from "../of-index.server";
import { afterButton, pressedOf } from "./buttons.server";
import { ruleToDraft } from "./to-draft.server";
import { ruleTyped } from "./typed.server";
import { type Typed, TypedSchema } from "./typed-schema.server";

type At = { request: Request; scope: Scope; ref: RuleRef };

/** The action of the page of a rule, a new one or one that is there. */
export function answerRule(args: ActionFunctionArgs, refOf: (request: Request) => RuleRef) {
  const { request } = args;
  return answerForm(args, {
    right: rules,
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeRule({ request, scope, ref: refOf(request) }, form),
  });
}

/**
 * What is wrong with a script that is about to be saved, on the sample of the form; null where nothing is, or where it
 * cannot be tried. One by the clock is not run: it may do its work.
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
  const sample = {
    text: typed.checkText,
    index: typed.checkIn,
    envs: envs !== undefined && isJsonObject(envs) ? envs : {},
    isCron: false,
  };
  const checked = await settle(checkScript(scope, action.script, sample));
  return checked.ok && !checked.value.ok
    ? `The script is not valid on the sample: ${checked.value.message.replace(/\.?$/, ".")} Fix it, or change the sample.`
    : null;
}

/**
 * Takes what was typed: leads to the page that shows what changes, makes a new rule, or comes back with what was tried,
 * kept as a draft.
 */
async function takeRule(at: At, form: FormData) {
  const { request, scope, ref } = at;
  const submission = parseWithZod(form, { schema: TypedSchema });
  if (submission.status !== "success") return formReply(submission, { intent: RULE });
  const typed = submission.value;
  const before = ref.id === NEW ? undefined : (await getRule(scope, ref.id))?.content;
  const pressed = pressedOf(typed);
  const isSave = pressed === "save" || pressed === TO_DRAFT;
  const { content, errors } = ruleTyped(typed, { before, whole: isSave });
  if (Object.keys(errors).length > 0) return formReply(submission, { intent: RULE, fieldErrors: errors });
  const edited = { request, scope, ref, editable: editableRule };
  if (!isSave) {
    const { next, query, anchor } = await afterButton(pressed, { scope, typed, content });
    const kept = typed.first === TO_DRAFT ? { ...query, first: TO_DRAFT } : query;
    return redirect(
      `${await keepDraft(edited, { text: ruleText(next), version: typed.version }, "edit", kept)}#${anchor}`,
    );
  }
  const invalid = await scriptProblem(scope, { typed, content, before });
  if (invalid !== null) return formReply(submission, { intent: RULE, fieldErrors: { script: [invalid] } });
  if (pressed === TO_DRAFT) {
    const drafted = await ruleToDraft(scope, { request, id: ref.id, content, before });
    if ("response" in drafted) return drafted.response;
    return formReply(submission, { intent: RULE, fieldErrors: { indices: [drafted.problem] } });
  }
  if (ref.id !== NEW) return redirect(await keepDraft(edited, { text: ruleText(content), version: typed.version }));
  const after = ruleText(content);
  try {
    const changed = await publishRule(scope, toCreateRule(after), { before: null, after, idOf: (id) => id });
    return redirectWithFlash({
      request,
      to: rulePath(scope, changed.value),
      text: `Rule ${content.name} created.`,
      changed,
    });
  } catch (error) {
    return failed(error, submission, { intent: RULE, what: "The rule was not created." });
  }
}
