import type { Steps } from "../../steps";
import { setBit, type Bitmap } from "../segment/bitmap";
import { ByteReader, ByteWriter } from "../segment/bytes";
import { DictionaryWriter } from "../build/dictionary-writer";
import type { PartKind } from "../segment/image";
import type { FieldInput } from "./types";
import { readPostings, writePosting } from "../segment/postings";
import { TermCursor } from "../segment/term-cursor";

const TERMS_A_SLICE = 32;
const MANY_DOCS = 4096;

/**
 * An input on its way through its terms. What lies in one piece is read in place: a view for each of a hundred thousand
 * terms costs more than copying them.
 */
type Walked = FieldInput & {
  cursor: TermCursor;
  counts: Uint32Array | undefined;
  postings: ByteReader | undefined;
  positions: Uint8Array | undefined;
};

type Output = { postings: ByteWriter; positions: ByteWriter; docFreq: number; totalTermFreq: number; previous: number };

/** Merges the dictionaries and postings of one field. */
export class TermMerge {
  /** The inputs that hold the term in hand. */
  private readonly holders: number[] = [];
  /** Old ordinal → new ordinal, for each input. */
  readonly ordinalMaps: Uint32Array[];

  constructor(
    private readonly inputs: readonly FieldInput[],
    private readonly positions: boolean,
    /** Documents with a term: set here. Undefined where nothing is dead, so that they need not be counted again. */
    private readonly withTerms: Bitmap | undefined,
    private readonly parts: Map<PartKind, Uint8Array>,
  ) {
    this.ordinalMaps = inputs.map(({ field }) => new Uint32Array(field.meta.termCount));
  }

  /** How many live documents hold each term, for an input that keeps terms only for its column. */
  private columnFrequencies({ field, target }: FieldInput): Uint32Array | undefined {
    const column = field.meta.postings ? undefined : field.ordinals;
    if (!column) return undefined;
    const counts = new Uint32Array(field.meta.termCount);
    target.forEach((to, doc) => {
      if (to < 0) return;
      const values = column.count(doc);
      if (values > 0 && this.withTerms) setBit(this.withTerms, to);
      for (let place = 0; place < values; place++) {
        const ordinal = column.at(doc, place);
        counts[ordinal] = (counts[ordinal] ?? 0) + 1;
      }
    });
    return counts;
  }

  private walked(input: FieldInput): Walked {
    const { field } = input;
    const postings = field.piece("postings");
    return {
      ...input,
      cursor: new TermCursor(field.terms),
      counts: this.columnFrequencies(input),
      postings: postings && new ByteReader(postings),
      positions: field.piece("positions"),
    };
  }

  /** Writes `terms`, `postings` and `positions`; gives what the dictionary counted. */
  *run(): Steps<DictionaryWriter> {
    const dictionary = new DictionaryWriter(this.positions);
    const output: Output = {
      postings: new ByteWriter(1024),
      positions: new ByteWriter(1024),
      docFreq: 0,
      totalTermFreq: 0,
      previous: 0,
    };
    const { postings, positions } = output;
    const walks = this.inputs.map((input) => this.walked(input));
    const { holders } = this;
    const entry = {
      bytes: new Uint8Array(0),
      length: 0,
      docFreq: 0,
      totalTermFreq: 0,
      postingsBytes: 0,
      positionsBytes: 0,
    };
    let active = walks.map((_, at) => at).filter((at) => walks[at]?.cursor.next());
    for (let step = 1; active.length > 0; step++) {
      const least = this.smallest(walks, active);
      const postingsFrom = postings.length;
      const positionsFrom = positions.length;
      output.docFreq = output.totalTermFreq = output.previous = 0;
      for (const at of holders) {
        const walk = walks[at]!;
        const { ordinal } = walk.cursor;
        this.ordinalMaps[at]![ordinal] = dictionary.count;
        const count = walk.counts?.[ordinal];
        if (count !== undefined) {
          output.docFreq += count;
          output.totalTermFreq += count;
        } else this.copyPostings(walk, output);
      }
      if (output.docFreq > 0) {
        entry.bytes = least.bytes;
        entry.length = least.length;
        entry.docFreq = output.docFreq;
        entry.totalTermFreq = output.totalTermFreq;
        entry.postingsBytes = postings.length - postingsFrom;
        entry.positionsBytes = positions.length - positionsFrom;
        dictionary.add(entry);
      }
      for (const at of holders) if (!walks[at]!.cursor.next()) active = active.filter((one) => one !== at);
      if (step % TERMS_A_SLICE === 0 || output.docFreq > MANY_DOCS) yield;
    }
    if (dictionary.count > 0) this.parts.set("terms", dictionary.finish());
    if (postings.length > 0) this.parts.set("postings", postings.finish());
    if (positions.length > 0) this.parts.set("positions", positions.finish());
    return dictionary;
  }

