import { expect, it } from "vitest";
import { standardTokenizer } from "./standard-tokenizer";
import { WHITESPACE, whitespaceTokenizer } from "./tokenizers";

it("gives a text that comes again the same tokens, whatever was made of them before", () => {
  const tokenizer = standardTokenizer();
  const first = tokenizer("The Quick fox");
  const before = structuredClone(first);
  for (const token of first) Object.assign(token, { term: token.term.toLowerCase(), position: 7 });
  expect(tokenizer("The Quick fox")).toEqual(before);
  expect(standardTokenizer(2)("The Quick fox").map(({ term }) => term)).toEqual([
    "Th",
    "e",
    "Qu",
    "ic",
    "k",
    "fo",
    "x",
  ]);
  expect(tokenizer("The Quick fox")).toEqual(before);
});

it("splits at every white space, and at nothing else of the plane", () => {
  const space = new RegExp(`[${WHITESPACE}]`);
  const tokenizer = whitespaceTokenizer();
  for (let unit = 0; unit < 0xd800; unit++) {
    const sign = String.fromCharCode(unit);
    const terms = tokenizer(`${sign}a${sign}b${sign}`).map(({ term, startOffset }) => `${startOffset} ${term}`);
    expect(terms).toEqual(space.test(sign) ? ["1 a", "3 b"] : [`0 ${sign}a${sign}b${sign}`]);
  }
});

it("cuts words between characters", () => {
  const tokens = whitespaceTokenizer(2)(" a\u{1F600}bc  d");
  expect(tokens.map(({ term, position, startOffset, endOffset }) => [term, position, startOffset, endOffset])).toEqual([
    ["a\u{1F600}", 0, 1, 4],
    ["bc", 1, 4, 6],
    ["d", 2, 8, 9],
  ]);
});
