import { patternAdmits } from "@common/text/index-pattern";
import { listOf } from "~/lib/values/list-of";
import { functionNames } from "~/services/search-relevance/functions/read.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { settle } from "~/services/platform/http/settle.server";
import { listDrafts } from "~/services/search-relevance/draft/draft-store.server";
import { isNewId, RULES_WAITING, waitingIn } from "~/services/search-relevance/draft/waiting";
import { indexNames, simpleOf } from "~/services/search-relevance/rules/condition";
import { conditionInWords } from "~/services/search-relevance/rules/condition-words";
import { actionSummary } from "~/services/search-relevance/rules/action-summary";
import type { RuleFailures } from "~/services/search-relevance/rules/failures";
import { goneHint, gonePromoted } from "~/services/search-relevance/rules/gone.server";
import { ruleHints } from "~/services/search-relevance/rules/hints";
import { listRules, readRuleUsage } from "~/services/search-relevance/rules/read.server";
import { titlesForRules } from "~/services/search-relevance/rules/titles.server";
import type { Scope } from "~/session/scope.server";
import type { RuleListState } from "./addresses";

/** A rule as a row. `above` and `below` are the orders of its neighbours, null at the ends. */
export type RuleRow = {
  id: string;
  name: string;
  description: string;
  when: string;
  words: string | null;
  does: string;
  enabled: boolean;
  hint: string | null;
  /** Why the rule, or its script, does not run, with the next step. */
  stopped: string | null;
  failures: RuleFailures | null;
  isCron: boolean;
  used: number | null;
  place: number;
  order: number;
  /** Patterns of the indices that its condition names; none for all of them. */
  indices: string[];
  above: number | null;
  below: number | null;
  updatedAt: number | null;
  /** What waits of it in the reader's draft of an index. */
  waits: { what: "changed" | "deleted"; index: string } | null;
};

const TRIGGERS: Readonly<Record<string, string>> = {
  always: "Every search",
  index: "When documents are written",
  cron: "By the clock",
};

/** What waits of rules in the reader's drafts: by the rule, and how many new ones of each index. */
function waitingRules(scope: Scope) {
  const drafts = scope.can("search-relevancy") ? [...listDrafts(scope)] : [];
  const waiting = drafts.map(([index, { values }]) => ({ index, rules: [...waitingIn(values, RULES_WAITING)] }));
  const byRule = new Map(
    waiting.flatMap(({ index, rules }) =>
      rules.map(([id, { now }]) => [id, { what: now === null ? "deleted" : "changed", index } as const] as const),
    ),
  );
  const added = waiting.flatMap(({ index, rules }) => {
    const count = rules.filter(([id]) => isNewId(id)).length;
    return count === 0 ? [] : [{ index, count }];
  });
  return { byRule, added };
}

/**
 * A page of the rules that match, in the order in which they run; null where the server has none at all. Throws
 * BackendError.
 */
export async function loadRules(scope: Scope, state: RuleListState) {
  const [all, usage, functions] = await Promise.all([
    whereOffered(listRules(scope)),
    settle(readRuleUsage(scope)),
    functionNames(scope),
  ]);
  if (all === null) return null;
  const now = Date.now();
  const [gone, titlesIn] = await Promise.all([gonePromoted(scope, all), titlesForRules(scope, all)]);
  const { byRule, added } = waitingRules(scope);
  const rows = all.map((rule, at): RuleRow => {
    const { id, order, updatedAt, content, stopped, failures } = rule;
    const { name, description, enabled, trigger, actions } = content;
    const when = [TRIGGERS[trigger.type], trigger.expression].filter(Boolean).join(": ");
    return {
      id,
      name: name || id,
      description,
      when,
      /** The condition as a reader says it; null where only its text can. */
      words: trigger.type === "filter" ? conditionInWords(trigger.expression) : null,
      does: actionSummary(actions, titlesIn(content)),
      enabled,
      hint: goneHint(gone[id]) ?? ruleHints(rule, all, now).find(({ about }) => about !== "status")?.text ?? null,
      stopped,
      failures,
      isCron: trigger.type === "cron",
      used: usage.ok ? (usage.value[id] ?? 0) : null,
      place: at + 1,
      order,
      indices: indexNames(simpleOf(trigger.expression)?.indices ?? ""),
      above: all[at - 1]?.order ?? null,
      below: all[at + 1]?.order ?? null,
      updatedAt,
      waits: byRule.get(id) ?? null,
    };
  });
  const list = listOf(rows, state, {
    text: ({ name, description, when, does }) => [name, description, when, does],
    facets: {
      index: ({ indices }, index) => indices.length === 0 || indices.some((pattern) => patternAdmits(pattern, index)),
    },
  });
  const waiting = added.filter(({ index }) => state.index === "" || state.index === index);
  return { ...list, waiting, usageMissing: !usage.ok, hasFunctions: functions !== null };
}
