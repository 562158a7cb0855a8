// Words of a text as Unicode's annex 29 parts them, and as the standard tokenizer of search engines does: close enough
// to find the words of a group in what a visitor typed. Pure.

/** A word of a text, in lower case, and where it stands. */
export type Word = { word: string; from: number; to: number };

// Signs of these scripts are words by themselves.
const ALONE = String.raw`\p{Script=Han}\p{Script=Hiragana}`;
// Nothing follows the repeated part, so no start is given up.
// eslint-disable-next-line regexp/no-super-linear-move
const PIECE = new RegExp(String.raw`[${ALONE}]|(?:(?![${ALONE}])[\p{L}\p{N}\p{M}_])+`, "gu");
// The same of a text of plain letters, several times as fast: thousands of groups are compiled at once.
const PLAIN = /^[\x20-\x7e]*$/;
// eslint-disable-next-line regexp/no-super-linear-move
const PLAIN_PIECE = /\w+/g;

const ALONE_SIGN = new RegExp(`^[${ALONE}]`, "u");
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;

/** Whether a sign between two pieces makes one word of them: "don't", "node.js" and 3.14, but not "a,b". */
function isJoined(sign: string, last: string, first: string): boolean {
  if (ALONE_SIGN.test(last) || ALONE_SIGN.test(first)) return false;
  const isOfLetters = "'’.:·".includes(sign) && LETTER.test(last) && LETTER.test(first);
  return isOfLetters || (".,;'".includes(sign) && DIGIT.test(last) && DIGIT.test(first));
}

/** The words of a text, in their order. `sci-fi` is two. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: piece, index } of text.matchAll(PLAIN.test(text) ? PLAIN_PIECE : PIECE)) {
    const last = words.at(-1);
    const to = index + piece.length;
    if (last?.to === index - 1 && isJoined(text.charAt(last.to), text.charAt(last.to - 1), piece.charAt(0)))
      last.to = to;
    else words.push({ word: "", from: index, to });
  }
  for (const one of words) one.word = text.slice(one.from, one.to).toLowerCase();
  return words;
}
