import { endpointPlaces, endpointRemark, withoutEndpoints } from "@common/http/endpoint-queries";
import { ndcg } from "@common/search-relevance/ranking";
import { RESULT } from "@common/search-relevance/visitors/request";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Scope } from "~/session/scope.server";
import { isAway, isBackendError } from "~/services/platform/http/errors.server";
import { readHits } from "~/services/data/search/answer.server";
import { search } from "~/services/data/search/reactivesearch.server";
import { checkTest, placesNeeded } from "../check";
import type { RelevanceTest } from "../records.server";
import type { TestRun } from "../report";

/** Places that count in the figure of a run: every test is asked for ten results at least. */
export const RATED_PLACES = 10;

function asked(query: JsonValue, size: number): JsonValue {
  return isJsonObject(query) && query["id"] === RESULT ? { ...query, from: 0, size } : query;
}

/**
 * The request of a test as it is sent: from the first result on, as many as its expectations need, counted by nobody,
 * and without queries that call an endpoint: whoever runs it did not write it.
 */
export function requestOf({ request: kept, ...test }: Pick<RelevanceTest, "request" | "expectations">): JsonObject {
  const request = withoutEndpoints(kept).body;
  const { query, settings } = request;
  return {
    ...request,
    settings: { ...(isJsonObject(settings) ? settings : {}), recordAnalytics: false },
    query: Array.isArray(query) ? query.map((one) => asked(one, placesNeeded(test))) : [],
  };
}

const isSearch = ({ type }: JsonObject) =>
  type === undefined || type === null || type === "search" || type === "suggestion";
const wantsFields = (query: JsonValue): query is JsonObject =>
  isJsonObject(query) &&
  isSearch(query) &&
  (query["dataField"] ?? null) === null &&
  (query["endpoint"] ?? null) === null &&
  (query["value"] ?? null) !== null;

/** Whether a request leaves it to the settings where a text is looked for. */
export function leavesFields({ query }: JsonObject): boolean {
  return Array.isArray(query) && query.some(wantsFields);
}

/** The request with fields to look in, where neither it nor the settings name any: a search without is refused. */
export function withFields(request: JsonObject, fields: readonly string[]): JsonObject {
  const { query } = request;
  if (!Array.isArray(query) || fields.length === 0) return request;
  return { ...request, query: query.map((one) => (wantsFields(one) ? { ...one, dataField: [...fields] } : one)) };
}

type Run = {
  index: string;
  test: RelevanceTest;
  /** What is sent in the place of the test's own request. */ request?: JsonObject;
};

/**
 * Runs the search of a test as the session and holds what it finds against the expectations. A search that fails is
 * told in the run.
 */
export async function runRelevanceTest(
  scope: Pick<Scope, "http">,
  { index, test, request = requestOf(test) }: Run,
): Promise<TestRun> {
  const began = performance.now();
  const places = endpointPlaces(test.request);
  const run = (rest: Pick<TestRun, "checks" | "error" | "total" | "away" | "ndcg">): TestRun => ({
    label: test.label,
    names: test.names,
    milliseconds: Math.round(performance.now() - began),
    ...(places.length > 0 && { remark: endpointRemark(places) }),
    ...rest,
  });
  try {
    const part = readHits(await search(scope, { index, request }));
    if (!part.ok) return run({ checks: [], error: part.message });
    const { total, hits } = part.value;
    const ids = hits.map(({ _id }) => _id);
    const grades = new Map(Object.entries(test.grades));
    return run({
      ...{ total, checks: checkTest(test, { total, ids }) },
      ...(grades.size > 0 && { ndcg: ndcg({ results: ids, grades, places: RATED_PLACES }) }),
    });
  } catch (error) {
    if (!isBackendError(error)) throw error;
    return run({ checks: [], error: error.message, away: isAway(error) });
  }
}
