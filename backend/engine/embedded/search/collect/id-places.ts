import type { Steps } from "../../steps";
import type { IndexSnapshot, SegmentReader } from "../../store/types";
import { compareTerms } from "../../values";

/**
 * The places of the documents of a segment in the order of their ids, for sorting by `_id`. `placeOf` gives that of any
 * id; between two places where no document has it.
 */
export type IdPlaces = { places: Uint32Array; placeOf: (id: string) => number };

/** Documents whose ids are read, or compared, between two turns of others. */
const CHUNK = 2_048;
/** Every so many ids one is kept as a text, so that few have to be read to find the place of another. */
const MARK = 16;

const kept = new WeakMap<object, IdPlaces>();

// Dead documents may be gone: no search finds them any more, and any place will do.
function* idsOf(segment: SegmentReader, snapshot: IndexSnapshot): Steps<string[]> {
  const ids = new Array<string>(segment.docCount).fill("");
  for (let from = 0; from < segment.docCount; from += CHUNK) {
    const end = Math.min(from + CHUNK, segment.docCount);
    const stored = snapshot.ids(segment.seq(from), segment.seq(end - 1));
    let next = 0;
    for (let doc = from; doc < end; doc++) {
      const seq = segment.seq(doc);
      while (next < stored.length && stored[next]!.seq < seq) next++;
      if (stored[next]?.seq === seq) ids[doc] = stored[next]!.id;
    }
    yield;
  }
  return ids;
}

/** The documents in the order of their ids, by merging longer and longer runs. */
function* ordered(ids: readonly string[]): Steps<Uint32Array> {
  const count = ids.length;
  let docs = Uint32Array.from({ length: count }, (_, doc) => doc);
  const compare = (a: number, b: number) => compareTerms(ids[a]!, ids[b]!);
  for (let from = 0; from < count; from += CHUNK) {
    docs.subarray(from, from + CHUNK).sort(compare);
    yield;
  }
  let merged = new Uint32Array(count);
  for (let width = CHUNK; width < count; width *= 2) {
    for (let from = 0, at = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const end = Math.min(from + 2 * width, count);
      for (let left = from, right = middle; left < middle || right < end; at++) {
        if (at % CHUNK === 0) yield;
        merged[at] =
          right >= end || (left < middle && compare(docs[left]!, docs[right]!) <= 0) ? docs[left++]! : docs[right++]!;
      }
    }
    [docs, merged] = [merged, docs];
  }
  return docs;
}

/** Ids have no ordinals: the first search that sorts by them numbers those of a segment, for as long as it is there. */
export function* idPlaces(segment: SegmentReader, snapshot: IndexSnapshot): Steps<IdPlaces> {
  const key = segment.lasting ?? segment;
  const known = kept.get(key);
  if (known) return known;
  const ids = yield* idsOf(segment, snapshot);
  const docs = yield* ordered(ids);
  const places = new Uint32Array(docs.length);
  const marks: string[] = [];
  for (let place = 0, first = 0; place < docs.length; place++) {
    const doc = docs[place]!;
    // A document and what it was before an update have one place.
    if (place > 0 && ids[doc] !== ids[docs[place - 1]!]) first = place;
    places[doc] = first;
    if (place % MARK === 0) marks.push(ids[doc]!);
  }
  const placeOf = (id: string): number => {
    let low = 0;
    let high = marks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTerms(marks[middle]!, id) <= 0) low = middle + 1;
      else high = middle;
    }
    const from = Math.max(0, low - 1) * MARK;
    if (marks[low - 1] === id) return places[docs[from]!]!;
    const end = Math.min(from + MARK, docs.length);
    for (let at = from; at < end; at++) {
      const doc = docs[at]!;
      const seq = segment.seq(doc);
      const found = snapshot.ids(seq, seq)[0]?.id;
      const order = found === undefined ? -1 : compareTerms(found, id);
      if (order >= 0) return order === 0 ? places[doc]! : places[doc]! - 0.5;
    }
    return end - 0.5;
  };
  const made = { places, placeOf };
  kept.set(key, made);
  return made;
}
