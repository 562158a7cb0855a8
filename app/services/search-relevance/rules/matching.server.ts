import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { rangeOf } from "~/lib/address/range-of";
import { getPopularSearches, type TermList } from "~/services/analytics/terms.server";
import { everybody } from "~/services/analytics/ask.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { indexNames, queryFits, simpleOf } from "./condition";
import type { RuleContent } from "./content";

/** Searches of the last 30 days that a condition speaks of. `exact` where every term of that time was looked at. */
export type MatchingSearches = {
  count: number;
  all: number;
  exact: boolean;
  terms: { term: string; count: number }[];
  more: number;
};

/** Terms that are looked at, and indices that are asked one by one. */
const MOST_TERMS = 1000;
const MOST_INDICES = 4;
const SHOWN = 2;

/**
 * The indices to ask analytics about, null for all of them; undefined where analytics cannot tell: patterns, or too
 * many.
 */
function askedIndices(indices: string): string[] | null | undefined {
  const names = indexNames(indices);
  if (names.length === 0 || names.includes("*")) return null;
  return names.length > MOST_INDICES || names.some((name) => name.includes("*")) ? undefined : names;
}

/**
 * How many searches of the last 30 days a rule's condition speaks of, by the terms that analytics keep; null where it
 * cannot be told: a condition about more than query and index, a regular expression, no analytics. Throws nothing but
 * faults of ours.
 */
export async function matchingSearches(scope: Scope, { trigger }: RuleContent): Promise<MatchingSearches | null> {
  const simple = trigger.type === "filter" ? simpleOf(trigger.expression) : null;
  if (simple === null || simple.query === "" || simple.operator === "matches" || simple.field !== "") return null;
  const indices = askedIndices(simple.indices);
  if (indices === undefined) return null;
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const query = { range, ...everybody };
  const levels: Scope[] = indices === null ? [scope] : indices.map((app) => ({ ...scope, level: "app", app }));
  const lists: TermList[] = [];
  for (const found of await Promise.all(levels.map((level) => settle(getPopularSearches(level, query, MOST_TERMS))))) {
    if (!found.ok || found.value === null) return null;
    lists.push(found.value);
  }
  const counts = new Map<string, number>();
  for (const { key, count } of lists.flatMap(({ rows }) => rows))
    if (key !== EMPTY_QUERY && queryFits(simple, key) === true) counts.set(key, (counts.get(key) ?? 0) + count);
  const terms = [...counts].map(([term, count]) => ({ term, count })).sort((a, b) => b.count - a.count);
  const count = terms.reduce((sum, one) => sum + one.count, 0);
  const seen = lists.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.count, 0);
  const all = lists.reduce(
    (sum, { searches, rows }) => sum + (searches ?? rows.reduce((of, row) => of + row.count, 0)),
    0,
  );
  const exact = lists.every(({ rows }) => rows.length < MOST_TERMS) && seen <= all;
  return { count, all, exact, terms: terms.slice(0, SHOWN), more: Math.max(0, terms.length - SHOWN) };
}
