import { javaExpression } from "../analysis/expressions/java-expression";
import { fieldsAt, fixedOffset, localToEpoch, utcTime, zoneOffset, type DateFields } from "./time-zone";

/** What a text said. Missing fields are undefined. */
export type ParsedFields = Partial<DateFields> & {
  dayOfYear?: number;
  week?: number;
  weekYear?: number;
  weekday?: number;
  half?: number;
  hour12?: number;
  zone?: string;
  epochMs?: number;
};

export type DatePattern = { parse(text: string): ParsedFields | undefined; format(epochMs: number, zone: string): string };

type Part = { kind: "field"; letter: string; width: number } | { kind: "text"; text: string } | { kind: "optional"; parts: Part[] };

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const LETTERS = "GuyDMLdQqYwWEecFahKkHmsSAnNVvzOXxZpI";

// `F` and `I` are ours, for the named formats: one to nine digits of a second, and any ISO zone or offset.
function readParts(pattern: string, from: number, nested: boolean): { parts: Part[]; next: number } {
  const parts: Part[] = [];
  let at = from;
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    if (char === "'") {
      const end = pattern.indexOf("'", at + 1);
      if (end < 0) throw new SyntaxError(`Pattern ends with an incomplete string literal: ${pattern}`);
      parts.push({ kind: "text", text: end === at + 1 ? "'" : pattern.slice(at + 1, end) });
      at = end + 1;
    } else if (char === "[") {
      const inner = readParts(pattern, at + 1, true);
      parts.push({ kind: "optional", parts: inner.parts });
      at = inner.next;
    } else if (char === "]") {
      if (!nested) throw new SyntaxError("Pattern invalid as it contains ] without previous [");
      return { parts, next: at + 1 };
    } else if (/[A-Za-z]/.test(char)) {
      if (!LETTERS.includes(char)) throw new SyntaxError(`Unknown pattern letter: ${char}`);
      let end = at;
      while (pattern.charAt(end) === char) end++;
      parts.push({ kind: "field", letter: char, width: end - at });
      at = end;
    } else {
      parts.push({ kind: "text", text: char });
      at++;
    }
  }
  return { parts, next: at };
}

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const names = (list: readonly string[], width: number) => list.map((name) => (width === 3 ? name.slice(0, 3) : name)).join("|");

function fieldExpression(letter: string, width: number): string {
  switch (letter) {
    case "y":
    case "u":
    case "Y":
      return width === 2 ? "\\d{2}" : width === 4 ? "-?\\d{4}|[+-]\\d{5,9}" : "-?\\d{1,5}";
    case "M":
    case "L":
      return width === 3 || width === 4 ? names(MONTHS, width) : digits(width, 2);
    case "E":
      return names(DAYS, width < 4 ? 3 : 4);
    case "e":
    case "c":
      return width > 2 ? names(DAYS, width) : "\\d";
    case "a":
      return "[AP]M";
    case "S":
    case "n":
      return `\\d{${width}}`;
    case "F":
      return "\\d{1,9}";
    case "D":
      return width === 3 ? "\\d{3}" : "\\d{1,3}";
    case "I":
      return "Z|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?";
    case "X":
      return `Z|${offsetExpression(width)}`;
    case "x":
      return offsetExpression(width);
    case "Z":
      return width === 5 ? "Z|[+-]\\d{2}:\\d{2}" : "[+-]\\d{4}";
    case "V":
    case "v":
    case "z":
    case "O":
      return "Z|[+-]\\d{2}:?\\d{2}|[A-Za-z][A-Za-z0-9_/+:-]*";
    case "G":
      return "BC|AD|BCE|CE";
    default:
      return digits(width, 2);
  }
}

function offsetExpression(width: number): string {
  return width === 1 ? "[+-]\\d{2}(?:\\d{2})?" : width === 2 ? "[+-]\\d{4}" : "[+-]\\d{2}:\\d{2}";
}

function digits(width: number, most: number): string {
  return width === 1 ? `\\d{1,${most}}` : `\\d{${width}}`;
}

function toExpression(parts: readonly Part[], letters: { letter: string; width: number }[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return escape(part.text);
      if (part.kind === "optional") return `(?:${toExpression(part.parts, letters)})?`;
      letters.push(part);
      return `(${fieldExpression(part.letter, part.width)})`;
    })
    .join("");
}

function place(list: readonly string[], value: string): number {
  return list.findIndex((name) => name.slice(0, 3).toLowerCase() === value.slice(0, 3).toLowerCase()) + 1;
}

