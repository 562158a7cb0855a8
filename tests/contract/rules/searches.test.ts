import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";

let api: Api;

const HitsSchema = z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({ _id: z.string() })) }) });
const AnswerSchema = z.looseObject({ settings: z.looseObject({ queryRules: z.array(z.string()).optional() }), s: HitsSchema });
type Action = { type: string; data?: unknown; script?: string };
type Rule = { expression?: string; actions: Action[]; [name: string]: unknown };

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body)) await api.call("DELETE", `/_rule/${id}`);
});

async function rule({ expression, actions, ...rest }: Rule): Promise<string> {
  const trigger = expression === undefined ? { type: "always" } : { type: "filter", expression };
  const made = await api.call("POST", "/_rule", { trigger, actions, ...rest });
  expect(made.status, made.text).toBe(201);
  return z.object({ id: z.string() }).parse(made.body).id;
}

const QUERY = { id: "s", dataField: ["name"], value: "boot" };

async function ask(query: unknown[] = [QUERY], { settings = {}, index = "shoes", as }: { settings?: object; index?: string; as?: string } = {}) {
  return api.call("POST", `/${index}/_reactivesearch`, { query, settings }, as === undefined ? {} : { as });
}

async function found(...given: Parameters<typeof ask>) {
  const { body, text, status } = await ask(...given);
  expect(status, text).toBe(200);
  const answer = AnswerSchema.parse(body);
  return { ...answer, ids: answer.s.hits.hits.map(({ _id }) => _id), rules: answer.settings.queryRules ?? [] };
}

const MARK: Action[] = [{ type: "custom_data", data: "fired" }];
const TERM = { id: "t", type: "term", dataField: ["brand"], value: ["ACME"] };

describe("expressions", () => {
  test.each<[string, boolean, Parameters<typeof ask>?]>([
    ["$query == 'boot'", true],
    ["$query == 'BOOT'", true],
    ["$query == 'boots'", false],
    ["$query != 'boots'", true],
    ["$query contains 'oo'", true],
    ["$query not contains 'oo'", false],
    ["$query startsWith 'bo'", true],
    ["$query endsWith 'bo'", false],
    ["$query matches '^b.*t$'", true],
    ["$query matches '^c'", false],
    ["$query in ['boot', 'shoe']", true],
    ["$query in ['shoe']", false],
    ["$query == '' ", true, [[{ id: "s", dataField: ["name"] }]]],
    ["$query == 'snow boot'", true, [[{ ...QUERY, value: "Snow Boot" }]]],
    ["$query == 'snow boot'", true, [[{ ...QUERY, value: "\u00a0 Snow \t\u3000boot\n" }]]],
    ["$query == ' snow   boot'", true, [[{ ...QUERY, value: "snow boot" }]]],
    ["$query in ['snow  boot']", true, [[{ ...QUERY, value: " snow boot" }]]],
    ["$query != 'snow boot'", false, [[{ ...QUERY, value: "snow  boot " }]]],
    ["$query startsWith 'snow b'", true, [[{ ...QUERY, value: "  snow  boot" }]]],
    ["$query matches '^snow boot$'", true, [[{ ...QUERY, value: " snow  boot " }]]],
    ["$query == ''", true, [[{ ...QUERY, value: " \u2003 " }]]],
    ["'shoes' in $index", true],
    ["'hats,shoes' in $index", true],
    ["'hats' in $index", false],
    ["'*' in $index", true],
    ["'hats' in $index", true, [[QUERY], { index: "shoes,hats" }]],
    ["'*' in $index and $query == 'boot'", true],
    ["'hats' in $index or $query == 'boot'", true],
    ["'hats' in $index && $query == 'boot'", false],
    ["not ('hats' in $index)", true],
    ["!('shoes' in $index) || false", false],
    ["true or true and false", true],
    ["(true or true) and false", false],
    ["$type == 'search'", true],
    ["$type in ['suggestion', 'term']", false],
    ["$type == 'suggestion'", true, [[{ ...QUERY, type: "suggestion" }]]],
    ["$filter.brand == 'acme'", true, [[QUERY, TERM]]],
    ["$filter.brand == 'acme'", false],
    ["$filter.brand matches '^ac'", true, [[QUERY, TERM]]],
    ["$filter.brand in ['nike', 'acme']", true, [[QUERY, TERM]]],
    ["$filter.color != 'red'", true, [[QUERY, TERM]]],
    ['$filter["brand"] contains "acm"', true, [[QUERY, TERM]]],
    ["$customEvents.campaign == 'spring'", true, [[QUERY], { settings: { customEvents: { campaign: "Spring" } } }]],
    ["$customEvents.campaign == 'spring'", false],
    ["$path endsWith '/_reactivesearch'", true],
    ["$category == 'reactivesearch' and $acl != ''", true],
    ["$ipv4 startsWith '127.' or $ipv6 contains ':'", true],
    ["$origin == '' and $referer == ''", true],
  ])("%s is %s", async (expression, holds, given = []) => {
    const id = await rule({ expression, actions: MARK });
    const { rules, s } = await found(...given);
    expect(rules).toEqual(holds ? [id] : []);
    expect(s["customData"]).toBe(holds ? "fired" : undefined);
  });
});

