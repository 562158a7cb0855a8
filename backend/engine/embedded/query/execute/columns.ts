import type { NumberColumn, SegmentReader } from "../../store/types";
import type { LuceneNode, NumberRangeNode, NumberSetNode, NumericBound } from "../types";
import { distanceInMetres } from "../core/geo";
import { testedSet, type DocumentSet } from "./constant";

type Node<Kind extends LuceneNode["kind"]> = Extract<LuceneNode, { kind: Kind }>;

function exactBetween(
  column: NumberColumn,
  lower: NumericBound,
  upper: NumericBound,
): (doc: number, place: number) => boolean {
  // Doubles tell neighbours beyond 2^53 not apart: there the column's exact value decides.
  return (doc, place) => {
    const value = column.exact?.(doc, place) ?? column.at(doc, place);
    return value >= lower && value <= upper;
  };
}

function rangeTest(segment: SegmentReader, node: NumberRangeNode): ((doc: number) => boolean) | undefined {
  const column = segment.field(node.field)?.numbers;
  if (!column) return undefined;
  const { lower, upper } = node;
  if (typeof lower === "number" && typeof upper === "number" && !(column.exact && beyondDoubles(lower, upper))) {
    const { dense } = column;
    if (dense) {
      const { values, exists } = dense;
      if (!exists) return (doc) => values[doc]! >= lower && values[doc]! <= upper;
      return (doc) => values[doc]! >= lower && values[doc]! <= upper && (exists[doc >>> 3]! & (1 << (doc & 7))) !== 0;
    }
    if (!column.multiValued) {
      return (doc) => {
        if (column.count(doc) === 0) return false;
        const value = column.at(doc, 0);
        return value >= lower && value <= upper;
      };
    }
    return (doc) => {
      for (let place = 0, count = column.count(doc); place < count; place++) {
        const value = column.at(doc, place);
        if (value >= lower && value <= upper) return true;
      }
      return false;
    };
  }
  const between = exactBetween(column, lower, upper);
  return (doc) => {
    for (let place = 0, count = column.count(doc); place < count; place++) if (between(doc, place)) return true;
    return false;
  };
}

function beyondDoubles(lower: number, upper: number): boolean {
  const beyond = (bound: number) => Number.isFinite(bound) && Math.abs(bound) > Number.MAX_SAFE_INTEGER;
  return beyond(lower) || beyond(upper);
}

const LEAST = -0x80000000;
const MOST = 0x7fffffff;

/**
 * As `denseRange` for whole numbers: a loop that only ever sees one kind of array and compares integers takes half the
 * time.
 */
function denseWholeRange(
  values: Int32Array,
  { docCount, lower, upper }: { docCount: number; lower: number; upper: number },
): Uint32Array {
  const found = new Uint32Array(docCount);
  if (!(lower <= MOST && upper >= LEAST)) return found.subarray(0, 0);
  const least = Math.max(LEAST, Math.ceil(lower)) | 0;
  const most = Math.min(MOST, Math.floor(upper)) | 0;
  let count = 0;
  for (let doc = 0; doc < docCount; doc++) {
    const value = values[doc]!;
    if (value >= least && value <= most) found[count++] = doc;
  }
  return found.subarray(0, count);
}

/** The documents of a dense column between two doubles, without a call for each. */
function denseRange(
  { values, exists }: NonNullable<NumberColumn["dense"]>,
  { docCount, lower, upper }: { docCount: number; lower: number; upper: number },
): Uint32Array {
  const found = new Uint32Array(docCount);
  let count = 0;
  for (let doc = 0; doc < docCount; doc++) {
    const value = values[doc]!;
    if (value >= lower && value <= upper && (!exists || (exists[doc >>> 3]! & (1 << (doc & 7))) !== 0))
      found[count++] = doc;
  }
  return found.subarray(0, count);
}

export function numberRangeSet(node: NumberRangeNode): DocumentSet {
  const tested = testedSet((segment) => rangeTest(segment, node));
  const { lower, upper } = node;
  if (typeof lower !== "number" || typeof upper !== "number") return tested;
  return {
    ...tested,
    docs(segment) {
      const dense = segment.field(node.field)?.numbers?.dense;
      if (!dense) return tested.docs(segment);
      const range = { docCount: segment.docCount, lower, upper };
      return dense.values instanceof Int32Array && !dense.exists
        ? denseWholeRange(dense.values, range)
        : denseRange(dense, range);
    },
  };
}

export function numberSet(node: NumberSetNode): DocumentSet {
  const plain = new Set<number>();
  const exact = new Set<bigint>();
  for (const value of node.values) {
    plain.add(Number(value));
    if (typeof value === "bigint") exact.add(value);
    else if (Number.isInteger(value)) exact.add(BigInt(value));
  }
  return testedSet((segment) => {
    const column = segment.field(node.field)?.numbers;
    if (!column) return undefined;
    return (doc) => {
      for (let place = 0, count = column.count(doc); place < count; place++) {
        const value = column.at(doc, place);
        if (!plain.has(value)) continue;
        if (!column.exact || Number.isSafeInteger(value) || exact.has(column.exact(doc, place))) return true;
      }
      return false;
    };
  });
}

export function existsSet(node: Node<"exists">): DocumentSet {
  return testedSet((segment) => {
    const readers = node.fields.map((field) => segment.field(field)).filter((one) => one !== undefined);
    if (readers.length === 0) return undefined;
    const [only] = readers;
    if (readers.length === 1 && only) return (doc) => only.exists(doc);
    return (doc) => readers.some((reader) => reader.exists(doc));
  });
}

export function geoDistanceSet(node: Node<"geo_distance">): DocumentSet {
  return testedSet((segment) => {
    const points = segment.field(node.field)?.points;
    if (!points) return undefined;
    return (doc) => {
      for (let place = 0, count = points.count(doc); place < count; place++) {
        const point = { lat: points.lat(doc, place), lon: points.lon(doc, place) };
        if (distanceInMetres(node.origin, point) <= node.distance) return true;
      }
      return false;
    };
  });
}

export function geoBoxSet({ field, top, left, bottom, right }: Node<"geo_box">): DocumentSet {
  const inside = (lon: number) => (left <= right ? lon >= left && lon <= right : lon >= left || lon <= right);
  return testedSet((segment) => {
    const points = segment.field(field)?.points;
    if (!points) return undefined;
    return (doc) => {
      for (let place = 0, count = points.count(doc); place < count; place++) {
        const lat = points.lat(doc, place);
        if (lat >= bottom && lat <= top && inside(points.lon(doc, place))) return true;
      }
      return false;
    };
  });
}
