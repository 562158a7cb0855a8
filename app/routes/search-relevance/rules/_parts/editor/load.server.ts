import { getZodConstraint } from "@conform-to/zod/v4";
import { draftOf } from "~/editor/drafts.server";
import { titlesOf } from "~/services/data/documents/find.server";
import { functionNames } from "~/services/search-relevance/functions/read.server";
import { settle } from "~/services/platform/http/settle.server";
import { listChanges } from "~/services/platform/changes/read.server";
import { listIndexNames } from "~/services/indices/list.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { RULES_WAITING, waitingIn } from "~/services/search-relevance/draft/waiting";
import { indexNames, searchedIndices } from "~/services/search-relevance/rules/condition";
import { conditionInWords } from "~/services/search-relevance/rules/condition-words";
import { changedParts, type RuleContent, ruleOfText } from "~/services/search-relevance/rules/content";
import { goneHint, gonePromoted, promotedIds } from "~/services/search-relevance/rules/gone.server";
import { ruleHints } from "~/services/search-relevance/rules/hints";
import { matchingSearches } from "~/services/search-relevance/rules/matching.server";
import {
  getRule,
  listRules,
  readRuleUsage,
  requireRule,
  ruleVersion,
} from "~/services/search-relevance/rules/read.server";
import type { Scope } from "~/session/scope.server";
import { ruleEditor } from "../addresses";
import { TO_DRAFT } from "../intents";
import { NEW } from "../thing";
import { editableRule } from "../rule.server";
import { begunRule, isFromHit } from "./begun.server";
import { fieldsOfRule } from "./fields.server";
import { type At, indicesOf, queryOf, tried } from "./tried.server";
import { TypedSchema } from "./typed-schema.server";

const typed = getZodConstraint(TypedSchema.pick({ name: true, description: true, trigger: true }));
// Only a save asks for the name: the other buttons have `formNoValidate`.
const constraint = { ...typed, name: { ...typed["name"], required: true } };

/** What is stored, and when it was changed; nothing of a new rule. */
async function storedRule({ scope, ref }: At, isDraft: boolean) {
  if (ref.id === NEW) return null;
  // The draft of a rule that was deleted meanwhile can still be looked at, and saved as a new one.
  const found = isDraft ? await getRule(scope, ref.id) : await requireRule(scope, ref.id);
  if (found === undefined) return null;
  const { content, updatedAt, author, stopped, failures } = found;
  return { content, updatedAt, author, stopped, failures, version: ruleVersion(content) };
}

/** Initial values of a new rule: a copy of another one, values given by the linking screen, or none. */
async function copied({ request, scope }: At): Promise<RuleContent> {
  const from = new URL(request.url).searchParams.get("from");
  if (from === null) return begunRule(scope, request);
  const { content } = await requireRule(scope, from);
  return { ...content, name: `${content.name} copy`.trim() };
}

/** Fields that are proposed; a page of thousands helps nobody. */
const MOST_FIELDS = 300;

/** What waits of a rule in the draft of an index that it names. Asks the server nothing. */
function waitingRule(scope: Scope, id: string, stored: RuleContent): { index: string; content: RuleContent } | null {
  for (const index of indexNames(indicesOf(stored))) {
    const now = waitingIn(getDraft(scope, index)?.values ?? {}, RULES_WAITING).get(id)?.now;
    if (now !== undefined && now !== null) return { index, content: ruleOfText(now) };
  }
  return null;
}

/** Who saved it last, where this console did. Throws nothing but faults of ours. */
async function lastSaved(scope: Scope, id: string): Promise<string | null> {
  const found = await settle(listChanges(scope, { resource: "rule", outcome: "success", text: id, page: 1, size: 1 }));
  return found.ok ? (found.value.rows.find(({ resource }) => resource === id)?.person ?? null) : null;
}

