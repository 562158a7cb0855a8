import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { DEFAULTS } from "@backend/gateway/resources/search-relevance/relevance/defaults";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { planDeploy } from "./deploy-plan";
import { changesOf } from "../draft/draft";
import { DOCUMENTS, REINDEX_KEY, SYNONYMS_KEY } from "../draft/pending-index-changes-of";
import type { IndexDefinition } from "./index-definition";
import { notIndexed } from "./pending-index-changes";
import { sectionsWith } from "../declared";

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const at = (of: JsonValue | undefined, ...path: string[]) =>
  path.reduce<JsonValue | undefined>((here, step) => objectOf(here)[step], of);
const record = JSON.parse(JSON.stringify(DEFAULTS)) as JsonObject;
const template = JSON.parse(JSON.stringify(DEFAULT_TEMPLATE)) as JsonObject;
const dynamic = (DEFAULT_TEMPLATE.mappings.dynamic_templates[0]?.strings.mapping ?? {}) as JsonObject;
const make: IndexDefinition = {
  mapping: {
    ...objectOf(template["mappings"]),
    properties: {
      title: dynamic,
      price: { type: "double" },
      note: { type: "text", fields: { keyword: { type: "keyword" } } },
    },
  },
  analysis: objectOf(at(template, "settings", "index", "analysis")),
  maxNgramDiff: 8,
  version: "1",
};
const bare: IndexDefinition = {
  mapping: { properties: { title: { type: "text" } } },
  analysis: {},
  maxNgramDiff: 1,
  version: "1",
};
const weighted = {
  ...record,
  search: { ...objectOf(record["search"]), dataField: ["title", "note"], fieldWeights: ["3.0", "1.0"] },
};
const plan = (values: JsonObject, { stored = record, of = make }: { stored?: JsonObject; of?: IndexDefinition } = {}) =>
  planDeploy({ stored: { record: stored }, make: of, draft: { values } });
const fieldsOf = (mapping: JsonValue | undefined, field: string) =>
  Object.keys(objectOf(at(mapping, "properties", field, "fields")));
const analysisOf = (made: ReturnType<typeof plan>) => at(made.copy?.settings, "index", "analysis");

/** The index as the gateway makes it of a plan: what the template has comes back. */
function after(made: ReturnType<typeof plan>, of: IndexDefinition): IndexDefinition {
  if (made.copy === null) return of;
  const analysis = objectOf(analysisOf(made));
  const merged = Object.fromEntries(
    ["analyzer", "tokenizer", "filter", "char_filter"].map((part) => [
      part,
      { ...objectOf(at(template, "settings", "index", "analysis", part)), ...objectOf(analysis[part]) },
    ]),
  );
  return { ...of, mapping: made.copy.mappings, analysis: merged };
}

