import { booleanSetting, listSetting, type FilterFactory } from "../parts";
import type { StreamToken } from "../types";

const SCRIPTS: Readonly<Record<string, string>> = {
  han: "<IDEOGRAPHIC>",
  hiragana: "<HIRAGANA>",
  katakana: "<KATAKANA>",
  hangul: "<HANGUL>",
};

/** `cjk_bigram`: pairs of neighbouring letters of Chinese, Japanese and Korean; a letter alone stays alone. */
export const cjkBigram: FilterFactory = (settings) => {
  const ignored = new Set((listSetting(settings, "ignored_scripts") ?? []).map((name) => SCRIPTS[name]));
  const types = new Set(Object.values(SCRIPTS).filter((type) => !ignored.has(type)));
  const unigrams = booleanSetting(settings, "output_unigrams", false);
  return (tokens) => {
    const out: StreamToken[] = [];
    let run: StreamToken[] = [];
    let position = -1;
    const flush = () => {
      run.forEach((letter, at) => {
        const next = run[at + 1];
        const alone = run.length === 1;
        if (unigrams || alone) out.push({ ...letter, position: ++position, type: "<SINGLE>" });
        if (!next) return;
        if (!unigrams) position++;
        out.push({
          ...letter,
          term: letter.term + next.term,
          position,
          positionLength: unigrams ? 2 : 1,
          endOffset: next.endOffset,
          type: "<DOUBLE>",
        });
      });
      run = [];
    };
    for (const token of tokens) {
      if (!types.has(token.type)) {
        flush();
        out.push({ ...token, position: ++position });
        continue;
      }
      if (run.length > 0 && run[run.length - 1]?.endOffset !== token.startOffset) flush();
      run.push(...letters(token));
    }
    flush();
    return out;
  };
};

function letters(token: StreamToken): StreamToken[] {
  // Where a filter before changed the length, every letter stands for the whole token.
  if (token.term.length !== token.endOffset - token.startOffset)
    return [...token.term].map((term) => ({ ...token, term }));
  let offset = token.startOffset;
  return [...token.term].map((term) => {
    const letter = { ...token, term, startOffset: offset, endOffset: offset + term.length };
    offset += term.length;
    return letter;
  });
}
