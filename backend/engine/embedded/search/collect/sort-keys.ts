import { textOf } from "../../query/parse/values";
import { EngineError, illegalArgument } from "../../errors";
import { requireDocValues } from "../../mapping/doc-values";
import type { FieldType } from "../../mapping/types";
import { formatDate } from "../../mapping/dates";
import type { FieldReader, NumberColumn, SegmentReader } from "../../store/types";
import { distanceInMetres } from "../../query/core/geo";
import { unitInMetres } from "../../query/core/geo-point";
import { dateValue, isWholeNumberType } from "../../query/core/fields";
import { ipTerm } from "../../mapping/ip";
import { finished, type Steps } from "../../steps";
import type { Shard, SortMode, SortSpec, SortValue } from "../types";
import { idPlaces } from "./id-places";

/**
 * A sort key in one segment. `key` is a number that grows with the order asked for, comparable inside the segment only;
 * `value` is what the hit shows and what is comparable everywhere.
 */
export type SegmentKey = {
  key(doc: number, score: number): number;
  value(doc: number, score: number): SortValue;
  /** Where the key is the value of a column with one in each document, times `sign`: read in place, without a call for each document. */
  plain?: { values: Int32Array | Uint32Array | Float32Array | Float64Array; sign: number };
  /** The key of a value of `search_after`; between two keys where no document of the segment has it. */
  keyOf(value: SortValue): number;
};

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);

function missingNumber(type: string, high: boolean): number | bigint {
  if (type === "integer" || type === "short" || type === "byte" || type === "boolean") return high ? 2_147_483_647 : -2_147_483_648;
  if (isWholeNumberType(type) || type.startsWith("date")) return high ? LONG_MAX : LONG_MIN;
  return high ? Infinity : -Infinity;
}

function reduced(values: number[], mode: SortMode): number {
  switch (mode) {
    case "min":
      return values[0]!;
    case "max":
      return values.at(-1)!;
    case "sum":
      return values.reduce((sum, value) => sum + value, 0);
    case "avg":
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case "median": {
      const middle = values.length >> 1;
      return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
    }
  }
}

type FieldSpec = Extract<SortSpec, { kind: "field" }>;

type Ranks = { rank(doc: number, place: number): number; rankOf(value: number | bigint): number };

const ranksOf = new WeakMap<FieldReader, Ranks>();

/** Places of the values of a column among each other: doubles cannot tell neighbours beyond 2^53 apart. Kept with the segment. */
function exactRanks({
  reader,
  column,
  exact,
  docCount,
}: {
  reader: FieldReader | undefined;
  column: NumberColumn;
  exact: NonNullable<NumberColumn["exact"]>;
  docCount: number;
}): Ranks {
  const known = reader && ranksOf.get(reader);
  if (known) return known;
  const all: bigint[] = [];
  for (let doc = 0; doc < docCount; doc++) for (let place = 0, count = column.count(doc); place < count; place++) all.push(exact(doc, place));
  const sorted = BigInt64Array.from(all).sort();
  const rankOf = (value: number | bigint): number => {
    if (Number.isNaN(value)) return NaN;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    const found = sorted[low];
    // Neither below nor above: a double and a bigint compare by what they are worth.
    return found !== undefined && !(found < value) && !(found > value) ? low : low - 0.5;
  };
  const byDoc = column.multiValued ? undefined : Uint32Array.from({ length: docCount }, (_, doc) => (column.count(doc) > 0 ? rankOf(exact(doc, 0)) : 0));
  const ranks = { rank: byDoc ? (doc: number) => byDoc[doc]! : (doc: number, place: number) => rankOf(exact(doc, place)), rankOf };
  if (reader) ranksOf.set(reader, ranks);
  return ranks;
}

