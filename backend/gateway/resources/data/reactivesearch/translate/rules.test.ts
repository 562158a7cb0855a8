import { describe, expect, test } from "vitest";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import { parseSearchRequest } from "../request/schema";
import { msearchBody, translateRequest } from "./translate";

function translated(queries: object[], settings: object = {}) {
  return translateRequest({
    request: parseSearchRequest(JSON.stringify({ query: queries, settings })),
    visitor: "127.0.0.1",
  });
}

/** The body that the last query becomes. */
function bodyOf(...queries: object[]): Record<string, unknown> {
  const ids = queries.map((query, place) => ({ id: `q${place}`, ...query }));
  return JSON.parse(JSON.stringify(translated(ids).engine.at(-1)?.body));
}

function refusalOf(...queries: object[]): string {
  try {
    bodyOf(...queries);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return "";
}

const NO_FIELD = "field 'dataField' cannot be empty";
const NOVEL = { id: "n", type: "term", dataField: "genre", value: "novel", execute: false };

describe("texts", () => {
  test("a data field is needed for an empty text too, though it asks nothing", () => {
    for (const type of ["search", "suggestion"]) {
      expect(refusalOf({ type, value: "" })).toBe(NO_FIELD);
      expect(bodyOf({ type, dataField: "title", value: " " })["query"]).toEqual({ match_all: {} });
    }
    expect(refusalOf({ value: [] })).toBe("");
  });

  test("of a list only texts are asked; one text is no list", () => {
    const listed = JSON.stringify(bodyOf({ dataField: "title", value: ["river", 5, null, true] }));
    expect(listed).toBe(JSON.stringify(bodyOf({ dataField: "title", value: "river" })));
    expect(listed).toContain("phrase_prefix");
  });

  test.each([
    ["xor", "xor"],
    ["AND", "AND"],
    ["and", "and"],
    [undefined, "or"],
  ])("the engine's own languages get the format %j as it is", (queryFormat, operator) => {
    expect(bodyOf({ dataField: "title", value: "a b", queryString: true, queryFormat })["query"]).toEqual({
      query_string: { query: "a b", default_operator: operator },
    });
    expect(bodyOf({ dataField: "title", value: ["a", "b"], searchOperators: true, queryFormat })["query"]).toEqual({
      simple_query_string: { query: "a b", fields: ["title"], default_operator: operator },
    });
  });

  test("a weight between two hundredths goes to the even one", () => {
    const body = bodyOf({
      value: "x",
      searchOperators: true,
      dataField: ["a", "b", { field: "c", weight: 2.375 }, { field: "d", weight: 0 }],
      fieldWeights: [0.125, 0.3],
    });
    expect(body["query"]).toMatchObject({ simple_query_string: { fields: ["a^0.12", "b^0.30", "c^2.38", "d"] } });
  });

  test("rank functions hold nothing but their own numbers", () => {
    const body = bodyOf({ rankFeature: { pop: { log: { scaling_factor: 2, pivot: null, other: 1 }, more: 1 } } });
    expect(body["query"]).toEqual({
      bool: { should: [{ rank_feature: { field: "pop", log: { scaling_factor: 2 } } }], minimum_should_match: 1 },
    });
  });

  test("suggestions are highlighted in fields of synonyms that are not searched", () => {
    const query = { dataField: ["title", "title.synonyms"], value: "x", highlight: true, enableSynonyms: false };
    expect(bodyOf({ ...query, type: "suggestion" })["highlight"]).toMatchObject({
      fields: { title: {}, "title.synonyms": {} },
    });
    expect(bodyOf(query)["highlight"]).toMatchObject({ fields: { title: {} } });
    expect(bodyOf(query)["highlight"]).not.toHaveProperty("fields.title.synonyms");
  });
});

describe("facets", () => {
  test("a chosen value needs a data field, although a facet does not narrow itself", () => {
    expect(refusalOf({ type: "term", value: "novel" })).toBe(NO_FIELD);
    expect(refusalOf({ type: "term", value: [] })).toBe("");
    expect(refusalOf(NOVEL, { type: "term", value: "x", react: { and: "n" } })).toBe("");
  });

  test("every level takes the lists of values", () => {
    const facet = (field: string) => ({
      terms: { field, order: { _count: "desc" }, include: ["a.*"], exclude: ["b"] },
    });
    expect(
      bodyOf({ type: "term", dataField: ["x", "y"], includeValues: ["a.*"], excludeValues: ["b"] })["aggs"],
    ).toEqual({
      x: { ...facet("x"), aggs: { y: facet("y") } },
    });
  });

  const LEVELS = { id: "x", type: "term", dataField: ["genre", "author"], execute: false };
  test.each([
    ["or", "should"],
    ["and", "must"],
    ["xor", "must"],
  ])("levels of a list are joined by %s", (queryFormat, occur) => {
    const levels = { bool: { must: [{ term: { genre: "a" } }, { term: { author: "b" } }] } };
    expect(bodyOf({ ...LEVELS, value: ["a > b > c", 7], queryFormat }, { react: { and: "x" } })["query"]).toEqual({
      bool: { must: [{ bool: { must: { bool: { [occur]: [levels] } } } }] },
    });
  });

  test("a single value asks the first level only, as it stands", () => {
    expect(bodyOf({ ...LEVELS, value: "a > b" }, { react: { and: "x" } })["query"]).toEqual({
      bool: { must: [{ bool: { must: { term: { genre: "a > b" } } } }] },
    });
    const missing = bodyOf(
      { ...LEVELS, value: "none", showMissing: true, missingLabel: "none" },
      { react: { and: "x" } },
    );
    expect(missing["query"]).toEqual({
      bool: { must: [{ bool: { must: { bool: { must_not: { exists: { field: "genre" } } } } } }] },
    });
  });

  test("pages of facets follow a sort by fields alone", () => {
    const terms = (query: object) =>
      JSON.stringify(bodyOf({ dataField: "title", aggregationField: "genre", ...query })["aggs"]);
    expect(terms({ sortField: "pages" })).toContain('"order":"asc"');
    expect(terms({ sortField: "pages", sortBy: "desc" })).toContain('"order":"desc"');
    expect(terms({ sortField: "pages", sortBy: "count" })).not.toContain("order");
    expect(terms({ type: "range", sortField: "pages" })).not.toContain("order");
    expect(bodyOf({ dataField: "title", aggregationField: "" })).not.toHaveProperty("aggs");
  });
});

describe("sort", () => {
  test.each([
    [["a", 5], "invalid type passed in sortField array at index: 1"],
    [[{ a: 5 }], "invalid sort value passed for index `0` and key: `a`"],
    [["x", { a: "up" }], "invalid value passed for `sortBy` for index `1` and key: `a`"],
    [{ a: "asc" }, "invalid value passed for `sortField`, only array and string are accepted!"],
  ])("%j is refused", (sortField, message) => {
    expect(refusalOf({ dataField: "title", sortField })).toBe(message);
  });

  test("a field that is named twice sorts once", () => {
    expect(bodyOf({ sortField: ["pages", "_score", { pages: "desc" }] })["sort"]).toEqual([
      { pages: { order: "desc" } },
      { _score: { order: "desc" } },
    ]);
  });
});

describe("reactions", () => {
  test("an expression alone in a list is that expression", () => {
    expect(bodyOf(NOVEL, { react: { and: [{ or: ["n"] }] } })["query"]).toEqual(
      bodyOf(NOVEL, { react: { and: { or: ["n"] } } })["query"],
    );
  });

  test("a default query stands in the place of the value, even one without a query", () => {
    const text = { dataField: "title", value: "river" };
    const narrowed = [{ bool: { must: { term: { genre: "novel" } } } }];
    expect(bodyOf(NOVEL, { ...text, react: { and: "n" }, defaultQuery: { timeout: "1s" } })).toMatchObject({
      timeout: "1s",
      query: { bool: { must: narrowed } },
    });
    expect(
      JSON.stringify(bodyOf({ ...text, react: { and: "nobody" }, defaultQuery: { timeout: "1s" } })["query"]),
    ).toContain("river");
  });

  test("options of a query that others react to are checked, executed or not", () => {
    const x = { id: "x", execute: false };
    const s = { dataField: "title", react: { and: "x" } };
    expect(refusalOf({ ...x, type: "range", aggregations: ["min"] }, s)).toBe(
      "field 'dataField' must be present to make 'aggregations' property work",
    );
    expect(refusalOf({ ...x, type: "term", pagination: true }, s)).toBe(
      "field 'dataField' must be present to make 'pagination' work for 'term' type of queries",
    );
    expect(refusalOf({ ...x, sortBy: "asc", aggregations: ["min"] }, s)).toBe(
      "field 'dataField' or `sortField` must be present to apply 'sortBy' property",
    );
    expect(refusalOf(x, s)).toBe("");
  });

  test("a cursor is nobody else's", () => {
    const cursor = {
      id: "c",
      dataField: "pages",
      sortBy: "asc",
      deepPagination: true,
      deepPaginationConfig: { cursor: "300" },
    };
    expect(bodyOf(cursor, { react: { and: "c" } })).toEqual({
      sort: [{ pages: { order: "asc" } }],
      query: { match_all: {} },
      _source: { includes: ["*"], excludes: [] },
    });
  });
});

describe("where a query goes", () => {
  test("suggestions that are switched off are silent even where they are not executed, unless an endpoint makes them", () => {
    const off = { type: "suggestion", dataField: "title", value: "x", enableIndexSuggestions: false };
    expect(translated([{ id: "a", ...off, execute: false }]).silent.map(({ id }) => id)).toEqual(["a"]);
    const { silent, endpoints } = translated([
      { id: "a", ...off, enableEndpointSuggestions: true, endpoint: { url: "/x" } },
    ]);
    expect([silent.length, endpoints.length]).toEqual([0, 1]);
  });

  test("an endpoint without a body is sent what is known of its query", () => {
    const query = { id: "e", type: "search", DataField: ["title"], value: null, unknown: 1, endpoint: { url: "/x" } };
    const { endpoints } = translated([{ id: "s" }, query], { userId: "u", useCache: null, unknown: 1 });
    expect(endpoints.map(({ body }) => body)).toEqual([
      { query: [{ id: "e", dataField: ["title"] }], settings: { userId: "u" } },
    ]);
    expect(
      translated([{ id: "e", type: "term", endpoint: { url: "/x", method: "GET" } }]).endpoints[0]?.body,
    ).toBeUndefined();
    expect(translated([{ id: "e", type: "term", endpoint: { url: "/x", method: "" } }]).endpoints[0]).toMatchObject({
      method: "POST",
      body: { query: [{ id: "e", type: "term" }] },
    });
  });

  test("signs of markup are written as Go writes them, so that an engine names the same places", () => {
    const { engine } = translated([{ id: "s", dataField: "title", value: "a & b", highlight: true }]);
    expect(msearchBody(engine)).toContain('"pre_tags":["\\u003cmark\\u003e"]');
    expect(msearchBody(engine)).not.toMatch(/[<>&]/);
    expect(JSON.parse(msearchBody(engine).split("\n")[1] ?? "")).toMatchObject({ highlight: { pre_tags: ["<mark>"] } });
  });
});
