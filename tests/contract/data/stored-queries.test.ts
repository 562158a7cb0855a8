import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";

const BRAND = { query: { term: { brand: "{{brand}}" } }, size: "{{n}}" };
const LimitsSchema = z.object({ storedqueries: z.array(z.object({ key: z.string(), count: z.number() })) });
const LogsSchema = z.object({
  logs: z.array(z.looseObject({ indices: z.array(z.string()), request: z.object({ uri: z.string() }) })),
});

let api: Api;

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hidden");
  await store("top", { index: "shoes", query: BRAND, params: { brand: "acme", n: 5 } });
  await store("secret", { index: "hidden", query: BRAND, params: { brand: "acme", n: 5 } });
}, 60_000);
afterAll(() => api.close());

async function store(id: string, body: unknown): Promise<void> {
  const { status, text } = await api.call("PUT", `/_storedquery/${id}`, body);
  expect(status, text).toBe(200);
}

const refused = (code: number, status: string, message: unknown) => ({ error: { code, status, message } });

describe("a stored query", () => {
  test("is made and changed by PUT, which answers a message, and shown with its times", async () => {
    const made = await api.call("PUT", "/_storedquery/kept", {
      index: "shoes",
      query: { query: { match_all: {} } },
      description: "All",
    });
    expect(made.body).toEqual({ code: 200, status: "OK", message: "Query is updated successfully" });
    const { body } = await api.call("GET", "/_storedquery/kept");
    const second = expect.closeTo(Date.now() / 1000, -1);
    expect(body).toEqual({
      id: "kept",
      index: "shoes",
      description: "All",
      query: { query: { match_all: {} } },
      params: {},
      created_at: second,
      updated_at: 0,
    });
    await store("kept", {
      index: "shoes",
      query: { query: { term: { id: 9007199254740993n.toString() } } },
      params: { a: [1] },
    });
    expect((await api.call("GET", "/_storedquery/kept")).body).toMatchObject({
      description: "",
      params: { a: [1] },
      updated_at: second,
    });
    expect((await api.call("GET", "/_storedqueries")).body).toMatchObject([
      { id: "kept" },
      { id: "secret" },
      { id: "top" },
    ]);
    expect((await api.call("DELETE", "/_storedquery/kept")).body).toEqual({
      code: 200,
      status: "OK",
      message: "Query is deleted successfully",
    });
    expect((await api.call("GET", "/_storedquery/kept")).body).toEqual(
      refused(404, "Not Found", "stored query not found"),
    );
    expect((await api.call("DELETE", "/_storedquery/kept")).body).toEqual(
      refused(400, "Bad Request", "stored query not found"),
    );
  });

  test("keeps the digits of large numbers", async () => {
    await api.call(
      "PUT",
      "/_storedquery/digits",
      '{"index":"shoes","query":{"query":{"term":{"id":9007199254740993}}}}',
    );
    expect((await api.call("GET", "/_storedquery/digits")).text).toContain('{"id":9007199254740993}');
    await api.call("DELETE", "/_storedquery/digits");
  });

  test.each([
    ["PUT", "/_storedquery/bad", { query: {} }, 400, "index can not be empty"],
    ["PUT", "/_storedquery/bad", { index: "shoes" }, 400, "query can not be empty"],
    ["PUT", "/_storedquery/bad", { index: "shoes", query: "{}" }, 400, "Can't parse request body"],
    ["PUT", "/_storedquery/bad", "no json", 400, "Can't parse request body"],
    ["POST", "/_storedquery/validate", { params: {} }, 400, "query can not be empty"],
    ["POST", "/_storedquery/validate", { query: {} }, 400, "params can not be empty"],
    ["POST", "/_storedquery/validate", { query: { quarry: {} }, params: {} }, 400, expect.stringContaining("quarry")],
    [
      "POST",
      "/_storedquery/validate",
      { query: { query: { nope: {} } }, params: {}, index: "shoes" },
      400,
      expect.stringContaining("nope"),
    ],
    [
      "POST",
      "/_storedquery/validate",
      { query: { query: { script: { script: "1" } } }, params: {} },
      400,
      expect.stringContaining("cannot execute [inline] scripts"),
    ],
    ["POST", "/_storedquery/execute", { query: {}, params: {} }, 400, "index can not be empty"],
    [
      "POST",
      "/_storedquery/execute",
      { query: { query: { nope: {} } }, params: {}, index: "shoes" },
      400,
      expect.stringContaining("nope"),
    ],
    [
      "POST",
      "/_storedquery/execute",
      { query: {}, params: {}, index: "nowhere" },
      404,
      expect.stringContaining("no such index"),
    ],
    ["POST", "/_storedquery/none/validate", {}, 404, "query not found"],
    ["POST", "/_storedquery/none/execute", {}, 404, "query not found"],
  ] as const)("%s %s %j: %i", async (method, path, body, code, message) => {
    const reply = await api.call(method, path, body);
    expect(reply.status, reply.text).toBe(code);
    expect(reply.body).toMatchObject({ error: { code, message } });
  });

  test("is filled in with its own parameters and those of the call, which win", async () => {
    const shown = (body?: unknown) => api.call("POST", "/_storedquery/top/validate", body);
    expect((await shown()).body).toEqual({ query: { term: { brand: "acme" } }, size: 5 });
    expect((await shown({ params: { n: 1 } })).body).toEqual({ query: { term: { brand: "acme" } }, size: 1 });
  });

  test("runs as the search that it is", async () => {
    const asked = await api.call("POST", "/shoes/_search", { query: { term: { brand: "acme" } }, size: 5 });
    const { took: _asked, ...whole } = asked.body as { took: number };
    const { body } = await api.call("POST", "/_storedquery/top/execute");
    expect(body).toEqual({ ...whole, took: expect.any(Number) });
    expect(
      (await api.call("POST", "/_storedquery/top/execute", { params: { brand: "other", n: 0 } })).body,
    ).toMatchObject({
      hits: { total: { value: 1 }, hits: [] },
    });
  });

  test("stands for the default and the custom query of a search", async () => {
    const query = [
      { id: "a", dataField: ["name"], defaultQuery: { id: "top", params: { brand: "other" } } },
      { id: "b", dataField: ["name"], react: { and: "c" } },
      { id: "c", dataField: ["name"], execute: false, customQuery: { id: "top" } },
    ];
    const { body } = await api.call("POST", "/shoes/_reactivesearch", { query });
    expect(body).toMatchObject({ a: { hits: { total: { value: 1 } } }, b: { hits: { total: { value: 2 } } } });
    const missing = await api.call("POST", "/shoes/_reactivesearch", {
      query: [{ id: "a", dataField: ["name"], defaultQuery: { id: "none" } }],
    });
    expect(missing.body).toEqual(refused(400, "Bad Request", 'stored query "none" not found'));
  });
});

