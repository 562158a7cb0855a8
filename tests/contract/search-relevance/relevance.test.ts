import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../api";
import { waitedMs } from "../../setup/busy";

const DEFAULTS = {
  search: {
    dataField: [],
    fieldWeights: [],
    searchOperators: false,
    queryString: false,
    fuzziness: 0,
    queryFormat: "or",
  },
  aggregations: { dataField: {}, size: 10, sortBy: "count", includeNullValues: false, queryFormat: "or" },
  results: {
    size: 10,
    includeFields: ["*"],
    excludeFields: [],
    highlight: false,
    highlightFields: [],
    highlightOptions: { number_of_fragments: 5, fragment_size: 100, pre_tags: ["<mark>"], post_tags: ["</mark>"] },
  },
  language: {
    language: "universal",
    applyStopwords: true,
    customStopwords: [],
    stemmingExceptions: [],
    normalizeDiacritics: true,
  },
  synonyms: { enabled: true },
  rules: { enabled: true },
};
const { search: _search, ...BESIDE_SEARCH } = DEFAULTS;
const SEARCH = {
  dataField: ["name", "name.search"],
  fieldWeights: ["2.0", "0.1"],
  fuzziness: "AUTO",
  queryFormat: "and",
};

let api: Api;

beforeAll(async () => {
  api = await openApi();
  for (const index of ["shoes", "hats", "bare"]) await makeShoes(api, index);
  await api.call("POST", "/_aliases", { actions: [{ add: { index: "hats", alias: "headwear" } }] });
}, 60_000);
afterAll(() => api.close());

const path = (index: string) => `/_searchrelevancy/${index}`;
const put = (index: string, body: unknown) => api.call("PUT", path(index), body);
const get = (index: string) => api.call("GET", path(index));
const refused = (code: number, status: string, message: unknown) => ({ error: { code, status, message } });