function numberKey({
  reader,
  type,
  spec,
  now,
  docCount,
}: {
  reader: FieldReader | undefined;
  type: FieldType;
  spec: FieldSpec;
  now: number;
  docCount: number;
}): SegmentKey {
  const sign = spec.order === "asc" ? 1 : -1;
  const column = reader?.numbers;
  const high = (spec.missing === "_last") === (spec.order === "asc");
  const given = spec.missing === "_last" || spec.missing === "_first" ? undefined : spec.missing;
  // Lucene compares these in single precision, whatever the column holds.
  const isFloat = type.type === "float" || type.type === "half_float";
  const number = (value: number) => (isFloat ? Math.fround(value) : value);
  const missing =
    given === undefined
      ? missingNumber(type.type, high)
      : type.kind === "date"
        ? dateValue(type, given, { now, roundUp: false })
        : number(Number(textOf(given)));
  const missingKey = Number(missing) * sign;
  const whole = isWholeNumberType(type.type) || type.kind === "date";
  const place = (doc: number, count: number) => (spec.mode === "max" ? count - 1 : 0);
  const read = (doc: number): number => {
    const count = column!.count(doc);
    if (count === 1 || spec.mode === "min" || spec.mode === "max") return column!.at(doc, place(doc, count));
    const value = reduced(
      Array.from({ length: count }, (_, at) => column!.at(doc, at)),
      spec.mode,
    );
    return whole ? Math.round(value) : number(value);
  };
  const single = spec.mode === "min" || spec.mode === "max";
  const ranks = column?.exact && single ? exactRanks({ reader, column, exact: column.exact, docCount }) : undefined;
  const rankOf = (value: number | bigint) => (ranks ? ranks.rankOf(value) * sign : Number(value) * sign);
  const key = (): SegmentKey["key"] => {
    if (ranks && column) return (doc) => (column.count(doc) > 0 ? ranks.rank(doc, place(doc, column.count(doc))) * sign : rankOf(missing));
    const dense = column?.dense;
    if (!dense) return (doc) => (column && column.count(doc) > 0 ? read(doc) * sign : missingKey);
    const { values, exists } = dense;
    if (!exists) return (doc) => values[doc]! * sign;
    return (doc) => ((exists[doc >>> 3]! & (1 << (doc & 7))) !== 0 ? values[doc]! * sign : missingKey);
  };
  const slots = ranks ? undefined : column?.dense;
  return {
    key: key(),
    ...(slots && !slots.exists && { plain: { values: slots.values, sign } }),
    value(doc) {
      const count = column?.count(doc) ?? 0;
      if (!column || count === 0)
        return typeof missing === "number" && type.kind === "date" && spec.format !== undefined ? formatDate(missing, { format: spec.format }) : missing;
      const value = read(doc);
      if (type.kind === "date" && spec.format !== undefined) return formatDate(value, { format: spec.format });
      if (whole && !Number.isSafeInteger(value) && column.exact && (count === 1 || spec.mode === "min" || spec.mode === "max"))
        return column.exact(doc, place(doc, count));
      return value;
    },
    keyOf(value) {
      if (value === null) return rankOf(missing);
      if (typeof value !== "string") return rankOf(isFloat ? number(Number(value)) : value);
      if (type.kind === "date") return rankOf(dateValue(type, value, { now, roundUp: false, ...(spec.format === undefined ? {} : { format: spec.format }) }));
      const asked = Number(value);
      if (value.trim() === "" || Number.isNaN(asked) || (whole && !/^[+-]?\d+$/.test(value))) {
        throw illegalArgument(`Failed to parse search_after value for field [${spec.field}].`, {
          causedBy: new EngineError(400, "number_format_exception", `For input string: "${value}"`),
        });
      }
      return rankOf(/^-?\d{16,}$/.test(value) ? BigInt(value) : number(asked));
    },
  };
}

function ordinalKey(reader: FieldReader | undefined, spec: FieldSpec, show: (term: string) => SortValue, toTerm: (value: SortValue) => string): SegmentKey {
  const sign = spec.order === "asc" ? 1 : -1;
  const column = reader?.ordinals;
  const terms = reader?.terms;
  const size = terms?.size ?? 0;
  const place = (term: string): number => {
    if (!terms) return 0;
    for (const entry of terms.from(term)) return entry.term === term ? entry.ordinal : entry.ordinal - 0.5;
    return size;
  };
  const last = (spec.missing === "_last") === (spec.order === "asc");
  const given = spec.missing === "_last" || spec.missing === "_first" ? undefined : (textOf(spec.missing) ?? "");
  const missing = given === undefined ? (last ? Infinity : -Infinity) : place(given);
  const read = (doc: number): number => column!.at(doc, spec.mode === "max" ? column!.count(doc) - 1 : 0);
  const slots = column?.dense;
  return {
    key: slots ? (doc) => (slots[doc] === 0 ? missing : slots[doc]! - 1) * sign : (doc) => (column && column.count(doc) > 0 ? read(doc) : missing) * sign,
    value(doc) {
      if (!terms || !column || column.count(doc) === 0) return given === undefined ? null : given;
      return show(terms.at(read(doc)).term);
    },
    keyOf: (value) => (value === null ? missing : place(toTerm(value))) * sign,
  };
}

