import { bitsIn, featurePrefix } from "../../mapping/features";
import { featureBits, featureOf } from "../../mapping/numbers";
import { finished, STRETCH, type Steps } from "../../steps";
import type { NumberColumn, PointColumn, SegmentReader } from "../../store/types";
import { formulaOf, scoreOf } from "../core/feature-functions";
import { roughDistanceInMetres } from "../core/geo";
import type { LuceneNode, Point, Explanation, Matches, Weight } from "../types";
import type { WeightRequest } from "./context";
import { holds } from "./sets";

type FeatureNode = Extract<LuceneNode, { kind: "feature" }>;
type DistanceNode = Extract<LuceneNode, { kind: "distance" }>;

/** A number of each document that has one, documents ascending. */
type Values = { docs: Uint32Array; values: Float64Array };
const NOTHING: Values = { docs: new Uint32Array(0), values: new Float64Array(0) };

/** Documents for which there is a number. */
function* numbersOf(docCount: number, numberOf: (doc: number) => number | undefined): Steps<Values> {
  const docs = new Uint32Array(docCount);
  const values = new Float64Array(docCount);
  let count = 0;
  for (let doc = 0; doc < docCount; doc++) {
    if (doc % STRETCH === STRETCH - 1) yield;
    const value = numberOf(doc);
    if (value === undefined) continue;
    docs[count] = doc;
    values[count++] = value;
  }
  return { docs: docs.subarray(0, count), values: values.subarray(0, count) };
}

function ofColumn(segment: SegmentReader, field: string): Steps<Values> | Values {
  const column = segment.field(field)?.numbers;
  return column
    ? numbersOf(segment.docCount, (doc) => (column.count(doc) > 0 ? column.at(doc, 0) : undefined))
    : NOTHING;
}

/** Values of one of many features: each of its terms holds one. */
function* ofTerms(segment: SegmentReader, field: string, feature: string): Steps<Values> {
  const reader = segment.field(field);
  if (!reader) return NOTHING;
  const prefix = featurePrefix(feature);
  const found = new Float64Array(segment.docCount);
  let read = 0;
  for (const entry of reader.terms.withPrefix(prefix)) {
    const bits = bitsIn(entry.term, prefix);
    if (bits === undefined) continue;
    const value = featureOf(bits);
    for (const doc of reader.postings(entry).docs) found[doc] = value;
    if ((read += entry.docFreq) < STRETCH) continue;
    read = 0;
    yield;
  }
  return yield* numbersOf(segment.docCount, (doc) => found[doc] || undefined);
}

function* valuesOf(segment: SegmentReader, { field, feature }: FeatureNode): Steps<Values> {
  const values = feature === undefined ? ofColumn(segment, field) : ofTerms(segment, field, feature);
  return "docs" in values ? values : yield* values;
}

type Sum = { count: number; bits: number };
const sums = new WeakMap<object, Map<string, Sum>>();

/**
 * How many documents have a feature and what the bits of their values add up to, dead documents included, as in Lucene.
 * Worked out once a segment.
 */
function* sumOf(segment: SegmentReader, node: FeatureNode): Steps<Sum> {
  const lasting = segment.lasting ?? segment;
  const ofSegment = sums.get(lasting) ?? new Map<string, Sum>();
  sums.set(lasting, ofSegment);
  const key = `${node.field}\u0000${node.feature ?? ""}`;
  const known = ofSegment.get(key);
  if (known) return known;
  const { values } = yield* valuesOf(segment, node);
  let bits = 0;
  for (const value of values) bits += featureBits(value);
  const sum = { count: values.length, bits };
  ofSegment.set(key, sum);
  return sum;
}

/**
 * The pivot that is taken where none is given: the value whose bits are the mean of all, which is about their geometric
 * mean.
 */
function* meanOf(segments: readonly SegmentReader[], node: FeatureNode): Steps<number> {
  let count = 0;
  let bits = 0;
  for (const segment of segments) {
    const sum = yield* sumOf(segment, node);
    count += sum.count;
    bits += sum.bits;
  }
  return count === 0 ? 1 : featureOf(Math.trunc(Math.fround(bits / count)));
}

