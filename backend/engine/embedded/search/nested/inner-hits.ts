import type { JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import type { AnswerValue } from "../../http/raw-json";
import type { BoundInnerHits, Matches, ShowInnerHits } from "../../query";
import { objectsOf } from "../../query/execute/nested";
import { advance } from "../../query/execute/sets";
import { isSteps, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import { shortFloat } from "../../values";
import { fetchHits } from "../answer/fetch";
import { TopHits } from "../collect/collector";
import { parseInnerHits } from "../request/parse-inner-hits";
import { parseSearchBody } from "../request/parse-request";
import type { SearchRequest, SortSpec } from "../types";

/** Objects of one list, at most (`index.max_inner_result_window`). */
const MAX_WINDOW = 100;
const BY_SCORE: readonly SortSpec[] = [{ kind: "score", order: "desc" }];

/** What a clause finds in a segment, found once for all hits. */
const found = new WeakMap<BoundInnerHits, Map<SegmentReader, Matches>>();

function* matchesIn(bound: BoundInnerHits, objects: SegmentReader): Steps<Matches> {
  const known = found.get(bound) ?? new Map<SegmentReader, Matches>();
  found.set(bound, known);
  let matches = known.get(objects);
  if (!matches) {
    const work = bound.weight.matches(objects);
    matches = isSteps(work) ? yield* work : work;
    known.set(objects, matches);
  }
  return matches;
}

function checkRequest({ from, size, seqNoPrimaryTerm }: SearchRequest, name: string | undefined): void {
  if (seqNoPrimaryTerm)
    throw new EngineError(500, "unsupported_operation_exception", "nested documents are not assigned sequence numbers");
  const window = from + size;
  if (window > MAX_WINDOW)
    throw illegalArgument(
      `Inner result window is too large, the inner hit definition's [${name ?? null}]'s from + size must be less than or equal to: [${MAX_WINDOW}] but was [${window}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
    );
}

/** Shows the objects of a hit that a nested query found. */
function shower(request: SearchRequest): ShowInnerHits {
  const sort = request.sort.length > 0 ? request.sort : BY_SCORE;
  const scored = request.sort.length === 0 || request.trackScores || sort.some((one) => one.kind === "score");
  return function* show(bound, { shard, segment, doc }, { totalAsInteger }): Steps<AnswerValue> {
    const level = segment.nested?.(bound.path);
    const all = level && (yield* matchesIn(bound, level.docs));
    const range = level ? objectsOf(level.owners, doc) : { from: 0, to: 0 };
    const from = all ? advance(all.docs, 0, range.from) : 0;
    const to = all ? advance(all.docs, from, range.to) : 0;
    const top = new TopHits(request.from + request.size, sort);
    const inner = { ...shard, node: bound.node, execute: bound.context };
    let best = -Infinity;
    if (level && all && to > from) {
      const scores = all.scores?.subarray(from, to);
      best = scores ? scores.reduce((high, score) => Math.max(high, score), -Infinity) : all.constant;
      yield* top.collect({
        shard: inner,
        segment: level.docs,
        base: 0,
        docs: all.docs.subarray(from, to),
        scores,
        constant: all.constant,
      });
    }
    const total = to - from;
    const hits = yield* fetchHits({ hits: top.sorted().slice(request.from), request, scored, totalAsInteger });
    return {
      hits: {
        total: totalAsInteger ? total : { value: total, relation: "eq" },
        max_score: scored && total > 0 ? shortFloat(best) : null,
        hits,
      },
    };
  };
}

/** Reads the `inner_hits` of a nested query. */
export function nestedInnerHits(body: JsonValue): { name: string | undefined; show: ShowInnerHits; check: () => void } {
  const { name, request } = parseInnerHits(body, parseSearchBody);
  if (request.collapse) throw illegalArgument("[collapse] of nested inner hits is not supported by this engine");
  return { name, show: shower(request), check: () => checkRequest(request, name) };
}
