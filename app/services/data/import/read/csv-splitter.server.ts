import { endless, MAX_ROW_BYTES, MAX_SKIPPED_BYTES, MAX_UNCLOSED, Room, tooLong } from "../receive/limits.server";
import type { FileProblem } from "../types";

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

type State = 0 | 1 | 2 | 3;
const START: State = 0;
const PLAIN: State = 1;
const QUOTED: State = 2;
const CLOSING: State = 3;

/** A record cut out of a file; `problem` says why it is no record. */
export type Cut = { raw: Buffer; line: number; /** 1 when not given. */ column?: number; problem: string | null };

/**
 * Cuts a CSV into records on bytes, line breaks inside quotes included, and knows on which line each begins.
 * csv-parse reads the records afterwards: cut first, so that one broken record never ends the others.
 * A quote opens only at the start of a field (RFC 4180); one in the middle is a letter like any other.
 */
export class CsvSplitter {
  /** Set when nothing more is read of the file. */
  problem: FileProblem | null = null;
  private readonly room = new Room();
  private skipped = 0;
  private unclosed: number[] = [];
  private buffer: Buffer = Buffer.alloc(0);
  private line = 1;
  /** A record too long is skipped up to its line end. */
  private skipping = false;
  /** Where the scan of the open record goes on, so a long record is not scanned again with each chunk. */
  private scan = 0;
  private state: State = START;
  /** The next quote of the buffer; Infinity when there is none, -1 when not looked for yet. */
  private quoteAt = -1;
  private readonly delimiter: number;
  private readonly newline: number;

  constructor({ delimiter, newline = LF }: { delimiter: string; newline?: number }) {
    this.delimiter = delimiter.charCodeAt(0);
    this.newline = newline;
  }

  /**
   * Takes the next bytes and gives the records that are complete, one by one: behind a quote that never closes there may
   * be half a million. To be read to its end before anything else is pushed. Empty lines are left out.
   */
  *push(chunk: Buffer): Generator<Cut, void, undefined> {
    this.buffer = this.room.append(this.buffer, chunk);
    this.quoteAt = -1;
    yield* this.take(false);
  }

  /** The rest: a last record without a line break, or one whose quote was never closed. */
  *end(): Generator<Cut, void, undefined> {
    yield* this.take(true);
    this.buffer = Buffer.alloc(0);
  }

  private *take(last: boolean): Generator<Cut, void, undefined> {
    let start = 0;
    for (;;) {
      if (this.problem !== null) return;
      if (this.skipping) {
        const end = this.buffer.indexOf(this.newline, start);
        if (end === -1) {
          this.skipped += this.buffer.length - start;
          if (this.skipped > MAX_SKIPPED_BYTES) this.problem = { message: endless, line: this.line, column: null };
          this.reset(this.buffer.length);
          return;
        }
        this.skipping = false;
        this.skipped = 0;
        this.line++;
        start = end + 1;
        this.scan = start;
        continue;
      }
      const end = this.findEnd(start);
      if (end !== -1) {
        const cut = this.cut(start, end);
        start = end + 1;
        this.scan = start;
        this.state = START;
        if (cut !== null) yield cut;
        continue;
      }
      const open = this.buffer.length - start;
      if (open > MAX_ROW_BYTES || (last && this.state === QUOTED && open > 0)) {
        const { cut, next } = this.recover(start);
        yield cut;
        if (next === null) {
          this.reset(this.buffer.length);
          return;
        }
        start = next;
        continue;
      }
      if (last && open > 0) {
        const cut = this.cut(start, this.buffer.length);
        start = this.buffer.length;
        if (cut !== null) yield cut;
      }
      this.reset(start);
      return;
    }
  }

  private reset(start: number) {
    this.buffer = this.buffer.subarray(start);
    this.scan = Math.max(0, this.scan - start);
  }

  /** The end of the record that begins at `start`, or -1 when its bytes have not all come. */
  private findEnd(start: number): number {
    if (this.scan === start) {
      const end = this.buffer.indexOf(this.newline, start);
      if (this.quoteAt < start) {
        const quote = this.buffer.indexOf(QUOTE, start);
        this.quoteAt = quote === -1 ? Infinity : quote;
      }
      if (end !== -1 && this.quoteAt > end) return end;
    }
    const { buffer, delimiter, newline } = this;
    let state = this.state;
    let at = this.scan;
    for (; at < buffer.length; at++) {
      const byte = buffer[at];
      if (state === QUOTED) {
        if (byte === QUOTE) state = CLOSING;
        continue;
      }
      if (byte === newline) {
        this.scan = at;
        this.state = state;
        return at;
      }
      if (byte === delimiter) state = START;
      else if (byte === QUOTE && (state === START || state === CLOSING)) state = QUOTED;
      else if (!(byte === CR && state === CLOSING)) state = PLAIN;
    }
    this.scan = at;
    this.state = state;
    return -1;
  }

  /** The record is too long or its quote never closes: its first line, which is given up, and where to go on. */
  private recover(start: number): { cut: Cut; next: number | null } {
    const quoted = this.state === QUOTED;
    const end = quoted ? this.buffer.indexOf(this.newline, start) : -1;
    if (!quoted || end === -1) {
      const unclosed = quoted && this.buffer.length - start <= MAX_ROW_BYTES;
      const problem = unclosed ? "a quote that is opened here is never closed" : tooLong;
      const raw = Buffer.from(
        this.buffer.subarray(start, Math.min(this.buffer.length, start + (unclosed ? MAX_ROW_BYTES : 1000))),
      );
      this.state = START;
      this.skipping = !unclosed;
      return { cut: { raw, line: this.line, problem }, next: unclosed ? null : start };
    }
    const cut = {
      raw: this.trimmed(start, end),
      line: this.line,
      problem: "a quote that is opened here is never closed",
    };
    this.unclosed.push(this.line);
    if (this.unclosed.length > MAX_UNCLOSED) {
      const [first = this.line] = this.unclosed;
      this.problem = {
        message: `More than ${MAX_UNCLOSED} rows open a quote that is never closed, the first of them on line ${first}. Nothing after line ${this.line} was read.`,
        line: first,
        column: null,
      };
    }
    this.line++;
    this.scan = end + 1;
    this.state = START;
    return { cut, next: end + 1 };
  }

  private trimmed(start: number, end: number): Buffer {
    return this.buffer.subarray(
      start,
      end > start && this.newline === LF && this.buffer[end - 1] === CR ? end - 1 : end,
    );
  }

  /** The record of these bytes; null for an empty line. */
  private cut(start: number, end: number): Cut | null {
    const raw = this.trimmed(start, end);
    const line = this.line;
    let breaks = 1;
    for (let at = raw.indexOf(this.newline); at !== -1; at = raw.indexOf(this.newline, at + 1)) breaks++;
    this.line += breaks;
    if (raw.length === 0) return null;
    const problem = raw.length > MAX_ROW_BYTES ? tooLong : null;
    return { raw: problem ? raw.subarray(0, 1000) : raw, line, problem };
  }
}
