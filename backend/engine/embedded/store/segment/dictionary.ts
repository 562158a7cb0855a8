import { ByteReader, uint32At, utf8 } from "./bytes";
import { BLOCK_SIZE } from "../build/dictionary-writer";
import { type StoredTerm, TermCursor } from "./term-cursor";
import type { TermAutomaton, TermDictionary } from "../types";

/** An automaton walks so many blocks between two places to pause: about 2,000 terms. */
const PAUSE_BLOCKS = 128;

/** Terms looked up in one field of a segment that are kept with their places; a search looks each up several times. */
const MOST_FOUND = 100;

/** What was looked up in a dictionary, by the term; null where it has no such term. */
export type FoundTerms = Map<string, StoredTerm | null>;

/** A term dictionary read straight from its bytes; see DictionaryWriter for the layout. */
export class StoredDictionary implements TermDictionary {
  private readonly blocks: number;
  private readonly offsetsAt: number;

  constructor(
    readonly bytes: Uint8Array,
    readonly size: number,
    readonly hasPositions: boolean,
    private readonly found: FoundTerms = new Map(),
  ) {
    this.blocks = Math.ceil(size / BLOCK_SIZE);
    this.offsetsAt = bytes.length - 4 * this.blocks;
  }

  blockAt(block: number): number {
    return uint32At(this.bytes, this.offsetsAt + 4 * block);
  }

  private compareFirst(block: number, term: Uint8Array): number {
    const { at, length } = this.firstOf(block);
    return Buffer.compare(this.bytes.subarray(at, at + length), term);
  }

  /** The last block whose first term is not above `term`; 0 when there is none. */
  private blockOf(term: Uint8Array): number {
    let low = 0;
    let high = this.blocks - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.compareFirst(middle, term) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A cursor on the first term that is not below `term`, or undefined when all are. */
  private seek(term: Uint8Array): TermCursor | undefined {
    const cursor = new TermCursor(this, this.blockOf(term));
    while (cursor.next()) if (cursor.compare(term) >= 0) return cursor;
    return undefined;
  }

  find(term: string): StoredTerm | undefined {
    if (this.size === 0) return undefined;
    const known = this.found.get(term);
    if (known !== undefined) return known ?? undefined;
    const bytes = utf8(term);
    const cursor = this.seek(bytes);
    const entry = cursor?.compare(bytes) === 0 ? cursor.entry() : undefined;
    if (this.found.size >= MOST_FOUND) this.found.clear();
    this.found.set(term, entry ?? null);
    return entry;
  }

  at(ordinal: number): StoredTerm {
    if (ordinal < 0 || ordinal >= this.size) throw new RangeError(`no term has ordinal ${ordinal}`);
    const cursor = new TermCursor(this, Math.floor(ordinal / BLOCK_SIZE));
    while (cursor.next() && cursor.ordinal < ordinal);
    return cursor.entry();
  }

  textsWith(ordinal: number): { first: number; texts: string[] } {
    const first = ordinal - (ordinal % BLOCK_SIZE);
    const cursor = new TermCursor(this, first / BLOCK_SIZE);
    const texts: string[] = [];
    while (texts.length < BLOCK_SIZE && cursor.next()) texts.push(cursor.text);
    return { first, texts };
  }

  *from(term: string): IterableIterator<StoredTerm> {
    const cursor = this.size === 0 ? undefined : this.seek(utf8(term));
    if (!cursor) return;
    do yield cursor.entry();
    while (cursor.next());
  }

  *withPrefix(prefix: string): IterableIterator<StoredTerm> {
    const bytes = utf8(prefix);
    const cursor = this.size === 0 ? undefined : this.seek(bytes);
    if (!cursor) return;
    while (cursor.startsWith(bytes)) {
      yield cursor.entry();
      if (!cursor.next()) return;
    }
  }

  /** Where the first term of a block begins, and its length: it is written whole. */
  private firstOf(block: number): { at: number; length: number } {
    const { bytes } = this;
    let p = this.blockAt(block);
    while (bytes[p++]! > 127);
    while (bytes[p++]! > 127);
    // It shares nothing with a term before.
    const length = bytes[++p]!;
    if (length < 128) return { at: p + 1, length };
    const input = new ByteReader(bytes, p);
    return { length: input.varint(), at: input.at };
  }

  /** True when the first term of a block begins with the `length` bytes at `from`. */
  private begins(block: number, from: number, length: number): boolean {
    const { bytes } = this;
    const term = this.firstOf(block);
    if (term.length < length) return false;
    for (let at = 0; at < length; at++) if (bytes[term.at + at] !== bytes[from + at]) return false;
    return true;
  }

  /**
   * The ordinals of the terms that an automaton accepts, in order; -1 stands where a reader in slices may pause. See
   * `matching`.
   */
  private *accepted(automaton: TermAutomaton): IterableIterator<number> {
    const { bytes, hasPositions, size, blocks } = this;
    // states[n] is the state after n bytes of the term before; `known` of them are valid, -1 ends the last.
    let states = new Int32Array(256);
    const long = new ByteReader(bytes);
    states[0] = automaton.start;
    for (let block = 0; block < blocks; block++) {
      if (block % PAUSE_BLOCKS === PAUSE_BLOCKS - 1) yield -1;
      // Numbers of one byte, nearly all, are read without a ByteReader: this is where a fuzzy search spends its time.
      let p = this.blockAt(block);
      while (bytes[p++]! > 127);
      while (bytes[p++]! > 127);
      let known = 0;
      const first = block * BLOCK_SIZE;
      const end = Math.min(size, first + BLOCK_SIZE);
      for (let ordinal = first; ordinal < end; ordinal++) {
        let shared = bytes[p++]!;
        let rest = bytes[p++]!;
        if (shared > 127 || rest > 127) {
          long.at = p - 2;
          shared = long.varint();
          rest = long.varint();
          p = long.at;
        }
        const length = shared + rest;
        const from = p - shared;
        p += rest;
        // What it shares with a term that was refused is refused.
        if (shared < known || states[known]! >= 0) {
          if (length >= states.length) states = grown(states, length);
          let at = shared < known ? shared : known;
          let state = states[at]!;
          while (state >= 0 && at < length) {
            state = automaton.step(state, bytes[from + at]!);
            states[++at] = state;
          }
          known = at;
          if (state < 0) {
            if (ordinal === first && block + 1 < blocks && this.begins(block + 1, from, at)) break;
          } else if (automaton.accepts(state)) yield ordinal;
        }
        while (bytes[p++]! > 127);
        while (bytes[p++]! > 127);
        if (!hasPositions) continue;
        while (bytes[p++]! > 127);
        while (bytes[p++]! > 127);
      }
    }
  }

  /**
   * Walks the bytes themselves: terms are only copied out when they are accepted. Where the first term of a block is
   * refused for its beginning, and the next block begins the same, the whole block is refused. Undefined stands where a
   * reader in slices may pause.
   */
  *matching(automaton: TermAutomaton): IterableIterator<StoredTerm | undefined> {
    for (const ordinal of this.accepted(automaton)) yield ordinal < 0 ? undefined : this.at(ordinal);
  }
}

function grown(states: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length * 2);
  larger.set(states);
  return larger;
}
