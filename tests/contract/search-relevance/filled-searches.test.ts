import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { filledRequest } from "~/services/search-relevance/filled-request.server";
import { type Api, makeShoes, openApi } from "../api";

const SETTINGS = {
  search: {
    dataField: ["name", "brand"],
    fieldWeights: ["3.0", "1.0"],
    fuzziness: "AUTO",
    queryFormat: "and",
    queryString: false,
    searchOperators: false,
  },
  aggregations: { dataField: { brand: "term" }, size: 7, sortBy: "asc", includeNullValues: true, queryFormat: "or" },
  results: {
    size: 2,
    includeFields: ["name", "price"],
    excludeFields: ["price"],
    highlight: true,
    highlightFields: ["name"],
    highlightOptions: { fragment_size: 40, pre_tags: ["<i>"], post_tags: ["</i>"] },
  },
  language: { language: "english" },
};
const ASKED = { id: "a", value: "boot" };
const ValidSchema = z.array(z.object({ id: z.string(), endpoint: z.object({ body: z.looseObject({}) }) }));

let api: Api;

beforeAll(async () => {
  api = await openApi();
  for (const index of ["shoes", "hats", "bare", "sandals"]) await makeShoes(api, index);
  await api.call("POST", "/_aliases", {
    actions: [{ add: { index: "shoes", alias: "footwear" } }, { add: { index: "sandals", alias: "summer" } }],
  });
  await save("shoes", SETTINGS);
}, 60_000);
afterAll(() => api.close());

async function save(index: string, settings: unknown): Promise<void> {
  const { status, text } = await api.call("PUT", `/_searchrelevancy/${index}`, settings);
  expect(status, text).toBe(202);
}

const search = (index: string, query: object, { settings = {}, as }: { settings?: object; as?: string } = {}) =>
  api.call("POST", `/${index}/_reactivesearch`, { query: [query], settings }, as === undefined ? {} : { as });

async function translated(
  index: string,
  query: object,
  { settings = {}, as }: { settings?: object; as?: string } = {},
): Promise<Record<string, unknown>> {
  const path = index === "" ? "/_reactivesearch/validate" : `/${index}/_reactivesearch/validate`;
  const { body, text } = await api.call("POST", path, { query: [query], settings }, as === undefined ? {} : { as });
  expect(text).not.toContain("searchRelevancy");
  return z.array(z.unknown()).safeParse(body).success
    ? (ValidSchema.parse(body)[0]?.endpoint.body ?? {})
    : { refused: body };
}

const markOf = ({ body }: { body: unknown }) =>
  z.object({ settings: z.looseObject({ searchRelevancy: z.string().optional() }) }).parse(body).settings
    .searchRelevancy;
const REFUSED = { refused: { error: expect.objectContaining({ message: "field 'dataField' cannot be empty" }) } };

describe("a search of an index with settings", () => {
  test("finds by the saved fields, shows what was saved, and names the index", async () => {
    const reply = await search("shoes", ASKED);
    expect([reply.status, markOf(reply)]).toEqual([200, "shoes"]);
    expect(reply.body).toMatchObject({
      a: {
        hits: {
          total: { value: 2 },
          hits: [{ _source: { name: "Snow boot" }, highlight: { name: ["Snow <i>boot</i>"] } }, {}],
        },
      },
    });
    expect(reply.text).not.toMatch(/"(brand|price)"/);
  });

  test("is translated so", async () => {
    const body = await translated("shoes", ASKED);
    expect(body).toMatchObject({
      size: 2,
      _source: { includes: ["name", "price"], excludes: ["price"] },
      highlight: { fields: { name: {} }, fragment_size: 40 },
    });
    expect(JSON.stringify(body["query"])).toContain('"fields":["name^3.00","brand^1.00"]');
    expect(await translated("shoes", { id: "t", type: "term", dataField: ["brand"] })).toMatchObject({
      aggs: { brand: { terms: { size: 7, order: { _key: "asc" } } } },
    });
    expect(
      JSON.stringify(await translated("shoes", { id: "r", type: "range", dataField: "price", value: { start: 1 } })),
    ).toContain("must_not");
  });

  test("keeps what the caller says", async () => {
    const own = {
      ...ASKED,
      dataField: ["brand"],
      size: 1,
      includeFields: ["*"],
      excludeFields: [],
      highlight: false,
      queryFormat: "or",
      fuzziness: 0,
    };
    expect(await translated("shoes", own)).toEqual(await translated("bare", own));
  });

  test("is left alone where the request says so", async () => {
    const settings = { enableSearchRelevancy: false };
    expect(await translated("shoes", ASKED, { settings })).toEqual(REFUSED);
    const query = { ...ASKED, dataField: ["name"] };
    expect(await translated("shoes", query, { settings })).toEqual(await translated("bare", query));
    expect(markOf(await search("shoes", query, { settings }))).toBeUndefined();
    expect(await translated("", ASKED)).toEqual(REFUSED);
  });

  test("an index without settings is searched as before, also beside others that have some", async () => {
    expect(await translated("bare", ASKED)).toEqual(REFUSED);
    expect(markOf(await search("bare", { ...ASKED, dataField: ["name"] }))).toBeUndefined();
  });
});

