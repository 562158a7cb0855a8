import { ENGINE_LIMITS } from "@common/limits/engine";
import { illegalArgument } from "../../errors";
import { STRETCH, type Steps } from "../../steps";
import { bitmapOf, setBit } from "../segment/bitmap";
import { ByteWriter, compareBytes, textOf, utf8, utf8Into } from "../segment/bytes";
import type { WrittenColumn } from "./column-writer";
import { RaggedBuilder, writeNumbers, writeOrdinals, writePoints, writeVectors } from "./column-writer";
import { DictionaryWriter } from "./dictionary-writer";
import { encodeLatitude, encodeLongitude } from "../segment/geo";
import type { FieldMeta, PartKind } from "../segment/image";
import { encodeNorm } from "../segment/norms";
import { writePosting } from "../segment/postings";
import { RaggedPairs } from "../segment/ragged-pairs";
import { Uint32List } from "../segment/uint32-list";
import { sortedInSteps } from "./sorted-in-steps";
import type { FieldLayout, FieldValues, TokenPiece } from "../types";

const MAX_TERM_BYTES = ENGINE_LIMITS.term.most;

const SURROGATE = /[\ud800-\udfff]/;

/** About a millisecond of counting. */
const SIMPLE = 131_072;

const NONE: readonly never[] = [];

