import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { readHits } from "~/services/search/answer.server";
import { search } from "~/services/search/reactivesearch.server";
import { checkTest, placesNeeded } from "./check";
import { RESULT, type RelevanceTest } from "./records.server";
import type { TestRun } from "./report";

function asked(query: JsonValue, size: number): JsonValue {
  return isJsonObject(query) && query["id"] === RESULT ? { ...query, from: 0, size } : query;
}

/** The request of a test as it is sent: from the first result on, as many as its expectations need, and counted by nobody. */
export function requestOf({ request, ...test }: Pick<RelevanceTest, "request" | "expectations">): JsonObject {
  const { query, settings } = request;
  return {
    ...request,
    settings: { ...(isJsonObject(settings) ? settings : {}), recordAnalytics: false },
    query: Array.isArray(query) ? query.map((one) => asked(one, placesNeeded(test))) : [],
  };
}

/** Runs the search of a test as the session and holds what it finds against the expectations. A search that fails is told in the run. */
export async function runRelevanceTest(scope: Pick<Scope, "http">, { index, test }: { index: string; test: RelevanceTest }): Promise<TestRun> {
  const began = performance.now();
  const run = (rest: Pick<TestRun, "checks" | "error">): TestRun => ({ label: test.label, milliseconds: Math.round(performance.now() - began), ...rest });
  try {
    const part = readHits(await search(scope, { index, request: requestOf(test) }));
    if (!part.ok) return run({ checks: [], error: part.message });
    const { total, hits } = part.value;
    return run({ checks: checkTest(test, { total, ids: hits.map(({ _id }) => _id) }) });
  } catch (error) {
    if (!isBackendError(error)) throw error;
    return run({ checks: [], error: error.message });
  }
}
