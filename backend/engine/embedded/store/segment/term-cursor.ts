import { ByteReader, textOf } from "./bytes";
import { BLOCK_SIZE } from "../build/dictionary-writer";
import type { TermEntry } from "../types";

/** What a cursor needs of a dictionary: its bytes, and where each block of them begins. */
type WrittenTerms = { bytes: Uint8Array; size: number; hasPositions: boolean; blockAt(block: number): number };

/** A term with the place of its postings. The text is decoded only when asked for. */
export class StoredTerm implements TermEntry {
  private text: string | undefined;

  constructor(
    readonly bytes: Uint8Array,
    readonly ordinal: number,
    readonly docFreq: number,
    readonly totalTermFreq: number,
    readonly postingsFrom: number,
    readonly postingsTo: number,
    readonly positionsFrom: number,
    readonly positionsTo: number,
  ) {}

  get term(): string {
    return (this.text ??= textOf(this.bytes));
  }
}

/** Walks the terms of a dictionary in order. `bytes.subarray(0, length)` is the current term. */
export class TermCursor {
  bytes = new Uint8Array(64);
  length = 0;
  ordinal = -1;
  /** Bytes that the current term has in common with the one before; 0 at the start of a block. */
  shared = 0;
  docFreq = 0;
  totalTermFreq = 0;
  postingsFrom = 0;
  postingsTo = 0;
  positionsFrom = 0;
  positionsTo = 0;
  private readonly input: ByteReader;

  constructor(
    private readonly dictionary: WrittenTerms,
    block = 0,
  ) {
    this.input = new ByteReader(dictionary.bytes);
    this.ordinal = block * BLOCK_SIZE - 1;
  }

  /** Moves to the next term; false after the last. */
  next(): boolean {
    const { input, dictionary } = this;
    const ordinal = ++this.ordinal;
    if (ordinal >= dictionary.size) return false;
    if (ordinal % BLOCK_SIZE === 0) {
      input.at = dictionary.blockAt(ordinal / BLOCK_SIZE);
      this.postingsTo = input.varint();
      this.positionsTo = input.varint();
    }
    this.shared = input.varint();
    const rest = input.varint();
    this.length = this.shared + rest;
    if (this.length > this.bytes.length) this.grow(this.length);
    for (let at = this.shared; at < this.length; at++) this.bytes[at] = dictionary.bytes[input.at++] ?? 0;
    this.docFreq = input.varint();
    this.postingsFrom = this.postingsTo;
    this.postingsTo += input.varint();
    this.totalTermFreq = this.docFreq;
    this.positionsFrom = this.positionsTo;
    if (dictionary.hasPositions) {
      this.totalTermFreq += input.varint();
      this.positionsTo += input.varint();
    }
    return true;
  }

  private grow(size: number): void {
    const grown = new Uint8Array(size * 2);
    grown.set(this.bytes);
    this.bytes = grown;
  }

  /** The current term as a text. */
  get text(): string {
    const { bytes, length } = this;
    for (let at = 0; at < length; at++) if (bytes[at]! > 127) return textOf(bytes.subarray(0, length));
    return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("latin1");
  }

  /** The current term, kept. */
  entry(): StoredTerm {
    return new StoredTerm(
      this.bytes.slice(0, this.length),
      this.ordinal,
      this.docFreq,
      this.totalTermFreq,
      this.postingsFrom,
      this.postingsTo,
      this.positionsFrom,
      this.positionsTo,
    );
  }

  /** Compares the current term with other bytes. */
  compare(other: Uint8Array): number {
    const most = Math.min(this.length, other.length);
    for (let at = 0; at < most; at++) {
      const difference = (this.bytes[at] ?? 0) - (other[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return this.length - other.length;
  }

  /** Compares the current term with that of another cursor. */
  compareWith({ bytes, length }: TermCursor): number {
    const most = Math.min(this.length, length);
    for (let at = 0; at < most; at++) {
      const difference = this.bytes[at]! - bytes[at]!;
      if (difference !== 0) return difference;
    }
    return this.length - length;
  }

  startsWith(prefix: Uint8Array): boolean {
    if (this.length < prefix.length) return false;
    for (let at = 0; at < prefix.length; at++) if (this.bytes[at] !== prefix[at]) return false;
    return true;
  }
}
