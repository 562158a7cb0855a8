import { IMPORTS_LIMITS } from "@common/limits/imports";
import type { Delimiter } from "../types";

// What a row may ask of the console, looked at on its bytes before anything is made of it: parsed, a row may take a
// hundred times its size.

const MB = 1024 ** 2;
/** A longer row is refused with its line number; the next one goes on. */
export const MAX_ROW_BYTES = IMPORTS_LIMITS.row.most;
/** A row that goes on longer than this is not looked for an end of. */
export const MAX_SKIPPED_BYTES = IMPORTS_LIMITS.rowSkipped.most;
/** To find out what a file is, no more of it is unpacked than this. */
export const MAX_LOOK_BYTES = IMPORTS_LIMITS.look.most;
export const MAX_FIELDS = IMPORTS_LIMITS.columns.most;
export const MAX_HEADER_BYTES = IMPORTS_LIMITS.header.most;
/** Of the name of a field, dots included, and how many steps its dots may make. */
export const MAX_NAME = IMPORTS_LIMITS.fieldName.most;
export const MAX_STEPS = IMPORTS_LIMITS.fieldSteps.most;
const MAX_VALUES = IMPORTS_LIMITS.rowValues.most;
const MAX_DEPTH = IMPORTS_LIMITS.rowDepth.most;
/** A longer text is neither a list nor a number. */
export const MAX_LIST_CHARACTERS = IMPORTS_LIMITS.listText.most;
/**
 * Rows whose quotes do not close, after which a file is given up: to find that out each takes a look at all that
 * follows.
 */
export const MAX_UNCLOSED = IMPORTS_LIMITS.unclosed.most;

const count = (value: number) => value.toLocaleString("en");

export const tooLong = `the row is longer than ${MAX_ROW_BYTES / MB} MB, the limit for one row`;
export const endless = `The row that starts here is longer than ${MAX_SKIPPED_BYTES / MB} MB. Nothing after it was read.`;
export const tooManyFields = `more than ${count(MAX_FIELDS)} columns or fields, the limit`;

const QUOTE = 0x22;

/** Why a CSV record is not taken apart; null where it may be. */
export function csvRowProblem({ raw, delimiter }: { raw: Buffer; delimiter: Delimiter }): string | null {
  // So short a row cannot hold more cells than the limit.
  if (raw.length <= MAX_FIELDS) return null;
  const sign = delimiter.charCodeAt(0);
  let cells = 1;
  let quoted = false;
  for (const byte of raw) {
    if (byte === QUOTE) quoted = !quoted;
    else if (byte === sign && !quoted && ++cells > MAX_FIELDS) return `the row has ${tooManyFields}`;
  }
  return null;
}

const BACKSLASH = 0x5c;

/** Why a row of JSON is not parsed: too deep, too many values, a name too long; null where it may be. */
export function jsonRowProblem(raw: Buffer): string | null {
  let depth = 0;
  let values = 0;
  let inString = false;
  let begun = 0;
  let length = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        inString = false;
        length = at - begun;
      }
      continue;
    }
    if (byte === QUOTE) {
      inString = true;
      begun = at + 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) return `the row is nested deeper than ${MAX_DEPTH} levels, the limit`;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x3a && length > MAX_NAME)
      return `the name of a field is longer than ${count(MAX_NAME)} bytes, the limit`;
    if (values > MAX_VALUES) return `the row holds more than ${count(MAX_VALUES)} values, the limit for one row`;
  }
  return null;
}

/** Why the names of a file's fields cannot be taken, as a sentence; null where they can. */
export function namesProblem(names: readonly string[]): string | null {
  if (names.length > MAX_FIELDS)
    return `The file has ${tooManyFields}. Take some out, or put what belongs together into one.`;
  const long = names.findIndex((name) => name.length > MAX_NAME);
  if (long !== -1)
    return `The name of field ${long + 1} has ${count(names[long]?.length ?? 0)} characters; ${count(MAX_NAME)} is the limit.`;
  const deep = names.find((name) => name.split(".").length > MAX_STEPS);
  return deep === undefined
    ? null
    : `The field ${deep.slice(0, 60)}… has more than ${MAX_STEPS} steps in its name, the limit.`;
}

/**
 * The bytes of a row that is not whole yet, and a chunk behind them. The room grows in doubles, so that a long row is
 * not copied again with each chunk.
 */
export class Room {
  private store: Buffer = Buffer.alloc(0);
  private end = 0;

  /** `open` is what the last call gave, or the rest of it. What was given before is never written over. */
  append(open: Buffer, chunk: Buffer): Buffer {
    if (open.length === 0) return chunk;
    const isLast =
      open.buffer === this.store.buffer && open.byteOffset + open.length === this.store.byteOffset + this.end;
    if (!isLast || this.end + chunk.length > this.store.length) {
      const wanted = open.length + chunk.length;
      this.store = Buffer.allocUnsafeSlow(
        open.length < 4 * chunk.length
          ? wanted * 2
          : Math.max(wanted, Math.min(open.length * 2, MAX_ROW_BYTES + 2 * chunk.length)),
      );
      open.copy(this.store);
      this.end = open.length;
    }
    const start = this.end - open.length;
    chunk.copy(this.store, this.end);
    this.end += chunk.length;
    return this.store.subarray(start, this.end);
  }
}