/** A query whose scores come from the value of a feature. */
export function featureWeight({ node, context, boost, scoring }: WeightRequest<FeatureNode>): Weight {
  let pivot = node.function.name === "saturation" ? node.function.pivot : 0;
  function* matches(segment: SegmentReader): Steps<Matches> {
    const { docs, values } = yield* valuesOf(segment, node);
    if (!scoring) return { docs, scores: undefined, constant: 0 };
    pivot ??= yield* meanOf(context.snapshot.segments, node);
    return { docs, scores: Float32Array.from(values, scoreOf(node.function, { weight: boost, pivot })), constant: 0 };
  }
  return {
    cost: (segment) => (segment.field(node.field) ? segment.docCount : 0),
    matches,
    explain(segment, doc): Explanation | undefined {
      const { docs, values } = finished(valuesOf(segment, node));
      if (!holds(docs, doc)) return undefined;
      pivot ??= finishedNumber(meanOf(context.snapshot.segments, node));
      const value = values[docs.indexOf(doc)] ?? 0;
      const { title, formula, parts } = formulaOf(node.function, pivot);
      const [field, feature] = node.feature === undefined ? ["_feature", node.field] : [node.field, node.feature];
      const lines = [
        { value: boost, description: "w, weight of this function" },
        ...parts,
        { value, description: "S, feature value" },
      ];
      return {
        value: scoring ? scoreOf(node.function, { weight: boost, pivot })(value) : 0,
        description: `${title} function on the ${field} field for the ${feature} feature, computed as ${formula} from:`,
        details: lines.map((line) => ({ ...line, details: [] })),
      };
    },
  };
}

function finishedNumber(steps: Steps<number>): number {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** How far the nearest value of a document is from the origin. */
function distanceOf(
  segment: SegmentReader,
  { field, origin }: DistanceNode,
): ((doc: number) => number | undefined) | undefined {
  const reader = segment.field(field);
  if (typeof origin === "number") return reader?.numbers && nearestTime(reader.numbers, origin);
  return reader?.points && nearestPoint(reader.points, origin);
}

function nearest(count: number, distance: (place: number) => number): number | undefined {
  let least: number | undefined;
  for (let place = 0; place < count; place++) {
    const one = distance(place);
    if (least === undefined || one < least) least = one;
  }
  return least;
}

function nearestTime(column: NumberColumn, origin: number): (doc: number) => number | undefined {
  return (doc) => nearest(column.count(doc), (place) => Math.abs(column.at(doc, place) - origin));
}

function nearestPoint(points: PointColumn, origin: Point): (doc: number) => number | undefined {
  return (doc) =>
    nearest(points.count(doc), (place) =>
      roughDistanceInMetres(origin, { lat: points.lat(doc, place), lon: points.lon(doc, place) }),
    );
}

/** A query whose scores fall with the distance from a point in time or on the earth: half of the boost at the pivot. */
export function distanceWeight({ node, boost, scoring }: WeightRequest<DistanceNode>): Weight {
  const score = (distance: number) => Math.fround(boost * (node.pivot / (node.pivot + distance)));
  function* matches(segment: SegmentReader): Steps<Matches> {
    const distance = distanceOf(segment, node);
    const { docs, values } = distance ? yield* numbersOf(segment.docCount, distance) : NOTHING;
    return { docs, scores: scoring ? Float32Array.from(values, score) : undefined, constant: 0 };
  }
  return {
    cost: (segment) => (segment.field(node.field) ? segment.docCount : 0),
    matches,
    explain(segment, doc): Explanation | undefined {
      const distance = distanceOf(segment, node)?.(doc);
      if (distance === undefined) return undefined;
      const what = typeof node.origin === "number" ? "value - origin" : "distance";
      return {
        value: scoring ? score(distance) : 0,
        description: `Distance score, computed as weight * pivotDistance / (pivotDistance + abs(${what})) from:`,
        details: [
          { value: boost, description: "weight", details: [] },
          { value: node.pivot, description: "pivotDistance", details: [] },
          { value: distance, description: "distance", details: [] },
        ],
      };
    },
  };
}