function ascending(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One field of a segment in the making. Documents come in ascending order. */
export class FieldBuilder {
  private readonly ids = new Map<string, number>();
  private readonly terms: string[] = [];
  /** Some term holds a surrogate. */
  private beyondUnits = false;
  // Occurrences in the order of documents and positions: term, document, position.
  private readonly occTerms = new Uint32List();
  private readonly occDocs = new Uint32List();
  private readonly occPositions = new Uint32List();
  private readonly lengths: number[] = [];
  private readonly numbers = new RaggedBuilder<number | bigint>();
  private readonly points = new RaggedBuilder<readonly [number, number]>();
  private readonly vectors: Float32Array[] = [];
  private readonly existing: number[] = [];
  private docCount = 0;

  constructor(
    readonly path: string,
    readonly layout: FieldLayout,
  ) {}

  private termId(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    if (term.length * 3 > MAX_TERM_BYTES) this.checkLength(term);
    if (SURROGATE.test(term)) {
      // Lone surrogates all become the same bytes, so they must be the same term.
      const written = textOf(utf8(term));
      if (written !== term) return this.termId(written);
      this.beyondUnits = true;
    }
    const id = this.terms.length;
    this.terms.push(term);
    this.ids.set(term, id);
    return id;
  }

  private checkLength(term: string): void {
    const bytes = utf8(term);
    if (bytes.length <= MAX_TERM_BYTES) return;
    throw illegalArgument(
      `Document contains at least one immense term in field="${this.path}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.` +
        `  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[${[...bytes.subarray(0, 30)].map((byte) => (byte << 24) >> 24).join(", ")}]...', original message: bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`,
    );
  }

  /** The numbers of the terms in the order of their UTF-8 bytes, which without surrogates is that of their units. */
  private *sortedTerms(): Steps<Uint32Array> {
    const { terms } = this;
    if (!this.beyondUnits) return yield* sortedInSteps(terms.length, (a, b) => (terms[a]! < terms[b]! ? -1 : 1));
    const bytes = terms.map(utf8);
    return yield* sortedInSteps(terms.length, (a, b) => compareBytes(bytes[a]!, bytes[b]!));
  }

  /**
   * Adds what a document brings. Throws `illegal_argument_exception` for an immense term, and is then of no more use
   * for this document.
   */
  add(doc: number, values: FieldValues): void {
    const { tokens = NONE, terms = NONE, numbers = NONE, points = NONE } = values;
    for (const { term, position } of tokens) this.occur(doc, term, position);
    for (const term of terms) this.occur(doc, term, 0);
    if (tokens.length + terms.length > 0) this.docCount++;
    if (this.layout.norms) this.lengths[doc] = values.length ?? tokens.length + terms.length;
    const sorted = numbers.length > 1 ? [...numbers].sort(ascending) : numbers;
    for (const number of sorted) this.numbers.add(doc, number);
    for (const { lat, lon } of points) this.points.add(doc, [encodeLatitude(lat), encodeLongitude(lon)]);
    if (values.vector) this.vectors.push(values.vector);
    if (values.vector || values.present || tokens.length + terms.length + numbers.length + points.length > 0) this.existing.push(doc);
  }

  /**
   * Adds tokens of long texts to the document that `add` was called with last; `count` hears of them before they are
   * kept. Throws as it does.
   */
  *addLater(doc: number, pieces: Iterable<TokenPiece>, count: (tokens: number) => void): Steps<void> {
    const before = this.occTerms.length;
    let last = -1;
    let length = 0;
    for (const { base, tokens } of pieces) {
      count(tokens.length);
      for (const { term, position } of tokens) {
        this.occur(doc, term, base + position);
        if (base + position !== last) length++;
        last = base + position;
      }
      yield;
    }
    if (this.layout.norms) this.lengths[doc] = (this.lengths[doc] ?? 0) + length;
    // The others were counted by `add`.
    if (this.occTerms.length > before && this.occDocs.at(before - 1) !== doc) this.docCount++;
  }

  private occur(doc: number, term: string, position: number): void {
    this.occTerms.push(this.termId(term));
    this.occDocs.push(doc);
    this.occPositions.push(position);
  }

  /** The field's meta data and parts. */
  *finish(docCount: number): Steps<{ meta: FieldMeta; parts: Map<PartKind, Uint8Array> }> {
    const { layout } = this;
    const parts = new Map<PartKind, Uint8Array>();
    const ordinals = new RaggedPairs(docCount);
    const dictionary = yield* this.writeTerms(parts, ordinals);
    if (layout.norms) {
      const norms = new Uint8Array(docCount);
      for (const doc of this.existing) norms[doc] = encodeNorm(this.lengths[doc] ?? 0);
      parts.set("norms", norms);
    }
    if (this.existing.length < docCount) {
      const exists = bitmapOf(docCount);
      for (const doc of this.existing) setBit(exists, doc);
      parts.set("exists", exists);
    }
    const column = this.writeColumn(docCount, ordinals);
    if (column) parts.set("values", column.values);
    if (column?.starts) parts.set("starts", column.starts);
    const meta: FieldMeta = {
      path: this.path,
      docCount: this.docCount,
      sumTotalTermFreq: dictionary.sumTotalTermFreq,
      sumDocFreq: dictionary.sumDocFreq,
      termCount: dictionary.count,
      postings: layout.postings,
      positions: layout.positions,
      norms: layout.norms,
      column: column?.storage ?? "none",
      width: column?.width ?? 0,
      multiValued: column?.multiValued ?? false,
      existCount: this.existing.length,
    };
    return { meta, parts };
  }

  private writeColumn(docCount: number, ordinals: RaggedPairs): WrittenColumn | undefined {
    const existCount = this.existing.length;
    const wished = this.layout.columns;
    if (wished === "none") return undefined;
    if (wished === "ordinals") return writeOrdinals({ ragged: ordinals.finish(), termCount: this.terms.length });
    if (wished === "vectors") return writeVectors(this.vectors);
    if (wished === "points") return writePoints({ ragged: this.points.finish(docCount) });
    return writeNumbers({ ragged: this.numbers.finish(docCount), wished, existCount });
  }

  /** Sorts the terms, writes dictionary, postings and positions, and notes the ordinals of each document. */
  private *writeTerms(parts: Map<PartKind, Uint8Array>, ordinals: RaggedPairs): Steps<DictionaryWriter> {
    const { layout, terms } = this;
    const order = yield* this.sortedTerms();
    let bytes = new Uint8Array(256);
    yield;
    const { starts, places } = yield* this.byTerm();
    yield;
    const { values: occDocs } = this.occDocs;
    const { values: occPositions } = this.occPositions;
    const dictionary = new DictionaryWriter(layout.positions);
    const postings = new ByteWriter(256);
    const positions = new ByteWriter(256);
    let written = 0;
    // One for all terms: they are many, and each is written at once.
    const entry = { bytes, length: 0, docFreq: 0, totalTermFreq: 0, postingsBytes: 0, positionsBytes: 0 };
    for (let ordinal = 0; ordinal < order.length; ordinal++) {
      const id = order[ordinal]!;
      const postingsFrom = postings.length;
      const positionsFrom = positions.length;
      let docFreq = 0;
      let previous = 0;
      let total = 0;
      const end = starts[id + 1] ?? 0;
      if ((written += end - (starts[id] ?? 0)) > STRETCH) {
        written = 0;
        yield;
      }
      for (let at = starts[id] ?? 0; at < end; docFreq++) {
        const doc = occDocs[places[at] ?? 0] ?? 0;
        let position = 0;
        let freq = 0;
        for (; at < end && occDocs[places[at] ?? 0] === doc; at++, freq++) {
          if (freq % STRETCH === STRETCH - 1) yield;
          if (!layout.positions) continue;
          const next = occPositions[places[at] ?? 0] ?? 0;
          positions.varint(next - position);
          position = next;
        }
        total += layout.positions ? freq : 1;
        if (layout.postings) writePosting(postings, doc - previous, layout.positions ? freq : undefined);
        if (layout.columns === "ordinals") ordinals.add(doc, ordinal);
        previous = doc;
      }
      const term = terms[id] ?? "";
      if (term.length * 3 > bytes.length) bytes = new Uint8Array(term.length * 6);
      entry.bytes = bytes;
      entry.length = utf8Into(term, bytes);
      entry.docFreq = docFreq;
      entry.totalTermFreq = total;
      entry.postingsBytes = postings.length - postingsFrom;
      entry.positionsBytes = positions.length - positionsFrom;
      dictionary.add(entry);
    }
    if (dictionary.count > 0) parts.set("terms", dictionary.finish());
    if (postings.length > 0) parts.set("postings", postings.finish());
    if (positions.length > 0) parts.set("positions", positions.finish());
    return dictionary;
  }

  /** Occurrences grouped by term, their order kept: a counting sort. */
  private *byTerm(): Steps<{ starts: Uint32Array; places: Uint32Array }> {
    const starts = new Uint32Array(this.terms.length + 1);
    const occTerms = this.occTerms.values;
    for (let at = 0; at < occTerms.length; at++) {
      const term = occTerms[at] ?? 0;
      starts[term + 1] = (starts[term + 1] ?? 0) + 1;
      if (at % SIMPLE === SIMPLE - 1) yield;
    }
    for (let term = 0; term < this.terms.length; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
    const next = starts.slice();
    const places = new Uint32Array(occTerms.length);
    for (let place = 0; place < occTerms.length; place++) {
      const term = occTerms[place] ?? 0;
      const slot = next[term] ?? 0;
      places[slot] = place;
      next[term] = slot + 1;
      if (place % SIMPLE === SIMPLE - 1) yield;
    }
    return { starts, places };
  }
}
