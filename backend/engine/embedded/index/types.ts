import type { JsonObject } from "@common/text/json";
import type { Analysis } from "../analysis/types";
import type { Mapping } from "../mapping/types";
import type { IndexSnapshot } from "../store/types";

/** An alias of one index: optional filter, routing, write flag, hidden flag. */
export type AliasDefinition = {
  filter?: JsonObject;
  indexRouting?: string;
  searchRouting?: string;
  isWriteIndex?: boolean;
  isHidden?: boolean;
};

/** One open or closed index, as searches and document calls see it. */
export type EmbeddedIndex = {
  name: string;
  uuid: string;
  createdAt: number;
  state: "open" | "close";
  /** Flat settings, values as strings: `index.number_of_shards` → `"1"`. */
  settings: ReadonlyMap<string, string>;
  aliases: ReadonlyMap<string, AliasDefinition>;
  mapping: Mapping;
  analysis: Analysis;
  snapshot(): IndexSnapshot;
};

/** How an index expression is read (`ignore_unavailable`, `allow_no_indices`, `expand_wildcards`). */
export type ResolveOptions = {
  ignoreUnavailable: boolean;
  allowNoIndices: boolean;
  expandWildcards: readonly ("open" | "closed" | "hidden")[];
};

/** An index that an expression led to, with the filter of the alias by which it was reached. */
export type ResolvedIndex = { index: EmbeddedIndex; filter?: JsonObject };

export type IndexResolver = {
  /** Reads `a,b*,-c`, `_all`, aliases and date maths. Throws EngineError for what is missing or closed. */
  resolve(expression: string | undefined, options?: Partial<ResolveOptions>): ResolvedIndex[];
};
