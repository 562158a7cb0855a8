import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { lazyTokenizer, listSetting, numberSetting, stringSetting, type PartContext } from "../parts";
import type { StreamToken, Tokenizer } from "../types";

const CLASSES: Readonly<Record<string, RegExp>> = {
  letter: /\p{L}/u,
  digit: /\p{Nd}/u,
  whitespace: /[\t-\r\x1C-\x1F \u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000]/u,
  punctuation: /\p{P}/u,
  symbol: /\p{S}/u,
};

// The order is that of the Java set in which the peer keeps them.
const KNOWN =
  "symbol, private_use, paragraph_separator, start_punctuation, unassigned, enclosing_mark, connector_punctuation, letter_number, other_number, math_symbol, lowercase_letter, space_separator, surrogate, initial_quote_punctuation, decimal_digit_number, digit, other_punctuation, dash_punctuation, currency_symbol, non_spacing_mark, custom, format, modifier_letter, control, uppercase_letter, other_symbol, end_punctuation, modifier_symbol, other_letter, line_separator, titlecase_letter, letter, punctuation, combining_spacing_mark, final_quote_punctuation, whitespace";

const CATEGORIES: Readonly<Record<string, RegExp>> = {
  lowercase_letter: /\p{Ll}/u,
  uppercase_letter: /\p{Lu}/u,
  titlecase_letter: /\p{Lt}/u,
  modifier_letter: /\p{Lm}/u,
  other_letter: /\p{Lo}/u,
  decimal_digit_number: /\p{Nd}/u,
  letter_number: /\p{Nl}/u,
  other_number: /\p{No}/u,
  connector_punctuation: /\p{Pc}/u,
  dash_punctuation: /\p{Pd}/u,
  start_punctuation: /\p{Ps}/u,
  end_punctuation: /\p{Pe}/u,
  other_punctuation: /\p{Po}/u,
  initial_quote_punctuation: /\p{Pi}/u,
  final_quote_punctuation: /\p{Pf}/u,
  math_symbol: /\p{Sm}/u,
  currency_symbol: /\p{Sc}/u,
  modifier_symbol: /\p{Sk}/u,
  other_symbol: /\p{So}/u,
  space_separator: /\p{Zs}/u,
  line_separator: /\p{Zl}/u,
  paragraph_separator: /\p{Zp}/u,
  non_spacing_mark: /\p{Mn}/u,
  enclosing_mark: /\p{Me}/u,
  combining_spacing_mark: /\p{Mc}/u,
  control: /\p{Cc}/u,
  format: /\p{Cf}/u,
  surrogate: /\p{Cs}/u,
  private_use: /\p{Co}/u,
  unassigned: /\p{Cn}/u,
};

/** What is known of the characters below, nearly all of most texts, is in a list, which is quicker than a map. */
const LOW = 0x250;

function tokenCharTest(settings: JsonObject): ((char: string) => boolean) | undefined {
  const names = listSetting(settings, "token_chars") ?? [];
  if (names.length === 0) return undefined;
  const custom = new Set(stringSetting(settings, "custom_token_chars") ?? "");
  const tests = names.map((name) => {
    const known = CLASSES[name.toLowerCase()] ?? CATEGORIES[name.toLowerCase()];
    if (known) return (char: string) => known.test(char);
    if (name === "custom") return (char: string) => custom.has(char);
    throw illegalArgument(`Unknown token type: '${name.toLowerCase()}', must be one of [${KNOWN}]`);
  });
  const low: (boolean | undefined)[] = [];
  const others = new Map<string, boolean>();
  return (char) => {
    const code = char.charCodeAt(0);
    if (code < LOW) return (low[code] ??= tests.some((test) => test(char)));
    let answer = others.get(char);
    if (answer === undefined) others.set(char, (answer = tests.some((test) => test(char))));
    return answer;
  };
}

type Run = { chars: string[]; offsets: number[]; starts: number };

/** Characters that are held at once beside the longest gram. */
const STRETCH = 8_192;

/**
 * Runs of allowed characters, each as code points with their UTF-16 offsets (one more at the end). A long one comes in
 * stretches: grams begin at the first `starts` of its characters, the others are only for the ends of them.
 */
