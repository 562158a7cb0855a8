import { pageOf } from "~/lib/address";
import { functionNames } from "~/services/functions/read.server";
import { BackendError } from "~/services/http/errors.server";
import { isNotOffered } from "~/services/http/not-offered.server";
import { settle } from "~/services/http/settle.server";
import { actionSummary } from "~/services/rules/content";
import type { RuleFailures } from "~/services/rules/failures";
import { goneHint, gonePromoted } from "~/services/rules/gone.server";
import { ruleHints } from "~/services/rules/hints";
import { listRules, readRuleUsage } from "~/services/rules/read.server";
import type { Scope } from "~/session/scope.server";
import type { RuleListState } from "./addresses";

/** A rule as a row. `above` and `below` are the orders of its neighbours, null at the ends. */
export type RuleRow = {
  id: string;
  name: string;
  description: string;
  when: string;
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
  above: number | null;
  below: number | null;
  updatedAt: number | null;
};

const TRIGGERS: Readonly<Record<string, string>> = { always: "Every search", index: "When documents are written", cron: "By the clock" };

/** A page of the rules that match, in the order in which they run; null where the server has none at all. Throws BackendError. */
export async function loadRules(scope: Scope, state: RuleListState) {
  const [listed, usage, functions] = await Promise.all([settle(listRules(scope)), settle(readRuleUsage(scope)), functionNames(scope)]);
  if (!listed.ok) {
    if (isNotOffered(listed.failure)) return null;
    throw new BackendError({ failure: listed.failure });
  }
  const now = Date.now();
  const gone = await gonePromoted(scope, listed.value);
  const rows = listed.value.map((rule, at): RuleRow => {
    const { id, order, updatedAt, content, stopped, failures } = rule;
    const { name, description, enabled, trigger, actions } = content;
    const when = [TRIGGERS[trigger.type], trigger.expression].filter(Boolean).join(": ");
    return {
      id,
      name: name || id,
      description,
      when,
      does: actionSummary(actions),
      enabled,
      hint: goneHint(gone[id]) ?? ruleHints(rule, listed.value, now).find(({ about }) => about !== "status")?.text ?? null,
      stopped,
      failures,
      isCron: trigger.type === "cron",
      used: usage.ok ? (usage.value[id] ?? 0) : null,
      place: at + 1,
      order,
      above: listed.value[at - 1]?.order ?? null,
      below: listed.value[at + 1]?.order ?? null,
      updatedAt,
    };
  });
  const sought = state.q.toLowerCase();
  const matching = rows.filter(({ name, description, when, does }) => `${name}\n${description}\n${when}\n${does}`.toLowerCase().includes(sought));
  return { ...pageOf(matching, state), all: rows.length, usageMissing: !usage.ok, hasFunctions: functions !== null };
}