// The console tries a draft so: what the server would fill in is in the request, and its own filling is off.
describe("a request that was filled before is answered as one that the server fills", () => {
  const RECORDS: Record<string, JsonObject> = {
    "the saved ones": SETTINGS,
    "weights alone": { search: { dataField: ["brand", "name"], fieldWeights: [5, "0.5"] } },
    "words of a query string": {
      search: { dataField: ["name"], fieldWeights: ["1.0"], queryString: true },
      results: { size: 1, highlight: false },
    },
    operators: {
      search: { dataField: ["name", "brand"], fieldWeights: ["1", "2"], searchOperators: true, queryFormat: "and" },
      synonyms: { enabled: false },
    },
    "one for each brand": {
      search: { dataField: ["name"], fieldWeights: ["2.0"], distinctField: "brand", fuzziness: 2 },
    },
    "no fields": { search: { dataField: [], fieldWeights: [] }, results: { size: 0 } },
  };
  const QUERIES: JsonObject[][] = [
    [ASKED],
    [{ ...ASKED, value: "bot acme" }],
    [{ ...ASKED, value: null }],
    [{ ...ASKED, dataField: ["name"], size: 3, highlight: false, fuzziness: null }],
    [
      { id: "t", type: "term", dataField: "brand", value: ["acme"] },
      { ...ASKED, react: { and: "t" } },
    ],
    [{ id: "r", type: "range", dataField: "price", value: { start: 1 } }],
    [
      { id: "box", value: "boot", execute: false },
      { id: "a", dataField: ["_score"], react: { and: ["box"] }, from: 1, size: 2 },
    ],
  ];
  const answered = async (request: JsonObject) => {
    const { status, text } = await api.call("POST", "/shoes/_reactivesearch", request);
    const body = parseJson(text);
    if (!isJsonObject(body)) throw new Error(text);
    // Apart from the mark of whose settings were used, and the time.
    const parts = Object.entries(body).filter(([name]) => name !== "settings");
    return [status, parts.map(([name, part]) => [name, isJsonObject(part) ? { ...part, took: 0 } : part])];
  };

  // Null where the server refuses it, as a search without fields.
  const bodiesOf = async (request: JsonObject) => {
    const parsed = ValidSchema.safeParse((await api.call("POST", "/shoes/_reactivesearch/validate", request)).body);
    return parsed.success ? parsed.data.map(({ id, endpoint }) => [id, endpoint.body]) : null;
  };

  test.each(Object.entries(RECORDS))("%s", async (_title, settings) => {
    await save("shoes", settings);
    const record = parseJson((await api.call("GET", "/_searchrelevancy/shoes")).text);
    if (!isJsonObject(record)) throw new Error("no record");
    for (const query of QUERIES) {
      const request = { query };
      const live = await answered(request);
      expect(await answered(filledRequest({ request, record })), JSON.stringify(query)).toEqual(live);
      const [filling, filled] = await Promise.all([bodiesOf(request), bodiesOf(filledRequest({ request, record }))]);
      expect(filled).toEqual(filling);
    }
    await save("shoes", SETTINGS);
  });
});

describe("which settings", () => {
  beforeAll(async () => {
    await save("hats", { results: { size: 1 } });
    await save("summer", { results: { size: 3 } });
  });

  test.each([
    ["shoes", "shoes"],
    ["bare,hats,shoes", "hats"],
    ["shoes,hats", "shoes"],
    ["footwear", "shoes"],
    ["summer", "summer"],
    ["sandals", undefined],
    ["*", "hats"],
    ["_all", "hats"],
    ["sh*", "shoes"],
    ["s*", "shoes"],
    ["bare,s*", "shoes"],
    ["*,-hats", "shoes"],
    ["bar*", undefined],
  ])("of %s: %s", async (index, kept) => {
    expect(markOf(await search(index, { ...ASKED, dataField: ["name"] }))).toBe(kept);
  });

  test("not of an index that is gone, where a pattern asks; they are back with the index", async () => {
    await makeShoes(api, "aaa");
    await save("aaa", { results: { size: 1 } });
    await api.call("DELETE", "/aaa");
    await until(async () => markOf(await search("*", { ...ASKED, dataField: ["name"] })) === "hats");
    await makeShoes(api, "aaa");
    await until(async () => markOf(await search("aaa", { ...ASKED, dataField: ["name"] })) === "aaa");
    await api.call("DELETE", "/_searchrelevancy/aaa");
    expect(markOf(await search("aaa", { ...ASKED, dataField: ["name"] }))).toBeUndefined();
  });

  test("of an index that was re-indexed, by either name", async () => {
    await makeShoes(api, "caps");
    await save("caps", { results: { size: 1 } });
    expect((await api.call("POST", "/_reindex/caps", {})).status).toBe(200);
    for (const index of ["caps", "caps_reindexed_1"])
      expect(markOf(await search(index, { ...ASKED, dataField: ["name"] })), index).toBe("caps");
  });
});

