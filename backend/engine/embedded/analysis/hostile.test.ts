import type { JsonObject } from "@common/text/json";
import { describe, expect, it, test } from "vitest";
import { EngineError } from "../errors";
import { checkTemplates } from "../mapping/dynamic-templates";
import { compilePattern } from "../mapping/date-pattern";
import { createAnalysis } from "./create-analysis";
import { javaExpression } from "./expressions/java-expression";
import { busyMs, MOST_MS } from "../../../../tests/setup/busy";

// What is analysed at a stretch is at most so long; longer texts are cut into slices (mapping/values.ts).
const LONGEST = 8_192;
function quickest(work: () => unknown): number {
  return busyMs(() => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof EngineError && error.status === 400)) throw error;
    }
  });
}

const HOSTILE = [
  "(a+)+$",
  "(a|a)*$",
  "(a|aa)+$",
  "(.*a){20}$",
  "(x+x+)+y",
  "(a?){60}a{60}",
  "([a-z]+)*\\d",
  "(\\w*\\s*)*!",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(a.*z|a)",
  "((a*)*)*\\d|a",
  "(\\p{L}{0,30}){0,30}x",
  "(?i)(a|A)*Z",
  "(.*)(.*)(.*)(.*)[0-9]",
];
const TEXTS = ["a".repeat(LONGEST), `${"a".repeat(LONGEST - 1)}!`, "a ".repeat(LONGEST / 2), "x".repeat(LONGEST)];

describe("hostile expressions", () => {
  for (const pattern of HOSTILE) {
    it(pattern, () => {
      const analysis = createAnalysis({
        analysis: {
          tokenizer: { split: { type: "pattern", pattern }, group: { type: "pattern", pattern, group: 0 } },
          char_filter: { rewrite: { type: "pattern_replace", pattern, replacement: "$0-" } },
          filter: {
            rewrite: { type: "pattern_replace", pattern, replacement: "-" },
            mark: { type: "keyword_marker", keywords_pattern: pattern },
          },
          analyzer: {
            split: { tokenizer: "split" },
            group: { tokenizer: "group" },
            typed: { type: "pattern", pattern },
            rewritten: { tokenizer: "keyword", char_filter: ["rewrite"] },
            filtered: { tokenizer: "keyword", filter: ["rewrite", "mark"] },
          },
        },
      });
      for (const name of ["split", "group", "typed", "rewritten", "filtered"]) {
        for (const text of TEXTS)
          expect(
            quickest(() => analysis.analyzer(name)?.analyze(text)),
            `${name} of ${text.slice(0, 3)}`,
          ).toBeLessThan(MOST_MS);
      }
      const name = "a".repeat(LONGEST);
      expect(quickest(() => javaExpression(pattern).fits(name))).toBeLessThan(MOST_MS);
    });
  }
});

test.each([
  ["(a)\\1", "back references are not supported"],
  ["(?<x>a)\\k<x>", "back references are not supported"],
  ["(?=a)b", "look-around is not supported"],
  ["a(?!b)", "look-around is not supported"],
  ["(?<=a)b", "look-around is not supported"],
  ["(?<!a)b", "look-around is not supported"],
  ["(?>a+)b", "atomic groups are not supported"],
  ["[a-z[b]]", "a class inside a class is not supported"],
  ["[a-z&&b]", "intersections of classes are not supported"],
  ["a{1,2000}", "invalid repeat count"],
  ["((a{1,100}){1,100}){1,100}", "invalid repeat count"],
  ["a".repeat(1_001), "exceeds the allowed maximum of [1000]"],
  ["(", "missing closing )"],
  ["\\R", "this escape is not supported"],
])("%s is refused", (pattern, words) => {
  const parts: JsonObject[] = [
    { tokenizer: { p: { type: "pattern", pattern } } },
    { char_filter: { p: { type: "pattern_replace", pattern } } },
    { filter: { p: { type: "pattern_replace", pattern } } },
  ];
  for (const analysis of parts) expect(() => createAnalysis({ analysis })).toThrow(words);
  expect(() => checkTemplates({ match: pattern, match_pattern: "regex", mapping: {} })).toThrow(words);
});

