import { isLatin, latinWords } from "./latin-words";
import { stretchesOf } from "../stretches";
import { lazyTokenizer } from "../parts";
import type { StreamToken, Tokenizer } from "../types";

// Word boundaries of Unicode's annex 29 as Lucene's StandardTokenizer states them, with its classes of letters.
const EXTEND = String.raw`(?:[[\p{M}\p{Cf}\u200C\u200D\uFF9E\uFF9F]--[\u200B\u2060\uFEFF]])*`;
const COMPLEX = String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Ahom}]`;
const KATAKANA = String.raw`[\p{sc=Katakana}\u3031-\u3035\u309B\u309C\u30A0\u30FC\uFF70]`;
const LETTER = String.raw`[[\p{Alphabetic}\u05F3\u02C2-\u02C5\u02D2-\u02D7\u02DE\u02DF\u02ED\u02EF-\u02FF]--[\p{Nd}\p{M}\p{Ideographic}[\p{sc=Han}--[\u3005\u303B]]\p{sc=Hiragana}\p{sc=Katakana}\u3031-\u3035\u309B\u309C\u30A0\u30FC\uFF70\uFF9E\uFF9F${COMPLEX.slice(1, -1)}]]`;
const NUMERIC = String.raw`[\p{Nd}\u066B]`;
const JOIN = String.raw`[_\u203F\u2040\u2054\uFE33\uFE34\uFE4D-\uFE4F\uFF3F\u202F]`;
const MID_LETTER = String.raw`[:·\u0387\u055F\u05F4\u2027\uFE13\uFE55\uFF1A.\u2018\u2019\u2024\uFE52\uFF07\uFF0E']`;
const MID_NUMBER = String.raw`[,;\u037E\u0589\u060C\u060D\u066C\u07F8\u2044\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B.\u2018\u2019\u2024\uFE52\uFF07\uFF0E']`;
const PICTURE = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?!\uFE0E)[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*)`;

const join = `(?:${JOIN}${EXTEND})`;
const letter = `(?:${LETTER}${EXTEND})`;
const numeric = `(?:${NUMERIC}${EXTEND})`;
// Hebrew keeps a double quote inside a word and a single one at its end.
const hebrewQuote = String.raw`(?<=\p{sc=Hebrew})"(?=\p{sc=Hebrew})`;
const letters = `${letter}(?:(?:${join}*|${MID_LETTER}${EXTEND}|${hebrewQuote})${letter})*(?:(?<=\\p{sc=Hebrew})')?`;
const numbers = `${numeric}(?:(?:${join}*|${MID_NUMBER}${EXTEND})${numeric})*`;
const katakana = `(?:${KATAKANA}${EXTEND})`;
const run = `(?:${katakana}(?:${join}*${katakana})*|(?:${letters}|${numbers})+)`;
const word = `${join}*${run}(?:${join}+${run})*${join}*`;

// Joiners that no word follows are taken in one go: looked at from each of them again, a line of them would cost the
// square of its length.
// eslint-disable-next-line regexp/no-super-linear-move -- the last alternative takes what the words before it leave
const token = String.raw`(?<emoji>${PICTURE})|(?<word>${word})|(?<complex>(?:${COMPLEX}${EXTEND})+)|(?<han>\p{sc=Han}${EXTEND})|(?<hiragana>\p{sc=Hiragana}${EXTEND})|(?<nothing>${join}+)`;
const TOKEN = new RegExp(token, "gv");
const ASCII_LETTERS = /^[A-Za-z]+$/;
const HAS_LETTER = new RegExp(LETTER, "v");
const HAS_NUMERIC = new RegExp(NUMERIC, "v");
const HAS_KATAKANA = new RegExp(KATAKANA, "v");
// Two marks are of Hangul too: as one class, so that there is one way only to read them.
const ONLY_HANGUL = new RegExp(String.raw`^\p{sc=Hangul}[\p{sc=Hangul}${EXTEND.slice(3, -2)}]*$`, "v");

function wordType(term: string): string {
  if (ASCII_LETTERS.test(term)) return "<ALPHANUM>";
  if (ONLY_HANGUL.test(term)) return "<HANGUL>";
  if (HAS_LETTER.test(term)) return "<ALPHANUM>";
  if (HAS_KATAKANA.test(term)) return HAS_NUMERIC.test(term) ? "<ALPHANUM>" : "<KATAKANA>";
  return "<NUM>";
}

function typeOf(groups: Record<string, string | undefined>, term: string): string {
  if (groups["word"] !== undefined) return wordType(term);
  if (groups["emoji"] !== undefined) return "<EMOJI>";
  if (groups["han"] !== undefined) return "<IDEOGRAPHIC>";
  if (groups["hiragana"] !== undefined) return "<HIRAGANA>";
  return "<SOUTHEAST_ASIAN>";
}

/** Units that are looked at in one go. */
const STRETCH = 16_384;

/** A longer text is not kept. */
const MOST_KEPT = 65_536;
let last: { text: string; maxTokenLength: number; tokens: StreamToken[] } | undefined;

/**
 * The words of a text. Those of the last one are kept, for the sub-fields of a value read it one after the other; their
 * terms are the same strings each time, so that each is hashed once.
 */
function wordsOf(text: string, maxTokenLength: number): StreamToken[] {
  if (text.length > MOST_KEPT) return split(text, maxTokenLength);
  if (last?.text !== text || last.maxTokenLength !== maxTokenLength)
    last = { text, maxTokenLength, tokens: split(text, maxTokenLength) };
  // Filters change the tokens that they are given.
  return last.tokens.map(({ term, position, positionLength, startOffset, endOffset, type }) => ({
    term,
    position,
    positionLength,
    startOffset,
    endOffset,
    type,
  }));
}

function split(text: string, maxTokenLength: number): StreamToken[] {
  return isLatin(text) ? latinWords(text, maxTokenLength) : generalWords(text, maxTokenLength);
}

/** Lucene's StandardTokenizer. Words longer than `maxTokenLength` UTF-16 units are cut into pieces of it. */
export function standardTokenizer(maxTokenLength = 255): Tokenizer {
  return lazyTokenizer(
    function* (text) {
      let position = 0;
      for (const { from, end } of stretchesOf(text, STRETCH)) {
        for (const token of split(text.slice(from, end), maxTokenLength)) {
          token.position = position++;
          token.startOffset += from;
          token.endOffset += from;
          yield token;
        }
      }
    },
    (text) => wordsOf(text, maxTokenLength),
  );
}

/** The same by one expression over all of Unicode. */
export function generalWords(text: string, maxTokenLength: number): StreamToken[] {
  const tokens: StreamToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (match.groups?.["nothing"] !== undefined) continue;
    const whole = match[0];
    const type = typeOf(match.groups ?? {}, whole);
    for (let from = 0; from < whole.length; from += maxTokenLength) {
      const term = whole.length <= maxTokenLength ? whole : whole.slice(from, from + maxTokenLength);
      const startOffset = match.index + from;
      tokens.push({
        term,
        position: tokens.length,
        positionLength: 1,
        startOffset,
        endOffset: startOffset + term.length,
        type,
      });
    }
  }
  return tokens;
}