describe("relevance settings of an index", () => {
  test("are the built-in ones until something is saved", async () => {
    const built = await get("_default");
    expect([built.status, built.body]).toEqual([202, { ...DEFAULTS, indexSettings: { enableNgram: true } }]);
    const never = await get("bare");
    expect([never.status, never.body]).toEqual([404, refused(404, "Not Found", "Settings not found")]);
  });

  test("take sections that are sent whole and keep the others, bare and with 202", async () => {
    const first = await put("shoes", { search: SEARCH });
    expect([first.status, first.body]).toEqual([202, { ...BESIDE_SEARCH, search: SEARCH }]);
    expect((await get("shoes")).body).toEqual({
      ...BESIDE_SEARCH,
      search: SEARCH,
      indexSettings: { enableNgram: true },
    });
    const second = await put("shoes", {
      results: { size: 5 },
      search: null,
      indexSettings: { enableNgram: false, enableAutoSuggestion: true },
    });
    const kept = {
      ...BESIDE_SEARCH,
      search: SEARCH,
      results: { size: 5 },
      indexSettings: { enableAutoSuggestion: true },
    };
    expect([second.status, second.body]).toEqual([202, kept]);
    expect((await get("shoes")).body).toEqual(kept);
    const gone = await api.call("DELETE", path("shoes"));
    expect([gone.status, gone.body]).toEqual([
      202,
      { _id: "shoes", acknowledge: true, message: "Search settings deleted successfully" },
    ]);
    expect((await get("shoes")).status).toBe(404);
    expect((await api.call("DELETE", path("shoes"))).status).toBe(202);
  });

  test.each([
    [
      "numbers as weights become text",
      { search: { fieldWeights: [2, "1.50"] } },
      { search: { fieldWeights: ["2", "1.50"] } },
    ],
    ["a distance as text is a number", { search: { fuzziness: "1" } }, { search: { fuzziness: 1 } }],
    [
      "null is not said",
      { search: { fuzziness: null, distinctField: "brand" } },
      { search: { distinctField: "brand" } },
    ],
    [
      "unknown members are left out",
      { search: { queryFormat: "or", nobody: 1 }, more: {} },
      { search: { queryFormat: "or" } },
    ],
    [
      "fields may be called anything",
      { aggregations: { dataField: { "": "term", "a..b": "range", a: "term", "a.b": "term" } } },
      { aggregations: { dataField: { "": "term", "a..b": "range", a: "term", "a.b": "term" } } },
    ],
    [
      "rank features",
      { search: { rankFeature: { "a.b": { sigmoid: { pivot: "1.0", exponent: 0.5 }, boost: "2.0" } } } },
      { search: { rankFeature: { "a.b": { sigmoid: { pivot: "1.0", exponent: "0.5" }, boost: "2.0" } } } },
    ],
    [
      "grams as text are numbers",
      { indexSettings: { enableNgram: true, ngramSettings: { min_gram: "3", max_gram: 7 } } },
      { indexSettings: { enableNgram: true, ngramSettings: { min_gram: 3, max_gram: 7 } } },
    ],
    ["a language in capitals", { language: { language: "German" } }, { language: { language: "german" } }],
    [
      "the largest sizes",
      { results: { size: 1000 }, aggregations: { size: 0 } },
      { results: { size: 1000 }, aggregations: { size: 0 } },
    ],
  ])("%s", async (_title, body, kept) => {
    const reply = await put("hats", body);
    expect(reply.status, reply.text).toBe(202);
    expect(reply.body).toMatchObject(kept);
    expect((await get("hats")).body).toMatchObject(kept);
    expect(reply.text).not.toContain("nobody");
  });

  test.each([
    ["Can't parse request body", "no json"],
    ["Can't parse request body", ""],
    ["Can't parse request body", "[]"],
    ["search has the wrong type", `{"search":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    ["results has the wrong type", `{"a":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)},"results":1}`],
    ["search has the wrong type", { search: "title" }],
    ["search.dataField.1 has the wrong type", { search: { dataField: ["a", 1] } }],
    ["search.dataField has the wrong type", { search: { dataField: { a: 1 } } }],
    ["search.fieldWeights.0 must be a number, and not negative", { search: { fieldWeights: ["much"] } }],
    ["search.fieldWeights.1 must be a number, and not negative", { search: { fieldWeights: ["1", "-2"] } }],
    ["search.fieldWeights.0 must be a number, and not negative", { search: { fieldWeights: [""] } }],
    ["search.fieldWeights.0 must be a number, and not negative", { search: { fieldWeights: ["Infinity"] } }],
    ["search.fuzziness must be AUTO, 0, 1 or 2", { search: { fuzziness: 3 } }],
    ["search.queryFormat must be or, and", { search: { queryFormat: "xor" } }],
    [
      "search.rankFeature.a.log.scaling_factor must be a number, and not negative",
      { search: { rankFeature: { a: { log: { scaling_factor: "x" } } } } },
    ],
    ["aggregations.dataField has the wrong type", { aggregations: { dataField: ["brand"] } }],
    ["aggregations.dataField.brand must be term or range", { aggregations: { dataField: { brand: "terms" } } }],
    ["aggregations.size must be between 0 and 1000", { aggregations: { size: 1001 } }],
    ["results.size must be between 0 and 1000", { results: { size: -1 } }],
    ["results.size has the wrong type", { results: { size: 1.5 } }],
    [
      "results.highlightOptions.fragment_size must not be negative",
      { results: { highlightOptions: { fragment_size: -1 } } },
    ],
    [
      "indexSettings.ngramSettings must have a min_gram that is not above its max_gram",
      { indexSettings: { ngramSettings: { min_gram: 5, max_gram: 3 } } },
    ],
  ])("refused (%#): %s", async (message, body) => {
    const reply = await put("shoes", body);
    expect([reply.status, reply.body]).toEqual([400, refused(400, "Bad Request", message)]);
    expect((await get("shoes")).status).toBe(404);
  });

  test.each([
    "nowhere",
    "_default",
    "_all",
    "*",
    "sho*",
    "shoes,hats",
    "-shoes",
    "<shoes>",
    "a%2Fb",
    "..%2Fshoes",
    "SHOES",
    "%20",
  ])("%s is no index", async (index) => {
    for (const method of ["PUT", "DELETE"]) {
      const reply = await api.call(method, path(index), {});
      expect([reply.status, reply.body], method).toEqual([
        400,
        refused(400, "Bad Request", expect.stringMatching(/^(Invalid index name|malformed request path)$/)),
      ]);
    }
  });

  test("go by the name that lasts: an alias has its own, an index keeps them when it is made anew or deleted", async () => {
    await put("headwear", { results: { size: 3 } });
    await put("hats", { results: { size: 4 } });
    expect((await get("headwear")).body).toMatchObject({ results: { size: 3 } });
    await makeShoes(api, "caps");
    await put("caps", { results: { size: 6 } });
    const done = await api.call("POST", "/_reindex/caps", {});
    expect(done.status, done.text).toBe(200);
    expect((await get("caps")).body).toMatchObject({ results: { size: 6 } });
    const real = "caps_reindexed_1";
    await put(real, { results: { size: 7 } });
    expect((await get("caps")).body).toMatchObject({ results: { size: 7 } });
    await api.call("DELETE", `/${real}`);
    expect((await get("caps")).body).toMatchObject({ results: { size: 7 } });
    expect((await put("caps", {})).status).toBe(400);
    expect((await api.call("DELETE", path("caps"))).status).toBe(202);
    expect((await api.call("DELETE", path("caps"))).status).toBe(400);
  });

  test("go along with a copy where the call says so, as synonyms do, for who has the right to them", async () => {
    await put("shoes", { results: { size: 8 } });
    await api.call("PUT", "/_synonym/shoes", [{ type: "equivalent", synonym: "boot,bootee" }]);
    const copy = (target: string, body: unknown, as?: string) =>
      api.call("POST", `/_reindex/shoes/${target}`, body, as === undefined ? {} : { as });
    const synonyms = async (index: string) => (await api.call("GET", `/_synonyms/${index}`)).body;
    expect((await copy("copy-1", {})).status).toBe(200);
    expect([(await get("copy-1")).status, await synonyms("copy-1")]).toEqual([404, []]);
    const action = ["mappings", "settings", "data", "search_relevancy", "synonyms"];
    expect((await copy("copy-2", { action })).status).toBe(200);
    expect((await get("copy-2")).body).toMatchObject({ results: { size: 8 } });
    expect(await synonyms("copy-2")).toMatchObject([{ synonym: "boot,bootee", index: "copy-2" }]);
    expect(
      (await copy("copy-3", { action: ["search_relevancy"], search_relevancy_settings: { results: { size: 9 } } }))
        .status,
    ).toBe(200);
    expect((await get("copy-3")).body).toMatchObject({ results: { size: 9 } });
    expect((await copy("copy-4", { search_relevancy_settings: { results: { size: -1 } } })).body).toEqual(
      refused(400, "Bad Request", "results.size must be between 0 and 1000"),
    );
    expect((await api.call("HEAD", "/copy-4")).status).toBe(404);
    expect(
      (await api.call("POST", "/_reindex/copy-2", { action, search_relevancy_settings: { results: { size: 2 } } }))
        .status,
    ).toBe(200);
    expect([(await get("copy-2")).body, await synonyms("copy-2")]).toMatchObject([
      { results: { size: 2 } },
      [{ synonym: "boot,bootee" }],
    ]);
    const as = await api.credential({ categories: ["docs"], indices: ["*"], ops: ["read", "write"] });
    for (const one of [["search_relevancy"], ["synonyms"]])
      expect((await copy("copy-5", { action: one }, as)).status).toBe(401);
    expect((await copy("copy-5", { action: ["data"] }, as)).status).toBe(200);
    for (const index of ["shoes", "copy-2", "copy-3"]) await api.call("DELETE", path(index));
    for (const index of ["shoes", "copy-2"]) await api.call("DELETE", `/_synonyms/${index}`);
  });

  test("want the right to them, and to their index", async () => {
    const categories = ["searchrelevancy"];
    const as = await api.credential({ categories, indices: ["shoes"], ops: ["read"] });
    const writer = await api.credential({ categories, indices: ["sho*"], ops: ["read", "write", "delete"] });
    const stranger = await api.credential({
      categories: ["search", "synonyms"],
      indices: ["*"],
      ops: ["read", "write", "delete"],
    });
    const status = async (method: string, index: string, by: string) =>
      (await api.call(method, path(index), {}, { as: by })).status;
    expect([
      await status("GET", "_default", as),
      await status("GET", "shoes", as),
      await status("PUT", "shoes", as),
      await status("DELETE", "shoes", as),
    ]).toEqual([202, 404, 401, 401]);
    expect([
      await status("GET", "hats", as),
      await status("PUT", "hats", writer),
      await status("PUT", "*", writer),
      await status("PUT", ".users", writer),
    ]).toEqual([401, 401, 401, 401]);
    expect([await status("PUT", "shoes", writer), await status("DELETE", "shoes", writer)]).toEqual([202, 202]);
    expect([await status("GET", "_default", stranger), await status("GET", "shoes", stranger)]).toEqual([401, 401]);
  });

  test("of two thousand fields, and `local=true`, which changes nothing", async () => {
    const names = Array.from({ length: 2_000 }, (_, place) => `part.field_${place}.search`);
    const search = { dataField: names, fieldWeights: names.map(() => "1.0") };
    const aggregations = { dataField: Object.fromEntries(names.map((name) => [name, "term"])) };
    const stored = async () => expect((await put("bare", { search, aggregations })).status).toBe(202);
    expect(await waitedMs(stored, 1_000)).toBeLessThan(1_000);
    expect((await api.call("PUT", `${path("bare")}?local=true`, { search: {} })).body).toMatchObject({ search: {} });
    expect((await get("bare")).body).toMatchObject({ search });
    await api.call("DELETE", path("bare"));
  });
});
