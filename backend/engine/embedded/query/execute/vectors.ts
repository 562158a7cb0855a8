import { EngineError, illegalArgument } from "../../errors";
import { finished, isSteps, type Steps } from "../../steps";
import type { SegmentReader, VectorColumn } from "../../store/types";
import { Nearest } from "../core/nearest";
import { measureRows, SCORES, type Target } from "../core/vector-spaces";
import type { VectorSpace } from "../../mapping/types";
import type { LuceneNode, Explanation, Matches, Weight } from "../types";
import type { BindWeight } from "./boolean";
import { noMatches } from "./constant";
import type { WeightRequest } from "./context";
import { advance } from "./sets";

type NearestNode = Extract<LuceneNode, { kind: "nearest" }>;
type VectorScoreNode = Extract<LuceneNode, { kind: "vector_score" }>;

/** Numbers that are looked at between two turns for others: about a third of a millisecond. */
const NUMBERS_A_STEP = 1 << 20;

function rowsAStep({ dims }: VectorColumn): number {
  return Math.max(1, Math.floor(NUMBERS_A_STEP / Math.max(1, dims)));
}

function targetOf(vector: Float32Array): Target {
  let sum = 0;
  for (const number of vector) sum += number * number;
  return { vector, length: Math.sqrt(sum) };
}

/** The rows of the documents that have a vector, and where they stand in the list. */
function rowsOf(column: VectorColumn, docs: Uint32Array): { rows: Uint32Array; places: Uint32Array } {
  const rows = new Uint32Array(docs.length);
  const places = new Uint32Array(docs.length);
  let count = 0;
  let at = 0;
  for (let place = 0; place < docs.length; place++) {
    at = advance(column.docs, at, docs[place]!);
    if (column.docs[at] !== docs[place]) continue;
    rows[count] = at;
    places[count++] = place;
  }
  return { rows: rows.subarray(0, count), places: places.subarray(0, count) };
}

type Take = (row: number, measure: number, place: number) => void;

/**
 * Measures rows and hands them out; `place` is where a row stands in the list. Rows that lie side by side are measured
 * together.
 */
function* measured(
  { space, target, column }: { space: VectorSpace; target: Target; column: VectorColumn },
  list: Uint32Array | undefined,
  take: Take,
): Steps<void> {
  const count = list?.length ?? column.docs.length;
  const step = Math.min(rowsAStep(column), column.kernel?.most ?? Infinity);
  const measures = new Float64Array(Math.min(step, count));
  let spent = 0;
  for (let place = 0; place < count;) {
    const from = list ? list[place]! : place;
    const most = Math.min(step, count - place);
    let length = list ? 1 : most;
    if (list) while (length < most && list[place + length] === from + length) length++;
    measureRows({ space, rows: column, target, from, to: from + length, into: measures });
    for (let at = 0; at < length; at++) take(from + at, measures[at]!, place + at);
    place += length;
    if ((spent += length) < step) continue;
    spent = 0;
    yield;
  }
}