// What a pattern finds is remembered for a moment.
async function until(holds: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > 3_000) throw new Error("not within three seconds");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("rights come first", () => {
  beforeEach(() => save("shoes", SETTINGS));
  const SEARCHER = { categories: ["reactivesearch"], indices: ["shoes"], ops: ["read"] };

  test("a credential's fields stand over the saved ones, to be shown and to be searched", async () => {
    const as = await api.credential({ ...SEARCHER, include_fields: ["name", "price"], exclude_fields: ["brand"] });
    await save("shoes", {
      results: { includeFields: ["*"], excludeFields: [], highlight: true, highlightFields: ["brand"] },
      search: { ...SETTINGS.search, dataField: ["brand"], fieldWeights: ["1"], distinctField: "brand" },
    });
    expect(await translated("shoes", ASKED, { as })).toEqual(REFUSED);
    const all = {
      search: {
        ...SETTINGS.search,
        dataField: ["brand", "name"],
        fieldWeights: ["1", "3"],
        distinctField: "brand",
        rankFeature: { "brand.rank": { boost: "1" } },
      },
    };
    await save("shoes", {
      ...all,
      results: {
        includeFields: ["brand"],
        excludeFields: ["brand", "made"],
        highlight: true,
        highlightFields: ["brand"],
      },
    });
    const reply = await search("shoes", { ...ASKED, value: "boot" }, { as });
    expect(reply.body).toMatchObject({
      a: { hits: { total: { value: 2 }, hits: [{ _source: { name: "Snow boot" } }, {}] } },
    });
    expect((await search("shoes", { ...ASKED, value: "acme" }, { as })).body).toMatchObject({
      a: { hits: { total: { value: 0 } } },
    });
    const body = await translated("shoes", ASKED, { as });
    expect(body).toMatchObject({ _source: { includes: ["name", "price"], excludes: [] } });
    expect(JSON.stringify({ ...body, _source: {} })).not.toContain("brand");
    expect(JSON.stringify(body["query"])).toContain("name^3.00");
    const excluding = await api.credential({ ...SEARCHER, exclude_fields: ["brand"] });
    expect(await translated("shoes", ASKED, { as: excluding })).toMatchObject({
      _source: { includes: ["_none_"], excludes: [] },
    });
    const including = await api.credential({ ...SEARCHER, include_fields: ["name"] });
    expect(await translated("shoes", ASKED, { as: including })).toMatchObject({
      _source: { includes: ["name"], excludes: [] },
    });
  });

  test("a credential's limits bound what is filled, and still refuse what he asks", async () => {
    await save("shoes", { results: { size: 500 }, aggregations: { size: 500 } });
    const as = await api.credential({ ...SEARCHER, reactivesearchConfig: { maxSize: 20, maxAggregationSize: 30 } });
    expect(await translated("shoes", ASKED, { as })).toMatchObject({ size: 20 });
    expect(await translated("shoes", { id: "t", type: "term", dataField: "brand" }, { as })).toMatchObject({
      aggs: { brand: { terms: { size: 30 } } },
    });
    expect(await translated("shoes", { ...ASKED, size: 21 }, { as })).toMatchObject({
      refused: { error: { message: "maximum allowed size is 20" } },
    });
    expect(await translated("shoes", ASKED)).toMatchObject({ size: 500 });
  });

  test("who may not search the index is told nothing", async () => {
    const as = await api.credential({ ...SEARCHER, indices: ["hats"] });
    expect((await search("shoes", ASKED, { as })).status).toBe(401);
  });

  test("what cannot be read in a record keeps no search from its answer", async () => {
    await api.call("PUT", "/.searchrelevancy/_doc/bare?refresh=true", {
      search: "x",
      results: { size: "many", highlight: [] },
      aggregations: null,
      rules: 5,
    });
    await until(async () => markOf(await search("bare", { ...ASKED, dataField: ["name"] })) === "bare");
    await api.call("DELETE", "/_searchrelevancy/bare");
  });
});