function setField(fields: ParsedFields, { letter, width }: { letter: string; width: number }, value: string): void {
  const number = Number(value);
  switch (letter) {
    case "y":
    case "u":
      fields.year = width === 2 ? 2000 + number : number;
      return;
    case "Y":
      fields.weekYear = number;
      return;
    case "M":
    case "L":
      fields.month = Number.isNaN(number) ? place(MONTHS, value) : number;
      return;
    case "E":
    case "e":
    case "c":
      fields.weekday = Number.isNaN(number) ? place(DAYS, value) : number;
      return;
    case "S":
    case "F":
      fields.ms = Math.floor(Number(value.padEnd(9, "0").slice(0, 9)) / 1_000_000);
      return;
    case "n":
      fields.ms = Math.floor(number / 1_000_000);
      return;
    case "a":
      fields.half = /^p/i.test(value) ? 1 : 0;
      return;
    case "K":
    case "h":
      fields.hour12 = number % 12;
      return;
    case "k":
      fields.hour = number % 24;
      return;
    case "X":
    case "x":
    case "Z":
    case "I":
    case "V":
    case "v":
    case "z":
    case "O":
      fields.zone = value;
      return;
    default:
      assignPlain(fields, letter, number);
  }
}

function assignPlain(fields: ParsedFields, letter: string, number: number): void {
  if (letter === "d") fields.day = number;
  else if (letter === "D") fields.dayOfYear = number;
  else if (letter === "H") fields.hour = number;
  else if (letter === "m") fields.minute = number;
  else if (letter === "s") fields.second = number;
  else if (letter === "w") fields.week = number;
}

function isoWeek(epochMs: number): { weekYear: number; week: number; weekday: number } {
  const date = new Date(epochMs);
  const weekday = date.getUTCDay() || 7;
  date.setUTCDate(date.getUTCDate() + 4 - weekday);
  const weekYear = date.getUTCFullYear();
  return {
    weekYear,
    weekday,
    week: Math.ceil(((date.getTime() - utcTime({ year: weekYear, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0 })) / 86_400_000 + 1) / 7),
  };
}

function offsetText(epochMs: number, zone: string, { letter, width }: { letter: string; width: number }): string {
  const offset = zoneOffset(zone, epochMs);
  if (letter === "V" || letter === "z") return fixedOffset(zone) === 0 ? "Z" : zone;
  if (offset === 0 && (letter === "X" || letter === "I" || letter === "O" || letter === "v")) return letter === "X" || letter === "I" ? "Z" : "UTC";
  const minutes = Math.abs(Math.trunc(offset / 60_000));
  const hours = String(Math.floor(minutes / 60)).padStart(2, "0");
  const rest = String(minutes % 60).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  if ((letter === "X" || letter === "x") && width === 1) return rest === "00" ? sign + hours : sign + hours + rest;
  const colon = letter === "I" || ((letter === "X" || letter === "x") && (width === 3 || width === 5)) || (letter === "Z" && width === 5);
  return `${sign}${hours}${colon ? ":" : ""}${rest}`;
}

function fieldText({ letter, width }: { letter: string; width: number }, epochMs: number, zone: string): string {
  const at = fieldsAt(zone, epochMs);
  const pad = (value: number) => String(value).padStart(width, "0");
  const local = epochMs + zoneOffset(zone, epochMs);
  switch (letter) {
    case "y":
    case "u":
      if (width === 2) return String(at.year % 100).padStart(2, "0");
      return at.year > 9999 && width === 4 ? `+${at.year}` : at.year < 0 ? `-${String(-at.year).padStart(width, "0")}` : pad(at.year);
    case "Y":
      return pad(isoWeek(local).weekYear);
    case "w":
      return pad(isoWeek(local).week);
    case "E":
    case "e":
    case "c": {
      const { weekday } = isoWeek(local);
      return letter !== "E" && width < 3 ? pad(weekday) : (DAYS[weekday - 1] ?? "").slice(0, width < 4 ? 3 : undefined);
    }
    case "M":
    case "L":
      return width > 2 ? (MONTHS[at.month - 1] ?? "").slice(0, width === 3 ? 3 : undefined) : pad(at.month);
    case "d":
      return pad(at.day);
    case "D":
      return pad(Math.floor((local - utcTime({ year: at.year, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0 })) / 86_400_000) + 1);
    case "H":
      return pad(at.hour);
    case "k":
      return pad(at.hour === 0 ? 24 : at.hour);
    case "h":
      return pad(at.hour % 12 === 0 ? 12 : at.hour % 12);
    case "K":
      return pad(at.hour % 12);
    case "m":
      return pad(at.minute);
    case "s":
      return pad(at.second);
    case "S":
      return String(at.ms).padStart(3, "0").padEnd(9, "0").slice(0, width);
    case "F":
      return String(at.ms).padStart(3, "0");
    case "n":
      return String(at.ms * 1_000_000);
    case "a":
      return at.hour < 12 ? "AM" : "PM";
    case "G":
      return at.year > 0 ? "AD" : "BC";
    case "Q":
    case "q":
      return pad(Math.ceil(at.month / 3));
    default:
      return offsetText(epochMs, zone, { letter, width });
  }
}

