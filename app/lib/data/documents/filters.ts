// Filters on fields of documents as they stand in the address: `f=above:IMDB_Votes:100000`. Of several all must hold,
// with `match=any` one. A sign before the operator turns one round: `f=!contains:title:heat`. A number before it puts
// it in a group, whose filters are joined the other way: `f=1.is:city:Oslo&f=1.is:city:Rome`.

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

/** The other way round, for those that have no operator for it. */
export const negated = {
  any: "is not one of",
  contains: "does not contain",
  starts: "does not start with",
  above: "is not above",
  below: "is not below",
  between: "is not between",
  near: "is not near",
} as const satisfies Partial<Record<Operator, string>>;

export type DocumentFilter = {
  operator: Operator;
  /** Turned round: one of `negated`. */
  isNot?: boolean;
  /** From 1; none for one that stands alone. */
  group?: number;
  field: string;
  value: string;
  /** The upper end of `between`, the distance of `near`. */ to: string;
};

/** How filters are joined; those of a group the other way round. */
export type Match = "" | "any";
const MOST_GROUPS = 9;

const isOperator = (text: string): text is Operator => Object.hasOwn(operators, text);

/** True where an operator takes no value. */
export const standsAlone = (operator: Operator) => operator === "exists" || operator === "missing";

/** True where an operator takes two values. */
export const takesTwo = (operator: Operator) => operator === "between" || operator === "near";

/** How far `near` reaches where nobody says. */
export const NEAR = "10km";

/** A filter as a value of the parameter `f`. */
export function filterText({ operator, isNot, group, field, value, to }: DocumentFilter) {
  const parts = [`${group === undefined ? "" : `${group}.`}${isNot ? "!" : ""}${operator}`, encodeURIComponent(field)];
  if (!standsAlone(operator)) parts.push(takesTwo(operator) ? `${value}..${to}` : value);
  return parts.join(":");
}

/** The other way round; undefined for a text that is no filter. */
export function readFilter(text: string): DocumentFilter | undefined {
  const [head = "", name = "", ...rest] = text.split(":");
  const [, number, sign, operator = ""] = /^(?:([1-9])\.)?(!?)(\w+)$/.exec(head) ?? [];
  if (!isOperator(operator) || name === "" || (sign === "!" && !Object.hasOwn(negated, operator))) return undefined;
  const more = { ...(sign === "!" ? { isNot: true } : {}), ...(number === undefined ? {} : { group: Number(number) }) };
  const value = rest.join(":");
  const at = takesTwo(operator) ? value.indexOf("..") : -1;
  try {
    const field = decodeURIComponent(name);
    return at < 0
      ? { ...more, operator, field, value, to: "" }
      : { ...more, operator, field, value: value.slice(0, at), to: value.slice(at + 2) };
  } catch {
    return undefined;
  }
}

/** The filter in words, for a chip. */
export function filterLabel({ operator, isNot = false, field, value, to }: DocumentFilter) {
  const words: Partial<Record<Operator, string>> = isNot ? negated : operators;
  const operatorLabel = words[operator] ?? operators[operator];
  if (standsAlone(operator)) return `${field} ${operatorLabel}`;
  const told = operator === "between" ? `${value} and ${to}` : operator === "near" ? `${value} within ${to}` : value;
  return `${field} ${operatorLabel} ${told}`;
}

export type FilterGroup = {
  /** Undefined for a filter that stands alone. */ group: number | undefined;
  filters: DocumentFilter[];
};

/** Filters as they are joined: each alone or with the others of its group, where the first of them stands. */
export function grouped(filters: readonly DocumentFilter[]): FilterGroup[] {
  const found: FilterGroup[] = [];
  for (const filter of filters) {
    const { group } = filter;
    const its = group === undefined ? undefined : found.find((one) => one.group === group);
    if (its) its.filters.push(filter);
    else found.push({ group, filters: [filter] });
  }
  return found;
}

/** Words between filters, and between those of a group. */
export const joinWords = (match: Match) =>
  match === "any" ? { outer: "or", inner: "and" } : { outer: "and", inner: "or" };

/**
 * Filters in words, for pages about what they match: a line for each that must hold, one line where any of them may.
 */
export function filterWords(filters: readonly DocumentFilter[], match: Match): string[] {
  const { outer, inner } = joinWords(match);
  const lines = grouped(filters).map(({ filters: its }) => its.map(filterLabel).join(` ${inner} `));
  if (outer === "and" || lines.length < 2) return lines;
  return [lines.map((line) => (line.includes(` ${inner} `) ? `(${line})` : line)).join(` ${outer} `)];
}

/** Filters with one more that all of what matches must meet, however the others are joined. */
export function narrowed({
  filters,
  match,
  by,
}: {
  filters: readonly DocumentFilter[];
  match: Match;
  by: DocumentFilter;
}): {
  f: DocumentFilter[];
  match: Match;
} {
  const others = filters.filter((filter) => filterText(filter) !== filterText(by));
  if (match !== "any" || filters.length < 2) return { f: [...others, by], match: "" };
  const groups = grouped(filters);
  if (groups.every(({ filters: its }) => its.length === 1))
    return { f: [...filters.map((filter) => ({ ...filter, group: 1 })), by], match: "" };
  return {
    f: groups.flatMap(({ filters: its }, at) => [...its, by].map((filter) => ({ ...filter, group: at + 1 }))),
    match,
  };
}

const freeGroup = (filters: readonly DocumentFilter[]) =>
  Array.from({ length: MOST_GROUPS }, (_, at) => at + 1).find((group) =>
    filters.every((filter) => filter.group !== group),
  );

/** Filters with one more: alone, or joined with the one at `place`, which it then shares a group with. */
export function withFilter(
  filters: readonly DocumentFilter[],
  { filter, place }: { filter: DocumentFilter; place: string },
): DocumentFilter[] {
  const beside = place === "" ? undefined : filters[Number(place)];
  const group = beside && (beside.group ?? freeGroup(filters));
  const added = group === undefined ? filter : { ...filter, group };
  const moved = filters.map((other) => (group !== undefined && other === beside ? { ...other, group } : other));
  return [...moved.filter((other) => filterText(other) !== filterText(added)), added];
}

/** Filters without one. What is left alone of a group stands alone. */
export function withoutFilter(filters: readonly DocumentFilter[], gone: DocumentFilter): DocumentFilter[] {
  const left = filters.filter((other) => other !== gone);
  return left.map(({ group, ...filter }) =>
    group !== undefined && left.filter((other) => other.group === group).length > 1 ? { ...filter, group } : filter,
  );
}

/**
 * The filter that somebody has just chosen in the form (`field`, `operator`, `value`, `to`); undefined when none was.
 */
export function chosenFilter(params: URLSearchParams): DocumentFilter | undefined {
  const chosen = params.get("operator") ?? "is";
  const isNot = chosen.startsWith("!");
  const operator = isNot ? chosen.slice(1) : chosen;
  const field = params.get("field") ?? "";
  if (field === "" || !isOperator(operator) || (isNot && !Object.hasOwn(negated, operator))) return undefined;
  const value = (params.get("value") ?? "").trim();
  const to = (params.get("to") ?? "").trim();
  return {
    ...(isNot ? { isNot } : {}),
    operator,
    field,
    value: standsAlone(operator) ? "" : value,
    to: operator === "near" ? to || NEAR : operator === "between" ? to : "",
  };
}
