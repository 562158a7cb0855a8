import { createAnalysis } from "@backend/engine/embedded/analysis/create-analysis";
import { createMapping } from "@backend/engine/embedded/mapping/create-mapping";
import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { openEmbeddedEngine, type EmbeddedEngine } from "@backend/engine/embedded/open";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flattenMapping, type UseCase } from "~/lib/data/documents/mapping-fields";
import { composeAnalysis, languageOf } from "./analysis";
import { conversionsOf, refusal, takes } from "./conversions";
import { languages, neededPlugin, type LanguageSettings } from "./languages";
import { composeTextField, subFieldsFor, withField, withLanguageFields } from "./mapping";
import { withSynonymSearch } from "./synonyms";
import { splitPath, subFieldWeight, withSubField } from "./weights";

const settings = (language: string, more: Partial<LanguageSettings> = {}): LanguageSettings => ({
  ...{
    language,
    applyStopwords: true,
    customStopwords: [],
    stemmingExceptions: [],
    normalizeDiacritics: false,
    ...more,
  },
});
const template = JSON.parse(JSON.stringify(DEFAULT_TEMPLATE.settings.index.analysis)) as JsonObject;
const inside = (of: JsonValue | undefined, ...path: string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(
    (here, step) => (here !== undefined && isJsonObject(here) ? here[step] : undefined),
    of,
  );
const filtersOf = (analysis: JsonObject, analyzer: string) => inside(analysis, "analyzer", analyzer, "filter");
const engineOf = (analysis: JsonObject) => createAnalysis({ index: { max_ngram_diff: 8, analysis } });

describe("the analyzers of languages", () => {
  const S = "stop";
  const K = "keywords";
  const T = "stemmer";
  const base = ["lowercase", S, K, T];
  const chains: Record<string, string[]> = {
    arabic: ["lowercase", "decimal_digit", S, "arabic_normalization", K, T],
    bengali: ["lowercase", "decimal_digit", K, "indic_normalization", "bengali_normalization", S, T],
    hindi: ["lowercase", "decimal_digit", K, "indic_normalization", "hindi_normalization", S, T],
    ...Object.fromEntries(["catalan", "french", "italian"].map((language) => [language, ["elision", ...base]])),
    irish: ["hyphenation", "elision", "own lowercase", S, K, T],
    dutch: ["lowercase", S, K, "override", T],
    english: ["possessive_stemmer", ...base],
    german: ["lowercase", S, K, "german_normalization", T],
    greek: ["own lowercase", S, K, T],
    turkish: ["apostrophe", "own lowercase", S, K, T],
    persian: ["lowercase", "decimal_digit", "arabic_normalization", "persian_normalization", S],
    sorani: ["sorani_normalization", "lowercase", "decimal_digit", S, K, T],
    ...Object.fromEntries(
      ["chinese", "japanese", "korean"].map((language) => [language, ["cjk_width", "lowercase", "cjk_bigram", S]]),
    ),
    thai: ["lowercase", "decimal_digit", S],
    universal: ["cjk_width", "lowercase", "asciifolding", S, K],
    ukrainian: [],
  };
  const OWN = new Set([S, K, T, "elision", "hyphenation", "override", "possessive_stemmer"]);
  const words: Partial<LanguageSettings> = { customStopwords: ["zzz"], stemmingExceptions: ["searchdecks"] };
  const chosen = settings("universal", { ...words, normalizeDiacritics: true });

  it.each(languages)("%s", (language) => {
    const analysis = composeAnalysis(template, {
      language: { ...chosen, language, normalizeDiacritics: language === "universal" },
    });
    const names = (chains[language] ?? base).map((step) =>
      step.startsWith("own ") ? `${language}_${step.slice(4)}` : OWN.has(step) ? `${language}_${step}` : step,
    );
    expect(languageOf(analysis)).toBe(language);
    expect(filtersOf(analysis, language) ?? []).toEqual(names);
    if (neededPlugin[language] !== undefined) {
      expect(() => engineOf(analysis).analyzer(language)).toThrow(neededPlugin[language]);
      return;
    }
    const tokens = [...(engineOf(analysis).analyzer(language)?.analyze("zzz searchdecks 2024") ?? [])].map(
      ({ term }) => term,
    );
    expect(tokens).not.toContain("zzz");
    expect(tokens.length).toBeGreaterThan(1);
    if (names.includes(`${language}_keywords`) && language !== "universal") expect(tokens).toContain("searchdecks");
  });

  it("leaves the old language, but for filters that another analyzer works with", () => {
    const french = composeAnalysis(template, { language: settings("french") });
    const english = composeAnalysis(french, { language: settings("english") });
    expect(Object.keys(inside(english, "filter") ?? {}).filter((name) => name.startsWith("french_"))).toEqual([]);
    expect(inside(english, "filter", "universal_stop")).toBeDefined();
    expect([languageOf(french), languageOf(english)]).toEqual(["french", "english"]);
    expect(inside(english, "filter", "english_stop", "stopwords")).toEqual(["_english_"]);
  });

  it("folds diacritics once, before the stop words or first, or not at all", () => {
    const on = composeAnalysis(template, { language: settings("french", { normalizeDiacritics: true }) });
    expect(filtersOf(on, "french")).toEqual([
      "french_elision",
      "lowercase",
      "asciifolding",
      "french_stop",
      "french_stemmer",
    ]);
    expect(filtersOf(on, "synonyms")).toEqual(["asciifolding", "lowercase"]);
    expect(filtersOf(on, "synonyms_search")).toEqual(["asciifolding", "lowercase", "synonym_graph"]);
    expect(filtersOf(on, "ngram_analyzer")).toEqual(["lowercase", "asciifolding", "ngram_filter"]);
    const off = composeAnalysis(on, { language: settings("french") });
    expect(JSON.stringify(inside(off, "analyzer"))).not.toContain("asciifolding");
  });
});

describe("an index with the composed settings", () => {
  let engine: EmbeddedEngine;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "composition-"));
    engine = await openEmbeddedEngine({ folder });
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  it.each(languages)("is created for %s and analyzes a text", async (language) => {
    const analysis = composeAnalysis(template, {
      language: settings(language, { customStopwords: ["zzz"], normalizeDiacritics: true }),
    });
    const wishes = { ngram: true, autosuggest: true, synonyms: true, language };
    const title = composeTextField({}, { useCase: "searchaggs", wishes });
    const body = stringifyJson({
      settings: { index: { max_ngram_diff: 8, analysis } },
      mappings: { properties: { title } },
    });
    const created = await engine.handle({ method: "PUT", path: `/${language}`, body });
    const plugin = neededPlugin[language];
    if (plugin !== undefined) {
      expect([created.status, created.body]).toEqual([400, expect.stringContaining(plugin)]);
      return;
    }
    expect(created.body).toContain('"acknowledged":true');
    const analyzed = await engine.handle({
      method: "POST",
      path: `/${language}/_analyze`,
      body: stringifyJson({ field: "title.lang", text: "zzz Café 2024" }),
    });
    expect(analyzed.body).toContain('"token":"caf');
    expect(analyzed.body).not.toContain('"token":"zzz"');
    expect((await engine.handle({ method: "DELETE", path: `/${language}` })).status).toBe(200);
  });
});

