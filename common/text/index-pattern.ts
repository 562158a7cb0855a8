// The patterns of a user's or credential's indices: the gateway admits by them, the console shows whom they admit.

// What is beyond ASCII is a part of the word: an accent or a sign without width behind a name makes another one of it
// that looks the same.
const WORD = /[^\0-\x7f]|\w/;

/** True for a letter behind which, or before which, a name is not over. */
export function isOfWord(letter: string): boolean {
  return WORD.test(letter);
}

// The text after a pattern's last literal may go on only behind a word border, and not with a wild card.
function endsWell(rest: string): boolean {
  return rest === "" || (!isOfWord(rest.charAt(0)) && rest.charAt(0) !== "*" && rest.charAt(0) !== "?");
}

// Middle pieces are taken at their first place; the last one may stand anywhere behind them where the name ends well.
function matchesPieces(name: string, pieces: readonly string[]): boolean {
  const [first = "", ...others] = pieces;
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return endsWell(name.slice(first.length));
  let place = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, place);
    if (found < 0) return false;
    place = found + piece.length;
  }
  if (last === "") return true;
  for (let found = name.indexOf(last, place); found >= 0; found = name.indexOf(last, found + 1)) {
    if (endsWell(name.slice(found + last.length))) return true;
  }
  return false;
}

/**
 * True when a credential's index pattern admits an index expression. `*` stands for anything, and a pattern that does
 * not end in `*` also admits names that go on behind a word border: `books` admits `books-2024`, not `oldbooks`
 * [recorded]. A wild card in the expression itself is compared as text and may not stand at that border, so it never
 * reaches further than the pattern.
 */
export function patternAdmits(pattern: string, expression: string): boolean {
  if (isEveryIndex(pattern)) return true;
  // Nothing stands for nothing, not for every name that begins with a border.
  if (expression === "_all" || expression === "" || pattern === "") return false;
  return matchesPieces(expression, pattern.split(/\*+/));
}

/** True for a pattern that admits every index, and with them the calls about the cluster. */
export function isEveryIndex(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}
