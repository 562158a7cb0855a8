import type { JsonObject } from "@common/text/json";
import { patternAdmits } from "@common/text/index-pattern";
import { NO_SYSTEM_INDEX, namesClause } from "@backend/gateway/platform/access/index-clauses";
import { mayUseAllIndices, splitIndices } from "@backend/gateway/platform/access/indices";
import type { Owner } from "@backend/gateway/resources/analytics/visitors/owner";
import { type Caller, indexPatterns, isAdmin } from "@backend/gateway/platform/auth/types";
import type { Query } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { normalizedText } from "@backend/gateway/resources/data/reactivesearch/response/words";
import { namedIndices } from "../popular/count";

/** Who asks for suggestions, and where. */
export type Asker = {
  caller: Caller;
  /** The indices that the path names. */ indices: readonly string[];
  owner: Owner;
};

/** What was typed, as searches are recorded. */
export function typedIn({ value }: Query): string {
  return typeof value === "string" ? normalizedText(value) : "";
}

/**
 * The indices whose searches a query is about: those that it names, else those that it searches, as far as its caller
 * may use them; null for all.
 */
export function askedIndices(index: string | undefined, { caller, indices }: Asker): string[] | null {
  const named = namedIndices(index === undefined || index === "" ? indices : splitIndices(index));
  const patterns = indexPatterns(caller);
  if (mayUseAllIndices(caller)) return named;
  if (named === null) return patterns.filter((pattern) => pattern !== "");
  return named.filter((name) => patterns.some((pattern) => patternAdmits(pattern, name)));
}

/** The clauses of recorded searches that a query is about and its caller may be told of. */
export function recordsClause(index: string | undefined, asker: Asker): object[] {
  const indices = askedIndices(index, asker);
  return [...(isAdmin(asker.caller) ? [] : [NO_SYSTEM_INDEX]), ...(indices === null ? [] : [namesClause(indices)])];
}

const escaped = (text: string) => text.replace(/[\\*?]/g, "\\$&");

/** The clause of recorded searches in which a word begins with what was typed; none where nothing was. */
export function typedClause(typed: string): object[] {
  if (typed === "") return [];
  const should = [
    { prefix: { search_query: typed } },
    { wildcard: { search_query: { value: `* ${escaped(typed)}*` } } },
  ];
  return [{ bool: { should, minimum_should_match: 1 } }];
}

/** Custom events that a query narrows its past searches to. */
export function eventsOf(events: JsonObject | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(events ?? {}).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
