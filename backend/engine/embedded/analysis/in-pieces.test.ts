import type { JsonObject } from "@common/text/json";
import { expect, it, test } from "vitest";
import { ENGINE_LIMITS } from "@common/limits/engine";
import { randomFrom } from "../../../../tests/engines/generate/random";
import { phraseAnalyzer } from "../mapping/phrase-field";
import { createAnalysis } from "./create-analysis";
import type { Analyzer, Token } from "./types";

// Long texts are analysed in pieces of a few thousand tokens, so that others have their turn between: the tokens are
// those of the whole.

const { below, pick } = randomFrom(2207);
const WORDS = [
  "Wi-Fi",
  "PowerShot500",
  "O'Neil's",
  "x",
  "foo",
  "--",
  "a-b-c",
  "super-duper-500-42-AutoCoder",
  "2,5",
  "café",
  "The",
  "of",
  "42",
];
const textOf = (count: number) =>
  Array.from({ length: count }, () => (below(40) === 0 ? `unique${below(1_000_000)}` : pick(WORDS))).join(" ");

const FILTERS: JsonObject = {
  plain: { type: "word_delimiter" },
  all: { type: "word_delimiter", catenate_all: true, preserve_original: true },
  graph: { type: "word_delimiter_graph", catenate_words: true },
  whole: { type: "word_delimiter_graph", catenate_all: true, preserve_original: true },
  rules: { type: "synonym", synonyms: [] },
};
const analyzer = (...filter: string[]): JsonObject => ({ type: "custom", tokenizer: "whitespace", filter });
const analysis = createAnalysis({
  analysis: {
    filter: FILTERS,
    analyzer: {
      plain: analyzer("plain"),
      all: analyzer("all", "lowercase"),
      graph: analyzer("graph", "flatten_graph", "lowercase"),
      whole: analyzer("rules", "whole", "flatten_graph", "stop"),
      unflattened: analyzer("whole", "lowercase"),
    },
  },
});

const found = (name: string): Analyzer => analysis.analyzer(name) ?? expect.fail(name);
const places = (tokens: Iterable<Token>) =>
  [...tokens].map(({ term, position, positionLength }) => `${term} ${position} ${positionLength}`);

it.each(["plain", "all", "graph", "whole", "unflattened", "standard", "english"])("by %s", (name) => {
  const { analyze, pieces } = found(name);
  for (let round = 0; round < 5; round++) {
    const text = textOf(3_000 + below(5_000));
    const parts = [...(pieces?.(text) ?? [])];
    expect(parts.length).toBeGreaterThan(1);
    expect(places(parts.flat())).toEqual(places(analyze(text)));
  }
});

it.each(["standard", "graph", "plain"])("pairs of words by %s", (name) => {
  const { analyze, pieces } = phraseAnalyzer(found(name));
  for (const count of [0, 1, 2, 3, 2_047, 2_048, 2_049, 9_000]) {
    const text = textOf(count);
    expect(places([...(pieces?.(text) ?? [])].flat())).toEqual(places(analyze(text)));
  }
});

test("a filter that has to see all tokens at once is given no more than its bound", () => {
  const { most } = ENGINE_LIMITS.tokensAtOnce;
  const { pieces } = createAnalysis({
    analysis: {
      filter: { s: { type: "synonym", synonyms: ["a, b"] } },
      analyzer: { s: { type: "custom", tokenizer: "whitespace", filter: ["s"] } },
    },
  }).analyzer("s") ?? { pieces: undefined };
  let count = 0;
  const read = (words: number) => {
    for (const piece of pieces?.("c ".repeat(words)) ?? []) count += piece.length;
    return count;
  };
  expect(read(most)).toBe(most);
  expect(() => read(most + 1)).toThrow(/has to see all of them at once/);
});
