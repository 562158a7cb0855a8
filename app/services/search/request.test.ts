import { parseJson, stringifyJson } from "@common/json";
import { describe, expect, it } from "vitest";
import { flattenMapping, type MappingField } from "~/lib/documents/mapping-fields";
import { defaultFacets, defaultSearchFields, exactFields, titleField, withSubFields } from "./fields";
import { buildSearchRequest, buildSuggestionRequest, type Facet, type SearchSettings } from "./request";

const text = (...sub: string[]) => ({ type: "text", fields: Object.fromEntries(sub.map((name) => [name, { type: name === "keyword" ? "keyword" : "text" }])) });
const six = text("autosuggest", "keyword", "lang", "synonyms", "delimiter", "search");

const mapping = flattenMapping({
  properties: {
    Title: six,
    Genre: six,
    plot: { type: "text" },
    year: { type: "integer" },
    released: { type: "date" },
    place: { type: "geo_point" },
    cast: { type: "nested", properties: { name: six } },
  },
});
const field = (path: string): MappingField => {
  const found = mapping.find((candidate) => candidate.path === path);
  if (!found) throw new Error(`no field ${path}`);
  return found;
};

const plain: SearchSettings = {
  text: "godfathr",
  fields: [{ field: "Title", weight: 5 }],
  fuzziness: "AUTO",
  operator: "or",
  facets: [],
  highlight: ["Title"],
  sort: null,
  from: 20,
  size: 10,
  explain: false,
  recordAnalytics: false,
};
const facet = (change: Partial<Facet>): Facet => ({
  path: "Genre.keyword",
  label: "Genre",
  kind: "values",
  type: "text",
  values: [],
  from: "",
  to: "",
  ...change,
});
// Through text and back: what is undefined must not be there either.
const sent = (settings: Partial<SearchSettings>) =>
  parseJson(stringifyJson(buildSearchRequest({ ...plain, ...settings }))) as { query: Record<string, unknown>[]; settings: unknown };
const part = (id: string, settings: Partial<SearchSettings> = {}) => sent(settings).query.find((query) => query["id"] === id);

describe("the fields of a search", () => {
  it("are by default those made for search, outside of nested objects", () => {
    expect(defaultSearchFields(mapping).map(({ path }) => path)).toEqual(["Title", "Genre"]);
    expect(defaultSearchFields(mapping.filter(({ path }) => path === "plot")).map(({ path }) => path)).toEqual(["plot"]);
    expect(defaultSearchFields(flattenMapping({ properties: { code: { type: "keyword" }, n: { type: "long" } } })).map(({ path }) => path)).toEqual(["code"]);
    expect(defaultSearchFields([])).toEqual([]);
  });

  it("bring their sub-fields with the multipliers of the specification", () => {
    expect(Object.fromEntries(withSubFields({ field: field("Title"), weight: 2, subFields: true }).map(({ field: path, weight }) => [path, weight]))).toEqual({
      Title: 2,
      "Title.autosuggest": 0.2,
      "Title.keyword": 2,
      "Title.lang": 1.8,
      "Title.synonyms": 1.4,
      "Title.delimiter": 0.8,
      "Title.search": 0.2,
    });
    expect(withSubFields({ field: field("Title"), weight: 2, subFields: false })).toEqual([{ field: "Title", weight: 2 }]);
  });

  it("tell what names a document, what sorts and what groups", () => {
    expect(titleField(mapping)).toBe("Title");
    expect(titleField([{ ...field("Title"), path: "country.name" }, field("Title")])).toBe("Title");
    expect(exactFields(mapping).map(({ path, kind }) => [path, kind])).toEqual([
      ["Genre.keyword", "values"],
      ["released", "range"],
      ["Title.keyword", "values"],
      ["year", "range"],
    ]);
    expect(defaultFacets(exactFields(mapping), "Title").map(({ path }) => path)).toEqual(["Genre.keyword", "year"]);
  });
});

