import { SEARCH_LIMITS } from "@common/limits/search";
import { EngineError, illegalArgument } from "../errors";
import { aggregator, type Aggregator } from "../aggs";
import type { SegmentReader } from "../store/types";
import type { Weight } from "../query";
import { refineBy } from "../query/execute/boolean";
import { checkInnerHits } from "../query/execute/nested";
import { isSteps, type Steps } from "../steps";
import { type Budget, OutOfTime } from "../budget";
import { CollapsedHits } from "./collapse/collapsed-hits";
import type { GroupValue } from "./collapse/groups";
import { TopHits, type After } from "./collect/collector";
import { SearchPhaseError, type ShardFailure } from "./answer/errors";
import type { FoundMemory } from "./scroll";
import { textOf } from "../query/parse/values";
import type { FoundHit, SearchRequest, Shard, SortSpec, SortValue, Found } from "./types";
import { LosslessNumber, type JsonValue } from "@common/text/json";

/** Window of from + size (`index.max_result_window`). */
const MAX_WINDOW = SEARCH_LIMITS.window.most;

export type SearchOutcome = {
  hits: FoundHit[];
  /** The group that each hit stands for, where they were collapsed. */
  groups: ReadonlyMap<FoundHit, GroupValue> | undefined;
  total: number;
  maxScore: number | null;
  timedOut: boolean;
  terminatedEarly: boolean | undefined;
  failures: ShardFailure[];
  aggregations: Aggregator | undefined;
};

function liveOnly(segment: SegmentReader, found: Found): Found {
  const { dead } = segment;
  if (!dead) return found;
  const { docs } = found;
  for (let place = 0; place < docs.length; place++) {
    if ((dead[docs[place]! >>> 3]! & (1 << (docs[place]! & 7))) === 0) continue;
    return keep(found, (at) => (dead[docs[at]! >>> 3]! & (1 << (docs[at]! & 7))) === 0);
  }
  return found;
}

function keep(found: Found, test: (place: number) => boolean): Found {
  const docs = new Uint32Array(found.docs.length);
  const scores = found.scores ? new Float32Array(found.docs.length) : undefined;
  let kept = 0;
  for (let place = 0; place < found.docs.length; place++) {
    if (!test(place)) continue;
    docs[kept] = found.docs[place]!;
    if (scores) scores[kept] = found.scores![place]!;
    kept++;
  }
  return { docs: docs.subarray(0, kept), scores: scores?.subarray(0, kept), constant: found.constant };
}

function* postFiltered(filter: Weight, segment: SegmentReader, found: Found): Steps<Found> {
  const docs = found.docs.slice();
  const work = refineBy(filter, segment, { docs, sums: undefined, count: docs.length });
  const { count } = isSteps(work) ? yield* work : work;
  let at = 0;
  return keep(found, (place) => {
    if (at >= count || docs[at] !== found.docs[place]) return false;
    at++;
    return true;
  });
}

function highest({ docs, scores, constant }: Found): number {
  if (docs.length === 0) return -Infinity;
  if (!scores) return constant;
  let top = -Infinity;
  for (let place = 0; place < scores.length; place++) if (scores[place]! > top) top = scores[place]!;
  return top;
}

