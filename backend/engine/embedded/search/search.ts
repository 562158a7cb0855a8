import type { JsonObject } from "@common/json";
import type { AnswerValue } from "../http/raw-json";
import type { IndexResolver, ResolvedIndex } from "../index/types";
import { EngineError } from "../errors";
import { budgetFor } from "./budget";
import type { After } from "./collector";
import { SearchPhaseError, shardCountOf } from "./errors";
import { afterOf, checkWindow, needsScores, runSearch, type SearchOutcome } from "./execute";
import { applyParameters, parseSearchBody } from "./parse-request";
import { searchResponse, type ResponseOptions } from "./response";
import { openShards } from "./shards";
import type { Scroll, Scrolls } from "./scroll";
import type { SearchRequest, Shard } from "./types";

export type SearchCall = {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  request: SearchRequest;
  signal: AbortSignal;
  options: ResponseOptions;
};

type Answer = { [key: string]: AnswerValue };

/** Reads body and URL into one request. */
export function readRequest(body: JsonObject, parameters: Readonly<Record<string, string>>): SearchRequest {
  return applyParameters(parseSearchBody(body), parameters);
}

function open({ indices, targets, request, signal }: SearchCall) {
  const budget = budgetFor({ timeout: request.timeout, signal });
  const opened = openShards({ indices, targets, query: request.query, postFilter: request.postFilter, scoring: needsScores(request), budget });
  return { budget, ...opened };
}

/** Page limits are each index's own, so they are refused as its failure. */
function checked({ request, targets }: SearchCall): After | undefined {
  try {
    checkWindow(request, false);
    return afterOf(request);
  } catch (error) {
    if (!(error instanceof EngineError) || targets.length === 0) throw error;
    throw new SearchPhaseError(targets.map(({ index }) => ({ index, error })));
  }
}

/** One search from parsed request to answer. */
export async function search(call: SearchCall): Promise<Answer> {
  const started = performance.now();
  const { request } = call;
  const after = checked(call);
  const { budget, shards, failures } = open(call);
  const outcome = await runSearch({ shards, failures, request, after, budget });
  const took = Math.round(performance.now() - started);
  return searchResponse({ outcome, request, took, shardCount: shardCountOf([...shards, ...failures]), options: call.options });
}

function page(scroll: Scroll, outcome: SearchOutcome): void {
  const last = outcome.hits.at(-1);
  if (last) scroll.after = { values: last.values, tie: { shard: last.shard.ordinal, position: last.position } };
}

/** The first page of a scroll. */
export async function startScroll(call: SearchCall, { scrolls, keepAlive }: { scrolls: Scrolls; keepAlive: number }): Promise<Answer> {
  const started = performance.now();
  const request = { ...call.request, trackTotalHits: Infinity };
  checkWindow(request, true);
  const { budget, shards, failures } = open(call);
  const memory = scrolls.memory();
  try {
    const outcome = await runSearch({ shards, failures, request, after: undefined, budget, memory });
    const shardCount = shardCountOf([...shards, ...failures]);
    const holds = shards.map((shard) => shard.context.snapshot.hold());
    const release = () => {
      memory.clear();
      holds.forEach((letGo) => letGo());
    };
    const scroll = scrolls.add({ shards, failures, request, memory, after: undefined, keepAlive, shardCount, release });
    page(scroll, outcome);
    return searchResponse({ outcome, request, took: Math.round(performance.now() - started), shardCount, options: call.options, scrollId: scroll.id });
  } catch (error) {
    memory.clear();
    throw error;
  }
}

/** A later page of a scroll. */
export async function nextPage(scroll: Scroll, { signal, options }: { signal: AbortSignal; options: ResponseOptions }): Promise<Answer> {
  const started = performance.now();
  const budget = budgetFor({ timeout: scroll.request.timeout, signal });
  // The clauses keep the first call's checkpoint; this page has a time of its own.
  const shards: Shard[] = scroll.shards.map((shard) => {
    shard.execute.checkpoint = budget.checkpoint;
    return shard;
  });
  const outcome = await runSearch({ shards, failures: scroll.failures, request: { ...scroll.request, aggregations: undefined }, after: scroll.after, budget, memory: scroll.memory });
  page(scroll, outcome);
  return searchResponse({ outcome, request: scroll.request, took: Math.round(performance.now() - started), shardCount: scroll.shardCount, options, scrollId: scroll.id });
}
