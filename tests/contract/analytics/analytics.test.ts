import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ENGINE_URL, startTarget, type Target } from "../../replay/target";

const ADMIN = `Basic ${Buffer.from("foo:bar").toString("base64")}`;
const IdSchema = z.object({ query_id: z.string() });
const RecordSchema = z.looseObject({ _source: z.looseObject({}) });
const CredentialSchema = z.object({ username: z.string(), password: z.string() });

describe("recording of searches", () => {
  let target: Target;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await fetch(`${target.url}${path}`, {
      method,
      headers: { Authorization: ADMIN, "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? "" : JSON.parse(text), headers: response.headers };
  }

  async function record(id: string): Promise<Record<string, unknown>> {
    const answer = await call("GET", `/.analytics/_doc/${id}`);
    return RecordSchema.parse(answer.body)._source;
  }

  async function put(body: unknown): Promise<string> {
    const answer = await call("PUT", "/shoes/_analytics/search?", body);
    expect(answer.status).toBe(200);
    return IdSchema.parse(answer.body).query_id;
  }

  beforeAll(async () => {
    target = await startTarget();
    await call("PUT", "/shoes", { mappings: { properties: { name: { type: "text" }, brand: { type: "keyword" } } } });
    await call(
      "POST",
      "/shoes/_bulk?refresh=true",
      '{"index":{"_id":"b1"}}\n{"name":"Snow boot","brand":"acme"}\n{"index":{"_id":"b2"}}\n{"name":"Rain boot","brand":"other"}\n',
    );
  }, 60_000);
  afterAll(() => target.close());

  test("a search in Elasticsearch's language is kept where its headers ask for it", async () => {
    const body = { query: { match: { name: "boot" } } };
    const answer = await call("POST", "/shoes/_search", body, {
      "X-Search-Query": encodeURIComponent("Boot, größe"),
      "X-User-Id": "u7",
      "X-Search-Filters": encodeURIComponent("brand=ACME,size=a=b"),
      "X-Search-CustomEvent": "campaign=x",
      "X-Search-State": encodeURIComponent('{"q":1}'),
      "X-Search-Click-Object": "b1",
      "X-Search-Click": "true",
      "X-Search-ClickPosition": "2",
      "X-Search-Conversion": "true",
    });
    const id = answer.headers.get("x-search-id") ?? "";
    expect(id).not.toBe("");
    await vi.waitFor(
      async () =>
        expect(await record(id)).toMatchObject({
          search_query: "boot, größe",
          user_id: "u7",
          indices: ["shoes"],
          total_hits: 2,
          search_filters: [{ key: "brand", value: "acme" }],
          c_campaign: "x",
          search_state: '{"q":1}',
          url: "/shoes/_search",
          method: "POST",
          result_click_count: 1,
          conversion_count: 1,
          hits_in_response: [{ id: "b1", index: "shoes", click: true, click_position: 2, conversion: true }],
        }),
      { timeout: 10_000 },
    );
    // More of the same search: its term stays, its total is the new one. Of several searches the first counts.
    const none = { query: { match: { name: "sandal" } } };
    const more = await call("POST", "/shoes/_msearch", `{}\n${JSON.stringify(none)}\n{}\n${JSON.stringify(body)}\n`, {
      "X-Search-Id": id,
      "X-Search-Query": "other",
    });
    expect(more.headers.get("x-search-id")).toBe(id);
    await vi.waitFor(
      async () => expect(await record(id)).toMatchObject({ search_query: "boot, größe", total_hits: 0 }),
      { timeout: 10_000 },
    );
    const empty = await call("POST", "/shoes/_search", body, { "X-Search-Query": "" });
    const emptyId = empty.headers.get("x-search-id") ?? "";
    await vi.waitFor(async () => expect(await record(emptyId)).toMatchObject({ total_hits: 2 }), { timeout: 10_000 });
    expect(await record(emptyId)).not.toHaveProperty("search_query");
    for (const [path, headers] of [
      ["/shoes/_search", {}],
      ["/shoes/_count", { "X-Search-Query": "boot" }],
    ] as const)
      expect((await call("POST", path, body, headers)).headers.get("x-search-id")).toBeNull();
  });

  test("a search of the search API is kept with its filters, and its answer names it", async () => {
    const answer = await call("POST", "/shoes/_reactivesearch", {
      query: [
        { id: "brand", type: "term", dataField: ["brand"], value: ["Acme", "other"], execute: false },
        { id: "s", dataField: ["name"], value: "Boot", react: { and: ["brand", "s__internal"] } },
      ],
      settings: { recordAnalytics: true, userId: "u1", customEvents: { campaign: "x" }, emptyQuery: true },
    });
    const id = answer.headers.get("x-search-id") ?? "";
    expect(answer.body).toMatchObject({ settings: { queryId: id } });
    await call("PUT", "/shoes/_analytics/click?", {
      click_on: { b2: 1 },
      click_type: "result",
      query_id: id,
      custom_events: { campaign: "y" },
    });
    const kept = await record(id);
    expect(kept).toMatchObject({
      search_query: "boot",
      search_query_length: 1,
      search_characters_length: 4,
      indices: ["shoes"],
      user_id: "u1",
      total_hits: 1,
      c_campaign: expect.any(String),
      search_filters: [
        { key: "brand", value: "acme" },
        { key: "brand", value: "other" },
      ],
      result_click_count: 1,
      hits_in_response: [{ id: "b2", index: "shoes", click: true, click_position: 1, conversion: false }],
      url: "/shoes/_reactivesearch",
      method: "POST",
    });
    expect(z.iso.datetime().safeParse(kept["timestamp"]).success).toBe(true);
  });

  test("suggestions alone, validate and searches without the wish are not kept", async () => {
    const suggestion = {
      query: [{ id: "q", type: "suggestion", dataField: ["name"], value: "boo" }],
      settings: { recordAnalytics: true },
    };
    expect((await call("POST", "/shoes/_reactivesearch", suggestion)).headers.get("x-search-id")).toBeNull();
    expect(
      (await call("POST", "/shoes/_reactivesearch", { query: [{ id: "s" }] })).headers.get("x-search-id"),
    ).toBeNull();
    expect(
      (await call("POST", "/shoes/_reactivesearch", suggestion, { "X-Search-Id": "mine" })).headers.get("x-search-id"),
    ).toBe("mine");
  });

  test("a term typed letter by letter is one search, kept under its last text", async () => {
    const first = await put({ query: "sno", user_id: "typist" });
    expect(await put({ query: "snow", user_id: "typist" })).toBe(first);
    expect(await record(first)).toMatchObject({ search_query: "snow" });
    expect(await put({ query: "rain", user_id: "typist" })).not.toBe(first);
  });

  test("impressions, clicks and conversions count once per document", async () => {
    const id = await put({
      query: "boots",
      user_id: "u2",
      filters: { brand: "Acme" },
      custom_events: { shop: ["a", "b"] },
    });
    await put({
      query_id: id,
      impressions: [
        { index: "shoes", id: "b1" },
        { index: "shoes", id: "b2" },
      ],
      user_id: "u2",
    });
    for (let time = 0; time < 2; time++) {
      expect(
        (await call("PUT", "/shoes/_analytics/click?", { query_id: id, click_on: { b1: 1, b2: 2 } })).body,
      ).toMatchObject({ code: 200, status: "OK" });
      await call("PUT", "/shoes/_analytics/click", {
        query_id: id,
        click_on: { s1: 3 },
        click_type: "suggestion",
        event_data: {},
      });
      expect((await call("PUT", "/shoes/_analytics/conversion?", { query_id: id, conversion_on: ["b1"] })).status).toBe(
        200,
      );
    }
    expect(await record(id)).toMatchObject({
      search_query: "boots",
      result_click_count: 2,
      suggestion_click_count: 1,
      suggestion_click_object_ids: ["s1"],
      suggestion_click_position_ids: [3],
      conversion_count: 1,
      c_shop: ["a", "b"],
      search_filters: [{ key: "brand", value: "acme" }],
      hits_in_response: [
        { id: "b1", index: "shoes", click: true, click_position: 1, conversion: true },
        { id: "b2", index: "shoes", click: true, click_position: 2, conversion: false },
      ],
    });
  });

  test("ten clicks at once are all kept", async () => {
    const id = await put({ query: "many", user_id: "u3" });
    const ids = Array.from({ length: 10 }, (_, place) => `d${place}`);
    await Promise.all(
      ids.map((doc, place) => call("PUT", "/shoes/_analytics/click", { query_id: id, click_on: { [doc]: place + 1 } })),
    );
    expect(await record(id)).toMatchObject({ result_click_count: 10 });
  });

  test.each([
    ["PUT", "/shoes/_analytics/search", "{", 400],
    ["PUT", "/shoes/_analytics/search", {}, 400],
    ["PUT", "/shoes/_analytics/search", { query: "a", custom_events: { a: 1 } }, 400],
    ["PUT", "/shoes/_analytics/search", { query: "a", impressions: [{ id: "b1" }] }, 400],
    ["PUT", "/shoes/_analytics/click", { query: "a" }, 400],
    ["PUT", "/shoes/_analytics/click", { click_on: { b1: 1 } }, 400],
    ["PUT", "/shoes/_analytics/conversion", { query_id: "nobody-knows", conversion_on: ["b1"] }, 404],
    ["PUT", "/shoes/_analytics/conversion", { query_id: "x" }, 400],
    ["PUT", "/_analytics/save-search", { query_id: "nobody-knows" }, 404],
    ["PUT", "/_analytics/favorite", { query_id: "x", favorite_on: "b1" }, 400],
    ["GET", "/_analytics/overview", undefined, 405],
    ["GET", "/shoes/_analytics", undefined, 405],
  ])("%s %s %j answers %d", async (method, path, body, status) => {
    expect((await call(method, path, body)).status).toBe(status);
  });

  test("saved searches and favourites come back to the one who kept them, newest first", async () => {
    const id = await put({ query: "winter boots", user_id: "u4" });
    const saved = await call("PUT", "/_analytics/save-search?", {
      query_id: id,
      save_search_id: "s1",
      save_search_meta: { a: 1 },
      user_id: "u4",
      custom_events: { c: "x" },
    });
    expect(saved.body).toEqual({ id: "s1" });
    const list = await call("GET", "/_analytics/saved-searches?user_id=u4&from=0&size=10");
    expect(list.body).toMatchObject([
      {
        save_search_id: "s1",
        query_id: id,
        search_query: "winter boots",
        search_characters_length: 12,
        save_search_meta: { a: 1 },
        custom_events: { c: "x" },
      },
    ]);
    expect((await call("GET", "/_analytics/saved-searches?user_id=somebody")).body).toEqual([]);
    expect((await call("GET", "/_analytics/saved-searches?user_id=u4&min_chars=13")).body).toEqual([]);
    expect(
      (
        await call("PUT", "/_analytics/favorite?", {
          query_id: id,
          favorite_on: "b1",
          source: { name: "Snow boot" },
          id: "f1",
          user_id: "u4",
        })
      ).body,
    ).toEqual({ id: "f1" });
    expect((await call("GET", "/_analytics/favorites?user_id=u4")).body).toMatchObject([
      { id: "f1", favorite_on: "b1", source: { name: "Snow boot" } },
    ]);
    expect((await call("DELETE", "/_analytics/save-search/s1?", { user_id: "u4" })).status).toBe(200);
    expect((await call("GET", "/_analytics/saved-searches?user_id=u4")).body).toEqual([]);
  });

  test("recent searches of a user, newest first, without empty ones", async () => {
    await put({ query: "first", user_id: "u5" });
    await sleep(5);
    await put({ query: "second", user_id: "u5" });
    await put({ query: "", user_id: "u5" });
    // The embedded engine shows at once what it acknowledged; a real one when it refreshes.
    if (ENGINE_URL !== undefined) await fetch(`${ENGINE_URL}/.analytics/_refresh`, { method: "POST" });
    const recent = await call("GET", "/_analytics/shoes/recent-searches?user_id=u5&size=5&min_chars=3");
    expect(recent.body).toMatchObject([
      { key: "second", count: 1, timestamp: expect.any(String) },
      { key: "first", count: 1 },
    ]);
    expect((await call("GET", "/_analytics/hats/recent-searches?user_id=u5")).body).toEqual([]);
  });

  test("a credential reads and keeps nothing of indices that are not its own", async () => {
    const made = await call("POST", "/_permission", {
      indices: ["hats"],
      categories: ["analytics"],
      ops: ["read", "write"],
    });
    const { username, password } = CredentialSchema.parse(made.body);
    const as = { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
    const id = await put({ query: "secret boots", user_id: "u6" });
    await call("PUT", "/_analytics/save-search", { query_id: id, save_search_id: "s6", user_id: "u6" });
    expect((await call("PUT", "/_analytics/save-search", { query_id: id, user_id: "u6" }, as)).status).toBe(404);
    expect((await call("GET", "/_analytics/saved-searches?user_id=u6", undefined, as)).body).toEqual([]);
    expect((await call("GET", "/_analytics/shoes/recent-searches?user_id=u6", undefined, as)).status).toBe(401);
    expect((await call("GET", "/_analytics/saved-searches?show_global=true", undefined, as)).status).toBe(400);
    expect((await call("PUT", "/shoes/_analytics/click", { query_id: id, click_on: { b1: 1 } }, as)).status).toBe(401);
  });
});
