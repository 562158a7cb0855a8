// Filters on fields of documents as they stand in the address: `f=above:IMDB_Votes:100000`, several of them, all of which must hold.

export const operators = {
  is: "is",
  not: "is not",
  any: "is one of",
  contains: "contains",
  starts: "starts with",
  above: "above",
  below: "below",
  between: "between",
  near: "near",
  exists: "exists",
  missing: "is missing",
} as const;

export type Operator = keyof typeof operators;

export type DocumentFilter = { operator: Operator; field: string; value: string; /** The upper end of `between`, the distance of `near`. */ to: string };

const isOperator = (text: string): text is Operator => Object.hasOwn(operators, text);

/** True where an operator takes no value. */
export const standsAlone = (operator: Operator) => operator === "exists" || operator === "missing";

/** True where an operator takes two values. */
export const takesTwo = (operator: Operator) => operator === "between" || operator === "near";

/** How far `near` reaches where nobody says. */
export const NEAR = "10km";

/** A filter as a value of the parameter `f`. */
export function filterText({ operator, field, value, to }: DocumentFilter) {
  const parts = [operator, encodeURIComponent(field)];
  if (!standsAlone(operator)) parts.push(takesTwo(operator) ? `${value}..${to}` : value);
  return parts.join(":");
}

/** The other way round; undefined for a text that is no filter. */
export function readFilter(text: string): DocumentFilter | undefined {
  const [operator = "", name = "", ...rest] = text.split(":");
  if (!isOperator(operator) || name === "") return undefined;
  const value = rest.join(":");
  const at = takesTwo(operator) ? value.indexOf("..") : -1;
  try {
    const field = decodeURIComponent(name);
    return at < 0 ? { operator, field, value, to: "" } : { operator, field, value: value.slice(0, at), to: value.slice(at + 2) };
  } catch {
    return undefined;
  }
}

/** The filter in words, for a chip. */
export function filterLabel({ operator, field, value, to }: DocumentFilter) {
  if (standsAlone(operator)) return `${field} ${operators[operator]}`;
  const told = operator === "between" ? `${value} and ${to}` : operator === "near" ? `${value} within ${to}` : value;
  return `${field} ${operators[operator]} ${told}`;
}

/** The filter that somebody has just chosen in the form (`field`, `operator`, `value`, `to`); undefined when none was. */
export function chosenFilter(params: URLSearchParams): DocumentFilter | undefined {
  const operator = params.get("operator") ?? "is";
  const field = params.get("field") ?? "";
  if (field === "" || !isOperator(operator)) return undefined;
  const value = (params.get("value") ?? "").trim();
  const to = (params.get("to") ?? "").trim();
  return { operator, field, value: standsAlone(operator) ? "" : value, to: operator === "near" ? to || NEAR : operator === "between" ? to : "" };
}
