import { booleanSetting, inStretches, listSetting, type FilterFactory } from "../parts";
import type { StreamToken, TokenFilter } from "../types";
import type { JsonObject } from "@common/text/json";

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const DELIMITER = 8;
const ALPHA = LOWER | UPPER;

type Options = {
  wordParts: boolean;
  numberParts: boolean;
  catenateWords: boolean;
  catenateNumbers: boolean;
  catenateAll: boolean;
  splitOnCase: boolean;
  splitOnNumerics: boolean;
  preserveOriginal: boolean;
  possessive: boolean;
  protectedWords: ReadonlySet<string>;
  types: ReadonlyMap<string, number>;
};

type Part = { start: number; end: number; type: number };

const ASCII = Array.from({ length: 128 }, (_, code) => generalType(String.fromCharCode(code)));

function charType(char: string, types: ReadonlyMap<string, number>): number {
  const own = types.size === 0 ? undefined : types.get(char);
  return own ?? ASCII[char.charCodeAt(0)] ?? generalType(char);
}

function generalType(char: string): number {
  // Lucene's table for the first 256 characters knows the ten digits alone.
  if (char < "\u0100" && /[\u00B2\u00B3\u00B9\u00BC-\u00BE]/.test(char)) return DELIMITER;
  if (/\p{Lu}/u.test(char)) return UPPER;
  if (/\p{Ll}/u.test(char)) return LOWER;
  if (/[\p{Lt}\p{Lm}\p{Lo}\p{M}]/u.test(char)) return ALPHA;
  if (/\p{N}/u.test(char)) return DIGIT;
  // A half of a pair counts as a letter, as in Lucene.
  if (/[\uD800-\uDFFF]/.test(char)) return ALPHA | DIGIT;
  return DELIMITER;
}

const TYPE_NAMES: Readonly<Record<string, number>> = {
  LOWER,
  UPPER,
  ALPHA,
  DIGIT,
  ALPHANUM: ALPHA | DIGIT,
  SUBWORD_DELIM: DELIMITER,
};

function readOptions(settings: JsonObject): Options {
  const flag = (name: string, fallback: boolean) => booleanSetting(settings, name, fallback);
  const types = new Map<string, number>();
  for (const rule of listSetting(settings, "type_table") ?? []) {
    const [char = "", type = ""] = rule.split("=>").map((each) => each.trim());
    const known = TYPE_NAMES[type];
    if (known !== undefined)
      types.set(
        char.startsWith("\\u") ? String.fromCharCode(parseInt(char.slice(2), 16)) : char.replace(/^\\/, ""),
        known,
      );
  }
  return {
    wordParts: flag("generate_word_parts", true),
    numberParts: flag("generate_number_parts", true),
    catenateWords: flag("catenate_words", false),
    catenateNumbers: flag("catenate_numbers", false),
    catenateAll: flag("catenate_all", false),
    splitOnCase: flag("split_on_case_change", true),
    splitOnNumerics: flag("split_on_numerics", true),
    preserveOriginal: flag("preserve_original", false),
    possessive: flag("stem_english_possessive", true),
    protectedWords: new Set(listSetting(settings, "protected_words") ?? []),
    types,
  };
}

function isBreak(last: number, type: number, { splitOnCase, splitOnNumerics }: Options): boolean {
  if ((type & last) !== 0) return false;
  if (!splitOnCase && (last & ALPHA) !== 0 && (type & ALPHA) !== 0) return false;
  // An upper-case letter before lower-case ones belongs to them: PowerShot, but Shot.
  if ((last & UPPER) !== 0 && (type & ALPHA) !== 0) return false;
  return (
    splitOnNumerics ||
    !(((last & ALPHA) !== 0 && (type & DIGIT) !== 0) || ((last & DIGIT) !== 0 && (type & ALPHA) !== 0))
  );
}

/** The kind of all characters of a term, as most words are of one; 0 where they differ, or are for the general way. */
function onlyKind(term: string): number {
  const first = ASCII[term.charCodeAt(0)] ?? 0;
  for (let at = 1; at < term.length; at++) if (ASCII[term.charCodeAt(at)] !== first) return 0;
  return first & DELIMITER ? 0 : first;
}

/** Subwords of a term, as Lucene's WordDelimiterIterator finds them. */
function subwords(term: string, options: Options): Part[] {
  const only = options.types.size === 0 ? onlyKind(term) : 0;
  if (only !== 0) return [{ start: 0, end: term.length, type: only }];
  const kinds = Array.from({ length: term.length }, (_, at) => charType(term.charAt(at), options.types));
  const kind = (at: number) => kinds[at] ?? DELIMITER;
  const parts: Part[] = [];
  let end = term.length;
  while (end > 0 && (kind(end - 1) & DELIMITER) !== 0) end--;
  let at = 0;
  while (at < end) {
    while (at < end && (kind(at) & DELIMITER) !== 0) at++;
    if (at >= end) break;
    const start = at;
    let last = kind(at);
    for (at = start + 1; at < end; at++) {
      const type = kind(at);
      if (isBreak(last, type, options)) break;
      last = type;
    }
    parts.push({ start, end: at, type: kind(start) });
    if (options.possessive && endsPossessive(term, at, end, kind)) at += 2;
  }
  return parts;
}

