import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../api";

// Calls with a document type in their path, as clients of Elasticsearch 6 and 7 send them, are the calls without it; on
// every engine.

const TYPES = ["_doc", "doc", "shoe", "Shoe-2"];
const ALL = { query: { match_all: {} } };
const TWO = '{}\n{"size":0}\n{"index":"typed"}\n{"size":1}\n';
const MEMBERS_OF_TIME = /"took":\d+|"_seq_no":\d+|"_version":\d+|"_scroll_id":"[^"]*"/g;

/** Calls that only read: what follows the index (and its type), and what is sent. */
const READING: readonly [methods: string, call: string, body: unknown][] = [
  ["GET POST", "/_search", ALL],
  ["GET POST", "/_search?size=1", undefined],
  ["GET POST", "/_search/template", { source: { query: { match: { brand: "{{b}}" } } }, params: { b: "acme" } }],
  ["GET POST", "/_count", ALL],
  ["GET POST", "/_msearch", TWO],
  ["GET POST", "/_mget", { ids: ["1", "nope"] }],
  ["GET POST", "/_validate/query", ALL],
  ["GET", "/_mapping", undefined],
];
const READ_CALLS = TYPES.flatMap((type) =>
  READING.flatMap(([methods, call, body]) => methods.split(" ").map((method) => ({ method, type, call, body }))),
);

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "typed");
}, 60_000);
afterAll(() => api.close());

async function count(index: string): Promise<unknown> {
  await api.call("POST", `/${index}/_refresh`);
  return (await api.call("GET", `/${index}/_count`)).body;
}

describe("calls with a type are those without", () => {
  test.each(READ_CALLS)("%j", async ({ method, type, call, body }) => {
    const before = await count("typed");
    const plain = await api.call(method, `/typed${call}`, body);
    const typed = await api.call(method, `/typed/${type}${call}`, body);
    // Not every engine has search templates.
    if (!call.includes("template")) expect(plain.status, plain.text.slice(0, 300)).toBe(200);
    expect(typed.status, typed.text.slice(0, 300)).toBe(plain.status);
    expect(typed.text.replace(MEMBERS_OF_TIME, "")).toBe(plain.text.replace(MEMBERS_OF_TIME, ""));
    expect(await count("typed")).toEqual(before);
  });

  test.each(TYPES)("writes through %s", async (type) => {
    const index = `typed-${type.toLowerCase()}`;
    const lines = ["a", "b", "c"].map((id) => `{"index":{"_id":"${id}"}}\n{"name":"Boot ${id}","n":1}\n`).join("");
    for (const method of ["POST", "PUT"]) {
      const bulk = await api.call(method, `/${index}/${type}/_bulk?refresh=true`, lines);
      expect([bulk.status, bulk.body]).toEqual([200, expect.objectContaining({ errors: false })]);
    }
    // As clients of Elasticsearch 6 write their lines.
    const named = `{"index":{"_index":"${index}","_type":"${type}","_id":"d"}}\n{"name":"Boot d","n":1}\n`;
    // One that is looked at whole, one that is large and passed on as it comes.
    for (const body of [
      named,
      `${named}{"index":{"_type":"${type}","_id":"large"}}\n{"name":"${"x ".repeat(600_000)}","inner":{"_type":"kept"}}\n`,
    ]) {
      const bulk = await api.call("POST", `/${index}/${type}/_bulk?refresh=true`, body);
      expect([bulk.status, bulk.body], bulk.text.slice(0, 500)).toEqual([
        200,
        expect.objectContaining({ errors: false }),
      ]);
    }
    expect(await count(index)).toMatchObject({ count: 5 });
    const docs = [
      { _index: index, _type: type, _id: "d" },
      { _index: index, _type: type, _id: "no" },
    ];
    expect((await api.call("POST", `/${index}/${type}/_mget`, { docs })).body).toMatchObject({
      docs: [{ found: true }, { found: false }],
    });
    await api.call("DELETE", `/${index}/${type}/large?refresh=true`);
    const gone = await api.call("POST", `/${index}/${type}/_delete_by_query?refresh=true`, {
      query: { ids: { values: ["a", "b"] } },
    });
    expect([gone.status, gone.body], gone.text).toEqual([200, expect.objectContaining({ deleted: 2 })]);
    expect((await api.call("POST", `/${index}/${type}/_update_by_query?refresh=true`, ALL)).body).toMatchObject({
      updated: 2,
    });
    expect(
      (await api.call("GET", `/${index}/${type}/c/_explain`, { query: { match: { name: "boot" } } })).body,
    ).toMatchObject({ matched: true });
    expect((await api.call("GET", `/${index}/${type}/c/_termvectors?fields=name`)).body).toMatchObject({ found: true });
    expect(
      (await api.call("PUT", `/${index}/_mapping/${type}`, { properties: { more: { type: "keyword" } } })).status,
    ).toBe(200);
    expect((await api.call("GET", `/${index}/${type}/_mapping`)).text).toContain('"more"');
    expect(await count(index)).toMatchObject({ count: 2 });
  });
});

describe("the name of a call is no document's ID behind a type", () => {
  const NAMES = [
    "_close",
    "_settings",
    "_refresh",
    "_alias",
    "_update",
    "_source",
    "_create",
    "_percolate",
    "_rank_eval",
    "_field_caps",
    "_search/x",
    "_bulk/x",
  ];
  const CALLS = ["_doc", "shoe"].flatMap((type) =>
    NAMES.flatMap((name) => ["GET", "HEAD", "POST", "PUT", "DELETE"].map((method) => ({ method, type, name }))),
  );

  test.each(CALLS)("%j is refused", async ({ method, type, name }) => {
    const before = await count("typed");
    const reply = await api.call(
      method,
      `/typed/${type}/${name}`,
      method === "POST" || method === "PUT" ? { name: "x" } : undefined,
    );
    expect([400, 404, 405], reply.text).toContain(reply.status);
    expect(await count("typed")).toEqual(before);
    expect((await api.call("GET", "/typed")).status).toBe(200);
  });

  test.each(["_1", "_x", "_Search", "__"])("%s is one", async (id) => {
    expect((await api.call("PUT", `/typed-ids/_doc/${id}?refresh=true`, { n: 1 })).status).toBe(201);
    expect((await api.call("GET", `/typed-ids/doc/${id}`)).body).toMatchObject({ found: true, _id: id });
  });
});

test("rights are those of the call without a type", async () => {
  const reader = await api.credential({ categories: ["search"], ops: ["read"], indices: ["typed"] });
  const writer = await api.credential({ categories: ["docs"], ops: ["write"], indices: ["typed"] });
  for (const type of TYPES) {
    expect((await api.call("POST", `/typed/${type}/_search`, ALL, { as: reader })).status).toBe(200);
    expect((await api.call("POST", `/typed/${type}/_search`, ALL, { as: writer })).status).toBe(401);
    expect((await api.call("POST", `/typed/${type}/_bulk`, '{"index":{}}\n{"n":1}\n', { as: reader })).status).toBe(
      401,
    );
    expect((await api.call("POST", `/other/${type}/_search`, ALL, { as: reader })).status).toBe(401);
  }
});