describe("rights", () => {
  const SHOP = { indices: ["shoes"], ops: ["read"] };

  test("nobody reads by a stored query an index that he may not read", async () => {
    const as = await api.credential({
      ...SHOP,
      ops: ["read", "write", "delete"],
      categories: ["storedquery", "search", "reactivesearch", "analytics"],
    });
    const calls: [string, string, unknown?][] = [
      ["GET", "/_storedquery/secret"],
      ["DELETE", "/_storedquery/secret"],
      ["PUT", "/_storedquery/secret", { index: "shoes", query: BRAND }],
      ["PUT", "/_storedquery/own", { index: "hidden", query: BRAND }],
      ["PUT", "/_storedquery/own", { index: "shoes,hidden", query: BRAND }],
      ["PUT", "/_storedquery/own", { index: "*", query: BRAND }],
      ["PUT", "/_storedquery/own", { index: ",", query: BRAND }],
      ["PUT", "/_storedquery/own", { index: ".users", query: BRAND }],
      ["POST", "/_storedquery/secret/validate"],
      ["POST", "/_storedquery/secret/execute", { index: "shoes" }],
      ["POST", "/_storedquery/execute", { index: "hidden", query: {}, params: {} }],
      ["POST", "/_storedquery/execute", { index: "hid*", query: {}, params: {} }],
      ["POST", "/_storedquery/validate", { index: "hidden", query: {}, params: {} }],
      [
        "POST",
        "/_storedquery/execute",
        {
          index: "shoes",
          query: { query: { terms: { brand: { index: "hidden", id: "1", path: "brand" } } } },
          params: {},
        },
      ],
      [
        "POST",
        "/_storedquery/execute",
        {
          index: "shoes",
          query: { query: "{{q}}" },
          params: { q: { terms: { brand: { index: "hidden", id: "1", path: "brand" } } } },
        },
      ],
      ["POST", "/shoes/_reactivesearch", { query: [{ id: "a", dataField: ["name"], defaultQuery: { id: "secret" } }] }],
      [
        "POST",
        "/shoes/_reactivesearch/validate",
        { query: [{ id: "a", dataField: ["name"], customQuery: { id: "secret" } }] },
      ],
    ];
    for (const [method, path, body] of calls) {
      const reply = await api.call(method, path, body, { as });
      expect(reply.status, `${method} ${path} ${JSON.stringify(body)}: ${reply.text}`).toBe(401);
    }
    expect((await api.call("GET", "/_storedqueries", undefined, { as })).body).toMatchObject([{ id: "top" }]);
    expect((await api.call("POST", "/_storedquery/top/execute", undefined, { as })).status).toBe(200);
    // Who did not sign in is told nothing of what is kept: not even that it is there.
    const openly = async (id: string) => {
      const reply = await api.call(
        "POST",
        "/_reactivesearch/validate",
        { query: [{ id: "a", dataField: ["name"], customQuery: { id } }] },
        { as: null },
      );
      return [reply.status, reply.text.replaceAll(id, "…")];
    };
    expect(await openly("secret")).toEqual(await openly("absent"));
    expect(await openly("top")).toEqual(await openly("nil"));
  });

  test("the right to stored queries is none to search", async () => {
    const reader = await api.credential({ ...SHOP, categories: ["storedquery"] });
    expect((await api.call("POST", "/_storedquery/top/execute", undefined, { as: reader })).status).toBe(200);
    expect(
      (await api.call("POST", "/_storedquery/execute", { index: "shoes", query: {}, params: {} }, { as: reader }))
        .status,
    ).toBe(401);
    expect((await api.call("PUT", "/_storedquery/top", { index: "shoes", query: {} }, { as: reader })).status).toBe(
      401,
    );
    const writer = await api.credential({ ...SHOP, ops: ["read", "write"], categories: ["storedquery"] });
    expect((await api.call("PUT", "/_storedquery/top", { index: "shoes", query: {} }, { as: writer })).status).toBe(
      401,
    );
    const searcher = await api.credential({ ...SHOP, categories: ["search"] });
    expect((await api.call("POST", "/_storedquery/top/execute", undefined, { as: searcher })).status).toBe(401);
    const readOnly = await api.credential({ ...SHOP, categories: ["storedquery", "search"] });
    expect(
      (await api.call("POST", "/_storedquery/execute", { index: "shoes", query: {}, params: {} }, { as: readOnly }))
        .status,
    ).toBe(200);
    expect((await api.call("DELETE", "/_storedquery/top", undefined, { as: readOnly })).status).toBe(401);
  });

  test("fields that a credential may not see are not there", async () => {
    const as = await api.credential({ ...SHOP, categories: ["storedquery", "search"], exclude_fields: ["brand"] });
    const { text, body } = await api.call("POST", "/_storedquery/top/execute", undefined, { as });
    expect(text).not.toContain("acme");
    expect(body).toMatchObject({ hits: { total: { value: 0 } } });
  });

  test("limits of a credential hold", async () => {
    const limited = await api.credential({
      ...SHOP,
      categories: ["storedquery", "search", "reactivesearch"],
      reactivesearchConfig: { maxSize: 3 },
    });
    expect((await api.call("POST", "/_storedquery/top/execute", undefined, { as: limited })).body).toEqual(
      refused(400, "Bad Request", "maximum allowed size is 3"),
    );
    expect((await api.call("POST", "/_storedquery/top/execute", { params: { n: 3 } }, { as: limited })).status).toBe(
      200,
    );
    const search = { query: [{ id: "a", dataField: ["name"], defaultQuery: { id: "top" } }] };
    expect((await api.call("POST", "/shoes/_reactivesearch", search, { as: limited })).body).toEqual(
      refused(400, "Bad Request", "maximum allowed size is 3"),
    );
    const plain = await api.credential({
      ...SHOP,
      categories: ["storedquery", "search", "reactivesearch"],
      reactivesearchConfig: { disableQueryDSL: true },
    });
    expect(
      (await api.call("POST", "/_storedquery/execute", { index: "shoes", query: {}, params: {} }, { as: plain }))
        .status,
    ).toBe(401);
    expect((await api.call("POST", "/shoes/_reactivesearch", search, { as: plain })).body).toMatchObject({
      a: { hits: { total: { value: 3 } } },
    });
  });
});