function endsPossessive(term: string, at: number, end: number, kind: (at: number) => number): boolean {
  return (
    at + 1 < term.length &&
    term.charAt(at) === "'" &&
    /[sS]/.test(term.charAt(at + 1)) &&
    (kind(at - 1) & ALPHA) !== 0 &&
    (at + 2 >= end || (kind(at + 2) & DELIMITER) !== 0)
  );
}

type Piece = { start: number; end: number; from: number; to: number; text: string; original?: boolean };

/** Pieces of a token with the places in the graph where they begin and end. */
function pieces(term: string, parts: readonly Part[], options: Options): Piece[] {
  const out: Piece[] = [];
  const isWord = (part: Part) => (part.type & ALPHA) !== 0;
  const isNumber = (part: Part) => (part.type & DIGIT) !== 0 && !isWord(part);
  const wanted = (part: Part) => (isWord(part) ? options.wordParts : isNumber(part) ? options.numberParts : true);
  let place = 0;
  let from = 0;
  while (from < parts.length) {
    const word = isWord(parts[from] ?? { start: 0, end: 0, type: 0 });
    let to = from;
    while (to < parts.length && isWord(parts[to] ?? { start: 0, end: 0, type: 0 }) === word) to++;
    const run = parts.slice(from, to);
    const catenate = word ? options.catenateWords : options.catenateNumbers;
    const generated = run.filter(wanted);
    const first = place;
    for (const part of generated)
      out.push({ start: part.start, end: part.end, from: place, to: ++place, text: term.slice(part.start, part.end) });
    const one = generated.length === 1 && run.length === 1;
    if (catenate && !one) {
      if (generated.length === 0) place++;
      out.push({
        start: run[0]?.start ?? 0,
        end: run[run.length - 1]?.end ?? term.length,
        from: first,
        to: place,
        text: run.map((part) => term.slice(part.start, part.end)).join(""),
      });
    }
    from = to;
  }
  const total = Math.max(place, 1);
  if (
    options.catenateAll &&
    parts.length > 0 &&
    !out.some(
      (piece) =>
        piece.from === 0 &&
        piece.to === total &&
        piece.start === parts[0]?.start &&
        piece.end === parts[parts.length - 1]?.end,
    )
  ) {
    out.push({
      start: parts[0]?.start ?? 0,
      end: parts[parts.length - 1]?.end ?? term.length,
      from: 0,
      to: total,
      text: parts.map((part) => term.slice(part.start, part.end)).join(""),
    });
  }
  return out;
}

function delimit(options: Options, graph: boolean): TokenFilter {
  return inStretches(() => {
    // How far positions moved: tokens that fell apart push on, those that vanished pull back.
    let shift = 0;
    let previous = -1;
    let isFirst = true;
    return (tokens) => {
      const out: StreamToken[] = [];
      for (const token of tokens) {
        const base = token.position + shift;
        const parts = subwords(token.term, options);
        const [only] = parts;
        const whole = parts.length === 1 && only?.start === 0 && only.end === token.term.length;
        if (whole || options.protectedWords.has(token.term) || (token.keyword && graph)) {
          previous = token.position;
          token.position = base;
          out.push(token);
          continue;
        }
        // Signs alone stay where they are only on request.
        if (parts.length === 0 && !options.preserveOriginal) {
          // The older filter closes the gap that they leave.
          if (!graph && (out.length > 0 || !isFirst) && token.position === previous + 1) shift--;
          previous = token.position;
          continue;
        }
        previous = token.position;
        const found = pieces(token.term, parts, options);
        if (options.preserveOriginal)
          found.push({
            start: 0,
            end: token.term.length,
            from: 0,
            to: Math.max(1, ...found.map(({ to }) => to)),
            text: token.term,
            original: true,
          });
        if (found.length === 0) continue;
        found.sort((a, b) => a.from - b.from || order(a, b, graph));
        const places = Math.max(...found.map(({ to }) => to));
        // Offsets inside the token are trusted only where no earlier filter changed its length.
        const same = token.endOffset - token.startOffset === token.term.length;
        for (const piece of found) {
          const startOffset = same ? token.startOffset + piece.start : token.startOffset;
          const endOffset = same ? token.startOffset + piece.end : token.endOffset;
          out.push({
            ...token,
            term: piece.text,
            position: base + piece.from,
            positionLength: graph ? piece.to - piece.from : 1,
            startOffset,
            endOffset,
          });
        }
        shift += places - 1;
      }
      if (out.length > 0) isFirst = false;
      return out;
    };
  });
}

// The graph filter gives the longest first, the older one the parts first; the original always leads.
function order(a: Piece, b: Piece, graph: boolean): number {
  if ((a.original ?? false) !== (b.original ?? false)) return a.original ? -1 : 1;
  return graph ? b.to - a.to || b.end - a.end : a.to - b.to || a.end - b.end;
}

export const wordDelimiter: FilterFactory = (settings) => delimit(readOptions(settings), false);
export const wordDelimiterGraph: FilterFactory = (settings) => delimit(readOptions(settings), true);
