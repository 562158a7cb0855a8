const HASANTA = "\u09CD";
const LETTERS: Readonly<Record<string, string>> = {
  "\u0981": "",
  "\u0999": "\u0982",
  "\u09C0": "\u09BF",
  "\u09C2": "\u09C1",
  "\u09B6": "\u09B8",
  "\u09B7": "\u09B8",
  "\u09A3": "\u09A8",
  "\u09DC": "\u09B0",
  "\u09DD": "\u09B0",
  "\u09CE": "\u09A4",
};

/**
 * A `ya` under a letter: an e sound after the first letter of a word, unheard elsewhere. Answers how many letters after
 * it go too.
 */
function yaUnder(out: string[], next: string): number {
  if (out.length !== 2) {
    out.pop();
    return 0;
  }
  out[1] = "\u09C7";
  return next === "\u09BE" ? 1 : 0;
}

/** A `ba` under a letter doubles it, but at the start of a word and under a cluster. */
function baUnder(out: string[]): void {
  if (out.length === 2 || (out.length >= 5 && out.at(-3) === HASANTA)) out.pop();
  else out[out.length - 1] = out.at(-2) ?? "";
}

/** `bengali_normalization`: spellings that sound alike become one, as in Lucene's BengaliNormalizer. */
export function bengali(term: string): string {
  const out: string[] = [];
  for (let at = 0; at < term.length; at++) {
    const letter = term.charAt(at);
    const next = term.charAt(at + 1);
    if (letter === "\u0995" && next === HASANTA && term.charAt(at + 2) === "\u09BF") {
      out.push(...(at === 0 ? [] : [letter]), "\u0996");
      at += 2;
    } else if (letter === "\u09AF" && out.at(-1) === HASANTA) at += yaUnder(out, next);
    else if (letter === "\u09AC" && out.at(-1) === HASANTA && out.length > 1) baUnder(out);
    else if (letter === "\u0983") out.push(visarga({ next, letters: out.length }));
    else out.push(LETTERS[letter] ?? letter);
  }
  return out.filter((each) => each !== "").join("");
}

/** A visarga sounds like the letter after it; at the end of a short word it is an h. */
function visarga({ next, letters }: { next: string; letters: number }): string {
  return next || (letters < 3 ? "\u09B9" : "");
}
