import type { FieldReader, SegmentReader, TermEntry } from "../../store/types";
import type { LuceneNode, MultiTermNode, TermRangeNode } from "../types";
import type { ExecuteContext } from "./context";
import { testedSet, type DocumentSet } from "./constant";
import { withAccumulator } from "./sets";
import { postingsOf } from "./statistics";

const NOTHING = new Uint32Array(0);

function remembered(docs: (segment: SegmentReader) => Uint32Array): DocumentSet {
  const known = new Map<SegmentReader, Uint32Array>();
  const found = (segment: SegmentReader) => {
    let list = known.get(segment);
    if (!list) {
      list = docs(segment);
      known.set(segment, list);
    }
    return list;
  };
  return { cost: (segment) => found(segment).length, docs: found };
}

function unionOf(segment: SegmentReader, reader: FieldReader, entries: Iterable<TermEntry>, checkpoint: () => void): Uint32Array {
  return withAccumulator(segment.docCount, (accumulator) => {
    let seen = 0;
    for (const entry of entries) {
      if ((++seen & 1023) === 0) checkpoint();
      const { docs } = reader.postings(entry);
      for (let place = 0; place < docs.length; place++) accumulator.mark(docs[place]!);
    }
    return accumulator.docs();
  });
}

function columnTermSet(node: Extract<LuceneNode, { kind: "term_set" }>): DocumentSet {
  return testedSet((segment) => {
    const reader = segment.field(node.field);
    const column = reader?.ordinals;
    if (!reader || !column) return undefined;
    const wanted = new Set(node.terms.flatMap((term) => reader.terms.find(term)?.ordinal ?? []));
    return (doc) => {
      for (let place = 0, count = column.count(doc); place < count; place++) if (wanted.has(column.at(doc, place))) return true;
      return false;
    };
  });
}

/** Documents that hold any of the terms. */
export function termSet(node: Extract<LuceneNode, { kind: "term_set" }>): DocumentSet {
  if (node.byColumn) return columnTermSet(node);
  return remembered((segment) =>
    withAccumulator(segment.docCount, (accumulator) => {
      for (const term of node.terms) {
        const postings = postingsOf(segment, node.field, term);
        if (postings) for (const doc of postings.docs) accumulator.mark(doc);
      }
      return accumulator.docs();
    }),
  );
}

/** Documents with a term that begins with a prefix or that an automaton accepts. */
export function multiTermSet(node: MultiTermNode, context: ExecuteContext): DocumentSet {
  return remembered((segment) => {
    const reader = segment.field(node.field);
    if (!reader) return NOTHING;
    const { automaton } = node;
    const entries = automaton ? reader.terms.matching(automaton) : reader.terms.withPrefix(node.prefix ?? "");
    return unionOf(segment, reader, entries, context.checkpoint);
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
export function termRangeSet(node: TermRangeNode, context: ExecuteContext): DocumentSet {
  return remembered((segment) => {
    const reader = segment.field(node.field);
    return reader ? unionOf(segment, reader, between(reader, node), context.checkpoint) : NOTHING;
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
