import type { Steps } from "../../steps";
import { setBit, type Bitmap } from "../segment/bitmap";
import { ByteReader, ByteWriter } from "../segment/bytes";
import { DictionaryWriter } from "../build/dictionary-writer";
import type { PartKind } from "../segment/image";
import type { FieldInput } from "./merge";
import { readPostings, writePosting } from "../segment/postings";
import { TermCursor } from "../segment/term-cursor";

const TERMS_A_SLICE = 32;
const MANY_DOCS = 4096;

type CopyOptions = {
  input: FieldInput;
  cursor: TermCursor;
  postings: ByteWriter;
  positions: ByteWriter;
  written: { docFreq: number; totalTermFreq: number; previous: number };
};

/** Merges the dictionaries and postings of one field. */
export class TermMerge {
  /** The inputs that hold the term in hand. */
  private readonly holders: number[] = [];
  /** Old ordinal → new ordinal, for each input. */
  readonly ordinalMaps: Uint32Array[];

  constructor(
    private readonly inputs: readonly FieldInput[],
    private readonly positions: boolean,
    /** Documents with a term: set here. */
    private readonly withTerms: Bitmap,
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
      if (values > 0) setBit(this.withTerms, to);
      for (let place = 0; place < values; place++) {
        const ordinal = column.at(doc, place);
        counts[ordinal] = (counts[ordinal] ?? 0) + 1;
      }
    });
    return counts;
  }

  /** Writes `terms`, `postings` and `positions`; gives what the dictionary counted. */
  *run(): Steps<DictionaryWriter> {
    const dictionary = new DictionaryWriter(this.positions);
    const postings = new ByteWriter(1024);
    const positions = new ByteWriter(1024);
    const counts = this.inputs.map((input) => this.columnFrequencies(input));
    const cursors = this.inputs.map(({ field }) => new TermCursor(field.terms));
    const { holders } = this;
    let active = cursors.map((_, at) => at).filter((at) => cursors[at]?.next());
    for (let step = 1; active.length > 0; step++) {
      const least = this.smallest(cursors, active);
      const term = least.bytes.subarray(0, least.length);
      const before = { postings: postings.length, positions: positions.length };
      const written = { docFreq: 0, totalTermFreq: 0, previous: 0 };
      for (const at of holders) {
        const input = this.inputs[at];
        const cursor = cursors[at];
        if (!input || !cursor) continue;
        const map = this.ordinalMaps[at];
        if (map) map[cursor.ordinal] = dictionary.count;
        const count = counts[at]?.[cursor.ordinal];
        if (count !== undefined) {
          written.docFreq += count;
          written.totalTermFreq += count;
        } else this.copyPostings({ input, cursor, postings, positions, written });
      }
      if (written.docFreq > 0) {
        dictionary.add({
          term,
          docFreq: written.docFreq,
          totalTermFreq: written.totalTermFreq,
          postingsBytes: postings.length - before.postings,
          positionsBytes: positions.length - before.positions,
        });
      }
      for (const at of holders) if (!cursors[at]?.next()) active = active.filter((one) => one !== at);
      if (step % TERMS_A_SLICE === 0 || written.docFreq > MANY_DOCS) yield;
    }
    if (dictionary.count > 0) this.parts.set("terms", dictionary.finish());
    if (postings.length > 0) this.parts.set("postings", postings.finish());
    if (positions.length > 0) this.parts.set("positions", positions.finish());
    return dictionary;
  }

  /** The cursor on the smallest term; `holders` gets all that stand on it. */
  private smallest(cursors: readonly TermCursor[], active: readonly number[]): TermCursor {
    const { holders } = this;
    let least: TermCursor | undefined;
    for (const at of active) {
      const cursor = cursors[at];
      if (!cursor) continue;
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

  private copyPostings({ input, cursor, postings, positions, written }: CopyOptions): void {
    const { field, target } = input;
    if (!input.view.dead && field.meta.positions === this.positions) return this.copyWhole({ input, cursor, postings, positions, written });
    const { docs, freqs } = readPostings({ bytes: field.postingsBytes(cursor), docFreq: cursor.docFreq, freqs: field.meta.positions });
    const places = new ByteReader(this.positions && field.meta.positions ? field.positionsBytes(cursor) : new Uint8Array(0));
    for (let at = 0; at < docs.length; at++) {
      const to = target[docs[at] ?? 0] ?? -1;
      const freq = freqs[at] ?? 1;
      const from = places.at;
      if (this.positions) for (let place = 0; place < freq; place++) places.varint();
      if (to < 0) continue;
      writePosting(postings, { doc: to, previous: written.previous, freq, freqs: this.positions });
      if (this.positions) positions.raw(places.bytes.subarray(from, places.at));
      setBit(this.withTerms, to);
      written.previous = to;
      written.docFreq++;
      written.totalTermFreq += freq;
    }
  }

  /** Where nothing is dead all documents move by the same distance, so that only the first posting is rewritten. */
  private copyWhole({ input, cursor, postings, positions, written }: CopyOptions): void {
    const { field, target } = input;
    const bytes = field.postingsBytes(cursor);
    const reader = new ByteReader(bytes);
    const first = target[0] ?? 0;
    let doc = first;
    let total = 0;
    let rest = 0;
    for (let at = 0; at < cursor.docFreq; at++) {
      const code = reader.varint();
      doc += this.positions ? code >>> 1 : code;
      const freq = !this.positions || code & 1 ? 1 : reader.varint();
      total += freq;
      setBit(this.withTerms, doc);
      if (at > 0) continue;
      writePosting(postings, { doc, previous: written.previous, freq, freqs: this.positions });
      rest = reader.at;
    }
    postings.raw(bytes.subarray(rest, reader.at));
    if (this.positions) positions.raw(field.positionsBytes(cursor));
    written.previous = doc;
    written.docFreq += cursor.docFreq;
    written.totalTermFreq += total;
  }
}
