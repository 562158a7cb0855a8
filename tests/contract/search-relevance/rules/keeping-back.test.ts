import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../../api";

let api: Api;
/** A visitor: he searches all indices, and writes no rules. */
let visitor: string;

const QUERY = { id: "s", dataField: ["name"], value: "boot" };
const HIDE = [{ type: "hide_result", data: ["1"] }];
const FILTER = [{ type: "add_filter", data: { brand: "other" } }];
const SCRIPT = [
  {
    type: "script",
    script: `function handleRequest() { const body = JSON.parse(context.request.body); for (const query of body.query) query.value = "rain"; return { body: JSON.stringify(body) }; }`,
  },
];

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
  await api.call("POST", "/_aliases", { actions: [{ add: { index: "shoes", alias: "footwear" } }] });
  visitor = await api.credential({
    indices: ["*"],
    categories: ["reactivesearch"],
    ops: ["read"],
    limits: { ip_limit: 100_000, reactivesearch_limit: 10_000 },
  });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
    await api.call("DELETE", `/_rule/${id}`);
  for (const index of ["shoes", "hats"]) await api.call("DELETE", `/_searchrelevancy/${index}`);
});

async function rule(actions: object[], expression?: string): Promise<void> {
  const trigger = expression === undefined ? { type: "always" } : { type: "filter", expression };
  const made = await api.call("POST", "/_rule", { trigger, actions });
  expect(made.status, made.text).toBe(201);
}

type Asked = { query?: unknown[]; body?: object; index?: string; path?: string; as?: string };

/** A document "1" of shoes is the snow boot: it must not be seen. */
async function seen({
  query = [QUERY],
  body = {},
  index = "shoes",
  path = "_reactivesearch",
  as = visitor,
}: Asked = {}): Promise<string> {
  const { status, text } = await api.call("POST", `/${index}/${path}`, { query, ...body }, { as });
  expect(status, text).toBe(200);
  return text;
}

const EACH: [string, object[]][] = [
  ["hides", HIDE],
  ["filters", FILTER],
  ["keeps back by a script", SCRIPT],
];

describe.each(EACH)("a rule that %s", (_name, actions) => {
  test.each<[string, Asked]>([
    ["settings", { body: { settings: { enableQueryRules: false } } }],
    ["settings in another case", { body: { SETTINGS: { EnableQueryRules: false } } }],
    ["queries in another case", { query: [], body: { Query: [QUERY] } }],
    ["members of a query in another case", { query: [{ Id: "s", DATAFIELD: ["name"], Value: "boot" }] }],
    ["the older spelling of the route", { path: "_reactivesearch.v3" }],
    ["a second query", { query: [{ id: "a", dataField: ["name"], value: "sandal" }, QUERY] }],
    ["a list of values", { query: [{ ...QUERY, value: ["boot"] }] }],
    ["an endpoint that is none", { query: [{ ...QUERY, endpoint: null }] }],
    ["an endpoint in another case that is none", { query: [{ ...QUERY, EndPoint: null }] }],
    [
      "an endpoint that is switched off",
      { query: [{ ...QUERY, endpoint: { url: "/x" }, enableEndpointSuggestions: false }] },
    ],
    ["leaving out relevance settings", { body: { settings: { enableSearchRelevancy: false } } }],
  ])("is not switched off by %s", async (_how, asked) => {
    expect(await seen(asked)).toContain("Snow boot");
    await rule(actions);
    expect(await seen(asked)).not.toContain("Snow boot");
  });

  test.each<[string, Asked]>([
    ["its alias", { index: "footwear" }],
    ["a pattern", { index: "sho*" }],
    ["a pattern of its alias", { index: "foot*" }],
    ["all indices", { index: "*" }],
    ["all indices by their word", { index: "_all" }],
    ["a list", { index: "hats,shoes" }],
    ["a pattern that finds names of system indices too", { index: "*o*" }],
    ["a list with such a pattern", { index: "shoes,*log*" }],
    ["the index of a query", { index: "hats", query: [{ ...QUERY, index: "shoes" }] }],
    ["the index of a query by its alias", { index: "hats", query: [{ ...QUERY, index: "footwear" }] }],
  ])("for an index holds for %s", async (_how, asked) => {
    // Hats has the same documents: what is asked for is whether the rule acts.
    await rule(actions, "'shoes' in $index");
    expect(await seen(asked)).not.toContain("Snow boot");
    expect(await seen({ index: "hats" })).toContain("Snow boot");
  });

  test("for an alias holds for its index", async () => {
    await rule(actions, "'footwear' in $index");
    expect(await seen()).not.toContain("Snow boot");
  });

  test("for all indices but one is not passed by naming that one too", async () => {
    await rule(actions, "not ('hats' in $index)");
    expect(await seen({ index: "hats,shoes" })).not.toContain("Snow boot");
    expect(await seen({ index: "hats" })).toContain("Snow boot");
  });

  test.each<[string, unknown[]]>([
    ["spaces around it", [{ ...QUERY, value: "  boot " }]],
    ["another query before it", [{ id: "a", dataField: ["name"], value: "x" }, QUERY]],
    ["another type", [{ ...QUERY, type: "suggestion" }]],
  ])("for a text holds with %s", async (_how, query) => {
    await rule(actions, "$query == 'boot'");
    expect(await seen({ query })).not.toContain("Snow boot");
  });

  test("stays where the settings of another index that is searched too switch rules off", async () => {
    await api.call("PUT", "/_searchrelevancy/hats", { rules: { enabled: false } });
    await rule(actions);
    expect(await seen({ index: "hats,shoes" })).not.toContain("Snow boot");
    expect(await seen({ index: "hats", query: [{ ...QUERY, index: "shoes" }] })).not.toContain("Snow boot");
    expect(await seen({ index: "hats" })).toContain("Snow boot");
  });

  test("can be done without by who may write rules", async () => {
    await rule(actions);
    const writer = await api.credential({
      indices: ["*"],
      categories: ["reactivesearch", "rules"],
      ops: ["read", "write"],
    });
    for (const as of [undefined, writer]) {
      const body = { query: [QUERY], settings: { enableQueryRules: false } };
      expect((await api.call("POST", "/shoes/_reactivesearch", body, as === undefined ? {} : { as })).text).toContain(
        "Snow boot",
      );
    }
  });
});

