import { textOf } from "../../query/parse/values";
import { EngineError, illegalArgument } from "../../errors";
import { requireDocValues } from "../../mapping/doc-values";
import type { SegmentReader } from "../../store/types";
import { distanceInMetres } from "../../query/core/geo";
import { unitInMetres } from "../../query/core/geo-point";
import { ipTerm } from "../../mapping/ip";
import { finished, type Steps } from "../../steps";
import { idPlaces } from "./id-places";
import type { Shard, SortSpec, SortValue, SegmentKey, SortReader } from "../types";
import { checkNested, nestedColumns } from "./nested-columns";
import { missingNumber, numberKey, reduced, type FieldSpec } from "./number-keys";

function ordinalKey(
  reader: SortReader | undefined,
  spec: FieldSpec,
  show: (term: string) => SortValue,
  toTerm: (value: SortValue) => string,
): SegmentKey {
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
    key: slots
      ? (doc) => (slots[doc] === 0 ? missing : slots[doc]! - 1) * sign
      : (doc) => (column && column.count(doc) > 0 ? read(doc) : missing) * sign,
    value(doc) {
      if (!terms || !column || column.count(doc) === 0) return given === undefined ? null : given;
      return show(terms.at(read(doc)).term);
    },
    keyOf: (value) => (value === null ? missing : place(toTerm(value))) * sign,
  };
}

function geoKey(reader: SortReader | undefined, spec: Extract<SortSpec, { kind: "geo" }>): SegmentKey {
  const sign = spec.order === "asc" ? 1 : -1;
  const points = reader?.points;
  const unit = unitInMetres(spec.unit);
  const distance = (doc: number): number => {
    const count = points?.count(doc) ?? 0;
    if (!points || count === 0) return Infinity;
    const all: number[] = [];
    for (let place = 0; place < count; place++)
      for (const origin of spec.origins)
        all.push(distanceInMetres(origin, { lat: points.lat(doc, place), lon: points.lon(doc, place) }) / unit);
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

function fieldKey({
  shard,
  segment,
  spec,
  readerOf,
}: {
  shard: Shard;
  segment: SegmentReader;
  spec: FieldSpec;
  readerOf: ReaderOf;
}): SegmentKey {
  if (spec.field === "_id") return idKey(shard, segment, spec);
  const type = shard.index.mapping.field(spec.field);
  if (!type) {
    if (spec.unmappedType === undefined)
      throw new EngineError(400, "query_shard_exception", `No mapping found for [${spec.field}] in order to sort on`);
    const kind = spec.unmappedType;
    if (kind === "keyword" || kind === "text" || kind === "ip")
      return ordinalKey(undefined, spec, (term) => term, String);
    const high = (spec.missing === "_last") === (spec.order === "asc");
    const missing = missingNumber(kind, high);
    const sign = spec.order === "asc" ? 1 : -1;
    return {
      key: () => Number(missing) * sign,
      value: () => missing,
      keyOf: (value) => Number(value ?? missing) * sign,
    };
  }
  requireDocValues(type, "order");
  const reader = readerOf(type.path);
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

type Bound = { shard: Shard; segment: SegmentReader; base: number };
/** The columns of a field: the segment's own, or those of its nested objects. */
type ReaderOf = (path: string) => SortReader | undefined;

/** The sort keys of a search bound to a segment. Throws EngineError where a field cannot be sorted on. */
export function* segmentKeys(bound: Bound, sort: readonly SortSpec[]): Steps<SegmentKey[]> {
  const keys: SegmentKey[] = [];
  for (const spec of sort) {
    const { shard, segment } = bound;
    let readerOf: ReaderOf = (path) => segment.field(path);
    if ((spec.kind === "field" || spec.kind === "geo") && spec.nested) {
      checkNested(shard.index, spec.nested);
      if (spec.mode === "median") throw illegalArgument("Unsupported sort mode: MEDIAN");
      const path = shard.index.mapping.field(spec.field)?.path ?? spec.field;
      const reader = yield* nestedColumns({ shard, segment, nested: spec.nested, path });
      readerOf = () => reader;
    }
    // Worked out in slices; `segmentKey` finds them made.
    if (spec.kind === "field" && spec.field === "_id") yield* idPlaces(segment, shard.context.snapshot);
    keys.push(segmentKey(bound, spec, readerOf));
  }
  return keys;
}

function segmentKey({ shard, segment, base }: Bound, spec: SortSpec, readerOf: ReaderOf): SegmentKey {
  switch (spec.kind) {
    case "score": {
      const sign = spec.order === "asc" ? 1 : -1;
      return {
        key: (_, score) => score * sign,
        value: (_, score) => score,
        keyOf: (value) => Math.fround(Number(value)) * sign,
      };
    }
    case "doc": {
      const sign = spec.order === "asc" ? 1 : -1;
      return { key: (doc) => doc * sign, value: (doc) => base + doc, keyOf: (value) => (Number(value) - base) * sign };
    }
    case "geo": {
      const type = shard.index.mapping.field(spec.field);
      if (!type && !spec.ignoreUnmapped)
        throw illegalArgument(`failed to find mapper for [${spec.field}] for geo distance based sort`);
      return geoKey(readerOf(type?.path ?? spec.field), spec);
    }
    case "field":
      return fieldKey({ shard, segment, spec, readerOf });
  }
}
