import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { isJsonObject, parseJson, stringifyJson } from "@common/json";
import { formReply } from "~/components/forms/reply.server";
import { draftOf, keepDraft } from "~/editor/drafts.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm, failed } from "~/form-action.server";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { change } from "~/services/changes/change.server";
import { findDocuments } from "~/services/documents/find.server";
import { getDocument } from "~/services/documents/get.server";
import { settle } from "~/services/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { EMPTY_RULE, type RuleContent, ruleOfText, ruleText } from "~/services/rules/content";
import { ruleHints } from "~/services/rules/hints";
import { getRule, listRules, readRuleUsage, requireRule, ruleVersion } from "~/services/rules/read.server";
import { checkScript, testRule } from "~/services/rules/try.server";
import { toCreateRule } from "~/services/rules/write.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { ruleEditor } from "./addresses";
import { fieldsOfRule } from "./fields";
import { RULE } from "./intents";
import { NEW, rulePath } from "./paths";
import { editableRule, type RuleRef } from "./rule.server";
import { promotedFields, ruleTyped, type Typed, TypedSchema } from "./typed.server";

type At = { request: Request; scope: Scope; ref: RuleRef };

const constraint = getZodConstraint(TypedSchema.pick({ name: true, description: true, trigger: true }));

/** What a new rule begins with: a copy of another one, or nothing. */
async function beginning({ request, scope, ref }: At): Promise<{ content: RuleContent; version: string }> {
  if (ref.id !== NEW) {
    const { content } = await requireRule(scope, ref.id);
    return { content, version: ruleVersion(content) };
  }
  const from = new URL(request.url).searchParams.get("from");
  if (from === null) return { content: EMPTY_RULE, version: "" };
  const { content } = await requireRule(scope, from);
  return { content: { ...content, name: `${content.name} copy`.trim() }, version: "" };
}

/** What was tried of the draft in an address. */
async function tried({ request, scope, ref, content }: At & { content: RuleContent }) {
  const { state } = ruleEditor.at(request);
  const index = state.in === "" ? "*" : state.in;
  const script = content.actions.find(({ type }) => type === "script")?.script ?? "";
  const [found, test, check] = await Promise.all([
    state.try === "find" && state.find !== "" ? findDocuments(scope, { index, text: state.find }) : null,
    state.try === "test" ? settle(testRule(scope, { content, id: ref.id, index, text: state.q })) : null,
    state.try === "check" ? checkScript(scope, script) : null,
  ]);
  return { found, test, check, find: state.find, in: state.in, q: state.q };
}

/** What the page of a rule shows, a new one or one that is there. */
export async function loadRule(at: At) {
  const { scope, ref } = at;
  const draft = draftOf({ ...at, editable: editableRule });
  const start = draft ? { content: ruleOfText(draft.text), version: draft.version } : await beginning(at);
  const [names, rules, usage, results] = await Promise.all([
    settle(listIndexNames(scope)),
    settle(listRules(scope)),
    settle(readRuleUsage(scope)),
    tried({ ...at, content: start.content }),
  ]);
  const all = rules.ok ? rules.value : [];
  const place = all.findIndex(({ id }) => id === ref.id);
  const own = { id: ref.id, order: all[place]?.order ?? Number.MAX_SAFE_INTEGER, content: start.content };
  return {
    id: ref.id,
    version: start.version,
    values: fieldsOfRule(start.content),
    promoted: promotedFields(start.content),
    expression: start.content.trigger.type === "cron" ? "" : start.content.trigger.expression,
    indices: names.ok ? names.value : [],
    // A rule that nobody began to write is not told what it lacks.
    hints: ref.id === NEW && !draft ? [] : ruleHints(own, all, Date.now()),
    placeOf: place < 0 ? null : { place: place + 1, all: all.length },
    used: usage.ok ? (usage.value[ref.id] ?? 0) : null,
    tried: results,
    isDraft: draft !== undefined,
    constraint,
    gate: scope.may("rules:write"),
  };
}

