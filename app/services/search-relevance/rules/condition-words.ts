import { indexNames, type QueryOperator, simpleOf } from "./condition";

const OPERATORS: Readonly<Record<QueryOperator, string>> = {
  "==": "is",
  contains: "contains",
  startsWith: "starts with",
  endsWith: "ends with",
  matches: "matches",
};

/** A condition as a reader says it: "Search contains “night”, in movies"; null for what only its text can say. */
export function conditionInWords(expression: string): string | null {
  const simple = simpleOf(expression);
  if (simple === null) return null;
  const { operator, query, field, value } = simple;
  const names = indexNames(simple.indices);
  const said = [
    query === "" ? (field === "" ? "Any search" : "") : `Search ${OPERATORS[operator]} “${query}”`,
    field === "" ? "" : `${query === "" ? "Filter" : "filter"} ${field} is ${value}`,
    names.length === 0 || names.includes("*") ? "" : `in ${names.join(", ")}`,
  ];
  return said.filter((part) => part !== "").join(", ");
}
