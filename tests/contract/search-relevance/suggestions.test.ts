import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { api, get, openSuggestions, put } from "./support/suggestions";

openSuggestions();

const GROUP = {
  sections: [
    {
      id: "help",
      label: "Help",
      suggestions: [
        { label: "Returns", url: "/returns", icon: "↩", action: "navigate", description: "Within 30 days" },
      ],
    },
    { id: "new", suggestions: [{ label: "Snow boots", value: "snow boot" }, { label: "Hats" }] },
  ],
};

describe("featured suggestions", () => {
  const group = "/_featured_suggestions_group/front~page%201";

  test("are kept by the id of a search box", async () => {
    expect(await api.call("GET", group)).toMatchObject({ status: 200, body: { id: "front~page 1", sections: [] } });
    expect((await api.call("PUT", group, GROUP)).body).toMatchObject({
      code: 200,
      message: "Featured suggestions saved successfully",
    });
    expect((await api.call("GET", group)).body).toEqual({ id: "front~page 1", ...GROUP });
    expect((await api.call("DELETE", group)).status).toBe(200);
    expect((await api.call("DELETE", group)).status).toBe(404);
  });

  test.each([
    [{}, /sections/],
    [
      {
        sections: [
          { id: "a", suggestions: [] },
          { id: "a", suggestions: [] },
        ],
      },
      /different ids/,
    ],
    [{ sections: [{ id: "a", suggestions: [{ label: " " }] }] }, /label/],
    [{ sections: [{ id: "a", suggestions: [{ label: "x", url: "javascript:alert(1)" }] }] }, /must be a path/],
    [{ sections: [{ id: "a", suggestions: [{ label: "x", url: " java\nscript:alert(1)" }] }] }, /must be a path/],
    [{ sections: [{ id: "a", suggestions: [{ label: "x", iconURL: "data:text/html,1" }] }] }, /must be a path/],
  ])("%j is refused", async (body, message) => {
    const reply = await api.call("PUT", group, body);
    expect([reply.status, reply.body]).toEqual([
      400,
      { error: { code: 400, status: "Bad Request", message: expect.stringMatching(message) as string } },
    ]);
  });
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

type Seen = { term: string; times: number; hits?: number; indices?: string[]; days?: number; user?: string };

async function record(seen: readonly Seen[]): Promise<void> {
  const lines = seen.flatMap(({ term, times, hits = 9, indices = ["shoes"], days = 2, user = "ada" }) =>
    Array.from({ length: times }, (_, n) => [
      JSON.stringify({ index: {} }),
      JSON.stringify({
        search_query: term,
        search_characters_length: [...term].length,
        indices,
        total_hits: hits,
        user_id: user,
        timestamp: ago(days + n / 10_000),
      }),
    ]).flat(),
  );
  expect((await api.call("POST", "/.analytics/_bulk?refresh=true", `${lines.join("\n")}\n`)).body).toMatchObject({
    errors: false,
  });
}

const FoundSchema = z.object({
  hits: z.object({
    hits: z.array(
      z.object({ _source: z.object({ key: z.string(), count: z.number(), indices: z.array(z.string()) }) }),
    ),
  }),
});

async function built(preferences: object): Promise<[key: string, count: number, indices: string[]][]> {
  const before = (await get("popular")) as { aliasToIndex: string };
  expect((await put("popular", { numberOfDays: 30, ...preferences })).body).toMatchObject({
    message: expect.stringContaining("re-populated") as string,
  });
  await vi.waitFor(async () => expect(await get("popular")).not.toMatchObject({ aliasToIndex: before.aliasToIndex }), {
    timeout: 10_000,
    interval: 20,
  });
  const reply = await api.call("POST", "/.suggestions/_search", {
    size: 100,
    sort: [{ count: "desc" }, "key.keyword"],
  });
  return FoundSchema.parse(reply.body).hits.hits.map(({ _source: { key, count, indices } }) => [
    key,
    count,
    [...indices].sort(),
  ]);
}

describe("popular suggestions", () => {
  beforeAll(async () => {
    await record([
      { term: "red boots", times: 6 },
      { term: "red boots", times: 2, indices: ["hats"] },
      { term: "café", times: 3, indices: ["hats"] },
      { term: "cafe", times: 2, indices: ["hats"] },
      { term: "bt", times: 5 },
      { term: "lost", times: 4, hits: 0 },
      { term: "rare thing", times: 4, hits: 2 },
      { term: "old thing", times: 7, days: 20 },
    ]);
  });

  test.each<[object, [string, number, string[]][]]>([
    [
      { minHits: 5, minChars: 3, minCount: 1 },
      [
        ["red boots", 8, ["hats", "shoes"]],
        ["old thing", 7, ["shoes"]],
        ["café", 3, ["hats"]],
        ["cafe", 2, ["hats"]],
      ],
    ],
    [
      { minHits: 1, minCount: 4, numberOfDays: 7, transformDiacritics: true, blacklist: ["Red Boots"] },
      [
        ["bt", 5, ["shoes"]],
        ["cafe", 5, ["hats"]],
        ["rare thing", 4, ["shoes"]],
      ],
    ],
    [
      {
        indices: ["hats"],
        minChars: 5,
        externalSuggestions: [
          { key: "Sale", count: 9 },
          { key: "red boots", count: 1, indices: ["shoes"] },
        ],
      },
      [
        ["sale", 9, ["*"]],
        ["red boots", 3, ["hats", "shoes"]],
      ],
    ],
    [
      { minCount: 7, minHits: 0 },
      [
        ["red boots", 8, ["hats", "shoes"]],
        ["old thing", 7, ["shoes"]],
      ],
    ],
  ])("%j", async (preferences, found) => {
    expect(await built(preferences)).toEqual(found);
  });

  test("stand behind one alias; what was there before is removed, and so is what a build left that ended half-way", async () => {
    await api.call("PUT", "/.suggestions_jan_01", {
      settings: { index: { hidden: true } },
      mappings: { _meta: { built_at: 1 } },
    });
    await built({ minCount: 7 });
    const all = async () =>
      Object.keys((await api.call("GET", "/.suggestions*?expand_wildcards=all")).body as object).sort();
    // The alias moves before what it stood for is deleted.
    const left = [expect.stringMatching(/^\.suggestions_[a-z]{3}_\d\d(_\d+)?$/), ".suggestions_preferences"];
    await vi.waitFor(async () => expect(await all()).toEqual(left), { timeout: 10_000, interval: 50 });
    const names = await all();
    expect(await get("popular")).toMatchObject({
      aliasToIndex: names[0],
      lastSyncedTime: expect.closeTo(Date.now() / 1000, -2) as number,
    });
  });
});

type Suggested = {
  value: string;
  label: string;
  sectionId: string | null;
  sectionLabel: string | null;
  _suggestion_type: string;
};

const SuggestedSchema = z.object({
  settings: z.unknown(),
  box: z.object({ hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.custom<Suggested>()) }) }),
});

