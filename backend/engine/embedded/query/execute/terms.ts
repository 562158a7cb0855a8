import { isSteps, STRETCH, type Steps, type Work } from "../../steps";
import type { FieldReader, SegmentReader, TermEntry } from "../../store/types";
import type { LuceneNode, MultiTermNode, TermRangeNode, ExecuteContext } from "../types";
import { testedSet, type DocumentSet } from "./constant";
import { allDocs, giveBack, takeAccumulator } from "./sets";
import { postingsOf } from "./statistics";

const NOTHING = new Uint32Array(0);

/**
 * A set whose documents are found once a segment. Before that its cost is a guess below that of a scan, so that scans
 * come after it.
 */
function remembered(docs: (segment: SegmentReader) => Work<Uint32Array>): DocumentSet {
  const known = new Map<SegmentReader, Uint32Array>();
  function* kept(segment: SegmentReader, work: Steps<Uint32Array>): Steps<Uint32Array> {
    const list = yield* work;
    known.set(segment, list);
    return list;
  }
  return {
    cost: (segment) => known.get(segment)?.length ?? segment.docCount >>> 1,
    docs(segment) {
      const found = known.get(segment);
      if (found) return found;
      const work = docs(segment);
      if (isSteps(work)) return kept(segment, work);
      known.set(segment, work);
      return work;
    },
  };
}

/** Documents that hold any of the terms, in slices. */
function* unionOf(
  segment: SegmentReader,
  reader: FieldReader,
  entries: Iterable<TermEntry | undefined>,
): Steps<Uint32Array> {
  const accumulator = takeAccumulator(segment.docCount);
  try {
    let spent = 0;
    for (const entry of entries) {
      if (!entry) {
        yield;
        continue;
      }
      const { docs } = reader.postings(entry);
      for (let place = 0; place < docs.length; place++) accumulator.mark(docs[place]!);
      // Finding a term costs about as much as marking twenty documents.
      spent += docs.length + 20;
      if (spent < STRETCH) continue;
      spent = 0;
      yield;
    }
    return accumulator.docs();
  } finally {
    giveBack(accumulator);
  }
}

function columnTermSet(node: Extract<LuceneNode, { kind: "term_set" }>): DocumentSet {
  return testedSet((segment) => {
    const reader = segment.field(node.field);
    const column = reader?.ordinals;
    if (!reader || !column) return undefined;
    const wanted = new Set(node.terms.flatMap((term) => reader.terms.find(term)?.ordinal ?? []));
    return (doc) => {
      for (let place = 0, count = column.count(doc); place < count; place++)
        if (wanted.has(column.at(doc, place))) return true;
      return false;
    };
  });
}

/** Documents that hold any of the terms. */
export function termSet(node: Extract<LuceneNode, { kind: "term_set" }>): DocumentSet {
  if (node.byColumn) return columnTermSet(node);
  return remembered(function* (segment) {
    const accumulator = takeAccumulator(segment.docCount);
    try {
      let spent = 0;
      for (const term of node.terms) {
        const postings = postingsOf(segment, node.field, term);
        if (postings) for (const doc of postings.docs) accumulator.mark(doc);
        spent += (postings?.docs.length ?? 0) + 20;
        if (spent < STRETCH) continue;
        spent = 0;
        yield;
      }
      return accumulator.docs();
    } finally {
      giveBack(accumulator);
    }
  });
}

/** Documents with a term that begins with a prefix or that an automaton accepts. */
export function multiTermSet(node: MultiTermNode): DocumentSet {
  return remembered((segment) => {
    const reader = segment.field(node.field);
    if (!reader) return NOTHING;
    const { automaton } = node;
    const entries = automaton ? reader.terms.matching(automaton) : reader.terms.withPrefix(node.prefix ?? "");
    return unionOf(segment, reader, entries);
  });
}

function* between(reader: FieldReader, node: TermRangeNode): Iterable<TermEntry> {
  const encoder = new TextEncoder();
  const upper = node.upper === undefined ? undefined : encoder.encode(node.upper);
  for (const entry of reader.terms.from(node.lower ?? "")) {
    if (!node.includeLower && entry.term === node.lower) continue;
    if (upper) {
      const order = Buffer.compare(encoder.encode(entry.term), upper);
      if (order > 0 || (order === 0 && !node.includeUpper)) return;
    }
    yield entry;
  }
}

/** Documents with a term between two others, by the bytes of their UTF-8 form. */
export function termRangeSet(node: TermRangeNode): DocumentSet {
  return remembered((segment) => {
    const reader = segment.field(node.field);
    return reader ? unionOf(segment, reader, between(reader, node)) : NOTHING;
  });
}

/** Documents by the numbers of the operations that wrote them, which ascend with the documents of a segment. */
export function sequenceSet({ from, to }: { from: number; to: number }, { snapshot }: ExecuteContext): DocumentSet {
  // The first document of a segment whose operation is not below a number.
  function firstFrom(segment: SegmentReader, number: number): number {
    let low = 0;
    let high = segment.docCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberFrom(segment, middle) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  // Rows of documents that died are no longer there at some time: the next one that is there tells enough.
  function numberFrom(segment: SegmentReader, doc: number): number {
    for (let at = doc; at < segment.docCount; at++) {
      if (!segment.isLive(at)) continue;
      return snapshot.sequence(segment.seq(at));
    }
    return Infinity;
  }
  return remembered((segment) => {
    const first = firstFrom(segment, from);
    const end = firstFrom(segment, to + 1);
    return allDocs(segment.docCount).slice(first, end);
  });
}

/** Documents by their ids. */
export function idSet(ids: readonly string[], context: ExecuteContext): DocumentSet {
  let bySegment: Map<SegmentReader, number[]> | undefined;
  return remembered((segment) => {
    if (!bySegment) {
      bySegment = new Map();
      for (const id of new Set(ids)) {
        const place = context.snapshot.locate(id);
        if (!place) continue;
        const docs = bySegment.get(place.segment);
        if (docs) docs.push(place.doc);
        else bySegment.set(place.segment, [place.doc]);
      }
    }
    return Uint32Array.from(bySegment.get(segment) ?? []).sort();
  });
}