// What a rule keeps of its documents is as old as the rule: it is not shown.
const PROMOTED = [
  { doc: { _id: "3", _source: { name: "Old sandal", price: 1 } }, position: 2 },
  { doc: { _id: "2", _source: { name: "Old boot", price: 2 } }, position: 1 },
];
const SHOWN = [
  { doc: { _id: "2", _index: "shoes", _source: { name: "Rain boot" } }, position: 1 },
  { doc: { _id: "3", _index: "shoes", _source: { name: "Sandal" } }, position: 2 },
];

describe("actions", () => {
  test.each<[string, Action[], { ids?: string[]; s?: object; query?: unknown[] }]>([
    ["promote_result", [{ type: "promote_result", data: PROMOTED }], { ids: ["1"], s: { promoted: SHOWN, hits: { total: { value: 3 } } } }],
    [
      "promote_result with the fields of the query",
      [{ type: "promote_result", data: PROMOTED }],
      {
        query: [{ ...QUERY, includeFields: ["name"] }],
        s: { promoted: SHOWN.map(({ doc, position }) => ({ doc: { ...doc, _source: { name: doc._source.name } }, position })) },
      },
    ],
    ["hide_result", [{ type: "hide_result", data: ["1", "9"] }], { ids: ["2"], s: { hidden: 1 } }],
    ["hide_result of what is not found", [{ type: "hide_result", data: ["9"] }], { ids: ["1", "2"], s: { hidden: 0 } }],
    [
      "a document that is promoted and hidden",
      [
        { type: "promote_result", data: PROMOTED },
        { type: "hide_result", data: ["2"] },
      ],
      { ids: ["1"], s: { promoted: [SHOWN[1]], hidden: 1 } },
    ],
    ["custom_data", [{ type: "custom_data", data: { banner: ["x"] } }], { s: { customData: { banner: ["x"] } } }],
    ["replace_search_term", [{ type: "replace_search_term", data: "sandal" }], { ids: ["3"] }],
    ["remove_words", [{ type: "remove_words", data: ["Snow"] }], { query: [{ ...QUERY, value: "snow boot", queryFormat: "and" }], ids: ["1", "2"] }],
    ["remove_words of several words", [{ type: "remove_words", data: ["cheap new"] }], { query: [{ ...QUERY, value: "cheap new sandal" }], ids: ["3"] }],
    ["remove_words leaves parts of words", [{ type: "remove_words", data: ["san"] }], { query: [{ ...QUERY, value: "sandal" }], ids: ["3"] }],
    [
      "replace_words",
      [{ type: "replace_words", data: { wellington: "rain boot" } }],
      { query: [{ ...QUERY, value: "wellington", queryFormat: "and" }], ids: ["2"] },
    ],
    ["add_filter", [{ type: "add_filter", data: { brand: "acme" } }], { ids: ["1"] }],
    ["add_filter of several values", [{ type: "add_filter", data: { brand: ["acme", "other"] } }], { ids: ["1", "2"] }],
    ["add_filter of two fields", [{ type: "add_filter", data: { brand: "acme", price: 90 } }], { ids: ["1"] }],
    [
      "add_filter beside what the query reacts to",
      [{ type: "add_filter", data: { brand: "acme" } }],
      {
        query: [
          { ...QUERY, react: { and: "t" } },
          { ...TERM, value: ["other"], execute: false },
        ],
        ids: [],
      },
    ],
    ["search_settings", [{ type: "search_settings", data: { dataField: ["brand"] } }], { query: [{ ...QUERY, value: "acme" }], ids: ["1", "3"] }],
    [
      "search_settings with weights",
      [{ type: "search_settings", data: { dataField: ["name", "brand"], fieldWeights: [1, "5.0"] } }],
      { query: [{ ...QUERY, value: "acme rain" }], ids: ["2"] },
    ],
    ["replace_search_query", [{ type: "replace_search_query", data: "rain OR sandal" }], { ids: expect.arrayContaining(["2", "3"]) }],
    [
      "actions in their order",
      [
        { type: "replace_search_term", data: "cheap sandal" },
        { type: "remove_words", data: ["cheap"] },
      ],
      { query: [{ ...QUERY, queryFormat: "and" }], ids: ["3"] },
    ],
    [
      "a script for the request",
      [
        {
          type: "script",
          script: `function handleRequest() { const body = JSON.parse(context.request.body); body.query[0].value = "sandal"; return { body: JSON.stringify(body) }; }`,
        },
      ],
      { ids: ["3"] },
    ],
    [
      "a script for the response",
      [
        {
          type: "script",
          script: `async function handleResponse() { const body = JSON.parse(context.response.body); body.s.found = body.s.hits.hits.length; return { ...context.response, body }; }`,
        },
      ],
      { s: { found: 2 } },
    ],
    ["a script that gives nothing", [{ type: "script", script: "function handleRequest() {}" }], { ids: ["1", "2"] }],
  ])("%s", async (_name, actions, { ids, s, query = [QUERY] }) => {
    await rule({ actions });
    const answer = await found(query);
    if (ids !== undefined) expect([...answer.ids].sort()).toEqual(Array.isArray(ids) ? [...ids].sort() : ids);
    if (s !== undefined) expect(answer.s).toMatchObject(s);
  });

  test("replace_search_query takes what the pattern caught of the query", async () => {
    await rule({ expression: "$query matches '^only (.+)$'", actions: [{ type: "replace_search_query", data: 'name:"$1"' }] });
    expect((await found([{ ...QUERY, value: "only rain boot" }])).ids).toEqual(["2"]);
  });

  test("promoted documents are the first suggestions", async () => {
    await rule({ actions: [{ type: "promote_result", data: [{ doc: { _id: "2", _source: { name: "Rain boot" } }, position: 1 }] }] });
    const { s } = await found([{ ...QUERY, type: "suggestion" }]);
    expect(s.hits.hits[0]).toMatchObject({ _id: "2", value: "Rain boot", label: "Rain boot", _suggestion_type: "promoted" });
    expect(s.hits.hits.filter(({ _id }) => _id === "2")).toHaveLength(1);
    expect(s).not.toHaveProperty("promoted");
  });

  test("facets are left as they are", async () => {
    await rule({
      actions: [
        { type: "hide_result", data: ["1"] },
        { type: "replace_search_term", data: "sandal" },
      ],
    });
    const { body } = await ask([QUERY, { id: "t", type: "term", dataField: ["brand"], pagination: false }]);
    expect(body).toMatchObject({ t: { aggregations: { brand: { buckets: [{ key: "acme" }, { key: "other" }] } } } });
    expect(body).not.toHaveProperty("t.hidden");
  });
});

