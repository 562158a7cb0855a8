import type { StoredAction, StoredRule } from "../schema";

/**
 * Actions that take something out of what a search finds. A script may do that too, and nobody but its author knows.
 */
const KEEPING = new Set(["hide_result", "add_filter", "script"]);

const keeps = ({ type }: Pick<StoredAction, "type">) => KEEPING.has(type);

/** Whether a rule hides, filters or may keep something back: no visitor can switch that off. */
export function isKeeping({ actions }: Pick<StoredRule, "actions">): boolean {
  return actions.some(keeps);
}

/**
 * What stays of a rule whose script has failed: hidden documents and filters, which nobody gets round by making a
 * script fail; null where that is nothing.
 */
export function withoutScript(rule: StoredRule): StoredRule | null {
  const actions = rule.actions.filter((action) => keeps(action) && action.type !== "script");
  return actions.length === 0 ? null : { ...rule, actions };
}

/** The rule with no more than what it keeps back. */
export function keepingPart(rule: StoredRule): StoredRule {
  return { ...rule, actions: rule.actions.filter(keeps) };
}
