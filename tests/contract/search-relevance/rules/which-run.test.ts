import { describe, expect, test } from "vitest";
import { api, ask, found, MARK, openRules, PROMOTED, QUERY, rule, type Rule, SHOWN } from "./support/searches";

openRules();

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
    await api.call("PUT", "/.rules/_doc/odd?refresh=true", {
      id: "odd",
      order: 9,
      trigger,
      actions: [{ type: "custom_data", data: "1" }],
    });
    await api.call("PUT", "/.rules/_doc/odder?refresh=true", {
      id: "odder",
      trigger: { type: "always" },
      actions: [{ type: "hide_result", data: "no json" }],
    });
    await api.call("PUT", "/.rules/_doc/none?refresh=true", { a: 1 });
    expect((await found()).ids).toEqual(["1", "2"]);
    for (const id of ["odd", "odder", "none"]) await api.call("DELETE", `/.rules/_doc/${id}?refresh=true`);
  });

  test("a rule that is not kept runs first, for who may write rules", async () => {
    const id = await rule({ actions: [{ type: "custom_data", data: "kept" }] });
    const trial = { trigger: { type: "always" }, actions: [{ type: "custom_data", data: "tried" }] };
    expect((await found([QUERY], { settings: { queryRule: trial } })).s["customData"]).toBe("tried");
    expect((await found([QUERY], { settings: { queryRule: { ...trial, id } } })).rules).toEqual([id]);
    const bad = await ask([QUERY], {
      settings: { queryRule: { trigger: { type: "filter", expression: "$a" }, actions: MARK } },
    });
    expect(bad.body).toMatchObject({
      error: { code: 400, message: "invalid trigger expression: there is no variable $a at character 1" },
    });
    const reader = await api.credential({ indices: ["*"], categories: ["reactivesearch", "rules"], ops: ["read"] });
    expect((await ask([QUERY], { settings: { queryRule: trial }, as: reader })).status).toBe(401);
  });
});

describe("rights", () => {
  const LIMITED = {
    indices: ["shoes"],
    categories: ["reactivesearch"],
    ops: ["read"],
    include_fields: ["name", "brand"],
    exclude_fields: ["brand"],
  };

  test("a promoted document is shown to a credential as it may read it, and only where it may search", async () => {
    const doc = (_id: string) => ({ doc: { _id, _index: "hats", _source: { name: "told", brand: "told", price: 1 } } });
    await api.call("PUT", "/hats/_doc/only-hats?refresh=true", { name: "Secret" });
    await rule({ actions: [{ type: "promote_result", data: [doc("only-hats"), doc("1")] }] });
    const as = await api.credential(LIMITED);
    expect((await found([QUERY], { as })).s["promoted"]).toEqual([
      { doc: { _id: "1", _index: "shoes", _source: { name: "Snow boot" } } },
    ]);
    const all = await api.credential({ ...LIMITED, indices: ["*"] });
    expect((await found([QUERY], { as: all })).s["promoted"]).toEqual([
      { doc: { _id: "1", _index: "shoes", _source: { name: "Snow boot" } } },
    ]);
    expect(JSON.stringify((await found([QUERY], { as: all })).s["promoted"])).not.toContain("brand");
    await api.call("DELETE", "/hats/_doc/only-hats?refresh=true");
  });

  test.each<[string, string, object]>([
    ["another index", `body.query[0].index = "hats"`, { hits: 2 }],
    ["a closed field", `body.query[0].includeFields = ["*"]; body.query[0].excludeFields = []`, { leaks: false }],
    ["a closed field by a query", `body.query[0].defaultQuery = { query: { term: { brand: "acme" } } }`, { hits: 0 }],
    ["more than it may", `body.query[0].size = 100`, { hits: 2 }],
  ])(
    "a script opens to a credential no %s",
    async (_name, change, { leaks, hits }: { leaks?: boolean; hits?: number }) => {
      const script = `function handleRequest() { const body = JSON.parse(context.request.body); ${change}; return { body: JSON.stringify(body), headers: { authorization: "Basic Zm9vOmJhcg==" } }; }`;
      await rule({ actions: [{ type: "script", script }] });
      const as = await api.credential({ ...LIMITED, reactivesearchConfig: { maxSize: 50 } });
      const { body, status, text } = await ask([QUERY], { as });
      expect(status, text).toBe(200);
      if (leaks === false) expect(text).not.toContain("acme");
      if (hits !== undefined) expect(body).toMatchObject({ s: { hits: { total: { value: hits } } } });
    },
  );

  test("a script sees neither the password of the caller nor another one's", async () => {
    await rule({
      actions: [
        { type: "script", script: "function handleResponse() { return { body: { settings: {}, seen: context } } }" },
      ],
    });
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
        {
          type: "script",
          script:
            "function handleResponse() { return { ...context.response, code: 202, headers: { 'X-Shop': 'a', 'Set-Cookie': 'b' } } }",
        },
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
  for (let round = 0; round < 2; round++)
    await found([QUERY], { settings: { recordAnalytics: true, userId: `u${round}` } });
  await expect
    .poll(async () => {
      await api.call("POST", "/.analytics/_refresh");
      return (await api.call("GET", "/_analytics/rules/usage")).body;
    })
    .toEqual({ rules: [{ key: id, count: 2 }] });
  expect((await api.call("GET", "/_analytics/popular-searches")).body).toMatchObject({
    popular_searches: [{ key: "boot" }],
  });
});
