import { type Comparison, type Condition, parseExpression } from "@common/search-relevance/rule-expression/parse";
import { comparedQuery, queryFitsText, TEXT_COMPARISONS } from "@common/search-relevance/rule-expression/query-text";
import { documentsOf, type RuleContent } from "./content";

/** A rule among others: those of a higher order run first. */
export type Placed = { id: string; order: number; content: RuleContent };

/**
 * What is odd, and the part of the form that it is about; `order`: another rule, which runs before or after, has a part
 * in it.
 */
export type RuleHint = { about: "status" | "schedule" | "condition" | "actions" | "order"; text: string };

/** Of two rules that fire together these do the same thing twice, and the later one has the last word. */
const ONE_WORD = ["replace_search_term", "replace_search_query", "search_settings"];

function treeOf({ trigger: { type, expression } }: RuleContent): Condition | "always" | null {
  if (type === "always") return "always";
  if (type !== "filter" || expression === "") return null;
  try {
    return parseExpression(expression);
  } catch {
    return null;
  }
}

// True, false, or null where it depends on the request.
function constantOf(node: Condition): boolean | null {
  if (node.kind === "constant") return node.value;
  if (node.kind === "not") {
    const of = constantOf(node.of);
    return of === null ? null : !of;
  }
  if (node.kind === "and") {
    const parts = node.parts.map(constantOf);
    if (parts.includes(false) || contradicts(node.parts)) return false;
    return parts.every((part) => part === true) ? true : null;
  }
  if (node.kind === "or") {
    const parts = node.parts.map(constantOf);
    if (parts.includes(true)) return true;
    return parts.every((part) => part === false) ? false : null;
  }
  if (node.kind === "compare" && node.op === "in" && node.right.kind === "list" && node.right.items.length === 0)
    return node.negated;
  return null;
}

function equalTo(node: Condition): string | null {
  if (node.kind !== "compare" || node.op !== "==" || node.negated) return null;
  const { left, right } = node;
  return left.kind === "variable" && left.name === "query" && right.kind === "literal"
    ? comparedQuery(String(right.value))
    : null;
}

const isTextComparison = (op: Comparison): op is keyof typeof TEXT_COMPARISONS => op in TEXT_COMPARISONS;

function holdsFor(node: Condition, query: string): boolean {
  if (
    node.kind !== "compare" ||
    node.left.kind !== "variable" ||
    node.left.name !== "query" ||
    node.right.kind !== "literal"
  )
    return true;
  const wanted = String(node.right.value);
  const { op } = node;
  if (op === "!=") return node.negated === queryFitsText(query, { op: "==", wanted });
  if (!isTextComparison(op)) return true;
  return queryFitsText(query, { op, wanted }) !== node.negated;
}

// A query that is to be one text cannot be, begin with or hold another one as well.
function contradicts(parts: readonly Condition[]): boolean {
  const texts = parts.flatMap((part) => equalTo(part) ?? []);
  return texts.some((text) => parts.some((part) => !holdsFor(part, text)));
}

const sameCondition = (a: RuleContent, b: RuleContent) =>
  a.trigger.type === b.trigger.type &&
  a.trigger.expression.replaceAll(/\s+/g, " ").trim() === b.trigger.expression.replaceAll(/\s+/g, " ").trim();

// Whether one fires wherever the other does.
const covers = (wide: RuleContent, narrow: RuleContent) =>
  wide.trigger.type === "always" || sameCondition(wide, narrow);

/**
 * What is odd about a rule among the others: that it can never fire, or that another one takes its effect. `at` in ms.
 * What cannot be told from the rules alone is left out.
 */
export function ruleHints(rule: Placed, others: readonly Placed[], at: number): RuleHint[] {
  const { content } = rule;
  const { trigger } = content;
  const hints: RuleHint[] = [];
  const say = (about: RuleHint["about"], text: string) => void hints.push({ about, text });
  if (!content.enabled) say("status", "This rule is off.");
  if (trigger.end !== null && trigger.end * 1000 < at) say("schedule", "This rule never fires: its time is over.");
  if (trigger.start !== null && trigger.start * 1000 > at)
    say("schedule", "This rule does not fire yet: its time has not come.");
  const tree = treeOf(content);
  const constant = tree === null || tree === "always" ? null : constantOf(tree);
  if (constant === false) say("condition", "This rule never fires: its condition cannot hold.");
  if (constant === true) say("condition", "The condition of this rule always holds: the trigger Always says the same.");
  const hidden = new Set(documentsOf(content, "hide_result"));
  const both = documentsOf(content, "promote_result").filter((id) => hidden.has(id));
  if (both.length > 0) say("actions", `${both.join(", ")}: promoted and hidden by this rule. It stays hidden.`);
  for (const other of others.filter(
    (one) => one.id !== rule.id && one.content.enabled && covers(one.content, content),
  )) {
    const name = other.content.name || other.id;
    const types = ONE_WORD.filter((type) =>
      [content, other.content].every(({ actions }) => actions.some((action) => action.type === type)),
    );
    if (types.length > 0 && other.order < rule.order)
      say("order", `The rule ${name} runs later and replaces what this one sets.`);
    const taken = documentsOf(other.content, "hide_result").filter((id) =>
      documentsOf(content, "promote_result").includes(id),
    );
    if (taken.length > 0) say("order", `The rule ${name} hides ${taken.join(", ")}, which this one promotes.`);
    const twice = documentsOf(other.content, "promote_result").filter((id) =>
      documentsOf(content, "promote_result").includes(id),
    );
    if (twice.length > 0 && other.order > rule.order)
      say("order", `The rule ${name} runs first and promotes ${twice.join(", ")} too: its position counts.`);
  }
  return hints;
}