describe("which rules run", () => {
  test("those of the highest order first, and what two say of one thing the first one says", async () => {
    const low = await rule({
      actions: [
        { type: "custom_data", data: { a: "low", b: 1 } },
        { type: "promote_result", data: [PROMOTED[0]] },
      ],
    });
    const high = await rule({
      actions: [
        { type: "custom_data", data: { a: "high" } },
        { type: "promote_result", data: [PROMOTED[1]] },
      ],
    });
    const { rules, s } = await found();
    expect(rules).toEqual([high, low]);
    expect(s["customData"]).toEqual({ a: "high", b: 1 });
    expect(s["promoted"]).toMatchObject(SHOWN);
  });

  test.each<[string, Partial<Rule>, boolean]>([
    ["before its time", { trigger: { type: "always", timeframe: { start_time: 4_000_000_000 } } }, false],
    ["after its time", { trigger: { type: "always", timeframe: { start_time: 1, end_time: 2 } } }, false],
    ["in its time", { trigger: { type: "always", timeframe: { start_time: 1, end_time: 4_000_000_000 } } }, true],
    ["from its time on", { trigger: { type: "always", timeframe: { start_time: 1 } } }, true],
    ["switched off", { enabled: false }, false],
  ])("one that is %s", async (_name, more, fires) => {
    await rule({ actions: MARK, ...more });
    expect((await found()).rules).toHaveLength(fires ? 1 : 0);
  });

  test("none where the search or the index says so", async () => {
    await rule({ actions: MARK });
    expect((await found([QUERY], { settings: { enableQueryRules: false } })).rules).toEqual([]);
    await api.call("PUT", "/_searchrelevancy/hats", { rules: { enabled: false } });
    expect((await found([QUERY], { index: "hats" })).rules).toEqual([]);
    expect((await found()).rules).toHaveLength(1);
  });

  test("a change is in force at once", async () => {
    const id = await rule({ actions: MARK });
    expect((await found()).rules).toEqual([id]);
    await api.call("PUT", `/_rule/${id}`, { enabled: false });
    expect((await found()).rules).toEqual([]);
    await api.call("PUT", `/_rule/${id}`, { enabled: true });
    await api.call("DELETE", `/_rule/${id}`);
    expect((await found()).rules).toEqual([]);
  });

  test("what was kept by another program and cannot be read is passed over", async () => {
    const trigger = { type: "filter", expression: "$query ~ 'x'" };
    await api.call("PUT", "/.rules/_doc/odd?refresh=true", { id: "odd", order: 9, trigger, actions: [{ type: "custom_data", data: "1" }] });
    await api.call("PUT", "/.rules/_doc/odder?refresh=true", { id: "odder", trigger: { type: "always" }, actions: [{ type: "hide_result", data: "no json" }] });
    await api.call("PUT", "/.rules/_doc/none?refresh=true", { a: 1 });
    expect((await found()).ids).toEqual(["1", "2"]);
    for (const id of ["odd", "odder", "none"]) await api.call("DELETE", `/.rules/_doc/${id}?refresh=true`);
  });

  test("a rule that is not kept runs first, for who may write rules", async () => {
    const id = await rule({ actions: [{ type: "custom_data", data: "kept" }] });
    const trial = { trigger: { type: "always" }, actions: [{ type: "custom_data", data: "tried" }] };
    expect((await found([QUERY], { settings: { queryRule: trial } })).s["customData"]).toBe("tried");
    expect((await found([QUERY], { settings: { queryRule: { ...trial, id } } })).rules).toEqual([id]);
    const bad = await ask([QUERY], { settings: { queryRule: { trigger: { type: "filter", expression: "$a" }, actions: MARK } } });
    expect(bad.body).toMatchObject({ error: { code: 400, message: "invalid trigger expression: there is no variable $a at character 1" } });
    const reader = await api.credential({ indices: ["*"], categories: ["reactivesearch", "rules"], ops: ["read"] });
    expect((await ask([QUERY], { settings: { queryRule: trial }, as: reader })).status).toBe(401);
  });
});