test.each([
  ["\\p{Lu}\\p{Ll}+", "xAbc", "Abc"],
  ["\\p{IsAlphabetic}+", "1éa2", "éa"],
  ["\\p{Punct}", "a!b", "!"],
  ["[\\p{L}\\d]+", "-é1-", "é1"],
  ["a++b", "aab", "aab"],
  ["a*+b?+", "aab", "aab"],
  ["\\Qa.b\\E", "aXb a.b", "a.b"],
  ["(?i)ABC", "xabc", "abc"],
  ["\\u00e9", "é", "é"],
  ["\\h+", "a \tb", " \t"],
  ["\\s", "a\u000bb", "\u000b"],
  ["a.c", "a\nc abc", "abc"],
  ["\\x41", "A", "A"],
  ["\\++", "a++", "++"],
  ["[]a]+", "]a", "]a"],
  ["\\bfoo\\b", "a foo", "foo"],
  ["\\p{IsGreek}+", "abγδ", "γδ"],
  ["\\p{javaLowerCase}", "Ab", "b"],
  ["(?<n>b)", "ab", "b"],
  ["^a|b$", "xb", "b"],
  ["\\S+", " ab ", "ab"],
  ["[^a-z]+", "ab12c", "12"],
])("%s finds what it finds in Java", (pattern, text, expected) => {
  const [first] = javaExpression(pattern).all(text);
  expect(first && text.slice(first.start, first.end)).toBe(expected);
});

const ALIKE: Readonly<Record<string, string>> = {
  joiners: "_",
  "joiners with marks": "_\u0301",
  "Hangul marks": "\u302e",
  letters: "ж",
  middles: "a.",
  colons: ":",
  pictures: "👨\u200d",
  flags: "🇩",
  Hebrew: 'א"',
  Katakana: "カ_",
  mixed: "a_1_",
  Thai: "ก",
  digits: "1.",
  quotes: "'",
  comments: "<!--",
  tags: '<a ">"',
  scripts: "<script>",
  attributes: "<a '",
  references: "&#",
  sections: "<![CDATA[",
  dots: ".",
  blanks: " \u3000",
};

describe("hostile texts", () => {
  for (const [name, unit] of Object.entries(ALIKE)) {
    it(name, () => {
      const analysis = createAnalysis({
        analysis: {
          analyzer: {
            html: { tokenizer: "standard", char_filter: ["html_strip"], filter: ["trim", "apostrophe", "elision"] },
          },
        },
      });
      const text = `日가${unit.repeat(LONGEST / unit.length)}a`;
      for (const analyzer of ["standard", "simple", "whitespace", "pattern", "stop", "english", "thai", "html"])
        expect(
          quickest(() => analysis.analyzer(analyzer)?.analyze(text)),
          analyzer,
        ).toBeLessThan(MOST_MS);
    });
  }
});

test("date patterns that may leave everything out", () => {
  const pattern = compilePattern("[d]".repeat(40));
  expect(quickest(() => pattern.parse(`${"1".repeat(60)}x`))).toBeLessThan(MOST_MS);
  expect(pattern.parse("7")?.day).toBe(7);
  expect(() => compilePattern("d".repeat(300))).toThrow("longer than the allowed maximum");
});

test("what n-grams and replacements come to is counted before they are made", () => {
  const settings = {
    max_ngram_diff: 1_000_000,
    analysis: {
      filter: {
        all: { type: "ngram", min_gram: 1, max_gram: 1_000_000 },
        edges: { type: "edge_ngram", min_gram: 1, max_gram: 1_000_000 },
      },
    },
  };
  const analysis = createAnalysis({
    index: {
      ...settings,
      analysis: {
        ...settings.analysis,
        tokenizer: { all: { type: "ngram", min_gram: 1, max_gram: 1_000_000 } },
        char_filter: { long: { type: "pattern_replace", pattern: "a", replacement: "b".repeat(100_000) } },
        analyzer: {
          filtered: { tokenizer: "keyword", filter: ["all"] },
          cut: { tokenizer: "all" },
          long: { tokenizer: "keyword", char_filter: ["long"] },
        },
      },
    },
  });
  const text = "a".repeat(LONGEST);
  for (const name of ["filtered", "cut", "long"]) {
    expect(() => analysis.analyzer(name)?.analyze(text), name).toThrow("allowed maximum");
    expect(
      quickest(() => analysis.analyzer(name)?.analyze(text)),
      name,
    ).toBeLessThan(MOST_MS);
  }
});
