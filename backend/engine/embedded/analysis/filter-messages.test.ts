import type { JsonObject } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { EngineError } from "../errors";
import { finished } from "../steps";
import { answerAnalyze, readAnalyzeRequest } from "./analyze";
import { createAnalysis } from "./create-analysis";

const analysis = createAnalysis({});

function answer(body: JsonObject): JsonObject {
  return finished(
    answerAnalyze(readAnalyzeRequest({ tokenizer: "standard", ...body }, false), { analysis, global: true }),
  );
}

function terms(text: string, ...filter: (string | JsonObject)[]): string {
  const { tokens } = answer({ text, filter });
  return Array.isArray(tokens)
    ? tokens.map((token) => `${Object(token).token}@${Object(token).position}`).join(" ")
    : "";
}

function refusal(filter: string | JsonObject): string {
  try {
    answer({ text: "a", filter: [filter] });
  } catch (error) {
    if (error instanceof EngineError) return `${error.status} ${error.reason}`;
    throw error;
  }
  throw new Error("was accepted");
}

// Answers and messages of OpenSearch 2.19.1, but for the status of what it calls a failure of its own.
describe("token filters", () => {
  it.each<[string, JsonObject, string]>([
    [
      "override without an arrow",
      { type: "stemmer_override", rules: ["a=>b", "a"] },
      "400 Line [2]: Invalid keyword override rule: a",
    ],
    [
      "override with two stems",
      { type: "stemmer_override", rules: ["a => b, c"] },
      "400 Line [1]: Invalid keyword override rule: a => b, c",
    ],
    [
      "override without rules",
      { type: "stemmer_override" },
      "400 stemmer override filter requires either `rules` or `rules_path` to be configured",
    ],
    [
      "rules in a file",
      { type: "stemmer_override", rules_path: "x" },
      "400 IOException while reading rules_path: file not readable",
    ],
    [
      "keywords in a file",
      { type: "keyword_marker", keywords_path: "x" },
      "400 IOException while reading keywords_path: file not readable",
    ],
    [
      "stop words in a file",
      { type: "stop", stopwords_path: "x" },
      "400 IOException while reading stopwords_path: file not readable",
    ],
    [
      "synonyms in a file",
      { type: "synonym_graph", synonyms_path: "x" },
      "400 IOException while reading synonyms_path_path: file not readable",
    ],
    [
      "elision without articles",
      { type: "elision" },
      "400 elision filter requires [articles] or [articles_path] setting",
    ],
    [
      "lower case of no language",
      { type: "lowercase", language: "klingon" },
      "400 language [klingon] not support for lower case",
    ],
    ["no such stemmer", { type: "stemmer", language: "klingon" }, "400 Invalid stemmer class specified: Klingon"],
    [
      "no such Snowball stemmer",
      { type: "snowball", language: "Klingon" },
      "400 Invalid stemmer class specified: Klingon",
    ],
    ["two arrows", { type: "synonym_graph", synonyms: ["a => b => c"] }, "400 Failed to build synonyms"],
    [
      "a dictionary",
      { type: "hunspell" },
      "400 missing [locale | language | lang] configuration for hunspell token filter",
    ],
  ])("%s is refused", (_, filter, reason) => expect(refusal(filter)).toBe(reason));

  it("a filter that needs settings is none by its bare name", () => {
    expect(refusal("synonym")).toBe("400 Analysis settings required - can't instantiate analysis factory");
    const settings = { analysis: { analyzer: { a: { tokenizer: "standard", filter: ["keyword_marker"] } } } };
    expect(() => createAnalysis(settings)).toThrow(
      "Custom Analyzer [a] failed to find filter under name [keyword_marker]",
    );
    expect(refusal({ type: "stemmer", language: "light_english" })).toContain("use [english], or a remote engine");
  });

  it.each<[string, string, string]>([
    ["kuromoji_tokenizer", "analysis-kuromoji", "[cjk]"],
    ["nori_part_of_speech", "analysis-nori", "[cjk]"],
    ["smartcn_stop", "analysis-smartcn", "[cjk]"],
    ["polish_stem", "analysis-stempel", "[universal]"],
    ["ukrainian_stem", "analysis-ukrainian", "[universal]"],
  ])("%s is refused with what there is instead", (name, plugin, instead) => {
    expect(refusal(name)).toBe(
      `400 failed to find global filter under [${name}]; it belongs to the plugin ${plugin}, which the embedded engine does not have: use ${instead}, or a remote engine`,
    );
  });

  it("an analyzer of a plugin is refused with what there is instead, too", () => {
    expect(() => createAnalysis({ analysis: { analyzer: { pl: { type: "polish" } } } })).toThrow(
      "Unknown analyzer type [polish] for [pl]; it belongs to",
    );
    expect(refusal({ type: "hunspell", locale: "pl_PL" })).toContain(
      "Failed to load hunspell dictionary for locale: pl_PL; the embedded engine reads no",
    );
  });

  const wordNet = [
    "s(100000001,1,'abstain',v,1,0).",
    "s(100000001,2,'refrain',v,1,0).",
    "s(100000002,1,'hot dog',n,1,0).",
    "s(100000002,2,'frank',n,1,0).",
  ];

  it.each<[string, string, (string | JsonObject)[], string]>([
    [
      "keyword_repeat",
      "running runs",
      ["keyword_repeat", "porter_stem", "remove_duplicates"],
      "running@0 run@0 runs@1 run@1",
    ],
    ["stems by name", "книгами", ["russian_stem"], "книг@0"],
    [
      "marked and overridden",
      "running mice runs jumped",
      [
        { type: "keyword_marker", keywords: "running" },
        { type: "stemmer_override", rules: ["mice, geese => animals"] },
        "porter_stem",
      ],
      "running@0 animals@1 run@2 jump@3",
    ],
    ["rules that say nothing", "a b", [{ type: "synonym_graph", synonyms: ["a =>", "=> b"] }], "a@0 b@1"],
    ["a rule of one word twice", "b a", [{ type: "synonym", synonyms: ["a, a"] }], "b@0 a@1 a@1"],
    [
      "rules that lie over each other",
      "a b c",
      [{ type: "synonym", synonyms: ["a, x y z", "b => q"] }],
      "a@0 x@0 y@1 q@1 c@2 z@2",
    ],
    ["a hole before a match", "the b c", ["stop", { type: "synonym_graph", synonyms: ["b, x y"] }], "x@0 b@0 y@1 c@2"],
    [
      "WordNet's form",
      "abstain frank",
      [{ type: "synonym_graph", format: "wordnet", synonyms: wordNet }],
      "refrain@0 abstain@0 hot@1 frank@1 dog@2",
    ],
    [
      "WordNet's form, one for all",
      "abstain refrain",
      [{ type: "synonym", format: "wordnet", expand: false, synonyms: wordNet }],
      "abstain@0 abstain@1",
    ],
    ["digits of every script", "۶ ٣٤ १२३ 𝟑 ০९", ["decimal_digit"], "6@0 34@1 123@2 3@3 09@4"],
    ["voice marks", "ｶﾞ カﾞ ﾞ", ["cjk_width"], "ガ@0 ガ@1"],
  ])("%s", (_, text, filters, expected) => expect(terms(text, ...filters)).toBe(expected));

  it("an explanation shows the mark of keywords from the filter on that heeds it", () => {
    const { detail } = answer({
      text: "running",
      filter: ["lowercase", { type: "keyword_marker", keywords: ["running"] }],
      explain: true,
      attributes: ["keyword"],
    });
    const token = { token: "running", start_offset: 0, end_offset: 7, type: "<ALPHANUM>", position: 0 };
    expect(detail).toEqual({
      custom_analyzer: true,
      charfilters: [],
      tokenizer: { name: "standard", tokens: [token] },
      tokenfilters: [
        { name: "lowercase", tokens: [token] },
        { name: "__anonymous__keyword_marker", tokens: [{ ...token, keyword: true }] },
      ],
    });
  });
});