describe("the request", () => {
  it("holds the text apart from the hits, which react to it", () => {
    expect(part("search")).toEqual({
      id: "search",
      type: "search",
      execute: false,
      dataField: [{ field: "Title", weight: 5 }],
      value: "godfathr",
      fuzziness: "AUTO",
      queryFormat: "or",
    });
    expect(part("result")).toMatchObject({
      type: "search",
      dataField: ["_score"],
      sortBy: "desc",
      react: { and: ["search"] },
      from: 20,
      size: 10,
      highlight: true,
    });
    expect(sent({}).settings).toMatchObject({ recordAnalytics: false });
    expect(sent({ recordAnalytics: true }).settings).toMatchObject({ recordAnalytics: true });
  });

  it("sends no value for no text, and nothing to mark or suggest", () => {
    expect(part("search", { text: "" })).not.toHaveProperty("value");
    expect(part("result", { text: "" })).not.toHaveProperty("highlight");
    expect(part("suggestions", { text: "", suggestFrom: "Title" })).toBeUndefined();
    // The server refuses a value without a field.
    expect(part("search", { fields: [] })).not.toHaveProperty("value");
  });

  it("sends fuzziness as a number where it is one", () => {
    expect(part("search", { fuzziness: "1" })?.["fuzziness"]).toBe(1);
  });

  it("lets each facet react to everything but itself", () => {
    const facets = [facet({ values: ["Drama", "Comedy"] }), facet({ path: "year", kind: "range", type: "integer", from: "1990" })];
    expect(part("list-1", { facets })).toMatchObject({
      type: "term",
      dataField: ["Genre.keyword"],
      value: ["Drama", "Comedy"],
      queryFormat: "or",
      react: { and: ["search", "list-2"] },
    });
    expect(part("list-2", { facets })).toMatchObject({
      type: "range",
      dataField: ["year"],
      value: { start: 1990 },
      aggregations: ["min", "max"],
      react: { and: ["search", "list-1"] },
    });
    expect(part("result", { facets })?.["react"]).toEqual({ and: ["search", "list-1", "list-2"] });
    expect(part("list-1", { facets: [facet({})] })).not.toHaveProperty("value");
  });

  it("keeps every digit of a bound", () => {
    const value = part("list-1", { facets: [facet({ path: "views", kind: "range", type: "long", from: "9007199254740993", to: "-9223372036854775807" })] })?.[
      "value"
    ];
    expect(stringifyJson(value)).toBe('{"start":9007199254740993,"end":-9223372036854775807}');
  });

  it("looks into texts before keywords, and into keywords where there is nothing else", () => {
    const fields = flattenMapping({
      properties: { a: { type: "keyword", fields: { search: { type: "text" } } }, b: { type: "keyword" }, c: { type: "text" } },
    });
    expect(defaultSearchFields(fields).map(({ path }) => path)).toEqual(["c"]);
    expect(defaultSearchFields(fields.filter(({ type }) => type === "keyword")).map(({ path }) => path)).toEqual(["a", "b"]);
  });

  it("keeps dates as typed", () => {
    expect(part("list-1", { facets: [facet({ path: "released", kind: "range", type: "date", from: "1999", to: "2001-05-01" })] })?.["value"]).toEqual({
      start: "1999",
      end: "2001-05-01",
    });
  });

  it("sorts by a field and still asks for scores; explains when asked", () => {
    expect(part("result", { sort: { path: "year", order: "asc" } })).toMatchObject({
      dataField: ["year"],
      sortBy: "asc",
      defaultQuery: { track_scores: true },
    });
    expect(part("result", { explain: true })?.["defaultQuery"]).toEqual({ explain: true });
    expect(part("result")).not.toHaveProperty("defaultQuery");
  });

  it("asks for suggestions of one field, never recorded while typing", () => {
    expect(part("suggestions", { suggestFrom: "Title" })).toMatchObject({ type: "suggestion", value: "godfathr", dataField: ["Title"] });
    expect(buildSuggestionRequest({ text: "god", field: "Title" })["settings"]).toMatchObject({ recordAnalytics: false });
  });
});