describe("the analysis of an index", () => {
  it("gets what it has not, keeps what it has, and its grams where they are cut", () => {
    const grams = { ngram: { min: 2, max: 6 }, autosuggest: { min: 2, max: 12 }, synonyms: ["sofa,couch"] };
    const fresh = composeAnalysis({}, grams);
    expect(inside(fresh, "filter", "ngram_filter")).toMatchObject({ type: "ngram", min_gram: "2", max_gram: "6" });
    expect(inside(fresh, "filter", "autosuggest_filter")).toMatchObject({ min_gram: "2", max_gram: "12" });
    expect(filtersOf(fresh, "universal_delimiter_analyzer")).toEqual(["lowercase", "asciifolding", "word_delimiter"]);
    const kept = composeAnalysis(template, grams);
    expect(inside(kept, "tokenizer", "autosuggest_tokenizer")).toMatchObject({
      min_gram: "2",
      max_gram: "12",
      type: "edge_ngram",
    });
    expect(inside(kept, "filter", "synonym_graph", "synonyms")).toEqual(["sofa,couch"]);
    const others = (analysis: JsonObject) =>
      Object.fromEntries(
        Object.entries(inside(analysis, "analyzer") ?? {}).filter(([name]) => !name.startsWith("synonyms")),
      );
    expect(others(kept)).toEqual(others(template));
    expect([filtersOf(kept, "synonyms"), filtersOf(kept, "synonyms_search")]).toEqual([
      ["lowercase"],
      ["lowercase", "synonym_graph"],
    ]);
    expect(composeAnalysis(kept, {})).toEqual(kept);
    for (const analysis of [fresh, kept])
      for (const name of Object.keys(inside(analysis, "analyzer") ?? {}))
        expect(engineOf(analysis).analyzer(name)).toBeDefined();
  });
});