async function suggested(
  query: object,
  {
    index = "shoes",
    as,
    settings = {},
    headers = {},
  }: { index?: string; as?: string; settings?: object; headers?: Record<string, string> } = {},
): Promise<Suggested[]> {
  const body = { query: [{ id: "box", type: "suggestion", dataField: ["name"], ...query }], settings };
  const reply = await api.call("POST", `/${index}/_reactivesearch`, body, {
    headers,
    ...(as === undefined ? {} : { as }),
  });
  const { hits } = SuggestedSchema.parse(reply.body).box;
  expect(hits.total.value).toBe(hits.hits.length);
  return hits.hits;
}

const texts = (found: readonly Suggested[]) => found.map(({ value, sectionId }) => `${sectionId}: ${value}`);

const POPULAR = { enablePopularSuggestions: true, enableIndexSuggestions: false };

const RECENT = { enableRecentSuggestions: true, enableIndexSuggestions: false };

const ADA = { settings: { recordAnalytics: true, userId: "ada" } };

describe("popular suggestions in searches", () => {
  beforeAll(async () => {
    await built({ minHits: 1, minCount: 1, externalSuggestions: [{ key: "free sale", count: 1 }] });
  });

  test.each<[object, string, string[]]>([
    [{}, "shoes", ["red boots", "old thing", "bt", "rare thing", "free sale"]],
    [{}, "hats", ["red boots", "café", "cafe", "free sale"]],
    [{}, "shoes,hats", ["red boots", "old thing", "bt", "rare thing", "café"]],
    [{ popularSuggestionsConfig: { index: "hats", size: 2 } }, "shoes", ["red boots", "café"]],
    [{ value: "thing" }, "shoes", ["old thing", "rare thing"]],
    [{ value: "boots red" }, "shoes", ["red boots"]],
    [{ value: "CAF" }, "hats", ["café", "cafe"]],
    [{ value: "r" }, "shoes", ["red boots", "rare thing"]],
    [{ value: "zzz" }, "shoes", []],
    [{ popularSuggestionsConfig: { minCount: 6, minChars: 9 } }, "shoes", ["red boots", "old thing"]],
    [
      { popularSuggestionsConfig: { showGlobal: false } },
      "shoes",
      ["old thing", "red boots", "bt", "lost", "rare thing"],
    ],
  ])("%j of %s", async (query, index, found) => {
    expect(texts(await suggested({ ...POPULAR, ...query }, { index, ...ADA }))).toEqual(
      found.map((value) => `popular: ${value}`),
    );
  });

  test("have a label, and stand before those of the index, of which they take no place", async () => {
    const query = {
      value: "b",
      size: 1,
      enablePopularSuggestions: true,
      popularSuggestionsConfig: { sectionLabel: "Popular" },
    };
    const found = await suggested({ ...query, value: "boot" });
    expect(texts(found)).toEqual(["popular: red boots", "index: snow boot"]);
    expect(found[0]).toMatchObject({
      label: "red boots",
      sectionLabel: "Popular",
      _suggestion_type: "popular",
      url: null,
      _source: null,
    });
  });

  test("a credential is told those of its indices alone", async () => {
    const as = await api.credential({ categories: ["reactivesearch", "search"], indices: ["hats"] });
    const config = (index: string) => ({ ...POPULAR, popularSuggestionsConfig: { index, size: 9 } });
    expect(texts(await suggested(config("shoes,hats"), { index: "hats", as }))).toEqual(
      // As often as they were searched for there.
      ["café", "cafe", "red boots", "free sale"].map((key) => `popular: ${key}`),
    );
    expect(texts(await suggested(config("shoes"), { index: "hats", as }))).toEqual(["popular: free sale"]);
    expect(texts(await suggested(config("*"), { index: "hats", as }))).toEqual(
      ["café", "cafe", "red boots", "free sale"].map((key) => `popular: ${key}`),
    );
  });
});