/** The action of that page. */
export function answerRule(args: ActionFunctionArgs, refOf: (request: Request) => RuleRef) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("rules"),
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeRule({ request, scope, ref: refOf(request) }, form),
  });
}

/** Takes what was typed: leads to the page that shows what changes, makes a new rule, or comes back with what was tried, kept as a draft. */
async function takeRule(at: At, form: FormData) {
  const { request, scope, ref } = at;
  const submission = parseWithZod(form, { schema: TypedSchema });
  if (submission.status !== "success") return formReply(submission, { intent: RULE });
  const typed = submission.value;
  const before = ref.id === NEW ? undefined : (await getRule(scope, ref.id))?.content;
  const isSave = typed.then === "" || typed.then === "save";
  const { content, errors } = ruleTyped(typed, { form, before, whole: isSave });
  if (Object.keys(errors).length > 0) return formReply(submission, { intent: RULE, fieldErrors: errors });
  const edited = { request, scope, ref, editable: editableRule };
  if (!isSave) {
    const { next, query, anchor } = await afterButton({ scope, typed, content });
    return redirect(`${await keepDraft(edited, { text: ruleText(next), version: typed.version }, "edit", query)}#${anchor}`);
  }
  if (ref.id !== NEW) return redirect(await keepDraft(edited, { text: ruleText(content), version: typed.version }));
  try {
    const changed = await change(scope, toCreateRule(ruleText(content)));
    return redirectWithFlash({ request, to: rulePath(scope, changed.value), text: `Rule ${content.name} created.`, changed });
  } catch (error) {
    return failed(error, submission, { intent: RULE, what: "The rule was not created." });
  }
}

const decoded = (text: string | undefined) => {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return "";
  }
};

// "promote:<index>:<id>", "hide:<index>:<id>", "drop:<place>", or what is to be tried.
async function afterButton({ scope, typed, content }: { scope: Scope; typed: Typed; content: RuleContent }) {
  const [what = "", first, second] = typed.then.split(":");
  const find = { find: typed.find, in: typed.findIn, try: "find" };
  switch (what) {
    case "promote": {
      const document = await getDocument(scope, { index: decoded(first), id: decoded(second) });
      return { next: document ? withPromoted(content, document) : content, query: find, anchor: "promote" };
    }
    case "hide":
      return { next: withHidden(content, decoded(second)), query: find, anchor: "promote" };
    case "drop":
      return { next: withoutPromoted(content, Number(first)), query: {}, anchor: "promote" };
    case "find":
      return { next: content, query: find, anchor: "found" };
    case "check":
      return { next: content, query: { try: "check" }, anchor: "checked" };
    default:
      return { next: content, query: { try: "test", q: typed.testText, in: typed.testIn }, anchor: "test" };
  }
}

function withData(content: RuleContent, type: string, change: (data: readonly unknown[]) => unknown[]): RuleContent {
  const there = content.actions.find((action) => action.type === type);
  const data = parseJson(stringifyJson(change(Array.isArray(there?.data) ? there.data : [])));
  const rest = content.actions.filter((action) => action.type !== type);
  if (Array.isArray(data) && data.length === 0) return { ...content, actions: rest };
  return { ...content, actions: there ? content.actions.map((action) => (action === there ? { ...action, data } : action)) : [...rest, { type, data }] };
}

function withPromoted(content: RuleContent, { id, index, source }: { id: string; index: string; source: string }): RuleContent {
  return withData(content, "promote_result", (data) => {
    const value = parseJson(source);
    const doc = { _id: id, _index: index, _source: isJsonObject(value) ? value : {} };
    const others = data.filter((one) => !stringifyJson(one).startsWith(`{"doc":{"_id":${JSON.stringify(id)},`));
    return [...others, { doc, position: others.length + 1 }];
  });
}

function withHidden(content: RuleContent, id: string): RuleContent {
  return withData(content, "hide_result", (data) => [...data.filter((one) => one !== id), id]);
}

function withoutPromoted(content: RuleContent, place: number): RuleContent {
  return withData(content, "promote_result", (data) => data.filter((_, at) => at !== place));
}
