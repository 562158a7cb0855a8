import { illegalArgument } from "../../errors";
import { checkGrams, checkNgramDifference } from "../tokenizers/ngram-tokenizers";
import { booleanSetting, eachAlone, numberSetting, stringSetting, type FilterFactory } from "../parts";
import type { StreamToken } from "../types";

function gramsOf(token: StreamToken, terms: readonly string[]): StreamToken[] {
  const { position, positionLength, startOffset, endOffset, type } = token;
  return terms.map((term) =>
    token.keyword
      ? { term, position, positionLength, startOffset, endOffset, type, keyword: true }
      : { term, position, positionLength, startOffset, endOffset, type },
  );
}

/** `ngram`: every substring of `min_gram` to `max_gram` code points, all at the position of their token. */
export const ngramFilter: FilterFactory = (settings, context) => {
  const min = numberSetting(settings, "min_gram", 1);
  const max = numberSetting(settings, "max_gram", 2);
  checkNgramDifference({ min, max }, context);
  const preserve = booleanSetting(settings, "preserve_original", false);
  return eachAlone((tokens) =>
    tokens.flatMap((token) => {
      const chars = isSingleUnits(token.term) ? token.term : [...token.term];
      checkGrams({ length: chars.length, min, max, most: MOST_OF_TOKEN });
      const terms: string[] = [];
      for (let from = 0; from < chars.length; from++)
        for (let length = min; length <= max && from + length <= chars.length; length++)
          terms.push(cut(chars, from, from + length));
      if (preserve && (chars.length < min || chars.length > max)) terms.push(token.term);
      return gramsOf(token, terms);
    }),
  );
};

/** `edge_ngram`: the beginnings (`side: back` the ends) of `min_gram` to `max_gram` code points. */
export const edgeNgramFilter: FilterFactory = (settings) => {
  const min = numberSetting(settings, "min_gram", 1);
  const max = numberSetting(settings, "max_gram", 2);
  const back = stringSetting(settings, "side") === "back";
  const preserve = booleanSetting(settings, "preserve_original", false);
  return eachAlone((tokens) =>
    tokens.flatMap((token) => {
      const chars = isSingleUnits(token.term) ? token.term : [...token.term];
      const terms: string[] = [];
      for (let length = min; length <= max && length <= chars.length; length++)
        terms.push(back ? cut(chars, chars.length - length, chars.length) : cut(chars, 0, length));
      if (preserve && (chars.length < min || chars.length > max)) terms.push(token.term);
      return gramsOf(token, terms);
    }),
  );
};

/** Grams of one token: those of up to 500 characters with all their lengths. */
const MOST_OF_TOKEN = 125_250;

const isSingleUnits = (term: string) => !/[\uD800-\uDFFF]/.test(term);
const cut = (chars: string | readonly string[], from: number, to: number) =>
  typeof chars === "string" ? chars.slice(from, to) : chars.slice(from, to).join("");

/** `shingle`: runs of `min_shingle_size` to `max_shingle_size` neighbours beside (or instead of) the tokens. */
export const shingleFilter: FilterFactory = (settings, context) => {
  const max = numberSetting(settings, "max_shingle_size", 2);
  const min = numberSetting(settings, "min_shingle_size", 2);
  const unigrams = booleanSetting(settings, "output_unigrams", true);
  const ifNone = booleanSetting(settings, "output_unigrams_if_no_shingles", false);
  const separator = stringSetting(settings, "token_separator") ?? " ";
  const filler = stringSetting(settings, "filler_token") ?? "_";
  const difference = max - min + (unigrams ? 1 : 0);
  if (difference > context.maxShingleDiff) {
    throw illegalArgument(
      `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [${context.maxShingleDiff}] but was [${difference}]. This limit can be set by changing the [index.max_shingle_diff] index level setting.`,
    );
  }
  return (tokens) => {
    const filled = fillHoles(tokens, filler, max - 1);
    const out: StreamToken[] = [];
    filled.forEach((first, at) => {
      if (unigrams && !first.filler) out.push(first.token);
      for (let size = min; size <= max && at + size <= filled.length; size++) {
        const run = filled.slice(at, at + size);
        const last = run[run.length - 1]?.token ?? first.token;
        if (run.every((each) => each.filler)) continue;
        out.push({
          ...first.token,
          term: run.map(({ token }) => token.term).join(separator),
          endOffset: last.endOffset,
          positionLength: unigrams ? size : size - min + 1,
          type: "shingle",
        });
      }
    });
    return out.length === 0 && ifNone ? tokens : out;
  };
};

// A hole takes as many fillers as a shingle has room for; the rest of it is closed.
function fillHoles(
  tokens: readonly StreamToken[],
  filler: string,
  most: number,
): { token: StreamToken; filler: boolean }[] {
  const filled: { token: StreamToken; filler: boolean }[] = [];
  let last = -1;
  let place = -1;
  for (const token of tokens) {
    const holes = Math.max(0, Math.min(token.position - last - 1, most));
    for (let hole = 0; hole < holes; hole++)
      filled.push({ token: { ...token, term: filler, position: ++place, endOffset: token.startOffset }, filler: true });
    if (token.position > last) place++;
    filled.push({ token: { ...token, position: place }, filler: false });
    last = token.position;
  }
  return filled;
}
