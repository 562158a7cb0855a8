import { compileExpression, type Expression } from "./expression";
import type { StoredRule } from "./schema";

/** A rule whose expression was read, or what is wrong with it: then it never fires. */
export type LiveRule = { rule: StoredRule; test: Expression | null; problem: string | null };

const ALWAYS: Expression = () => ({ holds: true, groups: [] });

/** Makes a kept rule ready. Never throws: another program may have kept what this one cannot read. */
export function liveRule(rule: StoredRule): LiveRule {
  const { type, expression } = rule.trigger;
  if (type === "always" || type === "cron" || !expression || expression.trim() === "")
    return { rule, test: ALWAYS, problem: null };
  try {
    return { rule, test: compileExpression(expression), problem: null };
  } catch (error) {
    return { rule, test: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether a rule is switched on and its time has come and is not over, `at` in unix seconds. */
export function isActive({ enabled, trigger: { timeframe } }: StoredRule, at: number): boolean {
  if (enabled === false) return false;
  if (!timeframe) return true;
  return at >= timeframe.start_time && (!timeframe.end_time || at <= timeframe.end_time);
}