  /** The cursor on the smallest term; `holders` gets all that stand on it. */
  private smallest(walks: readonly Walked[], active: readonly number[]): TermCursor {
    const { holders } = this;
    let least: TermCursor | undefined;
    for (const at of active) {
      const { cursor } = walks[at]!;
      const order = least ? cursor.compareWith(least) : -1;
      if (order > 0) continue;
      if (order < 0) {
        holders.length = 0;
        least = cursor;
      }
      holders.push(at);
    }
    if (!least) throw new RangeError("no term is left to merge");
    return least;
  }

  private copyPostings(walk: Walked, output: Output): void {
    const { field, target, cursor } = walk;
    if (!walk.hasDead && field.meta.positions === this.positions) return this.copyWhole(walk, output);
    const { docs, freqs } = readPostings({
      bytes: field.postingsBytes(cursor),
      docFreq: cursor.docFreq,
      freqs: field.meta.positions,
    });
    const places = new ByteReader(
      this.positions && field.meta.positions ? field.positionsBytes(cursor) : new Uint8Array(0),
    );
    for (let at = 0; at < docs.length; at++) {
      const to = target[docs[at] ?? 0] ?? -1;
      const freq = freqs[at] ?? 1;
      const from = places.at;
      if (this.positions) for (let place = 0; place < freq; place++) places.varint();
      if (to < 0) continue;
      writePosting(output.postings, to - output.previous, this.positions ? freq : undefined);
      if (this.positions) output.positions.range(places.bytes, from, places.at);
      if (this.withTerms) setBit(this.withTerms, to);
      output.previous = to;
      output.docFreq++;
      output.totalTermFreq += freq;
    }
  }

  /** Where nothing is dead all documents move by the same distance, so that only the first posting is rewritten. */
  private copyWhole(walk: Walked, output: Output): void {
    const { field, cursor, target } = walk;
    const reader = walk.postings ?? new ByteReader(field.postingsBytes(cursor));
    if (walk.postings) reader.at = cursor.postingsFrom;
    let doc = target[0] ?? 0;
    let rest = 0;
    for (let at = 0; at < cursor.docFreq; at++) {
      const code = reader.varint();
      doc += this.positions ? code >>> 1 : code;
      const freq = !this.positions || code & 1 ? 1 : reader.varint();
      if (this.withTerms) setBit(this.withTerms, doc);
      if (at > 0) continue;
      writePosting(output.postings, doc - output.previous, this.positions ? freq : undefined);
      rest = reader.at;
    }
    output.postings.range(reader.bytes, rest, reader.at);
    if (this.positions && walk.positions)
      output.positions.range(walk.positions, cursor.positionsFrom, cursor.positionsTo);
    else if (this.positions) output.positions.raw(field.positionsBytes(cursor));
    output.previous = doc;
    output.docFreq += cursor.docFreq;
    output.totalTermFreq += cursor.totalTermFreq;
  }
}