describe("rights", () => {
  const LIMITED = { indices: ["shoes"], categories: ["reactivesearch"], ops: ["read"], include_fields: ["name", "brand"], exclude_fields: ["brand"] };

  test("a promoted document is shown to a credential as it may read it, and only where it may search", async () => {
    const doc = (_id: string) => ({ doc: { _id, _index: "hats", _source: { name: "told", brand: "told", price: 1 } } });
    await api.call("PUT", "/hats/_doc/only-hats?refresh=true", { name: "Secret" });
    await rule({ actions: [{ type: "promote_result", data: [doc("only-hats"), doc("1")] }] });
    const as = await api.credential(LIMITED);
    expect((await found([QUERY], { as })).s["promoted"]).toEqual([{ doc: { _id: "1", _index: "shoes", _source: { name: "Snow boot" } } }]);
    const all = await api.credential({ ...LIMITED, indices: ["*"] });
    expect((await found([QUERY], { as: all })).s["promoted"]).toEqual([{ doc: { _id: "1", _index: "shoes", _source: { name: "Snow boot" } } }]);
    expect(JSON.stringify((await found([QUERY], { as: all })).s["promoted"])).not.toContain("brand");
    await api.call("DELETE", "/hats/_doc/only-hats?refresh=true");
  });

  test.each<[string, string, object]>([
    ["another index", `body.query[0].index = "hats"`, { hits: 2 }],
    ["a closed field", `body.query[0].includeFields = ["*"]; body.query[0].excludeFields = []`, { leaks: false }],
    ["a closed field by a query", `body.query[0].defaultQuery = { query: { term: { brand: "acme" } } }`, { hits: 0 }],
    ["more than it may", `body.query[0].size = 100`, { hits: 2 }],
  ])("a script opens to a credential no %s", async (_name, change, { leaks, hits }: { leaks?: boolean; hits?: number }) => {
    const script = `function handleRequest() { const body = JSON.parse(context.request.body); ${change}; return { body: JSON.stringify(body), headers: { authorization: "Basic Zm9vOmJhcg==" } }; }`;
    await rule({ actions: [{ type: "script", script }] });
    const as = await api.credential({ ...LIMITED, reactivesearchConfig: { maxSize: 50 } });
    const { body, status, text } = await ask([QUERY], { as });
    expect(status, text).toBe(200);
    if (leaks === false) expect(text).not.toContain("acme");
    if (hits !== undefined) expect(body).toMatchObject({ s: { hits: { total: { value: hits } } } });
  });

  test("a script sees neither the password of the caller nor another one's", async () => {
    await rule({ actions: [{ type: "script", script: "function handleResponse() { return { body: { settings: {}, seen: context } } }" }] });
    const { text } = await ask();
    expect(text).toContain('"seen"');
    expect(text.toLowerCase()).not.toContain("basic ");
    expect(text.toLowerCase()).not.toContain("authorization");
  });
});

describe("scripts of searches", () => {
  test("tell how long they took, and may set status and headers of their own", async () => {
    await rule({
      actions: [
        { type: "script", script: "function handleResponse() { return { ...context.response, code: 202, headers: { 'X-Shop': 'a', 'Set-Cookie': 'b' } } }" },
      ],
    });
    const { status, headers, body } = await ask();
    expect(status).toBe(202);
    expect(headers["x-shop"]).toBe("a");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(body).toMatchObject({ settings: { script_took: expect.any(Number) } });
  });
});

test("analytics keep the visitor's words, and which rules took part", async () => {
  const id = await rule({ expression: "$query == 'boot'", actions: [{ type: "replace_search_term", data: "sandal" }] });
  for (let round = 0; round < 2; round++) await found([QUERY], { settings: { recordAnalytics: true, userId: `u${round}` } });
  await expect
    .poll(async () => {
      await api.call("POST", "/.analytics/_refresh");
      return (await api.call("GET", "/_analytics/rules/usage")).body;
    })
    .toEqual({ rules: [{ key: id, count: 2 }] });
  expect((await api.call("GET", "/_analytics/popular-searches")).body).toMatchObject({ popular_searches: [{ key: "boot" }] });
});
