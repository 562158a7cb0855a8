import type { JsonObject } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { EngineError } from "../errors";
import { finished } from "../steps";
import { answerAnalyze, readAnalyzeRequest } from "./analyze";
import { createAnalysis } from "./create-analysis";

// The analysis of the hosted server's template for new indices.
const TEMPLATE: JsonObject = {
  index: {
    max_ngram_diff: "8",
    max_shingle_diff: "8",
    analysis: {
      filter: {
        synonym_graph: {
          type: "synonym_graph",
          synonyms: ["united states, usa, us of a", "dns => domain name system"],
        },
        universal_stop: { type: "stop", stopwords: "_english_" },
        delimiter: {
          type: "word_delimiter_graph",
          split_on_numerics: "true",
          generate_word_parts: "true",
          preserve_original: "false",
          catenate_words: "true",
          generate_number_parts: "true",
          catenate_all: "true",
          split_on_case_change: "true",
          catenate_numbers: "true",
          stem_english_possessive: "true",
        },
        ngram_filter: { type: "ngram", min_gram: "3", max_gram: "7" },
      },
      analyzer: {
        ngram_analyzer: { filter: ["lowercase", "asciifolding", "ngram_filter"], tokenizer: "standard" },
        autosuggest_analyzer: {
          filter: ["cjk_width", "lowercase", "asciifolding"],
          tokenizer: "autosuggest_tokenizer",
        },
        ngram_search_analyzer: { filter: ["cjk_width", "lowercase", "asciifolding"], tokenizer: "standard" },
        synonyms: { filter: ["synonym_graph", "lowercase"], tokenizer: "standard" },
        universal_delimiter_analyzer: {
          filter: ["delimiter", "flatten_graph", "cjk_width", "lowercase", "asciifolding", "universal_stop", "stemmer"],
          tokenizer: "whitespace",
        },
        universal: { filter: ["cjk_width", "lowercase", "asciifolding", "universal_stop"], tokenizer: "standard" },
      },
      tokenizer: {
        autosuggest_tokenizer: {
          token_chars: ["letter", "digit", "punctuation", "symbol", "whitespace"],
          min_gram: "1",
          type: "edge_ngram",
          max_gram: "20",
        },
      },
    },
  },
};

/** Tokens as `term|start-end@position`, `xN` where a token spans several places. */
function analyze(body: JsonObject, settings: JsonObject = TEMPLATE): string {
  const { tokens } = finished(
    answerAnalyze(readAnalyzeRequest(body, true), { analysis: createAnalysis(settings), global: false }),
  );
  if (!Array.isArray(tokens)) throw new Error("no tokens");
  return tokens
    .map((token) => JSON.parse(JSON.stringify(token)))
    .map(
      (token) =>
        `${token.token}|${token.start_offset}-${token.end_offset}@${token.position}${token.positionLength ? `x${token.positionLength}` : ""}`,
    )
    .join(" ");
}

function refusal(body: JsonObject, settings: JsonObject = {}): string {
  try {
    analyze(body, settings);
  } catch (error) {
    if (error instanceof EngineError) return error.reason;
    throw error;
  }
  throw new Error("was accepted");
}

// Every expectation is the answer of OpenSearch 2.19.1.
describe("analyzers of the hosted template", () => {
  it.each<[string, string, string]>([
    ["universal", "The Café’s naïve ﬁlm", "cafe's|4-10@1 naive|11-16@2 film|17-20@3"],
    ["autosuggest_analyzer", "Ab c", "a|0-1@0 ab|0-2@1 ab |0-3@2 ab c|0-4@3"],
    ["ngram_analyzer", "Abcd ef", "abc|0-4@0 abcd|0-4@0 bcd|0-4@0"],
    [
      "synonyms",
      "the usa and united states dns",
      "the|0-3@0 united|4-7@1 us|4-7@1x2 usa|4-7@1x4 states|4-7@2x3 of|4-7@3 a|4-7@4 and|8-11@5 usa|12-25@6x4 us|12-25@6 united|12-18@6x3 of|12-25@7 a|12-25@8x2 states|19-25@9 domain|26-29@10 name|26-29@11 system|26-29@12",
    ],
    ["universal_delimiter_analyzer", "Wi-Fi running", "wifi|0-5@0x2 wi|0-2@0 fi|3-5@1 run|6-13@2"],
  ])("%s on %j", (analyzer, text, expected) => expect(analyze({ analyzer, text })).toBe(expected));
});