describe("the request log", () => {
  test("usage is counted from what is recorded", async () => {
    await store("counted", { index: "shoes", query: BRAND, params: { brand: "acme", n: 1 } });
    const usage = async (query = "", as?: string) => {
      const { body } = await api.call(
        "GET",
        `/_analytics/storedqueries/usage${query}`,
        undefined,
        as === undefined ? {} : { as },
      );
      return new Map(LimitsSchema.parse(body).storedqueries.map(({ key, count }) => [key, count]));
    };
    await api.call("POST", "/_storedquery/counted/execute");
    await api.call("POST", "/_storedquery/counted/execute", { params: { n: 2 } });
    await api.call("POST", "/_storedquery/counted/execute", { params: { n: "many" } });
    await api.call("POST", "/shoes/_reactivesearch", {
      query: [{ id: "a", dataField: ["name"], defaultQuery: { id: "counted" } }],
    });
    await api.call("POST", "/_storedquery/counted/validate");
    await expect.poll(async () => (await usage()).get("counted")).toBe(3);
    expect((await usage("?from_timestamp=1&to_timestamp=2")).size).toBe(0);
    const as = await api.credential({ indices: ["hidden"], categories: ["analytics"] });
    expect((await usage("", as)).has("counted")).toBe(false);
  });

  test("an execution is a line of its index, with what it became", async () => {
    await api.call("POST", "/_storedquery/top/execute");
    const { logs } = LogsSchema.parse((await api.call("GET", "/shoes/_logs?size=100")).body);
    const line = logs.find(({ request }) => request.uri === "/_storedquery/top/execute");
    expect(line).toMatchObject({
      category: "storedquery",
      storedqueries: ["top"],
      requestChanges: [{ uri: "/shoes/_search", stage: "storedquery" }],
    });
    expect(JSON.stringify(line)).toContain('\\"size\\":5');
  });
});

