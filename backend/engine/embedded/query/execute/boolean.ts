import { isSteps, STRETCH, type Steps, type Work } from "../../steps";
import type { SegmentReader } from "../../store/types";
import type { BooleanNode, DisMaxNode, LuceneNode, Explanation, Kept, Matches, Weight } from "../types";
import type { WeightRequest } from "./context";
import { noMatches } from "./constant";
import { advance, giveBack, takeAccumulator, type Accumulator } from "./sets";

/** Binds a clause; given in by the table of weights, which knows every kind. */
export type BindWeight = (request: WeightRequest) => Weight;

/** What a clause costs beside its documents, in documents. */
const CLAUSE = 100;

type Candidates = { docs: Uint32Array; sums: Float64Array | undefined; count: number };

function keepFound({ docs, sums, count }: Candidates, found: Matches): Kept {
  let kept = 0;
  let at = 0;
  for (let place = 0; place < count; place++) {
    const doc = docs[place]!;
    at = advance(found.docs, at, doc);
    if (at >= found.docs.length) break;
    if (found.docs[at] !== doc) continue;
    docs[kept] = doc;
    if (sums) sums[kept] = sums[place]! + (found.scores ? found.scores[at]! : found.constant);
    kept++;
  }
  return { count: kept };
}

function* keepLater(candidates: Candidates, work: Steps<Matches>): Steps<Kept> {
  return keepFound(candidates, yield* work);
}

/** Keeps the candidates that match the clause and adds its scores. */
export function refineBy(weight: Weight, segment: SegmentReader, candidates: Candidates): Work<Kept> {
  if (weight.refine) return weight.refine(segment, candidates);
  const found = weight.matches(segment);
  return isSteps(found) ? keepLater(candidates, found) : keepFound(candidates, found);
}

function addAll(accumulator: Accumulator, { docs, scores, constant }: Matches, scoring: boolean): void {
  if (!scoring) {
    for (let place = 0; place < docs.length; place++) accumulator.mark(docs[place]!);
    return;
  }
  if (scores) for (let place = 0; place < docs.length; place++) accumulator.add(docs[place]!, scores[place]!);
  else for (let place = 0; place < docs.length; place++) accumulator.add(docs[place]!, constant);
}

function* exclude(weight: Weight, segment: SegmentReader, candidates: Candidates): Steps<Kept> {
  const { docs, sums, count } = candidates;
  let banned: Uint32Array;
  if (weight.refine && count < weight.cost(segment)) {
    const copy = docs.slice(0, count);
    const work = weight.refine(segment, { docs: copy, sums: undefined, count });
    banned = copy.subarray(0, (isSteps(work) ? yield* work : work).count);
  } else {
    const work = weight.matches(segment);
    banned = (isSteps(work) ? yield* work : work).docs;
  }
  let kept = 0;
  let at = 0;
  for (let place = 0; place < count; place++) {
    const doc = docs[place]!;
    at = advance(banned, at, doc);
    if (banned[at] === doc) continue;
    docs[kept] = doc;
    if (sums) sums[kept] = sums[place]!;
    kept++;
  }
  return { count: kept };
}

function startFrom({ docs, scores, constant }: Matches, scoring: boolean, counts: boolean): Candidates {
  const count = docs.length;
  if (!scoring) return { docs: docs.slice(), sums: undefined, count };
  const sums = new Float64Array(count);
  if (counts) {
    if (scores) for (let place = 0; place < count; place++) sums[place] = scores[place]!;
    else sums.fill(constant);
  }
  return { docs: docs.slice(), sums, count };
}