/** The nearest of living documents over all segments. Each is compared: there is no graph that could miss one. */
export function nearestWeight({ node, context, boost, scoring }: WeightRequest<NearestNode>, bind: BindWeight): Weight {
  const { field, space, most, least } = node;
  const filter = node.filter && bind({ node: node.filter, context, boost: 1, scoring: false });
  const target = targetOf(node.vector);
  const score = SCORES[space];
  const { segments } = context.snapshot;
  let found: ReadonlyMap<SegmentReader, Matches> | undefined;

  function* search(): Steps<ReadonlyMap<SegmentReader, Matches>> {
    const nearest = new Nearest(most);
    for (const [place, segment] of segments.entries()) {
      const column = segment.field(field)?.vectors;
      if (!column) continue;
      let bound = Math.max(nearest.bound, least);
      const take = (row: number, measure: number) => {
        const value = Math.fround(score(measure));
        if (value < bound || !segment.isLive(column.docs[row]!)) return;
        nearest.offer(place, column.docs[row]!, value);
        bound = Math.max(nearest.bound, least);
      };
      const work = filter?.matches(segment);
      const passing = work && rowsOf(column, (isSteps(work) ? yield* work : work).docs).rows;
      yield* measured({ space, target, column }, passing, take);
      yield;
    }
    return matchesOf(nearest);
  }

  function matchesOf(nearest: Nearest): ReadonlyMap<SegmentReader, Matches> {
    const lists = new Map<SegmentReader, { doc: number; score: number }[]>();
    for (const { segment, doc, score: value } of nearest.all()) {
      const reader = segments[segment]!;
      const list = lists.get(reader) ?? [];
      list.push({ doc, score: Math.fround(value * boost) });
      lists.set(reader, list);
    }
    return new Map(
      [...lists].map(([reader, list]) => {
        list.sort((a, b) => a.doc - b.doc);
        const docs = Uint32Array.from(list, ({ doc }) => doc);
        return [
          reader,
          { docs, scores: scoring ? Float32Array.from(list, ({ score: value }) => value) : undefined, constant: 0 },
        ];
      }),
    );
  }

  function* matches(segment: SegmentReader): Steps<Matches> {
    found ??= yield* search();
    return found.get(segment) ?? noMatches();
  }

  return {
    cost: (segment) => Math.min(segment.docCount, most),
    matches,
    explain(segment, doc): Explanation | undefined {
      const { docs, scores } = finished(matches(segment));
      const at = docs.indexOf(doc);
      return at < 0
        ? undefined
        : { value: scores?.[at] ?? 0, description: `within the ${most} nearest of ${field}, by ${space}`, details: [] };
    },
  };
}

function withoutVector(): EngineError {
  const cause = illegalArgument("A document doesn't have a value for a vector field!");
  return new EngineError(400, "script_exception", "runtime error", { causedBy: cause });
}

/** A query whose documents score by how near their vector is: what the scripts of a ranking by a vector do. */
export function vectorScoreWeight(request: WeightRequest<VectorScoreNode>, bind: BindWeight): Weight {
  const { node, boost, scoring } = request;
  const { field, space, plain, minScore } = node;
  const inner = bind({ ...request, node: node.query, scoring: false });
  if (!scoring && minScore === undefined && !plain) return inner;
  const target = targetOf(node.vector);
  // Elasticsearch's script adds one to the cosine; OpenSearch's gives the score of the space.
  const score = plain ? (measure: number) => measure + 1 : SCORES[space];

  function* scored(segment: SegmentReader, docs: Uint32Array): Steps<Float32Array> {
    const scores = new Float32Array(docs.length);
    const column = segment.field(field)?.vectors;
    const { rows, places } = column ? rowsOf(column, docs) : { rows: new Uint32Array(0), places: new Uint32Array(0) };
    if (plain && rows.length < docs.length) {
      const with_ = new Set(places);
      if (docs.some((doc, place) => !with_.has(place) && segment.isLive(doc))) throw withoutVector();
    }
    if (column)
      yield* measured({ space, target, column }, rows, (_row, measure, at) => (scores[places[at]!] = score(measure)));
    return scores;
  }

  function* matches(segment: SegmentReader): Steps<Matches> {
    const work = inner.matches(segment);
    let { docs } = isSteps(work) ? yield* work : work;
    let scores = yield* scored(segment, docs);
    for (let at = 0; at < scores.length; at++) scores[at]! *= boost;
    if (minScore !== undefined) {
      const kept = scores;
      scores = scores.filter((value) => value >= minScore);
      docs = docs.filter((_, place) => kept[place]! >= minScore);
    }
    return { docs, scores: scoring ? scores : undefined, constant: 0 };
  }

  return {
    cost: (segment) => inner.cost(segment),
    matches,
    explain(segment, doc): Explanation | undefined {
      const { docs, scores } = finished(matches(segment));
      const at = docs.indexOf(doc);
      return at < 0
        ? undefined
        : {
            value: scores?.[at] ?? 0,
            description: `script score function, computed with script: nearness of ${field} by ${space}`,
            details: [],
          };
    },
  };
}