describe("a text field", () => {
  const wishes = { ngram: true, autosuggest: true, synonyms: false, language: null };
  const cases: [UseCase, string[]][] = [
    ["search", ["search", "autosuggest", "delimiter"]],
    ["aggs", ["keyword"]],
    ["searchaggs", ["search", "autosuggest", "delimiter", "keyword"]],
    ["none", []],
  ];
  it.each(cases)("for %s has its sub-fields, and is read as that again", (useCase, names) => {
    const field = composeTextField({ type: "keyword" }, { useCase, wishes });
    expect(field).toMatchObject({ type: "text", analyzer: "standard", search_analyzer: "standard" });
    expect(Object.keys(inside(field, "fields") ?? {})).toEqual(names);
    expect(flattenMapping({ properties: { title: field } })[0]?.useCase).toBe(useCase);
    const analysis = engineOf(composeAnalysis({}, {}));
    expect(createMapping({ definition: { properties: { title: field } }, analysis }).field("title")).toBeDefined();
  });

  it("has no grams that are off, and a language and synonyms where they are on", () => {
    expect(
      Object.keys(subFieldsFor("search", { ngram: false, autosuggest: false, synonyms: true, language: "greek" })),
    ).toEqual(["delimiter", "lang", "synonyms"]);
  });

  it("keeps what it has: parameters, its keyword, sub-fields of other names", () => {
    const present = {
      type: "text",
      index_phrases: true,
      fields: { raw: { type: "keyword" }, keyword: { type: "keyword", ignore_above: 256 }, search: { type: "text" } },
    };
    const field = composeTextField(present, { useCase: "aggs", wishes });
    expect(field).toMatchObject({
      index_phrases: true,
      fields: { raw: { type: "keyword" }, keyword: { ignore_above: 256 } },
    });
    expect(Object.keys(inside(field, "fields") ?? {})).toEqual(["raw", "keyword"]);
  });

  it("is put into a mapping, taken out of it, and analyzed for another language", () => {
    const mapping = {
      dynamic: "true",
      properties: { a: { properties: { b: { type: "text" } } }, c: { type: "long" } },
    };
    expect(withField(mapping, { path: ["a", "b"], definition: { type: "date" } })).toMatchObject({
      dynamic: "true",
      properties: { a: { properties: { b: { type: "date" } } } },
    });
    expect(withField(mapping, { path: ["c"], definition: null })).toEqual({
      dynamic: "true",
      properties: { a: mapping.properties.a },
    });
    expect(withField(mapping, { path: ["a", "x", "y"], definition: null })).toEqual(mapping);
    const lang = { type: "text", analyzer: "greek" };
    expect(withLanguageFields(mapping, "greek")).toMatchObject({
      properties: { a: { properties: { b: { fields: { lang } } } }, c: { type: "long" } },
    });
    const dynamic = withLanguageFields(DEFAULT_TEMPLATE.mappings, "greek");
    expect(JSON.stringify(dynamic)).toContain('"lang":{"type":"text","analyzer":"greek","index_options":"offsets"}');
    expect(JSON.stringify(dynamic)).toContain('"synonyms":{"type":"text","analyzer":"synonyms"}');
    expect(JSON.stringify(withSynonymSearch(dynamic))).toContain(
      '"synonyms":{"type":"text","analyzer":"synonyms","search_analyzer":"synonyms_search"}',
    );
  });
});

