import { describe, expect, test } from "vitest";
import { type Action, ask, found, MARK, openRules, PROMOTED, QUERY, rule, SHOWN } from "./support/searches";

openRules();

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

describe("actions", () => {
  test.each<[string, Action[], { ids?: string[]; s?: object; query?: unknown[] }]>([
    [
      "promote_result",
      [{ type: "promote_result", data: PROMOTED }],
      { ids: ["1"], s: { promoted: SHOWN, hits: { total: { value: 3 } } } },
    ],
    [
      "promote_result with the fields of the query",
      [{ type: "promote_result", data: PROMOTED }],
      {
        query: [{ ...QUERY, includeFields: ["name"] }],
        s: {
          promoted: SHOWN.map(({ doc, position }) => ({
            doc: { ...doc, _source: { name: doc._source.name } },
            position,
          })),
        },
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
    [
      "remove_words",
      [{ type: "remove_words", data: ["Snow"] }],
      { query: [{ ...QUERY, value: "snow boot", queryFormat: "and" }], ids: ["1", "2"] },
    ],
    [
      "remove_words of several words",
      [{ type: "remove_words", data: ["cheap new"] }],
      { query: [{ ...QUERY, value: "cheap new sandal" }], ids: ["3"] },
    ],
    [
      "remove_words leaves parts of words",
      [{ type: "remove_words", data: ["san"] }],
      { query: [{ ...QUERY, value: "sandal" }], ids: ["3"] },
    ],
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
    [
      "search_settings",
      [{ type: "search_settings", data: { dataField: ["brand"] } }],
      { query: [{ ...QUERY, value: "acme" }], ids: ["1", "3"] },
    ],
    [
      "search_settings with weights",
      [{ type: "search_settings", data: { dataField: ["name", "brand"], fieldWeights: [1, "5.0"] } }],
      { query: [{ ...QUERY, value: "acme rain" }], ids: ["2"] },
    ],
    [
      "replace_search_query",
      [{ type: "replace_search_query", data: "rain OR sandal" }],
      { ids: expect.arrayContaining(["2", "3"]) },
    ],
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
    await rule({
      expression: "$query matches '^only (.+)$'",
      actions: [{ type: "replace_search_query", data: 'name:"$1"' }],
    });
    expect((await found([{ ...QUERY, value: "only rain boot" }])).ids).toEqual(["2"]);
  });

  test("promoted documents are the first suggestions", async () => {
    await rule({
      actions: [{ type: "promote_result", data: [{ doc: { _id: "2", _source: { name: "Rain boot" } }, position: 1 }] }],
    });
    const { s } = await found([{ ...QUERY, type: "suggestion" }]);
    expect(s.hits.hits[0]).toMatchObject({
      _id: "2",
      value: "Rain boot",
      label: "Rain boot",
      _suggestion_type: "promoted",
    });
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
