import { type Condition, parseExpression } from "../rule-expression/parse";
import type { Bundle, Rule } from "./schema";

type Found = { names: string[]; at: number };

function isIndexVariable(operand: { kind: string; name?: string }): boolean {
  return operand.kind === "variable" && operand.name === "index";
}

// Only what must be so for the rule to fire says whose rule it is; what stands beside an "or" does not.
function inCondition(condition: Condition): Found | null {
  if (condition.kind === "and")
    return condition.parts.reduce<Found | null>((found, part) => found ?? inCondition(part), null);
  if (condition.kind !== "compare" || condition.negated) return null;
  const { op, left, right } = condition;
  const literal = op === "in" || isIndexVariable(right) ? left : right;
  const variable = literal === left ? right : left;
  if (
    (op !== "in" && op !== "==") ||
    !isIndexVariable(variable) ||
    literal.kind !== "literal" ||
    typeof literal.value !== "string"
  )
    return null;
  const names = literal.value.toLowerCase().split(",");
  return { names: names.map((name) => name.trim()).filter((name) => name !== ""), at: literal.at };
}

function indicesOf({ expression = "" }: Rule["trigger"]): Found | null {
  try {
    return expression.trim() === "" ? null : inCondition(parseExpression(expression));
  } catch {
    return null;
  }
}

/** How a rule stands to an index: it is this one's alone, it is for others too, or it says nothing of it. */
export function ruleOfIndex(trigger: Rule["trigger"], index: string): "own" | "shared" | "other" {
  const found = indicesOf(trigger);
  if (!found || !found.names.includes(index.toLowerCase())) return "other";
  return found.names.length === 1 ? "own" : "shared";
}

function renamed(rule: Rule, index: string): Rule {
  const { expression = "" } = rule.trigger;
  const found = indicesOf(rule.trigger);
  if (!found) return rule;
  const quote = expression[found.at] ?? "'";
  const end = expression.indexOf(quote, found.at + 1);
  return {
    ...rule,
    trigger: {
      ...rule.trigger,
      expression: `${expression.slice(0, found.at)}${quote}${index}${expression.slice(end)}`,
    },
  };
}

/** The same bundle for another index: conditions of its rules name that one. */
export function forIndex(bundle: Bundle, index: string): Bundle {
  if (bundle.index === index) return bundle;
  return { ...bundle, index, ...(bundle.rules && { rules: bundle.rules.map((rule) => renamed(rule, index)) }) };
}
