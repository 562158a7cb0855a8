import type { FieldReader, IndexSnapshot, Postings, SegmentReader } from "../../store/types";

/** Counts of a field over all segments, dead documents included until they are merged away, as in Lucene. */
export type FieldStatistics = { docCount: number; sumTotalTermFreq: number };
export type TermStatistics = { docFreq: number; totalTermFreq: number };

const NO_TERM: TermStatistics = { docFreq: 0, totalTermFreq: 0 };

/** Lucene counts a field among nested objects as it counts it among documents. */
function readersOf(segment: SegmentReader, path: string): readonly FieldReader[] {
  if (segment.everywhere) return segment.everywhere(path);
  const reader = segment.field(path);
  return reader ? [reader] : [];
}

/** Collection statistics of one snapshot, each taken once. */
export class Statistics {
  private readonly fields = new Map<string, FieldStatistics>();
  private readonly terms = new Map<string, TermStatistics>();

  constructor(private readonly snapshot: IndexSnapshot) {}

  field(path: string): FieldStatistics {
    const known = this.fields.get(path);
    if (known) return known;
    const sums = { docCount: 0, sumTotalTermFreq: 0 };
    for (const segment of this.snapshot.segments) {
      for (const reader of readersOf(segment, path)) {
        sums.docCount += reader.docCount;
        sums.sumTotalTermFreq += reader.sumTotalTermFreq;
      }
    }
    this.fields.set(path, sums);
    return sums;
  }

  term(field: string, term: string): TermStatistics {
    const key = `${field}\u0000${term}`;
    const known = this.terms.get(key);
    if (known) return known;
    let found = NO_TERM;
    for (const segment of this.snapshot.segments) {
      for (const reader of readersOf(segment, field)) {
        const entry = reader.terms.find(term);
        if (entry)
          found = { docFreq: found.docFreq + entry.docFreq, totalTermFreq: found.totalTermFreq + entry.totalTermFreq };
      }
    }
    this.terms.set(key, found);
    return found;
  }
}

type PositionLists = { starts: Uint32Array; positions: Uint32Array };
type Decoded = { postings?: Postings; positions?: PositionLists };

const CACHED_NUMBERS = 4_000_000;
const decoded = new WeakMap<SegmentReader, Map<string, Decoded>>();
let cachedNumbers = 0;
let cachedIn: WeakRef<Map<string, Decoded>>[] = [];

function slotOf(segment: SegmentReader, key: string): Decoded {
  let ofSegment = decoded.get(segment);
  if (!ofSegment) {
    ofSegment = new Map();
    decoded.set(segment, ofSegment);
    cachedIn.push(new WeakRef(ofSegment));
  }
  let slot = ofSegment.get(key);
  if (!slot) {
    slot = {};
    ofSegment.set(key, slot);
  }
  return slot;
}

function account(numbers: number): void {
  cachedNumbers += numbers;
  if (cachedNumbers < CACHED_NUMBERS) return;
  for (const one of cachedIn) one.deref()?.clear();
  cachedIn = cachedIn.filter((one) => one.deref() !== undefined);
  cachedNumbers = numbers;
}

/** Documents and frequencies of a term in a segment, decoded once and kept while they are in use. */
export function postingsOf(segment: SegmentReader, field: string, term: string): Postings | undefined {
  const reader = segment.field(field);
  if (!reader) return undefined;
  const known = decoded.get(segment)?.get(`${field}\u0000${term}`)?.postings;
  if (known) return known;
  const entry = reader.terms.find(term);
  if (!entry) return undefined;
  const postings = reader.postings(entry);
  account(postings.docs.length * 2);
  slotOf(segment, `${field}\u0000${term}`).postings = postings;
  return postings;
}

/** Positions of a term beside its postings. */
export function positionsOf(segment: SegmentReader, field: string, term: string): PositionLists | undefined {
  const reader = segment.field(field);
  if (!reader) return undefined;
  const known = decoded.get(segment)?.get(`${field}\u0000${term}`)?.positions;
  if (known) return known;
  const entry = reader.terms.find(term);
  if (!entry) return undefined;
  const positions = reader.positions(entry);
  account(positions.positions.length);
  slotOf(segment, `${field}\u0000${term}`).positions = positions;
  return positions;
}