/** must, filter, should and must_not in one. Scores are the sum of the matching must and should clauses. */
export function booleanWeight({ node, context, boost, scoring }: WeightRequest<BooleanNode>, bind: BindWeight): Weight {
  const bound = (query: LuceneNode, scored: boolean) => bind({ node: query, context, boost, scoring: scored });
  const must = node.must.map((query) => bound(query, scoring));
  const filter = node.filter.map((query) => bound(query, false));
  const should = node.should.map((query) => bound(query, scoring));
  const mustNot = node.mustNot.map((query) => bound(query, false));
  const required = [...must, ...filter];
  const minimum =
    required.length === 0 && should.length > 0 ? Math.max(1, node.minimumShouldMatch) : node.minimumShouldMatch;

  function* optional(segment: SegmentReader, keepCounts: boolean): Steps<Matches> {
    const accumulator = takeAccumulator(segment.docCount);
    try {
      let spent = 0;
      for (const weight of should) {
        const work = weight.matches(segment);
        const found = isSteps(work) ? yield* work : work;
        addAll(accumulator, found, keepCounts || scoring);
        spent += found.docs.length + CLAUSE;
        if (spent < STRETCH) continue;
        spent = 0;
        yield;
      }
      let docs = accumulator.docs();
      if (minimum > 1) docs = docs.filter((doc) => accumulator.counts[doc]! >= minimum);
      if (!scoring) return { docs, scores: undefined, constant: 0 };
      const scores = new Float32Array(docs.length);
      for (let place = 0; place < docs.length; place++) scores[place] = accumulator.sums[docs[place]!]!;
      return { docs, scores, constant: 0 };
    } finally {
      giveBack(accumulator);
    }
  }

  function* addOptional(segment: SegmentReader, candidates: Candidates): Steps<void> {
    const { sums, count } = candidates;
    if (!sums || count === 0) return;
    // What stands behind the candidates is left over from before and in no order.
    const docs = candidates.docs.subarray(0, count);
    let spent = 0;
    for (const weight of should) {
      spent += count + CLAUSE;
      if (spent >= STRETCH) {
        spent = 0;
        yield;
      }
      if (weight.refine && count * 4 < weight.cost(segment)) {
        const copy = docs.slice(0, count);
        const added = new Float64Array(count);
        const work = weight.refine(segment, { docs: copy, sums: added, count });
        const { count: kept } = isSteps(work) ? yield* work : work;
        let at = 0;
        for (let place = 0; place < kept; place++) {
          at = advance(docs, at, copy[place]!);
          sums[at]! += added[place]!;
        }
        continue;
      }
      const work = weight.matches(segment);
      const found = isSteps(work) ? yield* work : work;
      let at = 0;
      for (let place = 0; place < count; place++) {
        at = advance(found.docs, at, docs[place]!);
        if (at >= found.docs.length) break;
        if (found.docs[at] === docs[place]) sums[place]! += found.scores ? found.scores[at]! : found.constant;
      }
    }
  }

  function* finish(segment: SegmentReader, candidates: Candidates): Steps<Matches> {
    for (const weight of mustNot) {
      if (candidates.count === 0) break;
      candidates.count = (yield* exclude(weight, segment, candidates)).count;
      if (candidates.count >= STRETCH) yield;
    }
    const docs = candidates.docs.subarray(0, candidates.count);
    if (!candidates.sums) return { docs, scores: undefined, constant: 0 };
    return { docs, scores: Float32Array.from(candidates.sums.subarray(0, candidates.count)), constant: 0 };
  }

  function* matches(segment: SegmentReader): Steps<Matches> {
    if (required.length === 0 && should.length === 0) return noMatches();
    if (minimum > should.length) return noMatches();
    if (required.length === 0) {
      const work = should.length === 1 && minimum <= 1 ? should[0]!.matches(segment) : optional(segment, minimum > 1);
      const found = isSteps(work) ? yield* work : work;
      if (mustNot.length === 0) return found;
      return yield* finish(segment, startFrom(found, scoring, true));
    }
    if (required.length === 1 && should.length === 0 && mustNot.length === 0) {
      const work = required[0]!.matches(segment);
      const found = isSteps(work) ? yield* work : work;
      return must.length === 1 ? found : { docs: found.docs, scores: undefined, constant: 0 };
    }
    const costs = required.map((weight) => weight.cost(segment));
    const order = required.map((_, at) => at).sort((a, b) => costs[a]! - costs[b]!);
    const lead = order[0]!;
    const first = required[lead]!;
    const work = first.matches(segment);
    const candidates = startFrom(isSteps(work) ? yield* work : work, scoring, lead < must.length);
    for (const at of order.slice(1)) {
      if (candidates.count === 0) return noMatches();
      // Filters are bound without scoring, so they add 0.
      const kept = refineBy(required[at]!, segment, candidates);
      candidates.count = (isSteps(kept) ? yield* kept : kept).count;
      if (candidates.count >= STRETCH) yield;
    }
    if (minimum > 0) {
      candidates.count = keepFound(candidates, yield* optional(segment, minimum > 1)).count;
    } else yield* addOptional(segment, candidates);
    return yield* finish(segment, candidates);
  }

  return {
    cost(segment) {
      if (required.length > 0) return Math.min(...required.map((weight) => weight.cost(segment)));
      return should.reduce((sum, weight) => sum + weight.cost(segment), 0);
    },
    matches,
    explain(segment, doc) {
      if (mustNot.some((weight) => weight.explain(segment, doc))) return undefined;
      if (filter.some((weight) => !weight.explain(segment, doc))) return undefined;
      const required = must.map((weight) => weight.explain(segment, doc));
      if (required.includes(undefined)) return undefined;
      const optional = should.map((weight) => weight.explain(segment, doc)).filter((one) => one !== undefined);
      if (optional.length < minimum) return undefined;
      const details: Explanation[] = [...required.filter((one) => one !== undefined), ...optional];
      const value = scoring ? Math.fround(details.reduce((sum, one) => sum + one.value, 0)) : 0;
      if (details.length === 1) return details[0];
      return { value, description: "sum of:", details };
    },
  };
}

