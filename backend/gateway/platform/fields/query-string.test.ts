import { describe, expect, test } from "vitest";
import { parseLuceneSyntax } from "@backend/engine/embedded/query/parse/lucene-syntax";
import { leavesOf } from "./leaves";
import { openQueryText } from "./query-string";
import { createFieldView } from "./view";

const mapping = {
  i: {
    mappings: {
      properties: {
        name: { type: "text" },
        price: { type: "long" },
        secret: { type: "text", fields: { raw: { type: "keyword" } } },
        deep: { properties: { a: { type: "keyword" }, note: { type: "keyword" } } },
      },
    },
  },
};
const { search } = createFieldView({ includes: ["*"], excludes: ["secret", "deep.note"] }, leavesOf(mapping));

test.each([
  ["secret:x", ".none:x"],
  ["secret : x", ".none:x"],
  ["s\\ecret:x", ".none:x"],
  ["\\u0073ecret:x", ".none:x"],
  ["secret.raw:x*", ".none:x*"],
  ["+secret:(a OR b)^2 name:c", "+.none:(a OR b)^2 name:c"],
  ["(a secret:b)", "(a .none:b)"],
  ["sec\\*:x", ".none:x"],
  ["n\\*:x y", "name:x y"],
  ["\\*:x", "(name:x OR price:x OR deep.a:x)"],
  ["*:*", "*:*"],
  ["*:x~2^3", "(name:x~2^3 OR price:x~2^3 OR deep.a:x~2^3)"],
  ["deep:*", "deep.a:*"],
  ["deep:x", ".none:x"],
  ["_exists_:secret", ".none:x"],
  ['_exists_:"deep"', "_exists_:deep.a"],
  ["_exists_:(secret name)", ".none:x"],
  ["_exists_:name", "_exists_:name"],
  ["name:\u00a0x secret:y", "name:\\\u00a0x .none:y"],
  ["a!secret:x", "a\\!secret:x"],
  ['name:"a\\" secret:" secret:x', 'name:"a\\" secret:" .none:x'],
  ["name:[a TO b] secret:x", "name:[a TO b] .none:x"],
  ["name:/a\\/ secret:b/", "name:/a\\/ secret:b/"],
])("%s goes on as %s", (text, written) => {
  // A sign in the middle of a word is a sign to engines.
  if (text === "a!secret:x") expect(openQueryText(text, search)).toBe("a NOT .none:x");
  else expect(openQueryText(text, search)).toBe(written);
});

test.each([
  '"open',
  "/open",
  "name:[a TO",
  "(a",
  "a)",
  "a:",
  ":a",
  "a ^b",
  'name:["a] secret:x" TO b]',
  "/a\\\\/ secret:x /",
  "a\\",
  "a:b:c",
  "[a b]",
  "]",
  "\\",
])("%s is refused: engines would read it in more than one way, or not at all", (text) => {
  expect(() => openQueryText(text, search)).toThrow("Failed to parse query");
});

describe("what names no hidden field means the same when it is rewritten", () => {
  const WORDS = [
    "open",
    "boot*",
    '"a b"',
    "name:x",
    "price:>5",
    "price:[1 TO 5}",
    "-x",
    "+y",
    "!z",
    "AND",
    "OR",
    "NOT a",
    "(a b)",
    "(name:a OR b)^2",
    "x~1",
    '"a b"~2',
    "/re.x/",
    "a\\:b",
    "a\\*b",
    "ä",
    "10.5",
    "a-b",
    "a+b",
    "a&&b",
    "a && b",
    "x || y",
    "_exists_:name",
    "*",
    "*:*",
    "wi?d",
    "a\\ b",
    "e@mail.test",
    "it's",
    "50%",
    'name:(a AND "b c")',
    "a,b;c",
    "#tag",
    "$5",
    "<b>",
    "a=b",
    "😀",
  ];
  function random(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  }
  const next = random(Number(process.env["GENERATOR_SEED"] ?? 7));
  const texts = [
    ...WORDS,
    ...Array.from({ length: 400 }, () =>
      Array.from({ length: 1 + Math.floor(next() * 4) }, () => WORDS[Math.floor(next() * WORDS.length)]).join(" "),
    ),
  ];
  const parsed = (text: string) => {
    try {
      return parseLuceneSyntax(text, { and: false });
    } catch {
      return "refused";
    }
  };

  test("in 400 texts made of all signs", () => {
    for (const text of texts) {
      let written: string;
      try {
        written = openQueryText(text, search);
      } catch {
        expect(parsed(text), text).toBe("refused");
        continue;
      }
      // Backslashes that say nothing are the only difference within patterns.
      const plain = (value: unknown) => JSON.stringify(value)?.replaceAll("\\\\", "");
      expect(plain(parsed(written)), `${text} → ${written}`).toBe(plain(parsed(text)));
    }
  });
});
