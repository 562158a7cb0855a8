import type { Cut } from "./csv-splitter.server";
import { endless, MAX_ROW_BYTES, MAX_SKIPPED_BYTES, Room, tooLong } from "../receive/limits.server";
import type { FileProblem } from "../types";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

const isSpace = (byte: number) => byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09;

/**
 * Cuts the elements of one JSON list, or objects that stand one after the other, on bytes. It only counts brackets and
 * skips strings; whether an element is JSON is found out when it is parsed, so that a broken one never ends the others.
 */
export class JsonSplitter {
  /** Set when the file as a whole is broken; nothing more is read then. */
  problem: FileProblem | null = null;
  private readonly room = new Room();
  private skipped = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private at = 0;
  private line = 1;
  /** Bytes handed off before the buffer begins, less those of earlier lines: gives columns. */
  private lineStart = 0;
  private element: { start: number; line: number; column: number; tooLong: boolean } | null = null;
  private depth = 0;
  private inString = false;
  private place: "before" | "elements" | "separator" | "after";

  constructor(private readonly shape: "list" | "values") {
    this.place = shape === "list" ? "before" : "elements";
  }

  /** Takes the next bytes, returns the elements that are complete. */
  push(chunk: Buffer): Cut[] {
    this.buffer = this.room.append(this.buffer, chunk);
    const out: Cut[] = [];
    while (this.at < this.buffer.length && this.problem === null) {
      if (this.element) this.inElement(out);
      else this.betweenElements(out);
    }
    this.forget();
    return out;
  }

  /** The end of the file: an element that was cut off is told as the problem of the file. */
  end(): Cut[] {
    const out: Cut[] = [];
    if (this.problem !== null) return out;
    const { element } = this;
    if (element && this.depth === 0 && !this.inString) {
      this.close({ out, end: this.buffer.length });
    } else if (element) {
      out.push({
        raw: this.text(element.start, this.buffer.length),
        line: element.line,
        column: element.column,
        problem: "the row is cut off: the file ends before it does",
      });
      this.fail({
        message: "The file ends in the middle of the row that starts here.",
        line: element.line,
        column: element.column,
      });
    }
    if (this.problem === null && this.shape === "list" && this.place === "before") this.failHere("The file is empty.");
    else if (this.problem === null && this.shape === "list" && this.place !== "after")
      this.failHere("The list is not closed: the ] at its end is missing.");
    return out;
  }

  private text(start: number, end: number): Buffer {
    const { element } = this;
    return element?.tooLong
      ? Buffer.from(this.buffer.subarray(start, Math.min(end, start + 1000)))
      : this.buffer.subarray(start, end);
  }

  private column() {
    return this.at - this.lineStart + 1;
  }

  private fail(problem: FileProblem) {
    this.problem = problem;
  }

  private failHere(message: string) {
    this.fail({ message, line: this.line, column: this.column() });
  }

  private betweenElements(out: Cut[]) {
    const byte = this.buffer[this.at] ?? 0;
    if (byte === LF) this.newLine();
    if (isSpace(byte)) {
      this.at++;
      return;
    }
    if (this.place === "after") return this.failHere("There is more text after the end of the list.");
    if (this.place === "before") {
      if (byte !== OPEN_LIST) return this.failHere("A list was expected to start here, with [.");
      this.place = "elements";
      this.at++;
      return;
    }
    if (byte === COMMA) {
      if (this.place === "elements" && this.shape === "list") {
        out.push({ raw: Buffer.from(","), line: this.line, problem: "there is a comma without a row before it" });
      }
      this.place = "elements";
      this.at++;
      return;
    }
    if (this.shape === "list" && byte === CLOSE_LIST) {
      this.place = "after";
      this.at++;
      return;
    }
    if (this.place === "separator" && this.shape === "list") {
      return this.failHere("A comma or the end of the list was expected here.");
    }
    this.element = { start: this.at, line: this.line, column: this.column(), tooLong: false };
    this.depth = 0;
  }

  private newLine() {
    this.line++;
    this.lineStart = this.at + 1;
  }

