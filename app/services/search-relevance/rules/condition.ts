import {
  type Comparing,
  type Condition,
  type Operand,
  parseExpression,
} from "@common/search-relevance/rule-expression/parse";
import { queryFitsText } from "@common/search-relevance/rule-expression/query-text";

/** A condition as the form asks for it: in some indices, about the query, about one filter. */
export type SimpleCondition = { indices: string; operator: QueryOperator; query: string; field: string; value: string };
export const QUERY_OPERATORS = ["==", "contains", "startsWith", "endsWith", "matches"] as const;
export type QueryOperator = (typeof QUERY_OPERATORS)[number];

export const ANY_CONDITION: SimpleCondition = { indices: "*", operator: "==", query: "", field: "", value: "" };

// In a pattern a backslash belongs to the pattern.
const quoted = (text: string, pattern = false) =>
  `'${(pattern ? text : text.replaceAll("\\", "\\\\")).replaceAll("'", "\\'")}'`;

function filterName(field: string): string {
  return /^[\p{L}_][\p{L}\p{N}_@~-]*(?:\.[\p{L}\p{N}_@~-]+)*$/u.test(field)
    ? `$filter.${field}`
    : `$filter["${field.replaceAll('"', '\\"')}"]`;
}

/** The expression of a condition of the form. */
export function expressionOf({ indices, operator, query, field, value }: SimpleCondition): string {
  const names = indexNames(indices);
  return [
    ...(names.length > 0 ? [`${quoted(names.join(","))} in $index`] : []),
    ...(query === "" ? [] : [`$query ${operator} ${quoted(query, operator === "matches")}`]),
    ...(field === "" ? [] : [`${filterName(field)} == ${quoted(value)}`]),
  ].join(" and ");
}

/** The names and patterns of a condition's index field. */
export const indexNames = (indices: string): string[] =>
  indices
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The path part for the indices of a condition: those that it names, else all but hidden ones. */
export function searchedIndices(indices: string): string {
  const names = indexNames(indices);
  return names.length === 0 || names.includes("*") ? "*,-.*" : names.join(",");
}

/**
 * Whether a query is one that a simple condition speaks of; null where only the server can tell (expressions), or the
 * condition is not about the query.
 */
export function queryFits(
  { operator, query }: Pick<SimpleCondition, "operator" | "query">,
  searched: string,
): boolean | null {
  if (query === "" || operator === "matches") return null;
  return queryFitsText(searched, { op: operator, wanted: query });
}

const literal = (node: Operand) => (node.kind === "literal" ? String(node.value) : null);

function apply(found: SimpleCondition, { op, negated, left, right }: Comparing): SimpleCondition | null {
  if (negated) return null;
  const [leftText, rightText] = [literal(left), literal(right)];
  if (op === "in")
    return right.kind === "variable" && right.name === "index" && leftText !== null && found.indices === ""
      ? { ...found, indices: leftText }
      : null;
  if (left.kind !== "variable" || rightText === null) return null;
  if (left.name === "filter")
    return op === "==" && found.field === "" ? { ...found, field: left.path, value: rightText } : null;
  const operator = QUERY_OPERATORS.find((one) => one === op);
  return left.name === "query" && operator !== undefined && found.query === ""
    ? { ...found, operator, query: rightText }
    : null;
}

/** An expression as the fields of the form; null where they cannot say it, and it stands in the advanced editor. */
export function simpleOf(expression: string): SimpleCondition | null {
  let tree: Condition;
  try {
    tree = parseExpression(expression);
  } catch {
    return null;
  }
  let found: SimpleCondition | null = { ...ANY_CONDITION, indices: "" };
  for (const part of tree.kind === "and" ? tree.parts : [tree])
    found = found && part.kind === "compare" ? apply(found, part) : null;
  // Only what comes out the same is safe to show in fields.
  return found && expressionOf(found) === expression ? found : null;
}

/** What is wrong with an expression, in words with its place; null where nothing is. */
export function expressionProblem(expression: string): string | null {
  try {
    parseExpression(expression);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
