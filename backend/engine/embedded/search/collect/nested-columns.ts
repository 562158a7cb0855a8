import { EngineError } from "../../errors";
import { executeContext, expandQuery, weightOf } from "../../query";
import { nestedSnapshot } from "../../query/core/levels";
import { isSteps, STRETCH, type Steps } from "../../steps";
import type { FieldReader, NestedObjects, SegmentReader } from "../../store/types";
import type { NestedSort, Shard, SortReader } from "../types";

/** The levels of a nested sort, the outermost first. */
function levelsOf(nested: NestedSort): NestedSort[] {
  return [nested, ...(nested.nested ? levelsOf(nested.nested) : [])];
}

function refused(reason: string): EngineError {
  return new EngineError(400, "query_shard_exception", reason);
}

/** Refuses nested sorts that do not fit the mapping. */
export function checkNested({ mapping }: Shard["index"], nested: NestedSort): void {
  for (const [at, { path, maxChildren }] of levelsOf(nested).entries()) {
    if (mapping.isObject(path) && !mapping.isNested(path))
      throw refused(`[nested] nested object under path [${path}] is not of nested type`);
    if (!mapping.isNested(path)) throw refused(`[nested] failed to find nested object under path [${path}]`);
    if (at > 0 && maxChildren !== Infinity) throw refused("max_children is only supported on top level of nested sort");
  }
}

/** The objects of a level that its filter finds; undefined where it has none. */
function* filtered({
  shard,
  objects,
  level,
}: {
  shard: Shard;
  objects: SegmentReader;
  level: NestedSort;
}): Steps<Uint32Array | undefined> {
  if (!level.filter) return undefined;
  const context = { ...shard.context, snapshot: nestedSnapshot(shard.context.snapshot, level.path) };
  const node = yield* expandQuery(level.filter.rewrite(context), context.snapshot);
  const work = weightOf({ node, context: executeContext(context.snapshot), boost: 1, scoring: false }).matches(objects);
  return (isSteps(work) ? yield* work : work).docs;
}

/** Which objects of the innermost level all filters on the way let through; undefined where all pass. */
function* passing({
  shard,
  segment,
  nested,
  inner,
}: {
  shard: Shard;
  segment: SegmentReader;
  nested: NestedSort;
  inner: NestedObjects;
}): Steps<Uint8Array | undefined> {
  const levels = levelsOf(nested);
  const last = levels.at(-1)!.path;
  let kept: Uint8Array | undefined;
  for (const level of levels) {
    const objects = level.path === last ? inner.docs : segment.nested?.(level.path)?.docs;
    const found = objects && (yield* filtered({ shard, objects, level }));
    if (!found || !objects) continue;
    const hit = new Uint8Array(objects.docCount);
    for (const doc of found) hit[doc] = 1;
    const owners = objects === inner.docs ? undefined : objects.nested?.(last)?.owners;
    const before = kept;
    kept = Uint8Array.from(
      { length: inner.docs.docCount },
      (_, doc) => (before?.[doc] ?? 1) & (hit[owners ? owners[doc]! : doc] ?? 0),
    );
    yield;
  }
  return kept;
}

/** The objects with a value by document: those of `doc` are `starts[doc]` to `starts[doc + 1]`. */
type Chosen = { starts: Uint32Array; objects: number[] };

function* chosenObjects({
  inner: { docs, owners },
  docCount,
  count,
  kept,
  most,
}: {
  inner: NestedObjects;
  docCount: number;
  count: (object: number) => number;
  kept: Uint8Array | undefined;
  most: number;
}): Steps<Chosen> {
  const starts = new Uint32Array(docCount + 1);
  const objects: number[] = [];
  let taken = 0;
  for (let object = 0; object < docs.docCount; object++) {
    if (object % STRETCH === STRETCH - 1) yield;
    const owner = owners[object]!;
    if (object > 0 && owners[object - 1] !== owner) taken = 0;
    if ((kept && kept[object] === 0) || count(object) === 0 || taken >= most) continue;
    taken++;
    objects.push(object);
    starts[owner + 1]!++;
  }
  for (let doc = 0; doc < docCount; doc++) starts[doc + 1]! += starts[doc]!;
  return { starts, objects };
}