function* runs(
  text: string,
  { allowed, longest }: { allowed: ((char: string) => boolean) | undefined; longest: number },
): Iterable<Run> {
  let chars: string[] = [];
  let offsets: number[] = [];
  let offset = 0;
  for (const char of text) {
    if (allowed && !allowed(char)) {
      if (chars.length > 0) yield { chars, offsets: [...offsets, offset], starts: chars.length };
      chars = [];
      offsets = [];
    } else {
      chars.push(char);
      offsets.push(offset);
      if (chars.length === STRETCH + longest) {
        yield { chars, offsets: [...offsets, offset + char.length], starts: STRETCH };
        chars = chars.slice(STRETCH);
        offsets = offsets.slice(STRETCH);
      }
    }
    offset += char.length;
  }
  if (chars.length > 0) yield { chars, offsets: [...offsets, offset], starts: chars.length };
}

function grams(settings: JsonObject): { min: number; max: number } {
  const min = numberSetting(settings, "min_gram", 1);
  const max = numberSetting(settings, "max_gram", 2);
  if (min < 1) throw illegalArgument("minGram must be greater than zero");
  if (min > max) throw illegalArgument("minGram must not be greater than maxGram");
  return { min, max };
}

/** Refuses gram lengths further apart than `index.max_ngram_diff`, in the peer's words. */
export function checkNgramDifference({ min, max }: { min: number; max: number }, context: PartContext): void {
  if (max - min <= context.maxNgramDiff) return;
  throw illegalArgument(
    `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [${context.maxNgramDiff}] but was [${max - min}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
  );
}

/** Grams that one text may come to. */
const MOST_GRAMS = 20_000_000;

/**
 * Throws 400 where a text (or a token) of so many characters would come to more grams than are allowed, before any is
 * made.
 */
export function checkGrams({
  length,
  min,
  max,
  most = MOST_GRAMS,
}: {
  length: number;
  min: number;
  max: number;
  most?: number;
}): void {
  const longest = Math.min(max, length);
  const sizes = longest - min + 1;
  const count = sizes <= 0 ? 0 : sizes * (length + 1) - ((min + longest) * sizes) / 2;
  if (count > most)
    throw illegalArgument(
      `The n-grams of [${min}] to [${max}] characters of a text of [${length}] characters come to [${count}], more than the allowed maximum of [${most}]`,
    );
}

/** Every substring of `min_gram` to `max_gram` code points, in order of start, each at its own position. */
export function ngramTokenizer(settings: JsonObject, context: PartContext): Tokenizer {
  const { min, max } = grams(settings);
  checkNgramDifference({ min, max }, context);
  const allowed = tokenCharTest(settings);
  return lazyTokenizer(function* (text) {
    checkGrams({ length: text.length, min, max });
    let position = 0;
    for (const run of runs(text, { allowed, longest: Math.min(max, text.length) })) {
      for (let from = 0; from < run.starts; from++) {
        for (let length = min; length <= max && from + length <= run.chars.length; length++)
          yield gram({ text, run, from, length, position: position++ });
      }
    }
  });
}

/** The beginnings of `min_gram` to `max_gram` code points, each at its own position. */
export function edgeNgramTokenizer(settings: JsonObject): Tokenizer {
  const { min, max } = grams(settings);
  const allowed = tokenCharTest(settings);
  return lazyTokenizer(function* (text) {
    let position = 0;
    let startOffset = 0;
    let endOffset = 0;
    let length = 0;
    for (const char of text) {
      endOffset += char.length;
      if (allowed && !allowed(char)) {
        startOffset = endOffset;
        length = 0;
      } else if (++length >= min && length <= max) {
        yield {
          term: text.slice(startOffset, endOffset),
          position: position++,
          positionLength: 1,
          startOffset,
          endOffset,
          type: "word",
        };
      } else if (length > max && !allowed) return;
    }
  });
}

function gram({
  text,
  run,
  from,
  length,
  position,
}: {
  text: string;
  run: Run;
  from: number;
  length: number;
  position: number;
}): StreamToken {
  const startOffset = run.offsets[from] ?? 0;
  const endOffset = run.offsets[from + length] ?? text.length;
  return {
    term: text.slice(startOffset, endOffset),
    position,
    positionLength: 1,
    startOffset,
    endOffset,
    type: "word",
  };
}