/** Refuses pages beyond the window. */
export function checkWindow(request: SearchRequest, scroll: boolean): void {
  const window = request.from + request.size;
  const { collapse } = request;
  if (scroll) {
    if (collapse) throw searchError("cannot use `collapse` in a scroll context");
    if (request.size === 0) throw illegalArgument("[size] cannot be [0] in a scroll context");
    if (request.from > 0) throw validation("using [from] is not allowed in a scroll context");
    if (request.size > MAX_WINDOW)
      throw illegalArgument(
        `Batch size is too large, size must be less than or equal to: [${MAX_WINDOW}] but was [${request.size}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`,
      );
    return;
  }
  if (request.searchAfter && request.from > 0)
    throw searchError("`from` parameter must be set to 0 when `search_after` is used.");
  if (request.searchAfter && collapse) throw searchError("cannot use `collapse` in conjunction with `search_after`");
  if (window > MAX_WINDOW)
    throw illegalArgument(
      `Result window is too large, from + size must be less than or equal to: [${MAX_WINDOW}] but was [${window}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
    );
}

function searchError(reason: string): EngineError {
  return new EngineError(500, "search_exception", reason);
}

function validation(reason: string): EngineError {
  return new EngineError(400, "action_request_validation_exception", `Validation Failed: 1: ${reason};`);
}

/** Refuses `search_after` that does not go with the sort. */
export function afterOf(request: SearchRequest): After | undefined {
  if (!request.searchAfter) return undefined;
  if (request.sort.length === 0) throw illegalArgument("Sort must contain at least one field.");
  if (request.searchAfter.length !== request.sort.length)
    throw illegalArgument(
      `search_after has ${request.searchAfter.length} value(s) but sort has ${request.sort.length}.`,
    );
  return { values: request.searchAfter.map(sortValueOf) };
}

function sortValueOf(value: JsonValue): SortValue {
  if (value === null || typeof value === "number" || typeof value === "string") return value;
  if (value instanceof LosslessNumber) return /^-?\d+$/.test(value.value) ? BigInt(value.value) : Number(value.value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return textOf(value) ?? null;
}

const BY_SCORE: readonly SortSpec[] = [{ kind: "score", order: "desc" }];

/** True where the search needs scores. */
export function needsScores(request: SearchRequest): boolean {
  const sort = request.sort;
  if (request.minScore !== undefined || request.trackScores) return true;
  if (request.aggregations?.needsScores) return true;
  return request.size > 0 && (sort.length === 0 || sort.some((one) => one.kind === "score"));
}

function* matching(shard: Shard, segment: SegmentReader, least: number | undefined): Steps<Found> {
  const work = shard.weight.matches(segment);
  const matches = isSteps(work) ? yield* work : work;
  yield;
  const found = liveOnly(segment, matches);
  if (least === undefined) return found;
  const { scores, constant } = found;
  return keep(found, (place) => (scores ? scores[place]! : constant) >= least);
}

/**
 * Runs a search over its shards: counts, the first hits, aggregations. Works in slices, so that others have their turn.
 * With a memory, what was found is kept there, or taken from there.
 */
export async function runSearch({
  shards,
  failures,
  request,
  after,
  budget,
  memory,
}: {
  shards: readonly Shard[];
  failures: readonly ShardFailure[];
  request: SearchRequest;
  after: After | undefined;
  budget: Budget;
  memory?: FoundMemory;
}): Promise<SearchOutcome> {
  const sort = request.sort.length > 0 ? request.sort : BY_SCORE;
  const limit = request.from + request.size;
  const collapsed = request.collapse && new CollapsedHits(limit, sort, request.collapse.field);
  const top = collapsed ?? new TopHits(limit, sort, after);
  // An order by score with anything beside it is an order by keys: hits show their scores, and nobody keeps the best.
  const tracksBest = request.sort.length === 0 || request.trackScores;
  // Where no index is searched nothing is counted, not even nothing.
  const aggregations = request.aggregations && shards.length > 0 ? aggregator(request.aggregations) : undefined;
  const outcome: SearchOutcome = {
    hits: [],
    groups: undefined,
    total: 0,
    maxScore: null,
    timedOut: false,
    terminatedEarly: request.terminateAfter === undefined ? undefined : false,
    failures: [...failures],
    aggregations,
  };
  let best = -Infinity;
  const left = { count: request.terminateAfter ?? Infinity };
  const answered: Shard[] = [];
  for (const shard of shards) {
    let base = 0;
    left.count = request.terminateAfter ?? Infinity;
    try {
      outcome.aggregations?.open(shard);
      collapsed?.open(shard);
      checkInnerHits(shard.execute);
      // Sorting is refused even where there is nothing to sort.
      if (shard.context.snapshot.segments.length === 0 && request.size > 0) top.check(shard);
      for (const segment of shard.context.snapshot.segments) {
        const known = memory?.get(segment);
        let found = known ?? (await budget.run(matching(shard, segment, request.minScore)));
        if (outcome.aggregations) await outcome.aggregations.collect({ shard, segment, ...found }, budget);
        if (!known) {
          if (shard.postFilter) found = await budget.run(postFiltered(shard.postFilter, segment, found));
          memory?.set(segment, found);
        }
        if (found.docs.length > left.count) found = keep(found, (place) => place < left.count);
        left.count -= found.docs.length;
        outcome.total += found.docs.length;
        best = Math.max(best, highest(found));
        if (request.size > 0) await budget.run(top.collect({ shard, segment, base, ...found }));
        base += segment.docCount;
        if (left.count <= 0 && request.terminateAfter !== undefined) {
          outcome.terminatedEarly = true;
          break;
        }
        await budget.pause();
        if (budget.expired()) throw new OutOfTime();
      }
      answered.push(shard);
    } catch (error) {
      if (error instanceof OutOfTime) {
        outcome.timedOut = true;
        answered.push(shard);
        break;
      }
      if (!(error instanceof EngineError) || error.type === "task_cancelled_exception") throw error;
      outcome.failures.push({ index: shard.index, error: withIndex(shard, error) });
    }
  }
  if (answered.length === 0 && outcome.failures.length > 0) throw new SearchPhaseError(outcome.failures);
  outcome.hits = top.sorted().slice(request.from);
  outcome.groups = collapsed?.groups();
  if (tracksBest && request.size > 0 && best > -Infinity) outcome.maxScore = best;
  // Where no index was searched at all Elasticsearch says 0, whatever was asked for.
  if (shards.length === 0 && failures.length === 0) outcome.maxScore = 0;
  return outcome;
}

function withIndex(shard: Shard, error: EngineError): EngineError {
  if (error.type !== "query_shard_exception" || error.details["index"] !== undefined) return error;
  return new EngineError(error.status, error.type, error.reason, {
    details: { index: shard.index.name, index_uuid: shard.index.uuid },
    causedBy: error.causedBy,
  });
}
