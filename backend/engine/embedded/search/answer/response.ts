import type { AnswerValue } from "../../http/raw-json";
import type { Steps } from "../../steps";
import { failureJson, shardCountOf } from "./errors";
import type { SearchOutcome } from "../execute";
import { fetchHits, type InnerHits } from "./fetch";
import type { SearchRequest } from "../types";
import { shortFloat } from "../../values";

export type ResponseOptions = { totalAsInteger: boolean; typedKeys: boolean };

function totalJson(total: number, limit: number, asInteger: boolean): AnswerValue {
  if (limit === 0) return asInteger ? -1 : undefined;
  if (asInteger) return total;
  return total > limit ? { value: limit, relation: "gte" } : { value: total, relation: "eq" };
}

function* resultOf({ aggregations }: SearchOutcome, { typedKeys }: ResponseOptions): Steps<AnswerValue> {
  return aggregations ? yield* aggregations.result({ typedKeys }) : undefined;
}

/** The body of a search's answer. */
export function* searchResponse({
  outcome,
  request,
  took,
  shardCount,
  options,
  scrollId,
  inner,
}: {
  outcome: SearchOutcome;
  request: SearchRequest;
  took: number;
  shardCount: number;
  options: ResponseOptions;
  scrollId?: string;
  inner?: InnerHits | undefined;
}): Steps<{ [key: string]: AnswerValue }> {
  const scored = request.sort.length === 0 || request.trackScores || request.sort.some((one) => one.kind === "score");
  const failed = shardCountOf(outcome.failures);
  return {
    _scroll_id: scrollId,
    took,
    timed_out: outcome.timedOut,
    terminated_early: outcome.terminatedEarly,
    _shards: {
      total: shardCount,
      successful: shardCount - failed,
      skipped: 0,
      failed,
      failures: failed > 0 ? outcome.failures.map(failureJson) : undefined,
    },
    hits: {
      total: totalJson(outcome.total, request.trackTotalHits, options.totalAsInteger),
      max_score: outcome.maxScore === null ? null : shortFloat(outcome.maxScore),
      hits: yield* fetchHits({ hits: outcome.hits, request, scored, inner, totalAsInteger: options.totalAsInteger }),
    },
    aggregations: request.aggregations?.definitions.length ? yield* resultOf(outcome, options) : undefined,
  };
}