/** The values of the objects of each document as those of the document itself, ascending. */
function* gathered<Value>(
  { starts, objects }: Chosen,
  {
    count,
    at,
    order,
  }: {
    count: (object: number) => number;
    at: (object: number, place: number) => Value;
    order: ((a: Value, b: Value) => number) | undefined;
  },
): Steps<Value[][]> {
  const lists: Value[][] = [];
  for (let doc = 0; doc + 1 < starts.length; doc++) {
    if (doc % STRETCH === STRETCH - 1) yield;
    const list: Value[] = [];
    for (let place = starts[doc]!; place < starts[doc + 1]!; place++) {
      const object = objects[place]!;
      for (let value = 0, all = count(object); value < all; value++) list.push(at(object, value));
    }
    lists.push(order && list.length > 1 ? list.sort(order) : list);
  }
  return lists;
}

const ascending = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function* readerOver({
  field,
  inner,
  ...options
}: {
  field: FieldReader;
  inner: NestedObjects;
  docCount: number;
  kept: Uint8Array | undefined;
  most: number;
}): Steps<SortReader> {
  const { numbers, ordinals, points, terms } = field;
  const column = numbers ?? ordinals ?? points;
  if (!column) return { numbers: undefined, ordinals: undefined, points: undefined, terms };
  const count = (object: number) => column.count(object);
  const chosen = yield* chosenObjects({ inner, count, ...options });
  const empty = { numbers: undefined, ordinals: undefined, points: undefined, terms };
  if (points) {
    const lists = yield* gathered(chosen, {
      count,
      at: (object, place) => [points.lat(object, place), points.lon(object, place)] as const,
      order: undefined,
    });
    return {
      ...empty,
      points: {
        count: (doc) => lists[doc]!.length,
        lat: (doc, place) => lists[doc]![place]![0],
        lon: (doc, place) => lists[doc]![place]![1],
      },
    };
  }
  if (ordinals) {
    const lists = yield* gathered(chosen, {
      count,
      at: (object, place) => ordinals.at(object, place),
      order: ascending,
    });
    return {
      ...empty,
      ordinals: { multiValued: true, count: (doc) => lists[doc]!.length, at: (doc, place) => lists[doc]![place]! },
    };
  }
  const exact = numbers?.exact;
  const lists = yield* gathered<number | bigint>(chosen, {
    count,
    at: exact ?? ((object, place) => numbers!.at(object, place)),
    order: ascending,
  });
  return {
    ...empty,
    numbers: {
      multiValued: true,
      count: (doc) => lists[doc]!.length,
      at: (doc, place) => Number(lists[doc]![place]!),
      ...(exact && { exact: (doc, place) => BigInt(lists[doc]![place]!) }),
    },
  };
}

/** Made once a segment: hits inside of hits and buckets are sorted list by list. */
const known = new WeakMap<NestedSort, WeakMap<SegmentReader, { reader: SortReader | undefined }>>();

/** What documents of a segment are sorted by where the field is one of their nested objects. */
export function* nestedColumns({
  shard,
  segment,
  nested,
  path,
}: {
  shard: Shard;
  segment: SegmentReader;
  nested: NestedSort;
  path: string;
}): Steps<SortReader | undefined> {
  const bySegment = known.get(nested) ?? new WeakMap<SegmentReader, { reader: SortReader | undefined }>();
  known.set(nested, bySegment);
  const found = bySegment.get(segment);
  if (found) return found.reader;
  const inner = segment.nested?.(levelsOf(nested).at(-1)!.path);
  const field = inner?.docs.field(path);
  let reader: SortReader | undefined;
  if (inner && field) {
    const kept = yield* passing({ shard, segment, nested, inner });
    reader = yield* readerOver({ field, inner, docCount: segment.docCount, kept, most: nested.maxChildren });
  }
  bySegment.set(segment, { reader });
  return reader;
}