describe("a query that somebody has stored", () => {
  const terms = (index: string) => ({ query: { terms: { name: { index, id: "a", path: "password" } } } });
  const INDICES = [".permissions", ".users", ".logs"];

  test.each([...INDICES, "hidden"])("is not kept where it reads %s, which its author may not use", async (index) => {
    const as = await api.credential({
      indices: ["shoes"],
      categories: ["storedquery", "search"],
      acls: ["search"],
      ops: ["read", "write"],
    });
    const body = { index: "shoes", query: terms(index) };
    expect((await api.call("PUT", "/_storedquery/planted", body, { as })).status).toBe(401);
    const filled = {
      index: "shoes",
      query: { query: { terms: { name: "{{from}}" } } },
      params: { from: { index, id: "a", path: "password" } },
    };
    expect((await api.call("PUT", "/_storedquery/planted", filled, { as })).status).toBe(401);
    expect((await api.call("GET", "/_storedquery/planted")).status).toBe(404);
  });

  test.each(INDICES)("reads %s for no admin who runs it, checks it, or whose search names it", async (index) => {
    const record = { id: "planted", index: "shoes", description: "", params: "{}", created_at: 1, updated_at: 0 };
    await api.call("PUT", "/.storedqueries/_doc/planted?refresh=true", {
      ...record,
      query: JSON.stringify(terms(index)),
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    const search = { query: [{ id: "a", dataField: ["name"], defaultQuery: { id: "planted" } }] };
    for (const [path, body] of [
      ["/_storedquery/planted/execute", {}],
      ["/_storedquery/planted/validate", {}],
      ["/shoes/_reactivesearch", search],
    ] as const)
      expect((await api.call("POST", path, body)).status, path).toBe(401);
    await api.call("DELETE", "/_storedquery/planted");
  });
});