test("of a rule that does more only what it keeps back stays", async () => {
  await rule([...HIDE, { type: "custom_data", data: "told" }, { type: "replace_search_term", data: "sandal" }]);
  const text = await seen({ body: { settings: { enableQueryRules: false } } });
  expect(text).toContain("Rain boot");
  expect(text).not.toMatch(/told|Sandal|Snow boot/);
});

describe("what is hidden is shown in no part of an answer", () => {
  const group = { size: 0, aggs: { brands: { terms: { field: "brand" }, aggs: { best: { top_hits: { size: 3 } } } } } };
  test.each<[string, object]>([
    ["the best of a group", { ...QUERY, defaultQuery: group }],
    ["a range query", { id: "s", type: "range", dataField: ["price"], value: { start: 0, end: 100 }, size: 10 }],
    [
      "a query by place",
      { id: "s", type: "geo", dataField: ["place"], value: { distance: 5000, unit: "km", location: "48,11" } },
    ],
    ["a term query with hits", { id: "s", type: "term", dataField: ["brand"], size: 10 }],
    ["inner hits", { ...QUERY, distinctField: "brand", distinctFieldConfig: { inner_hits: { name: "all", size: 5 } } }],
  ])("%s", async (_name, query) => {
    expect(await seen({ query: [query] })).toContain("Snow boot");
    await rule(HIDE);
    const text = await seen({ query: [query] });
    expect(text).not.toContain("Snow boot");
  });

  test("not even where the answer is without ids", async () => {
    await rule(HIDE);
    expect(await seen({ path: "_reactivesearch?filter_path=responses.hits.hits._source" })).not.toContain("Snow boot");
  });
});

describe("a filter is not got round by", () => {
  const term = { id: "query_rule_filter_brand", type: "term", dataField: ["brand"], value: ["acme"], execute: false };
  test.each<[string, unknown[]]>([
    ["a query under the id of the filter", [term, QUERY]],
    ["a second search", [{ ...QUERY, id: "a", value: "sandal" }, QUERY]],
    ["a default query", [{ ...QUERY, defaultQuery: { query: { match_all: {} } } }]],
    [
      "a global aggregation",
      [{ ...QUERY, defaultQuery: { aggs: { all: { global: {}, aggs: { best: { top_hits: { size: 9 } } } } } } }],
    ],
    [
      "a global aggregation below another name",
      [
        {
          ...QUERY,
          DefaultQuery: { aggregations: { all: { global: {}, aggs: { best: { top_hits: { size: 9 } } } } } },
        },
      ],
    ],
    [
      "a query that others react to",
      [
        { id: "t", type: "term", dataField: ["brand"], execute: false, customQuery: { query: { match_all: {} } } },
        { ...QUERY, react: { or: "t" } },
      ],
    ],
    ["a range query with hits", [{ id: "s", type: "range", dataField: ["price"], size: 9 }]],
    ["a facet with hits", [{ id: "s", type: "term", dataField: ["brand"], size: 9 }]],
  ])("%s", async (_name, query) => {
    await rule(FILTER);
    expect(await seen({ query })).not.toMatch(/Snow boot|Sandal/);
  });

  test("two rules with a filter on one field, of which both hold", async () => {
    await rule([{ type: "add_filter", data: { brand: "acme" } }]);
    await rule(FILTER);
    expect(await seen()).not.toContain("boot");
  });
});

test("grades are measured on what visitors find", async () => {
  await api.call("PUT", "/_grade/shoes", { query: "boot", docs: { "1": 3 } });
  const measured = async () => (await api.call("POST", "/_grade/metrics", { indices: ["shoes"] })).text;
  const before = await measured();
  await rule(HIDE);
  expect(await measured()).not.toBe(before);
  await api.call("PUT", "/_grade/shoes", { query: "boot", docs: { "3": 3, "1": null } });
  expect(await measured()).toContain('"shoes":0');
  await rule([{ type: "promote_result", data: [{ doc: { _id: "3" }, position: 1 }] }]);
  expect(await measured()).toContain('"shoes":1');
});

test("a search of too many queries to be read one by one is held by every rule that keeps something back", async () => {
  const many = Array.from({ length: 60 }, (_, place) => ({
    id: `q${place}`,
    dataField: ["name"],
    value: "sandal",
    size: 0,
  }));
  await rule(HIDE, "$query == 'boot'");
  expect(await seen({ query: [...many, QUERY] })).not.toContain("Snow boot");
});
