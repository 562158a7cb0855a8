import type { Variable } from "@common/search-relevance/rule-expression/parse";

/**
 * What a request tells to expressions: by variable, texts in lower case, that of the query by `comparedQuery`; `filter`
 * and `customEvents` by name, in lower case too.
 */
export type Facts = {
  values: Readonly<Record<Exclude<Variable, "filter" | "customEvents">, string | readonly string[]>>;
  filter: ReadonlyMap<string, readonly string[]>;
  customEvents: ReadonlyMap<string, readonly string[]>;
};

/**
 * Facts of the same request, with all names of the indices that it reaches: a condition on an index holds by whatever
 * name that one is asked.
 */
export function withNames(facts: Facts, names: readonly string[]): Facts {
  const asked = facts.values.index;
  const all = [...(typeof asked === "string" ? [asked] : asked), ...names.map((name) => name.toLowerCase())];
  return { ...facts, values: { ...facts.values, index: [...new Set(all)] } };
}

/** Facts of a request of which nothing is known. */
export const NO_FACTS: Facts = {
  values: {
    query: "",
    index: [],
    type: "",
    origin: "",
    referer: "",
    path: "",
    category: "",
    acl: "",
    ipv4: "",
    ipv6: "",
  },
  filter: new Map(),
  customEvents: new Map(),
};
