import type { JsonObject } from "@common/text/json";
import { RawJson, type AnswerValue } from "../http/raw-json";
import { writeSteps } from "../http/serialize";
import type { IndexResolver, ResolvedIndex } from "../index/types";
import { EngineError } from "../errors";
import { inSlices } from "../steps";
import { registerAggregations } from "../aggs";
import { type Budget, budgetFor, OutOfTime } from "../budget";
import type { After } from "./collect/collector";
import { nestedInnerHits } from "./nested/inner-hits";
import { registerInnerHits } from "../query";
import { expandGroup } from "./collapse/expand";
import type { InnerHits } from "./answer/fetch";
import { isCacheable, type CacheKey } from "./request/request-cache";
import { SearchPhaseError, shardCountOf, type ShardFailure } from "./answer/errors";
import { afterOf, checkWindow, needsScores, runSearch, type SearchOutcome } from "./execute";
import { applyParameters, parseSearchBody } from "./request/parse-request";
import { searchResponse, type ResponseOptions } from "./answer/response";
import { openShards } from "./collect/shards";
import type { Scroll, Scrolls } from "./scroll";
import { topHitsAggregations } from "./top-hits";
import type { FoundHit, SearchRequest, Shard } from "./types";

registerAggregations(topHitsAggregations, { leaf: true });
registerInnerHits(nestedInnerHits);

export type SearchCall = {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  request: SearchRequest;
  signal: AbortSignal;
  options: ResponseOptions;
  /** Given where the answer may be kept for the next that asks the same. */
  key?: CacheKey | undefined;
};

type Answer = { [key: string]: AnswerValue };

/** Reads body and URL into one request. */
export function readRequest(body: JsonObject, parameters: Readonly<Record<string, string>>): SearchRequest {
  return applyParameters(parseSearchBody(body), parameters);
}

/** Opens the shards; where the time is up before, there are none. */
async function open({
  indices,
  targets,
  request,
  signal,
}: SearchCall): Promise<{ budget: Budget; shards: Shard[]; failures: ShardFailure[]; timedOut: boolean }> {
  const budget = budgetFor({ timeout: request.timeout, signal });
  try {
    const opened = await openShards({
      indices,
      targets,
      query: request.query,
      postFilter: request.postFilter,
      scoring: needsScores(request),
      budget,
    });
    return { budget, ...opened, timedOut: false };
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return { budget, shards: [], failures: [], timedOut: true };
  }
}

/** Page limits are each index's own, so they are refused as its failure. */
function checked({ request, targets }: SearchCall, scroll = false): After | undefined {
  try {
    checkWindow(request, scroll);
    return scroll ? undefined : afterOf(request);
  } catch (error) {
    if (!(error instanceof EngineError) || targets.length === 0 || (scroll && error.type !== "search_exception"))
      throw error;
    throw new SearchPhaseError(targets.map(({ index }) => ({ index, error })));
  }
}

/** Hits inside of hits that were collapsed: a search for each of them and each list that was asked for. */
async function innerOf(call: SearchCall, { hits, groups }: SearchOutcome): Promise<InnerHits | undefined> {
  const { request } = call;
  const { collapse } = request;
  if (!collapse || !groups || collapse.innerHits.length === 0) return undefined;
  const ask = async (inner: SearchRequest) =>
    (await answered({ ...call, request: inner, key: undefined }, performance.now())).answer["hits"];
  const found = new Map<FoundHit, Record<string, AnswerValue>>();
  for (const hit of hits)
    found.set(hit, await expandGroup({ ...collapse, request, value: groups.get(hit) ?? null, ask }));
  return found;
}

async function answered(
  call: SearchCall,
  started: number,
): Promise<{ answer: Answer; shards: readonly Shard[]; whole: boolean }> {
  const { request } = call;
  const after = checked(call);
  const { budget, shards, failures, timedOut } = await open(call);
  const outcome = await runSearch({ shards, failures, request, after, budget });
  if (timedOut) outcome.timedOut = true;
  const inner = await innerOf(call, outcome);
  const took = Math.round(performance.now() - started);
  const answer = await budget.finish(
    searchResponse({
      outcome,
      request,
      took,
      shardCount: timedOut ? shardCountOf(call.targets) : shardCountOf([...shards, ...failures]),
      options: call.options,
      inner,
    }),
  );
  return { answer, shards, whole: !outcome.timedOut && outcome.failures.length === 0 };
}

/**
 * One search from parsed request to answer; from the cache where it asks for no hits and nothing has changed since the
 * last time.
 */
export async function search(call: SearchCall): Promise<Answer> {
  const started = performance.now();
  const { key, request, targets, options } = call;
  if (key === undefined || !isCacheable({ request, targets, text: key.text }))
    return (await answered(call, started)).answer;
  const text = JSON.stringify([key.text, request.trackTotalHits, options]);
  const known = key.cache.get(targets, text);
  if (known) return { took: Math.round(performance.now() - started), ...known };
  const mappings = new Map(targets.map(({ index }) => [index, index.mapping]));
  const { answer, shards, whole } = await answered(call, started);
  // One that was named twice is read once.
  if (!whole || shards.length !== targets.length) return answer;
  const read = shards.map(({ index, context }) => ({
    snapshot: context.snapshot,
    mapping: mappings.get(index) ?? index.mapping,
  }));
  const { took, aggregations, ...rest } = answer;
  const parts = {
    ...rest,
    aggregations: aggregations === undefined ? undefined : new RawJson(await inSlices(writeSteps(aggregations))),
  };
  key.cache.set({ targets, text, read, parts });
  return { took, ...parts };
}

function page(scroll: Scroll, outcome: SearchOutcome): void {
  const last = outcome.hits.at(-1);
  if (last) scroll.after = { values: last.values, tie: { shard: last.shard.ordinal, position: last.position } };
}

/** The first page of a scroll. */
export async function startScroll(
  call: SearchCall,
  { scrolls, keepAlive }: { scrolls: Scrolls; keepAlive: number },
): Promise<Answer> {
  const started = performance.now();
  const request = { ...call.request, trackTotalHits: Infinity };
  checked({ ...call, request }, true);
  const { budget, shards, failures, timedOut } = await open(call);
  if (timedOut) throw new OutOfTime();
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
    return await budget.finish(
      searchResponse({
        outcome,
        request,
        took: Math.round(performance.now() - started),
        shardCount,
        options: call.options,
        scrollId: scroll.id,
      }),
    );
  } catch (error) {
    memory.clear();
    throw error;
  }
}

/** A later page of a scroll. */
export async function nextPage(
  scroll: Scroll,
  { signal, options }: { signal: AbortSignal; options: ResponseOptions },
): Promise<Answer> {
  const started = performance.now();
  const budget = budgetFor({ timeout: scroll.request.timeout, signal });
  const outcome = await runSearch({
    shards: scroll.shards,
    failures: scroll.failures,
    request: { ...scroll.request, aggregations: undefined },
    after: scroll.after,
    budget,
    memory: scroll.memory,
  });
  page(scroll, outcome);
  return budget.finish(
    searchResponse({
      outcome,
      request: scroll.request,
      took: Math.round(performance.now() - started),
      shardCount: scroll.shardCount,
      options,
      scrollId: scroll.id,
    }),
  );
}