  private inElement(out: Cut[]) {
    const { buffer } = this;
    for (; this.at < buffer.length; this.at++) {
      const byte = buffer[this.at];
      if (this.inString) {
        if (byte === BACKSLASH) this.at++;
        else if (byte === QUOTE) this.inString = false;
        else if (byte === LF) this.newLine();
        continue;
      }
      if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.depth === 0) return this.close({ out, end: this.at });
        this.depth--;
        if (this.depth === 0) {
          this.at++;
          return this.close({ out, end: this.at });
        }
      } else if (this.depth === 0 && (byte === COMMA || (this.shape === "values" && byte === LF))) {
        return this.close({ out, end: this.at });
      } else if (byte === LF) this.newLine();
    }
  }

  private close({ out, end }: { out: Cut[]; end: number }) {
    const { element } = this;
    if (!element) return;
    // Its end may have come with the bytes that take it over the limit.
    if (end - element.start > MAX_ROW_BYTES) element.tooLong = true;
    out.push({
      raw: this.text(element.start, end),
      line: element.line,
      column: element.column,
      problem: element.tooLong ? tooLong : null,
    });
    this.element = null;
    this.skipped = 0;
    this.place = "separator";
    // A closing bracket without its opening one, at the top: step over it, else the splitter would stand still.
    if (
      end === this.at &&
      this.depth === 0 &&
      this.shape === "values" &&
      (this.buffer[end] === CLOSE_OBJECT || this.buffer[end] === CLOSE_LIST)
    ) {
      this.at++;
    }
  }

  /** Drops the bytes that are done with. A row over the limit keeps only its beginning. */
  private forget() {
    const { element } = this;
    // A backslash at the very end of a chunk leaves `at` one past it; that byte is still to come.
    const over = this.at - this.buffer.length;
    let keep = element ? element.start : Math.min(this.at, this.buffer.length);
    if (element && this.at - element.start > MAX_ROW_BYTES) element.tooLong = true;
    if (element?.tooLong) {
      const head = Buffer.from(this.buffer.subarray(element.start, Math.min(this.buffer.length, element.start + 1000)));
      const dropped = this.buffer.length - head.length;
      this.skipped += dropped;
      if (this.skipped > MAX_SKIPPED_BYTES) this.fail({ message: endless, line: element.line, column: element.column });
      this.buffer = head;
      this.lineStart -= dropped;
      element.start = 0;
      this.at = head.length + Math.max(0, over);
      return;
    }
    if (over > 0 && !element) keep = this.buffer.length;
    this.buffer = this.buffer.subarray(keep);
    this.at -= keep;
    this.lineStart -= keep;
    if (element) element.start = 0;
  }
}

/** Cuts NDJSON into its lines; empty ones are left out. */
export class LineSplitter {
  /** Set when nothing more is read of the file. */
  problem: FileProblem | null = null;
  private readonly room = new Room();
  private skipped = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private scan = 0;
  private line = 1;
  private skipping = false;

  push(chunk: Buffer): Cut[] {
    this.buffer = this.room.append(this.buffer, chunk);
    const out: Cut[] = [];
    let start = 0;
    for (;;) {
      const end = this.buffer.indexOf(LF, Math.max(start, this.scan));
      if (end === -1) break;
      if (!this.skipping) this.emit({ out, raw: this.buffer.subarray(start, end) });
      this.skipping = false;
      this.skipped = 0;
      this.line++;
      start = end + 1;
    }
    if (this.skipping) this.skipped += this.buffer.length - start;
    if (this.skipped > MAX_SKIPPED_BYTES) this.problem = { message: endless, line: this.line, column: null };
    this.buffer = this.skipping ? Buffer.alloc(0) : this.buffer.subarray(start);
    if (this.buffer.length > MAX_ROW_BYTES) {
      out.push({ raw: Buffer.from(this.buffer.subarray(0, 1000)), line: this.line, problem: tooLong });
      this.skipping = true;
      this.buffer = Buffer.alloc(0);
    }
    this.scan = this.buffer.length;
    return out;
  }

  end(): Cut[] {
    const out: Cut[] = [];
    if (!this.skipping) this.emit({ out, raw: this.buffer });
    return out;
  }

  private emit({ out, raw }: { out: Cut[]; raw: Buffer }) {
    let end = raw.length;
    while (end > 0 && isSpace(raw[end - 1] ?? 0)) end--;
    if (end > 0)
      out.push({ raw: raw.subarray(0, end), line: this.line, problem: end > MAX_ROW_BYTES ? tooLong : null });
  }
}
