import { isSteps, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import type { LuceneKind, LuceneNode, Kept, Matches, Weight } from "../types";
import { booleanWeight, disMaxWeight } from "./boolean";
import { existsSet, geoBoxSet, geoDistanceSet, numberRangeSet, numberSet } from "./columns";
import { constantWeight, everything, noMatches, type DocumentSet } from "./constant";
import type { WeightRequest } from "./context";
import { distanceWeight, featureWeight } from "./features";
import { functionScoreWeight } from "./function-score";
import { nestedWeight } from "./nested";
import { phraseWeight } from "./phrase";
import { advance } from "./sets";
import { synonymWeight, termWeight } from "./term";
import { idSet, multiTermSet, sequenceSet, termRangeSet, termSet } from "./terms";
import { nearestWeight, vectorScoreWeight } from "./vectors";

/** Fuzzy words are expanded before a query is bound (`core/expand.ts`). */
function unexpanded(): never {
  throw new TypeError("a fuzzy word was not expanded");
}

type Binders = { [Kind in LuceneKind]: (request: WeightRequest<Extract<LuceneNode, { kind: Kind }>>) => Weight };

function constant(set: DocumentSet, { boost, scoring }: WeightRequest, describe: string): Weight {
  return constantWeight({ set, boost: scoring ? boost : 0, describe });
}

function* withConstant(work: Steps<Matches>, constant: number): Steps<Matches> {
  const { docs } = yield* work;
  return { docs, scores: undefined, constant };
}

function* addedTo(work: Steps<Kept>, sums: Float64Array | undefined, value: number): Steps<Kept> {
  return addValue(yield* work, sums, value);
}

function addValue(kept: Kept, sums: Float64Array | undefined, value: number): Kept {
  if (sums) for (let place = 0; place < kept.count; place++) sums[place]! += value;
  return kept;
}

function constantScore(request: WeightRequest<Extract<LuceneNode, { kind: "constant" }>>): Weight {
  const inner = weightOf({ ...request, node: request.node.query, boost: 1, scoring: false });
  const value = request.scoring ? request.boost : 0;
  const weight: Weight = {
    cost: (segment) => inner.cost(segment),
    matches(segment) {
      const work = inner.matches(segment);
      return isSteps(work) ? withConstant(work, value) : { docs: work.docs, scores: undefined, constant: value };
    },
    explain: (segment, doc) =>
      inner.explain(segment, doc) ? { value, description: "ConstantScore", details: [] } : undefined,
  };
  const { refine } = inner;
  if (refine) {
    weight.refine = (segment, candidates) => {
      const work = refine(segment, candidates);
      return isSteps(work) ? addedTo(work, candidates.sums, value) : addValue(work, candidates.sums, value);
    };
  }
  return weight;
}

function boosting(request: WeightRequest<Extract<LuceneNode, { kind: "boosting" }>>): Weight {
  const positive = weightOf({ ...request, node: request.node.positive });
  if (!request.scoring) return positive;
  const negative = weightOf({ ...request, node: request.node.negative, scoring: false });
  const factor = request.node.negativeBoost;
  function* matches(segment: SegmentReader): Steps<Matches> {
    const work = positive.matches(segment);
    const found = isSteps(work) ? yield* work : work;
    const scores = found.scores ? found.scores.slice() : new Float32Array(found.docs.length).fill(found.constant);
    const other = negative.matches(segment);
    const against = (isSteps(other) ? yield* other : other).docs;
    for (let place = 0, at = 0; place < scores.length; place++) {
      at = advance(against, at, found.docs[place]!);
      if (against[at] === found.docs[place]) scores[place]! *= factor;
    }
    return { docs: found.docs, scores, constant: 0 };
  }
  return {
    cost: (segment) => positive.cost(segment),
    matches,
    explain(segment, doc) {
      const inner = positive.explain(segment, doc);
      if (!inner || !negative.explain(segment, doc)) return inner;
      return {
        value: Math.fround(inner.value * factor),
        description: "product of:",
        details: [inner, { value: factor, description: "negative boost", details: [] }],
      };
    },
  };
}

function named(request: WeightRequest<Extract<LuceneNode, { kind: "named" }>>): Weight {
  const weight = weightOf({ ...request, node: request.node.query });
  request.context.named.set(request.node.name, weight);
  return weight;
}

const binders: Binders = {
  all: (request) => constant(everything, request, "*:*"),
  none: () => ({ cost: () => 0, matches: noMatches, explain: () => undefined }),
  term: termWeight,
  synonym: synonymWeight,
  phrase: phraseWeight,
  boolean: (request) => booleanWeight(request, weightOf),
  dis_max: (request) => disMaxWeight(request, weightOf),
  constant: constantScore,
  boosting,
  function_score: (request) => functionScoreWeight(request, weightOf),
  named,
  nested: (request) => nestedWeight(request, weightOf),
  feature: featureWeight,
  distance: distanceWeight,
  nearest: (request) => nearestWeight(request, weightOf),
  vector_score: (request) => vectorScoreWeight(request, weightOf),
  term_set: (request) =>
    constant(termSet(request.node), request, `${request.node.field}:(${request.node.terms.join(" ")})`),
  fuzzy: unexpanded,
  multi_term: (request) => constant(multiTermSet(request.node), request, `${request.node.field}:${request.node.label}`),
  term_range: (request) =>
    constant(
      termRangeSet(request.node),
      request,
      `${request.node.field}:[${request.node.lower ?? "*"} TO ${request.node.upper ?? "*"}]`,
    ),
  number_range: (request) =>
    constant(
      numberRangeSet(request.node),
      request,
      `${request.node.field}:[${request.node.lower} TO ${request.node.upper}]`,
    ),
  number_set: (request) =>
    constant(numberSet(request.node), request, `${request.node.field}:{${request.node.values.join(" ")}}`),
  exists: (request) =>
    constant(existsSet(request.node), request, `ConstantScore(FieldExists ${request.node.fields.join(" ")})`),
  ids: (request) => constant(idSet(request.node.ids, request.context), request, `_id:(${request.node.ids.join(" ")})`),
  sequence: (request) =>
    constant(
      sequenceSet(request.node, request.context),
      request,
      `_seq_no:[${request.node.from} TO ${request.node.to}]`,
    ),
  geo_distance: (request) =>
    constant(
      geoDistanceSet(request.node),
      request,
      `${request.node.field}:${request.node.origin.lat},${request.node.origin.lon} +/- ${request.node.distance} meters`,
    ),
  geo_box: (request) => constant(geoBoxSet(request.node), request, `${request.node.field}:box`),
};

/** Binds a query to a snapshot. `boost` is the product of the boosts around the node; its own is added here. */
export function weightOf(request: WeightRequest): Weight {
  const boost = Math.fround(request.boost * request.node.boost);
  // The table has one binder a kind, so the node is of the kind that the binder takes.
  const bind = binders[request.node.kind] as (request: WeightRequest) => Weight;
  return bind({ ...request, boost });
}