describe("recent suggestions in searches", () => {
  beforeAll(() =>
    record([
      { term: "snow chains", times: 1, user: "eve", days: 1 },
      { term: "hat*box", times: 1, user: "eve", days: 2 },
      { term: "hats off", times: 1, user: "eve", days: 3, hits: 0 },
      { term: "bowler", times: 1, user: "eve", days: 4, indices: ["hats"] },
      { term: "by address", times: 1, user: "127.0.0.1", days: 1 },
    ]),
  );
  const EVE = { recordAnalytics: true, userId: "eve" };

  test.each<[string, object, object, string[]]>([
    ["newest first", {}, EVE, ["snow chains", "hat*box", "hats off"]],
    ["that begin so", { value: "hat" }, EVE, ["hat*box", "hats off"]],
    ["in a later word", { value: "off" }, EVE, ["hats off"]],
    ["stars are letters", { value: "hat*" }, EVE, ["hat*box"]],
    ["with results", { recentSuggestionsConfig: { minHits: 1, minChars: 8 } }, EVE, ["snow chains"]],
    ["of other indices", { recentSuggestionsConfig: { index: "hats", size: 1 } }, EVE, ["bowler"]],
    ["by the address of who has no name", {}, { recordAnalytics: true }, ["by address"]],
    ["of who is not recorded: none", {}, { userId: "eve" }, []],
    ["of somebody else: none", {}, { ...EVE, userId: "nobody" }, []],
  ])("%s", async (_title, query, settings, found) => {
    expect(texts(await suggested({ ...RECENT, ...query }, { settings }))).toEqual(
      found.map((value) => `recent: ${value}`),
    );
  });

  test("stand before popular ones, each once", async () => {
    const found = await suggested({ ...RECENT, ...POPULAR, value: "red" }, ADA);
    expect(texts(found)).toEqual(["recent: red boots"]);
  });
});