describe("the plan of a deploy", () => {
  it("saves settings alone where nothing of the index changes", () => {
    const made = plan({ "results.size": 20 });
    expect(made).toEqual({
      sections: { results: { ...objectOf(record["results"]), size: 20 } },
      inPlace: null,
      copy: null,
    });
  });

  it("re-indexes for a language, whose index is then what the settings say", () => {
    const values = { "language.language": "french", "language.customStopwords": ["rue"] };
    const made = plan(values);
    expect(made.sections).toEqual({
      language: { ...objectOf(record["language"]), language: "french", customStopwords: ["rue"] },
    });
    expect(at(analysisOf(made), "filter", "french_stop", "stopwords")).toEqual(["_french_", "rue"]);
    expect(at(made.copy?.mappings, "properties", "note", "fields", "lang", "analyzer")).toBe("french");
    expect(fieldsOf(made.copy?.mappings, "note")).toEqual(["keyword", "lang", "synonyms"]);
    expect(at(made.copy?.settings, "index", "max_ngram_diff")).toBe(8);
    const saved = { ...record, ...made.sections };
    expect(notIndexed(record, make)).toEqual([]);
    expect(notIndexed(saved, make).map(({ what }) => what)).toEqual(["the language French"]);
    const made2 = after(made, make);
    expect(notIndexed(saved, made2)).toEqual([]);
    expect(plan({ [REINDEX_KEY]: true }, { stored: saved, of: made2 }).copy).toBeNull();
    expect(plan({ [REINDEX_KEY]: true }, { stored: saved }).copy).toEqual(made.copy);
  });

  it.each(["greek", "persian", "thai", "japanese", "universal"])("is at rest once %s is there", (language) => {
    const values = {
      "language.language": language,
      "language.stemmingExceptions": ["x"],
      "language.normalizeDiacritics": false,
    };
    const made = plan(values);
    const saved = { ...record, ...made.sections };
    const now = after(made, make);
    expect(notIndexed(saved, now)).toEqual([]);
    expect(planDeploy({ stored: { record: saved }, make: now, draft: { values } }).copy).toBeNull();
  });

  it("switches n-grams off and on, with their weights", () => {
    const off = plan({ "indexSettings.enableNgram": false }, { stored: weighted });
    expect(fieldsOf(off.copy?.mappings, "title")).not.toContain("search");
    expect(JSON.stringify(off.copy?.mappings)).not.toContain('"search":{');
    const without = { ...weighted, ...off.sections };
    const on = plan(
      { "indexSettings.enableNgram": true, "indexSettings.ngramMin": 2, "indexSettings.ngramMax": 5 },
      { stored: without, of: after(off, make) },
    );
    expect(at(on.sections ?? {}, "search", "dataField")).toEqual(["title", "note", "title.search", "note.search"]);
    expect(at(on.sections ?? {}, "search", "fieldWeights")).toEqual(["3.0", "1.0", "0.1", "0.1"]);
    expect(fieldsOf(on.copy?.mappings, "note")).toEqual(["keyword", "search"]);
    expect(at(analysisOf(on), "filter", "ngram_filter", "max_gram")).toBe("5");
    expect(notIndexed({ ...without, ...on.sections }, after(on, make))).toEqual([]);
    const lines = changesOf(without, { "indexSettings.enableNgram": true }).map(({ group, setting, field, effect }) => [
      group,
      setting,
      field,
      effect,
    ]);
    expect(lines).toEqual([
      ["Search", "Weight of", "title.search", "at once"],
      ["Search", "Weight of", "note.search", "at once"],
      ["Index", "N-grams", null, "re-index"],
    ]);
    expect(sectionsWith(weighted, { "indexSettings.enableNgram": true })["search"]).toBeUndefined();
  });

  it("sends the span that grams need, on an index without an analysis", () => {
    const made = plan(
      { "indexSettings.enableAutoSuggestion": true, "indexSettings.ngramMin": 2, "indexSettings.ngramMax": 7 },
      { stored: weighted, of: bare },
    );
    expect(at(made.copy?.settings, "index", "max_ngram_diff")).toBe(5);
    expect(fieldsOf(made.copy?.mappings, "title")).toEqual(["search", "autosuggest"]);
    const again = { ...bare, analysis: objectOf(analysisOf(made)) };
    expect(at(again.analysis, "filter", "ngram_filter", "min_gram")).toBe("2");
  });

  it("adds fields in place, where the index has their analyzers, and else re-indexes", () => {
    const add = { from: null, to: { type: "text", useCase: "search" } };
    const added = plan({ "schema.fields": { "a.b": add, day: { from: null, to: { type: "date", useCase: null } } } });
    expect(added.copy).toBeNull();
    expect(added.sections).toBeNull();
    expect(Object.keys(objectOf(added.inPlace))).toEqual(["a", "day"]);
    expect(Object.keys(objectOf(at(added.inPlace ?? {}, "a", "properties", "b", "fields")))).toEqual([
      "search",
      "autosuggest",
      "delimiter",
      "lang",
      "synonyms",
    ]);
    const without = plan({ "schema.fields": { b: add } }, { of: bare });
    expect([without.inPlace, without.copy === null]).toEqual([null, false]);
    const changed = plan({
      "schema.fields": {
        price: { from: { type: "double", useCase: null }, to: { type: "long", useCase: null } },
        day: add,
      },
    });
    expect(at(changed.copy?.mappings, "properties", "price")).toEqual({ type: "long" });
    expect([changed.inPlace, at(changed.copy?.mappings, "properties", "day", "type")]).toEqual([null, "text"]);
  });

  const uses = ["search", "aggs", "searchaggs", "none"] as const;
  const languagesOf = ["universal", "french"].flatMap((ofIndex) =>
    ["universal", "french", "greek"].map((ofSettings) => [ofIndex, ofSettings] as const),
  );
  it.each(languagesOf)(
    "changes a use case in an index for %s whose settings say %s, and takes neither language nor synonyms away",
    (ofIndex, ofSettings) => {
      const french = plan({ "language.language": "french" });
      const of = ofIndex === "french" ? after(french, make) : make;
      const stored = {
        ...record,
        language: { ...objectOf(record["language"]), language: ofSettings },
        synonyms: { enabled: false },
      };
      for (const useCase of uses) {
        const wish = { from: { type: "text", useCase: "searchaggs" }, to: { type: "text", useCase } };
        const added = { from: null, to: { type: "text", useCase } };
        const made = plan({ "schema.fields": { title: wish, more: added } }, { stored, of });
        const whole = made.copy?.mappings ?? { properties: { ...objectOf(of.mapping["properties"]), ...made.inPlace } };
        expect([useCase, at(whole, "properties", "title", "fields", "lang", "analyzer")]).toEqual([useCase, ofIndex]);
        expect(at(whole, "properties", "title", "fields", "synonyms", "type")).toBe("text");
        expect(at(whole, "properties", "more", "fields", "lang", "analyzer")).toBe(ofIndex);
      }
    },
  );

  it("is not indexed for a language that no field is analyzed by, whatever analyzers there are", () => {
    const made = plan({ "language.language": "french" });
    const saved = { ...record, ...made.sections };
    const analyzed = after(made, make);
    expect(notIndexed(saved, analyzed)).toEqual([]);
    expect(notIndexed(saved, { ...analyzed, mapping: make.mapping }).map(({ what }) => what)).toEqual([
      "the language French",
    ]);
    expect(
      plan({ [REINDEX_KEY]: true }, { stored: saved, of: { ...analyzed, mapping: make.mapping } }).copy,
    ).not.toBeNull();
  });

  it("has synonyms act on searches alone once it re-indexes; an index in which they act on documents takes new fields in place as it is", () => {
    const older = { type: "text", analyzer: "synonyms" };
    const searched = { ...older, search_analyzer: "synonyms_search" };
    const add = { more: { from: null, to: { type: "text", useCase: "search" } } };
    const inPlace = plan({ "schema.fields": add });
    expect([inPlace.copy, at(inPlace.inPlace ?? {}, "more", "fields", "synonyms")]).toEqual([null, older]);
    const copied = plan({ "schema.fields": add, "language.language": "french" });
    expect(
      ["title", "note", "more"].map((name) => at(copied.copy?.mappings, "properties", name, "fields", "synonyms")),
    ).toEqual([searched, searched, searched]);
    expect(JSON.stringify(at(copied.copy?.mappings, "dynamic_templates"))).toContain(
      '"search_analyzer":"synonyms_search"',
    );
    expect(at(analysisOf(copied), "analyzer", "synonyms", "filter")).toEqual(["asciifolding", "lowercase"]);
    expect(at(analysisOf(copied), "analyzer", "synonyms_search", "filter")).toEqual([
      "asciifolding",
      "lowercase",
      "synonym_graph",
    ]);
    const now = after(copied, make);
    expect(
      at(plan({ "schema.fields": { late: add.more } }, { of: now }).inPlace ?? {}, "late", "fields", "synonyms"),
    ).toEqual(searched);
    // Documents that hold synonyms are indexed again though nothing else changes.
    expect(plan({ [SYNONYMS_KEY]: true }, { of: now }).copy).toBeNull();
    expect(plan({ [SYNONYMS_KEY]: DOCUMENTS }, { of: now }).copy).not.toBeNull();
  });

  it("keeps an analyzer that a field names, whatever language comes", () => {
    const own: IndexDefinition = {
      ...make,
      mapping: { properties: { title: { type: "text", analyzer: "universal" } } },
    };
    const made = plan({ "language.language": "greek" }, { of: own });
    expect(at(analysisOf(made), "analyzer", "universal", "tokenizer")).toBe("standard");
    expect(at(analysisOf(made), "filter", "universal_stop", "type")).toBe("stop");
  });
});