/** What the page of a rule shows, a new one or one that is there. Throws BackendError. */
export async function loadRule(at: At) {
  const { scope, ref } = at;
  const draft = draftOf({ ...at, editable: editableRule });
  const stored = await storedRule(at, draft !== undefined);
  const waiting = stored && !draft ? waitingRule(scope, ref.id, stored.content) : null;
  const content = draft ? ruleOfText(draft.text) : (waiting?.content ?? stored?.content ?? (await copied(at)));
  const fromHit = ref.id === NEW && !draft && isFromHit(at.request);
  const hidden = content.actions.find(({ type }) => type === "hide_result")?.data;
  const ids = [
    ...(Array.isArray(hidden) ? hidden : []).filter((one) => typeof one === "string"),
    ...promotedIds(content),
  ];
  const [names, fieldList, rules, usage, results, titles, matching, person, functions, gone] = await Promise.all([
    settle(listIndexNames(scope)),
    settle(listFields(scope, searchedIndices(indicesOf(content)))),
    settle(listRules(scope)),
    settle(readRuleUsage(scope)),
    tried({ ...at, content, isDraft: draft !== undefined, begun: fromHit && queryOf(content) !== "" }),
    settle(titlesOf(scope, { index: searchedIndices(indicesOf(content)), ids })),
    matchingSearches(scope, content),
    ref.id === NEW ? null : lastSaved(scope, ref.id),
    functionNames(scope),
    gonePromoted(scope, [{ id: ref.id, content }]),
  ]);
  const lost = goneHint(gone[ref.id]);
  const all = rules.ok ? rules.value : [];
  const place = all.findIndex(({ id }) => id === ref.id);
  const own = { id: ref.id, order: all[place]?.order ?? Number.MAX_SAFE_INTEGER, content };
  const drafts = scope.can("search-relevancy") && content.trigger.type !== "cron" && content.trigger.type !== "index";
  const draftFirst = drafts && (fromHit || ruleEditor.at(at.request).state.first === TO_DRAFT);
  const { zone } = scope.preferences;
  const now = Date.now();
  const { start, end } = content.trigger;
  const [only, ...further] = indexNames(indicesOf(content));
  return {
    id: ref.id,
    version: draft?.version ?? stored?.version ?? "",
    values: fieldsOfRule(content, zone),
    titles: titles.ok ? titles.value : {},
    expression: content.trigger.type === "cron" ? "" : content.trigger.expression,
    indices: names.ok ? names.value : [],
    /** The server's functions by name; null where it has none at all. */
    functions,
    fieldNames: fieldList.ok ? fieldList.value.map(({ path }) => path).slice(0, MOST_FIELDS) : [],
    /** The one index that the rule is about, where it names one. */
    only: further.length === 0 && only !== undefined && !only.includes("*") ? only : null,
    // A rule that nobody began to write is not told what it lacks.
    hints:
      ref.id === NEW && !draft
        ? []
        : [...ruleHints(own, all, now), ...(lost === null ? [] : [{ about: "actions" as const, text: lost }])],
    daysLeft:
      end === null || end * 1000 < now || (start ?? 0) * 1000 > now ? null : Math.ceil((end * 1000 - now) / 86_400_000),
    matching,
    placeOf: place < 0 ? null : { place: place + 1, all: all.length },
    used: usage.ok ? (usage.value[ref.id] ?? 0) : null,
    /** The index in whose draft it waits as it is shown here. */
    waits: waiting?.index ?? null,
    /** Whether whoever asks has drafts. */
    drafts,
    /** Whether the draft is the first choice: of what began at a hit of the preview. */
    draftFirst,
    /** The condition in words, where what began the rule said it whole; null where it is to be filled in. */
    conditionWords:
      draftFirst && content.trigger.type === "filter" ? conditionInWords(content.trigger.expression) : null,
    /** As whom it runs, and why it does not; null where the server does not tell. */
    author: stored?.author ?? null,
    stopped: stored?.stopped ?? null,
    failures: stored?.failures ?? null,
    updated: stored === null ? null : { at: stored.updatedAt, by: person },
    tried: results,
    isDraft: draft !== undefined,
    unsaved: draft && stored ? changedParts(stored.content, content) : [],
    constraint,
    gate: scope.may("rules:write"),
  };
}

export type RulePage = Awaited<ReturnType<typeof loadRule>>;
