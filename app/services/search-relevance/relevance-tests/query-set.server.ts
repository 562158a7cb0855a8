import { createHash } from "node:crypto";
import { rangeOf } from "~/lib/address/range-of";
import { everybody } from "~/services/analytics/ask.server";
import { getNoResultSearches, getPopularSearches } from "~/services/analytics/terms.server";
import { gradedTerm } from "~/services/search-relevance/grades/grades.server";
import type { Scope } from "~/session/scope.server";
import { drawnFrom, findsNothing, queriesOf, type QuerySet } from "./query-set";
import { type Put, type RelevanceTest, requestFor, textOf } from "./records.server";
import { newTestId, type StoredTest } from "./store.server";

/** Queries that are looked at; servers tell no more. */
export const MOST_QUERIES = 1000;

type Wanted = { results: "" | "with" | "without"; each: number; now?: number };

/**
 * Queries of an index of the last 30 days to make tests of. "not-offered" where the server has no such report. Throws
 * BackendError.
 */
export async function drawQueries(
  scope: Scope,
  { results, each, now = Date.now() }: Wanted,
): Promise<{ set: QuerySet; capped: boolean } | "not-offered"> {
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now });
  const query = { range, ...everybody };
  const [popular, nothing] = await Promise.all([
    getPopularSearches(scope, query, MOST_QUERIES),
    getNoResultSearches(scope, query, MOST_QUERIES),
  ]);
  if (popular === null) return "not-offered";
  const queries = queriesOf(popular.rows, nothing?.rows ?? []);
  const wanted = results === "" ? queries : queries.filter((one) => findsNothing(one) === (results === "without"));
  return { set: drawnFrom(wanted, each), capped: popular.rows.length >= MOST_QUERIES };
}

/** The queries that are the label or the search of a test, as `gradedTerm` folds them. */
export function testedTerms(tests: readonly StoredTest[]): Set<string> {
  return new Set(tests.flatMap(({ label, request }) => [gradedTerm(label), gradedTerm(textOf(request) ?? label)]));
}

const idOf = (term: string) => createHash("sha256").update(term).digest("base64url").slice(0, 12);

/**
 * Tests of queries that none is about yet. The id comes from the query, so that of two people who save it at once one is
 * refused.
 */
export function testsOfQueries(stored: readonly StoredTest[], queries: readonly string[]): Put[] {
  const known = testedTerms(stored);
  const ids = new Set(stored.map(({ id }) => id));
  return queries.flatMap((query): Put[] => {
    const term = gradedTerm(query);
    if (known.has(term)) return [];
    known.add(term);
    const id = ids.has(idOf(term)) ? newTestId() : idOf(term);
    const test: RelevanceTest = {
      label: query,
      request: requestFor(query),
      expectations: [{ kind: "notEmpty" }],
      grades: {},
      names: {},
    };
    return [{ id, version: 0, test }];
  });
}