describe("tokenizers and filters", () => {
  it.each<[string, JsonObject, string]>([
    [
      "word rules",
      { analyzer: "standard", text: "Don't U.S.A. 3.14 foo_bar AC/DC x:y e-mail 1,000" },
      "don't|0-5@0 u.s.a|6-11@1 3.14|13-17@2 foo_bar|18-25@3 ac|26-28@4 dc|29-31@5 x:y|32-35@6 e|36-37@7 mail|38-42@8 1,000|43-48@9",
    ],
    ["several texts", { analyzer: "standard", text: ["a b", "c"] }, "a|0-1@0 b|2-3@1 c|4-5@102"],
    [
      "Porter's stems",
      { analyzer: "english", text: "The quick foxes' running jumped organization's skies dying" },
      "quick|4-9@1 fox|10-15@2 run|17-24@3 jump|25-31@4 organ|32-46@5 ski|47-52@6 dy|53-58@7",
    ],
    [
      "delimited words",
      { tokenizer: "whitespace", filter: ["word_delimiter_graph"], text: "PowerShot500-42 O'Neil's" },
      "Power|0-5@0 Shot|5-9@1 500|9-12@2 42|13-15@3 O|16-17@4 Neil|18-22@5",
    ],
    [
      "the older synonyms",
      {
        tokenizer: "standard",
        filter: [{ type: "synonym", synonyms: ["united states, usa, us of a"] }],
        text: "the usa and",
      },
      "the|0-3@0 usa|4-7@1 united|4-7@1 us|4-7@1 and|8-11@2 states|8-11@2 of|8-11@2 a|8-11@3",
    ],
    [
      "shingles over a hole",
      { tokenizer: "standard", filter: ["lowercase", "stop", "shingle"], text: "please divide the sentence" },
      "please|0-6@0 please divide|0-13@0x2 divide|7-13@1 divide _|7-18@1x2 _ sentence|18-26@2x2 sentence|18-26@3",
    ],
    [
      "CJK pairs",
      { tokenizer: "standard", filter: ["cjk_bigram"], text: "東京都は、日本 abc" },
      "東京|0-2@0 京都|1-3@1 都は|2-4@2 日本|5-7@3 abc|8-11@4",
    ],
    [
      "HTML",
      {
        char_filter: ["html_strip"],
        tokenizer: "standard",
        text: "<p>I&apos;m so <b>happy</b>!</p><br/>x&amp;y &#65; <script>var a=1</script>end<!-- c -->z",
      },
      "I'm|3-11@0 so|12-14@1 happy|18-27@2 x|37-38@3 y|43-44@4 A|45-50@5 endz|75-89@6",
    ],
    [
      "mapped characters",
      {
        char_filter: [{ type: "mapping", mappings: ["a => bb", ":) => _happy_", "xyz =>"] }],
        tokenizer: "standard",
        text: "a :) xyzk :)q",
      },
      "bb|0-1@0 _happy_|2-4@1 k|8-9@2 _happy_q|10-13@3",
    ],
    [
      "replaced patterns",
      {
        char_filter: [{ type: "pattern_replace", pattern: "(\\d+)-\\b", replacement: "$1_" }],
        tokenizer: "standard",
        text: "My 123-456-789 ok",
      },
      "My|0-2@0 123_456_789|3-14@1 ok|15-17@2",
    ],
    [
      "folding beside the original",
      { tokenizer: "standard", filter: [{ type: "asciifolding", preserve_original: true }], text: "café abc" },
      "cafe|0-4@0 café|0-4@0 abc|5-8@1",
    ],
    ["an empty keyword", { analyzer: "keyword", text: "" }, "|0-0@0"],
    ["filters alone", { filter: ["lowercase"], text: "Foo Bar-x" }, "foo bar-x|0-9@0"],
  ])("%s", (_, body, expected) => expect(analyze(body)).toBe(expected));
});

describe("what is refused", () => {
  it.each<[JsonObject, string]>([
    [{ analyzer: "zz", text: "a" }, "failed to find analyzer [zz]"],
    [{ tokenizer: "zz", text: "a" }, "failed to find tokenizer under [zz]"],
    [{ tokenizer: "standard", filter: ["zz"], text: "a" }, "failed to find filter under [zz]"],
    [
      { tokenizer: "keyword", filter: [{ min: "1" }], text: "a" },
      `Missing [type] setting for anonymous filter: {"min":"1"}`,
    ],
    [{ analyzer: "standard" }, "Validation Failed: 1: text is missing;"],
    [
      { analyzer: "standard", tokenizer: "standard", text: "a" },
      "Validation Failed: 1: cannot define extra components on a named analyzer;",
    ],
    [{ filter: ["stop"], text: "a" }, "Custom normalizer may not use filter [stop]"],
  ])("%j", (body, reason) => expect(refusal(body)).toBe(reason));

  it.each<[JsonObject, string]>([
    [
      { filter: { f: { type: "ngram", min_gram: 1, max_gram: 5 } } },
      "The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [1] but was [4]. This limit can be set by changing the [index.max_ngram_diff] index level setting.",
    ],
    [
      { filter: { x: { type: "shingle", max_shingle_size: 9 } } },
      "In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [3] but was [8]. This limit can be set by changing the [index.max_shingle_diff] index level setting.",
    ],
    [{ analyzer: { x: { tokenizer: "zz" } } }, "Custom Analyzer [x] failed to find tokenizer under name [zz]"],
    [
      { analyzer: { x: { tokenizer: "standard", filter: ["f"] } } },
      "Custom Analyzer [x] failed to find filter under name [f]",
    ],
    [{ analyzer: { x: { type: "zz" } } }, "Unknown analyzer type [zz] for [x]"],
    [{ filter: { x: { type: "zz" } } }, "Unknown filter type [zz] for [x]"],
    [
      { analyzer: { x: { filter: ["lowercase"] } } },
      "analyzer [x] must specify either an analyzer type, or a tokenizer",
    ],
    [{ normalizer: { x: { type: "custom", filter: ["stop"] } } }, "Custom normalizer [x] may not use filter [stop]"],
    [
      {
        filter: { x: { type: "synonym", synonyms: ["a=>b=>c"] } },
        analyzer: { y: { tokenizer: "standard", filter: ["x"] } },
      },
      "Failed to build synonyms",
    ],
    [
      { filter: { x: { type: "synonym" } }, analyzer: { y: { tokenizer: "standard", filter: ["x"] } } },
      "synonym requires either `synonyms` or `synonyms_path` to be configured",
    ],
    [{ filter: { x: { type: "stemmer", language: "klingon" } } }, "Invalid stemmer class specified: Klingon"],
    [
      { filter: { x: { type: "keyword_marker" } } },
      "keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured",
    ],
  ])("settings %j", (analysis, reason) =>
    expect(refusal({ analyzer: "standard", text: "a" }, { index: { analysis } })).toBe(reason),
  );
});