function geoKey(reader: FieldReader | undefined, spec: Extract<SortSpec, { kind: "geo" }>): SegmentKey {
  const sign = spec.order === "asc" ? 1 : -1;
  const points = reader?.points;
  const unit = unitInMetres(spec.unit);
  const distance = (doc: number): number => {
    const count = points?.count(doc) ?? 0;
    if (!points || count === 0) return Infinity;
    const all: number[] = [];
    for (let place = 0; place < count; place++)
      for (const origin of spec.origins) all.push(distanceInMetres(origin, { lat: points.lat(doc, place), lon: points.lon(doc, place) }) / unit);
    return reduced(
      all.sort((a, b) => a - b),
      spec.mode,
    );
  };
  return { key: (doc) => distance(doc) * sign, value: distance, keyOf: (value) => Number(value) * sign };
}

function idKey(shard: Shard, segment: SegmentReader, spec: FieldSpec): SegmentKey {
  const { snapshot } = shard.context;
  const { places, placeOf } = finished(idPlaces(segment, snapshot));
  const sign = spec.order === "asc" ? 1 : -1;
  return {
    key: (doc) => places[doc]! * sign,
    plain: { values: places, sign },
    value: (doc) => snapshot.id(segment.seq(doc)),
    keyOf: (value) => placeOf(String(value)) * sign,
  };
}

/** Works out in slices what the keys of a segment need. */
export function* prepareKeys({ shard, segment, sort }: { shard: Shard; segment: SegmentReader; sort: readonly SortSpec[] }): Steps<void> {
  if (sort.some((spec) => spec.kind === "field" && spec.field === "_id")) yield* idPlaces(segment, shard.context.snapshot);
}

function fieldKey(shard: Shard, segment: SegmentReader, spec: FieldSpec): SegmentKey {
  if (spec.field === "_id") return idKey(shard, segment, spec);
  const type = shard.index.mapping.field(spec.field);
  if (!type) {
    if (spec.unmappedType === undefined) throw new EngineError(400, "query_shard_exception", `No mapping found for [${spec.field}] in order to sort on`);
    const kind = spec.unmappedType;
    if (kind === "keyword" || kind === "text" || kind === "ip") return ordinalKey(undefined, spec, (term) => term, String);
    const high = (spec.missing === "_last") === (spec.order === "asc");
    const missing = missingNumber(kind, high);
    const sign = spec.order === "asc" ? 1 : -1;
    return { key: () => Number(missing) * sign, value: () => missing, keyOf: (value) => Number(value ?? missing) * sign };
  }
  requireDocValues(type);
  const reader = segment.field(type.path);
  switch (type.kind) {
    case "number":
    case "date":
      return numberKey({ reader, type, spec, now: shard.context.now, docCount: segment.docCount });
    case "boolean": {
      const high = (spec.missing === "_last") === (spec.order === "asc");
      const inner = ordinalKey(
        reader,
        spec,
        (term) => (term === "true" ? 1 : 0),
        (value) => (value === 1 || value === "true" ? "true" : "false"),
      );
      return {
        ...inner,
        value: (doc) => inner.value(doc, 0) ?? missingNumber("boolean", high),
        keyOf: (value) => inner.keyOf(value === 0 || value === 1 || typeof value === "string" ? value : null),
      };
    }
    case "ip":
      // Addresses are compared by their terms; the hit shows them as people write them.
      return ordinalKey(
        reader,
        spec,
        (term) => term,
        (value) => (/^[0-9a-f]{32}$/.test(String(value)) ? String(value) : ipTerm(String(value))),
      );
    case "geo_point":
      throw illegalArgument(`can't sort on geo_point field without using specific sorting feature, like geo_distance`);
    default:
      return ordinalKey(reader, spec, (term) => term, String);
  }
}

/** A sort key bound to a segment. Throws EngineError where the field cannot be sorted on. */
export function segmentKey({ shard, segment, base, spec }: { shard: Shard; segment: SegmentReader; base: number; spec: SortSpec }): SegmentKey {
  switch (spec.kind) {
    case "score": {
      const sign = spec.order === "asc" ? 1 : -1;
      return { key: (_, score) => score * sign, value: (_, score) => score, keyOf: (value) => Math.fround(Number(value)) * sign };
    }
    case "doc": {
      const sign = spec.order === "asc" ? 1 : -1;
      return { key: (doc) => doc * sign, value: (doc) => base + doc, keyOf: (value) => (Number(value) - base) * sign };
    }
    case "geo": {
      const type = shard.index.mapping.field(spec.field);
      if (!type && !spec.ignoreUnmapped) throw illegalArgument(`failed to find mapper for [${spec.field}] for geo distance based sort`);
      return geoKey(segment.field(type?.path ?? spec.field), spec);
    }
    case "field":
      return fieldKey(shard, segment, spec);
  }
}
