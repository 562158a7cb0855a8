import { describe, expect, it } from "vitest";
import { createAnalysis } from "./create-analysis";
import type { Analyzer } from "./types";

const analysis = createAnalysis({
  index: {
    max_ngram_diff: "8",
    analysis: {
      filter: {
        grams: { type: "ngram", min_gram: 2, max_gram: 4 },
        marked: { type: "keyword_marker", keywords: ["running"] },
      },
      analyzer: {
        grams: { tokenizer: "standard", filter: ["lowercase", "grams"] },
        stemmed: { tokenizer: "whitespace", filter: ["marked", "stop", "stemmer"] },
        split: {
          tokenizer: "whitespace",
          filter: ["lowercase", "word_delimiter_graph", "flatten_graph", "asciifolding", "length"],
        },
      },
    },
  },
});
const text =
  "The Runners, running and running: Wi-Fi Élan ÉLAN runs x2y a1 incomprehensibilities 😀 the the; running runners run";

/** What `pieces` gives, which remembers nothing. */
const fresh = (analyzer: Analyzer) => [...(analyzer.pieces?.(text) ?? [])].flat();

describe("an analyzer that has seen a word", () => {
  it.each(["standard", "english", "grams", "stemmed", "split", "keyword", "german"])(
    "gives the same tokens again: %s",
    (name) => {
      const analyzer = analysis.analyzer(name)!;
      expect(analyzer.analyze(text)).toEqual(fresh(analyzer));
      expect(analyzer.analyze(text)).toEqual(fresh(analyzer));
    },
  );

  it("forgets all after so many words, and gives the same tokens still", () => {
    const analyzer = analysis.analyzer("grams")!;
    for (let from = 0; from < 17_000; from += 1000)
      analyzer.analyze(Array.from({ length: 1000 }, (_, n) => `w${from + n}`).join(" "));
    expect(analyzer.analyze(text)).toEqual(fresh(analyzer));
  });

  it("hands out tokens that may be changed", () => {
    const analyzer = analysis.analyzer("stemmed")!;
    for (const token of analyzer.analyze(text)) token.term = "changed";
    expect(analyzer.analyze(text)).toEqual(fresh(analyzer));
  });
});
