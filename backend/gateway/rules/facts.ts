import type { Variable } from "@common/rule-expression/parse";

/** What a request tells to expressions: by variable, texts in lower case; `filter` and `customEvents` by name, in lower case too. */
export type Facts = {
  values: Readonly<Record<Exclude<Variable, "filter" | "customEvents">, string | readonly string[]>>;
  filter: ReadonlyMap<string, readonly string[]>;
  customEvents: ReadonlyMap<string, readonly string[]>;
};

/** Facts of a request of which nothing is known. */
export const NO_FACTS: Facts = {
  values: { query: "", index: [], type: "", origin: "", referer: "", path: "", category: "", acl: "", ipv4: "", ipv6: "" },
  filter: new Map(),
  customEvents: new Map(),
};