describe("featured suggestions in searches", () => {
  beforeAll(() => api.call("PUT", "/_featured_suggestions_group/front", GROUP));
  const FEATURED = { enableFeaturedSuggestions: true, enableIndexSuggestions: false, searchboxId: "front" };

  test.each<[object, string[]]>([
    [{}, ["help: returns", "new: snow boot", "new: hats"]],
    [{ value: "snow" }, ["new: snow boot"]],
    [{ value: "30 days" }, ["help: returns"]],
    [
      { featuredSuggestionsConfig: { visibleSuggestionsPerSection: 1, sectionsOrder: ["new"] } },
      ["new: snow boot", "help: returns"],
    ],
    [{ featuredSuggestionsConfig: { maxSuggestionsPerSection: 1 }, value: "hats" }, []],
    [{ searchboxId: "nobody" }, []],
  ])("%j", async (query, found) => {
    expect(texts(await suggested({ ...FEATURED, ...query })).map((text) => text.toLowerCase())).toEqual(found);
  });

  test("stand with the others in the order of sections that is asked for", async () => {
    const query = {
      value: "boot",
      enableFeaturedSuggestions: true,
      searchboxId: "front",
      enablePopularSuggestions: true,
      size: 1,
    };
    const order = (sectionsOrder: string[]) => ({ ...query, featuredSuggestionsConfig: { sectionsOrder } });
    expect(new Set(texts(await suggested(order([]))).map((text) => text.split(":")[0]))).toEqual(
      new Set(["new", "popular", "index"]),
    );
    const [first, , last] = texts(await suggested(order(["index", "popular"])));
    expect([first?.split(":")[0], last]).toEqual(["index", expect.anything()]);
    const [help] = await suggested({ ...FEATURED, value: "returns" });
    expect(help).toMatchObject({
      label: "Returns",
      sectionLabel: "Help",
      url: "/returns",
      icon: "↩",
      action: "navigate",
      _suggestion_type: "featured",
    });
  });
});

describe("preferences of index suggestions in searches", () => {
  afterAll(() => put("index", {}));

  test.each<[object, object, string[]]>([
    [{}, {}, ["index: snow boot", "index: rain boot"]],
    [{ size: 1 }, {}, ["index: snow boot"]],
    [{ size: 1 }, { size: 2 }, ["index: snow boot", "index: rain boot"]],
    [{ customQuery: "acme-only" }, {}, ["index: snow boot", "index: sandal"]],
    [{ customQuery: "nobody-has-it" }, {}, ["index: snow boot", "index: rain boot"]],
    [{ indices: ["empty-one"] }, {}, []],
  ])("%j under a query of %j", async (preferences, query, found) => {
    await api.call("PUT", "/empty-one", {});
    await api.call("PUT", "/_storedquery/acme-only", { index: "shoes", query: { query: { term: { brand: "acme" } } } });
    await put("index", preferences);
    expect(texts(await suggested({ value: "boot", ...query })).slice(0, 2)).toEqual(found);
    expect(texts(await suggested({ value: "boot", size: 1 }, { settings: { enableSearchRelevancy: false } }))).toEqual([
      "index: snow boot",
    ]);
  });

  test("label, link and category are filled in", async () => {
    await put("index", {
      urlField: "brand",
      categoryField: "brand",
      enablePredictiveSuggestions: true,
      maxPredictedWords: 1,
    });
    const found = await suggested({ value: "snow" });
    expect(found.map(({ label }) => label)).toEqual(["snow in acme", 'snow <b class="highlight">boot</b>']);
    expect(found[1]).toMatchObject({ _category: "acme" });
  });
});