describe("weights", () => {
  it("follow that of their field", () => {
    const at = (["keyword", "lang", "synonyms", "delimiter", "autosuggest", "search"] as const).map((name) =>
      subFieldWeight(3, name),
    );
    expect(at).toEqual([3, 2.7, 2.1, 1.2, 0.3, 0.3]);
    expect(splitPath("a.title.lang")).toEqual({ field: "a.title", subField: "lang" });
    expect(splitPath("search")).toEqual({ field: "search", subField: null });
  });

  it("of grams are added once and taken away", () => {
    const fields = { dataField: ["title", "title.keyword", "a.b"], fieldWeights: [3, 3, 1] };
    const on = withSubField(fields, { subField: "search", on: true });
    expect(on).toEqual({
      dataField: [...fields.dataField, "title.search", "a.b.search"],
      fieldWeights: [3, 3, 1, 0.1, 0.1],
    });
    expect(withSubField(on, { subField: "search", on: true })).toEqual(on);
    expect(withSubField(on, { subField: "search", on: false })).toEqual(fields);
  });
});

describe("conversions", () => {
  it("are offered by type, others refused with the reason", () => {
    expect(conversionsOf("date")).toEqual(["text", "keyword"]);
    expect([conversionsOf("object"), conversionsOf("nested"), conversionsOf("ip")]).toEqual([
      ["nested"],
      ["object"],
      [],
    ]);
    for (const to of conversionsOf("text")) expect(refusal({ from: "text", to })).toBeNull();
    expect(refusal({ from: "text", to: "dense_vector" })).toContain("dimensions");
    expect(refusal({ from: "date", to: "long" })).toBe("A date field cannot become long.");
    expect(refusal({ from: "long", to: "long" })).toBe("The field is long already.");
  });

  const values: JsonValue[] = [
    ...[
      null,
      1,
      1.5,
      -3,
      0,
      4_000_000_000,
      1e39,
      true,
      false,
      "1",
      " 2.5 ",
      "n/a",
      "~3,100",
      "",
      "true",
      "TRUE",
      "1e3",
      "0x10",
    ],
    ...[
      "2024",
      "2024-02-03",
      "2024-02",
      "2024-13-01",
      "2024-02-03T10:00:00Z",
      "1700000000000",
      "3.2.2024",
      {},
      { lat: 1 },
      ["1", "x"],
      [1, 2],
      [{ a: 1 }],
    ],
  ];
  it.each([
    "text",
    "keyword",
    "integer",
    "long",
    "float",
    "double",
    "date",
    "boolean",
    "rank_feature",
    "object",
    "nested",
  ])("take the values that the engine takes as %s", (type) => {
    const analysis = createAnalysis({});
    const differing = values.filter((value) => {
      const mapping = createMapping({ definition: { properties: { field: { type } } }, analysis });
      let taken = true;
      try {
        mapping.parseDocument({ field: value });
      } catch {
        taken = false;
      }
      return taken !== takes(type, value);
    });
    expect(differing).toEqual([]);
  });
});