function writeParts(parts: readonly Part[], epochMs: number, zone: string): string {
  return parts
    .map((part) => (part.kind === "text" ? part.text : part.kind === "optional" ? writeParts(part.parts, epochMs, zone) : fieldText(part, epochMs, zone)))
    .join("");
}

/** UTF-16 units of a caller's date pattern, and of a text that can be a date. */
const LONGEST_PATTERN = 256;
const LONGEST_DATE = 512;

/** Reads texts by the groups of an expression. */
export type GroupReader = (source: string) => (text: string) => readonly (string | undefined)[] | undefined;

/** For the patterns of callers: `[d][d][d]…` would keep a regular expression that goes back busy for hours. */
const byJavaExpression: GroupReader = (source) => {
  const expression = javaExpression(source, undefined, LONGEST_PATTERN * 80);
  return (text) => {
    for (const match of expression.all(text)) return Array.from({ length: expression.groupCount + 1 }, (_, at) => match.group(at));
    return undefined;
  };
};

/** A Java date pattern, for reading and writing. Throws `SyntaxError` with Java's words when it is none. */
export function compilePattern(pattern: string, groupReader = byJavaExpression): DatePattern {
  if (pattern.length > LONGEST_PATTERN) throw new SyntaxError(`The pattern is longer than the allowed maximum of [${LONGEST_PATTERN}] characters`);
  const { parts } = readParts(pattern, 0, false);
  const letters: { letter: string; width: number }[] = [];
  const read = groupReader(`^${toExpression(parts, letters)}$`);
  return {
    parse(text) {
      const match = text.length > LONGEST_DATE ? undefined : read(text);
      if (!match) return undefined;
      const fields: ParsedFields = {};
      letters.forEach((letter, index) => {
        const value = match[index + 1];
        if (value !== undefined) setField(fields, letter, value);
      });
      return isPossible(fields) ? fields : undefined;
    },
    format: (epochMs, zone) => writeParts(parts, epochMs, zone),
  };
}

function isPossible({ year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 }: ParsedFields): boolean {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
  return day <= new Date(Date.UTC(year % 400 === 0 ? 2000 : 2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate();
}

/** The instant of parsed fields. With `roundUp` a missing time is the last of the day; missing month and day are 1 both ways. */
export function toEpoch(fields: ParsedFields, { zone, roundUp }: { zone: string; roundUp: boolean }): number {
  if (fields.epochMs !== undefined) return fields.epochMs;
  const hour = fields.hour ?? (fields.hour12 === undefined ? undefined : fields.hour12 + 12 * (fields.half ?? 0));
  const time = {
    hour: hour ?? (roundUp ? 23 : 0),
    minute: fields.minute ?? (roundUp ? 59 : 0),
    second: fields.second ?? (roundUp ? 59 : 0),
    ms: fields.ms ?? (roundUp ? 999 : 0),
  };
  let local = utcTime({ year: fields.year ?? 1970, month: fields.month ?? 1, day: fields.day ?? 1, ...time });
  if (fields.dayOfYear !== undefined) local += (fields.dayOfYear - 1) * 86_400_000;
  if (fields.weekYear !== undefined) {
    const fourth = utcTime({ year: fields.weekYear, month: 1, day: 4, ...time });
    const monday = fourth - ((new Date(fourth).getUTCDay() || 7) - 1) * 86_400_000;
    local = monday + (((fields.week ?? 1) - 1) * 7 + ((fields.weekday ?? 1) - 1)) * 86_400_000;
  }
  return localToEpoch(fields.zone ?? zone, local);
}
