import { STRETCH, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import type { PhraseNode, PhraseSlot, Explanation, Weight } from "../types";
import type { WeightRequest } from "./context";
import { constantWeight } from "./constant";
import { bm25PostingsWeight, docsOf, explainedIdf, rememberedFrequencies } from "./term";
import { advance } from "./sets";
import { positionsOf, postingsOf } from "./statistics";

/** One place of the phrase in one segment: documents, and the positions of each. */
type SlotReader = { offset: number; docs: Uint32Array; at: number; positions(place: number): Uint32Array; key: string };

function singleSlot(segment: SegmentReader, field: string, slot: PhraseSlot): SlotReader | undefined {
  const term = slot.terms[0]!;
  const postings = postingsOf(segment, field, term);
  const lists = postings && positionsOf(segment, field, term);
  if (!lists) return undefined;
  const { starts, positions } = lists;
  return {
    offset: slot.position,
    docs: postings.docs,
    at: 0,
    positions: (place) => positions.subarray(starts[place], starts[place + 1]),
    key: term,
  };
}

function* slotReader(segment: SegmentReader, field: string, slot: PhraseSlot): Steps<SlotReader | undefined> {
  if (slot.terms.length === 1) return singleSlot(segment, field, slot);
  const readers = slot.terms
    .map((term) => singleSlot(segment, field, { position: slot.position, terms: [term] }))
    .filter((one) => one !== undefined);
  if (readers.length <= 1) return readers[0];
  const byDoc = new Map<number, number[]>();
  for (const reader of readers) {
    for (let place = 0; place < reader.docs.length; place++) {
      const doc = reader.docs[place]!;
      const known = byDoc.get(doc);
      if (known) for (const position of reader.positions(place)) known.push(position);
      else byDoc.set(doc, [...reader.positions(place)]);
      if (place % PHRASE_STRETCH === PHRASE_STRETCH - 1) yield;
    }
  }
  const docs = Uint32Array.from(byDoc.keys()).sort();
  return {
    offset: slot.position,
    docs,
    at: 0,
    positions: (place) => Uint32Array.from(byDoc.get(docs[place]!) ?? []).sort(),
    key: slot.terms.join("\u0000"),
  };
}

function exactFrequency(lists: readonly Uint32Array[], offsets: readonly number[]): number {
  const first = lists[0]!;
  const places = new Array<number>(lists.length).fill(0);
  let count = 0;
  for (let at = 0; at < first.length; at++) {
    const start = first[at]! - offsets[0]!;
    let all = true;
    for (let slot = 1; slot < lists.length; slot++) {
      const list = lists[slot]!;
      const wanted = start + offsets[slot]!;
      let place = places[slot]!;
      while (place < list.length && list[place]! < wanted) place++;
      places[slot] = place;
      if (list[place] !== wanted) {
        all = false;
        break;
      }
    }
    if (all) count++;
  }
  return count;
}

type Cursor = { list: Uint32Array; place: number; offset: number; position: number; key: string };

function step(cursor: Cursor): boolean {
  cursor.place++;
  if (cursor.place >= cursor.list.length) return false;
  cursor.position = cursor.list[cursor.place]! - cursor.offset;
  return true;
}

function realPlace(cursor: Cursor): number {
  return cursor.position + cursor.offset;
}

/**
 * Words that repeat must stand on places of their own: the lesser of two on one place moves on. False when one has no
 * place left.
 */
function resolveClashes(cursors: readonly Cursor[], moved: Cursor, advance: (cursor: Cursor) => boolean): boolean {
  let one = moved;
  for (;;) {
    const other = cursors.find((each) => each !== one && each.key === one.key && realPlace(each) === realPlace(one));
    if (!other) return true;
    one = isBefore(one, other) ? one : other;
    if (!advance(one)) return false;
  }
}

function isBefore(a: Cursor, b: Cursor): boolean {
  return a.position < b.position || (a.position === b.position && a.offset < b.offset);
}

/**
 * The sum of 1 / (1 + distance) over the places where the words stand within `slop` moves (Lucene's
 * SloppyPhraseMatcher).
 */
function sloppyFrequency(
  lists: readonly Uint32Array[],
  offsets: readonly number[],
  keys: readonly string[],
  slop: number,
): number {
  const cursors = lists.map((list, at) => ({
    list,
    place: 0,
    offset: offsets[at]!,
    position: list[0]! - offsets[at]!,
    key: keys[at]!,
  }));
  // The n-th of the same word begins on its n-th place.
  for (const [at, cursor] of cursors.entries()) {
    for (const other of cursors.slice(0, at)) if (other.key === cursor.key && !step(cursor)) return 0;
  }
  let end = Math.max(...cursors.map((cursor) => cursor.position));
  const advance = (cursor: Cursor) => {
    if (!step(cursor)) return false;
    end = Math.max(end, cursor.position);
    return true;
  };
  const lowest = (except?: Cursor) => {
    let found: Cursor | undefined;
    for (const cursor of cursors) if (cursor !== except && (!found || isBefore(cursor, found))) found = cursor;
    return found;
  };
  let frequency = 0;
  let current = lowest()!;
  let length = end - current.position;
  let next = lowest(current)?.position ?? Infinity;
  while (advance(current) && resolveClashes(cursors, current, advance)) {
    if (current.position > next) {
      if (length <= slop) frequency += 1 / (1 + length);
      current = lowest()!;
      next = lowest(current)?.position ?? Infinity;
      length = end - current.position;
    } else length = Math.min(length, end - current.position);
  }
  if (length <= slop) frequency += 1 / (1 + length);
  return frequency;
}

type Found = { docs: Uint32Array; freqs: Float64Array };

/** Documents whose positions are compared at a stretch. */
const PHRASE_STRETCH = STRETCH / 8;

/** Every way to say the phrase; how often a document says it is the sum over them. */
function* phrasePostings(segment: SegmentReader, node: PhraseNode): Steps<Found> {
  const first = yield* pathPostings(segment, node, node.slots);
  if (!node.others || node.others.length === 0) return first;
  const frequencies = new Map<number, number>();
  const add = ({ docs, freqs }: Found) =>
    docs.forEach((doc, place) => frequencies.set(doc, (frequencies.get(doc) ?? 0) + freqs[place]!));
  add(first);
  for (const slots of node.others) add(yield* pathPostings(segment, node, slots));
  const docs = Uint32Array.from(frequencies.keys()).sort();
  return { docs, freqs: Float64Array.from(docs, (doc) => frequencies.get(doc) ?? 0) };
}

function* pathPostings(segment: SegmentReader, node: PhraseNode, path: readonly PhraseSlot[]): Steps<Found> {
  const slots: SlotReader[] = [];
  for (const slot of path) {
    const reader = yield* slotReader(segment, node.field, slot);
    if (!reader) return { docs: new Uint32Array(0), freqs: new Float64Array(0) };
    slots.push(reader);
  }
  const ordered = [...slots].sort((a, b) => a.docs.length - b.docs.length);
  const lead = ordered[0]!;
  const offsets = slots.map((slot) => slot.offset);
  const keys = slots.map((slot) => slot.key);
  const docs = new Uint32Array(lead.docs.length);
  const freqs = new Float64Array(lead.docs.length);
  let found = 0;
  candidates: for (let place = 0; place < lead.docs.length; place++) {
    if (place % PHRASE_STRETCH === PHRASE_STRETCH - 1) yield;
    const doc = lead.docs[place]!;
    lead.at = place;
    for (let at = 1; at < ordered.length; at++) {
      const slot = ordered[at]!;
      slot.at = advance(slot.docs, slot.at, doc);
      if (slot.at >= slot.docs.length) break candidates;
      if (slot.docs[slot.at] !== doc) continue candidates;
    }
    const lists = slots.map((slot) => slot.positions(slot.at));
    const frequency =
      node.slop === 0 ? exactFrequency(lists, offsets) : sloppyFrequency(lists, offsets, keys, node.slop);
    if (frequency === 0) continue;
    docs[found] = doc;
    freqs[found++] = frequency;
  }
  return { docs: docs.subarray(0, found), freqs: freqs.subarray(0, found) };
}

/** Words in their order, at most `slop` moves apart. The weight is the sum of the idf of all terms. */
export function phraseWeight({ node, context, boost, scoring }: WeightRequest<PhraseNode>): Weight {
  const field = context.statistics.field(node.field);
  const parts: Explanation[] = [];
  const own = node.slots.flatMap((slot) => slot.terms);
  const terms = node.others ? [...new Set([...own, ...node.others.flat().flatMap((slot) => slot.terms)])] : own;
  for (const term of terms) {
    const { docFreq } = context.statistics.term(node.field, term);
    if (docFreq > 0) parts.push(explainedIdf({ docFreq, docCount: field.docCount }));
  }
  const total = Math.fround(parts.reduce((sum, part) => sum + part.value, 0));
  const postings = rememberedFrequencies((segment) => phrasePostings(segment, node));
  const cost = (segment: SegmentReader) =>
    [node.slots, ...(node.others ?? [])].reduce((sum, path) => sum + pathCost(segment, path), 0);
  const pathCost = (segment: SegmentReader, path: readonly PhraseSlot[]) =>
    Math.min(
      ...path.map((slot) =>
        slot.terms.reduce((sum, term) => sum + (postingsOf(segment, node.field, term)?.docs.length ?? 0), 0),
      ),
    );
  const label = `"${node.slots.map((slot) => (slot.terms.length === 1 ? slot.terms[0] : `(${slot.terms.join(" ")})`)).join(" ")}"${node.slop ? `~${node.slop}` : ""}`;
  if (!scoring)
    return constantWeight({
      set: { cost, docs: (segment) => docsOf(postings(segment)) },
      boost: 0,
      describe: `${node.field}:${label}`,
    });
  return bm25PostingsWeight({
    field: node.field,
    label,
    boost,
    idf: total,
    averageLength: field.docCount ? field.sumTotalTermFreq / field.docCount : 1,
    explainIdf: parts.length === 1 ? parts[0]! : { value: total, description: "idf, sum of:", details: parts },
    cost,
    postings,
  });
}