/** Adds scores up in `total` and keeps the largest of each document in `best`. */
function addBest(total: Accumulator, best: Accumulator, { docs, scores, constant }: Matches): void {
  for (let place = 0; place < docs.length; place++) {
    const doc = docs[place]!;
    const score = scores ? scores[place]! : constant;
    if (total.add(doc, score) || score > best.sums[doc]!) best.sums[doc] = score;
  }
}

/** The best clause's score plus `tieBreaker` times the others'. */
export function disMaxWeight({ node, context, boost, scoring }: WeightRequest<DisMaxNode>, bind: BindWeight): Weight {
  const clauses = node.queries.map((query) => bind({ node: query, context, boost, scoring }));
  const tie = node.tieBreaker;

  function* matches(segment: SegmentReader): Steps<Matches> {
    const total = takeAccumulator(segment.docCount);
    const best = takeAccumulator(scoring ? segment.docCount : 0);
    try {
      let spent = 0;
      for (const weight of clauses) {
        const work = weight.matches(segment);
        const found = isSteps(work) ? yield* work : work;
        if (scoring) addBest(total, best, found);
        else addAll(total, found, false);
        spent += found.docs.length + CLAUSE;
        if (spent < STRETCH) continue;
        spent = 0;
        yield;
      }
      const docs = total.docs();
      if (!scoring) return { docs, scores: undefined, constant: 0 };
      const scores = new Float32Array(docs.length);
      for (let place = 0; place < docs.length; place++) {
        const doc = docs[place]!;
        const top = best.sums[doc]!;
        scores[place] = top + (total.sums[doc]! - top) * tie;
      }
      return { docs, scores, constant: 0 };
    } finally {
      giveBack(best);
      giveBack(total);
    }
  }

  return {
    cost: (segment) => clauses.reduce((sum, weight) => sum + weight.cost(segment), 0),
    matches: (segment) => (clauses.length === 1 ? clauses[0]!.matches(segment) : matches(segment)),
    explain(segment, doc) {
      const details = clauses.map((weight) => weight.explain(segment, doc)).filter((one) => one !== undefined);
      if (details.length === 0) return undefined;
      const top = Math.max(...details.map((one) => one.value));
      const sum = details.reduce((total, one) => total + one.value, 0);
      const description = tie === 0 ? "max of:" : `max plus ${tie} times others of:`;
      return { value: Math.fround(top + (sum - top) * tie), description, details };
    },
  };
}
