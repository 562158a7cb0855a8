import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openShop, type Shop } from "./shop";

const DAY = 86_400_000;
const start = Date.UTC(2026, 2, 2);
const at = (day: number, hour: number) => start + day * DAY + hour * 3_600_000;
const ok = (id: string, took: number) => ({ id, took, error: false, executed: true });
const failed = (id: string, took: number) => ({ id, took, error: true, executed: true });
const passedOver = (id: string) => ({ id, took: 0, error: false, executed: false });

/**
 * Three days of two pipelines, made by hand. `search` ran four times in version 1 and once in 2, nothing of it ran on
 * the second day.
 */
const runs = [
  {
    pipeline_id: "search",
    version: 1,
    took: 10,
    error: false,
    timestamp: at(0, 0),
    stages: [ok("auth", 1), ok("query", 9)],
  },
  {
    pipeline_id: "search",
    version: 1,
    took: 20,
    error: false,
    timestamp: at(0, 12),
    stages: [ok("auth", 3), failed("query", 17)],
  },
  {
    pipeline_id: "search",
    version: 1,
    took: 60,
    error: true,
    timestamp: at(2, 1),
    stages: [failed("auth", 60), passedOver("query")],
  },
  { pipeline_id: "search", version: 2, took: 5, error: false, timestamp: at(2, 2), stages: [ok("auth", 5)] },
  {
    pipeline_id: "search",
    version: 1,
    took: 30,
    error: false,
    timestamp: at(2, 23.99),
    stages: [ok("auth", 4), passedOver("query"), passedOver("cache")],
  },
  {
    pipeline_id: 'ask "AI" 日本',
    version: 7,
    took: 400,
    error: false,
    timestamp: at(1, 5),
    stages: [ok("model", 400)],
  },
];
const range = `from_timestamp=${start / 1000}&to_timestamp=${(start + 3 * DAY) / 1000 - 1}`;
const day = (n: number) => ({ key: start + n * DAY, key_as_string: new Date(start + n * DAY).toISOString() });

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
}, 60_000);
afterAll(() => shop.close());

const read = async (path: string) => (await shop.call("GET", `/_analytics/${path}`)).body;
async function write(index: string, documents: readonly object[]): Promise<void> {
  const lines = documents.flatMap((document, n) => [
    JSON.stringify({ index: { _id: "session_id" in document ? String(document.session_id) : String(n) } }),
    JSON.stringify(document),
  ]);
  expect((await shop.call("POST", `/${index}/_bulk?refresh=true`, `${lines.join("\n")}\n`)).body).toMatchObject({
    errors: false,
  });
}

describe("runs of pipelines", () => {
  test("nothing ran: empty lists, and 500 for a version that nobody knows", async () => {
    expect(await read("pipelines/usage")).toEqual({ pipelines: [] });
    expect(await read("pipeline/search/stages/usage")).toEqual({ pipeline_id: "search", stages: [] });
    expect(await read("pipeline/search/versions/usage")).toEqual({ versions: [] });
    for (const figure of ["time-taken", "error-rate"]) {
      expect(await read(`pipeline/search/${figure}`)).toEqual([]);
      for (const version of ["1", "x"])
        expect((await shop.call("GET", `/_analytics/pipeline/search/version/${version}/${figure}`)).status).toBe(500);
    }
  });

  test("usage by pipeline, version and stage, the most used first", async () => {
    await write(".pipeline_runs", runs);
    expect(await read(`pipelines/usage?${range}`)).toEqual({
      pipelines: [
        { key: "search", count: 5 },
        { key: 'ask "AI" 日本', count: 1 },
      ],
    });
    expect(await read(`pipelines/usage?${range}&size=1`)).toEqual({ pipelines: [{ key: "search", count: 5 }] });
    expect(await read("pipelines/usage?from_timestamp=1&to_timestamp=2")).toEqual({ pipelines: [] });
    expect(await read(`pipeline/search/versions/usage?${range}`)).toEqual({
      versions: [
        { key: 1, count: 4 },
        { key: 2, count: 1 },
      ],
    });
    expect(await read(`pipeline/search/stages/usage?${range}`)).toEqual({
      pipeline_id: "search",
      stages: [
        { key: "auth", count: 5 },
        { key: "query", count: 2 },
      ],
    });
    expect(await read(`pipeline/${encodeURIComponent('ask "AI" 日本')}/stages/usage?${range}`)).toMatchObject({
      stages: [{ key: "model", count: 1 }],
    });
  });

  test("time taken and error rate by day and version", async () => {
    expect(await read(`pipeline/search/time-taken?${range}`)).toEqual([
      { ...day(0), version_histogram: [{ key: 1, value: 15 }] },
      { ...day(1), version_histogram: [] },
      {
        ...day(2),
        version_histogram: [
          { key: 1, value: 45 },
          { key: 2, value: 5 },
        ],
      },
    ]);
    expect(await read(`pipeline/search/error-rate?${range}`)).toEqual([
      { ...day(0), version_histogram: [{ key: 1, value: 50 }] },
      { ...day(1), version_histogram: [] },
      {
        ...day(2),
        version_histogram: [
          { key: 1, value: 50 },
          { key: 2, value: 0 },
        ],
      },
    ]);
  });

  test("time taken and error rate by day and stage: the stages of the newest run, null or 0 where one did not run", async () => {
    const stages = (...values: (number | null)[]) =>
      ["auth", "query", "cache"].map((key, n) => ({ key, value: values[n] ?? null }));
    expect(await read(`pipeline/search/version/1/time-taken?${range}`)).toEqual([
      { ...day(0), stage_histogram: stages(2, 13, null) },
      { ...day(1), stage_histogram: stages(null, null, null) },
      { ...day(2), stage_histogram: stages(32, null, null) },
    ]);
    expect(await read(`pipeline/search/version/1/error-rate?${range}`)).toEqual([
      { ...day(0), stage_histogram: stages(0, 50, 0) },
      { ...day(1), stage_histogram: stages(0, 0, 0) },
      { ...day(2), stage_histogram: stages(50, 0, 0) },
    ]);
    expect((await shop.call("GET", `/_analytics/pipeline/search/version/3/error-rate?${range}`)).status).toBe(500);
  });
});

test("a record of a run runs nothing: what its stages name is not called, and no call runs a pipeline", async () => {
  let called = 0;
  const named = createServer((_request, response) => void ((called += 1), response.end("{}")));
  await new Promise<void>((resolve) => named.listen(0, "127.0.0.1", resolve));
  const { port } = named.address() as AddressInfo;
  const stage = {
    ...ok("fetch", 1),
    use: "httpRequest",
    inputs: { url: `http://127.0.0.1:${port}/` },
    script: "fetch(context)",
  };
  await write(".pipeline_runs", [
    {
      pipeline_id: "acts",
      version: 1,
      took: 1,
      error: false,
      timestamp: at(0, 1),
      stages: [stage],
      endpoint: stage.inputs,
    },
  ]);
  expect(await read(`pipelines/usage?${range}`)).toMatchObject({
    pipelines: expect.arrayContaining([{ key: "acts", count: 1 }]) as unknown[],
  });
  const body = { query: [{ id: "s", dataField: ["name"], value: "boot" }], pipeline: "acts" };
  await shop.call("POST", "/shoes/_reactivesearch", body);
  for (const path of ["/_pipeline", "/_pipelines", "/_pipeline/acts", "/_pipeline/acts/execute", "/_pipeline/validate"])
    expect([path, (await shop.call("POST", path, body)).status]).toEqual([
      path,
      expect.toSatisfy((status: number) => status >= 400),
    ]);
  expect(called).toBe(0);
  await new Promise((resolve) => named.close(resolve));
  await shop.call("POST", "/.pipeline_runs/_delete_by_query?refresh=true", {
    query: { term: { "pipeline_id.keyword": "acts" } },
  });
});

describe("rules and stored queries", () => {
  test("a search is kept with the stored queries that it ran", async () => {
    await shop.call("PUT", "/_storedquery/brand-of", {
      index: "shoes",
      query: { query: { term: { brand: "{{brand}}" } } },
      params: { brand: "acme" },
    });
    const query = [{ id: "s", value: "Boot", dataField: ["name"], defaultQuery: { id: "brand-of" } }];
    const { body } = await shop.call("POST", "/shoes/_reactivesearch", { query, settings: { recordAnalytics: true } });
    const { settings } = z.object({ settings: z.object({ queryId: z.string() }) }).parse(body);
    await vi.waitFor(async () => {
      expect((await shop.call("GET", `/.analytics/_doc/${settings.queryId}`)).body).toMatchObject({
        _source: { storedqueries: ["brand-of"] },
      });
    });
    await vi.waitFor(async () => {
      expect(await read("storedqueries/usage")).toEqual({ storedqueries: [{ key: "brand-of", count: 1 }] });
    });
  });

  test("usage of rules is that of the searches in which they took part", async () => {
    expect(await read("rules/usage")).toEqual({ rules: [] });
    const search = (day: number, ...queryrules: string[]) => ({
      timestamp: new Date(at(day, 1)).toISOString(),
      indices: ["shoes"],
      queryrules,
    });
    await write(".analytics", [
      search(0, "promote"),
      search(1, "promote", 'hide "all"'),
      search(2),
      search(5, "promote"),
    ]);
    expect(await read(`rules/usage?${range}`)).toEqual({
      rules: [
        { key: "promote", count: 2 },
        { key: 'hide "all"', count: 1 },
      ],
    });
    expect(await read(`rules/usage?${range}&size=1`)).toEqual({ rules: [{ key: "promote", count: 2 }] });
  });
});

describe("conversations with an AI model", () => {
  const session = (session_id: string, more: object) => {
    const { created_at } = { created_at: at(0, 1), ...more };
    const messages = [{ role: "user", content: `about ${session_id}` }];
    return {
      session_id,
      created_at,
      updated_at: created_at,
      timestamp: created_at,
      invocation_count: 1,
      messages,
      model: "gpt-x",
      user_id: "ada",
      ...more,
    };
  };
  const empty = {
    total_sessions: 0,
    total_invocations: 0,
    user_count: 0,
    total_input_tokens: 0,
    total_output_tokens: 0,
    total_tokens: 0,
    useful: [],
    users: [],
    invocations: [],
    models: [],
    session_histogram: null,
  };
  const ask = async (path: string) => (await shop.call("GET", `/_ai/${path}`)).body;

  test("nobody asked anything: zeros and empty lists", async () => {
    expect(await ask("analytics")).toEqual(empty);
    expect(await ask("analytics/filter")).toEqual({ hits: [], count: 0 });
    expect((await shop.call("GET", "/_ai/s1/detail")).status).toBe(404);
    expect((await shop.call("PUT", "/_ai/s1/analytics", { useful: true })).status).toBe(404);
  });

  test("figures of a time, in seconds as in milliseconds", async () => {
    await write(".ai_sessions", [
      session("s1", { input_tokens: 100, output_tokens: 10, useful: true }),
      session("s2", {
        input_tokens: 50,
        output_tokens: 5,
        invocation_count: 3,
        user_id: "bo",
        created_at: at(1, 1),
        useful: false,
        model: "gpt-y",
      }),
      // Begun on the second day and gone on with on the third.
      session("s3", { created_at: at(1, 2), timestamp: at(2, 2) }),
    ]);
    const wanted = {
      total_sessions: 3,
      total_invocations: 5,
      user_count: 2,
      total_input_tokens: 150,
      total_output_tokens: 15,
      total_tokens: 165,
      useful: expect.arrayContaining([
        { key: 1, key_as_string: "true", count: 1 },
        { key: 0, key_as_string: "false", count: 1 },
      ]),
      users: [
        { key: "ada", count: 2 },
        { key: "bo", count: 1 },
      ],
      invocations: [
        { key: 1, count: 2 },
        { key: 3, count: 1 },
      ],
      models: [
        { key: "gpt-x", count: 2 },
        { key: "gpt-y", count: 1 },
      ],
      session_histogram: [
        { ...day(0), count: 1, total_invocations: 1 },
        { ...day(1), count: 1, total_invocations: 3 },
        { ...day(2), count: 1, total_invocations: 1 },
      ],
    };
    expect(await ask(`analytics?${range}`)).toEqual(wanted);
    expect(await ask(`analytics?from_timestamp=${start}&to_timestamp=${start + 3 * DAY}`)).toEqual(wanted);
  });

  test.each([
    ["", ["s3", "s2", "s1"]],
    ["&offset=1", ["s2", "s1"]],
    ["&size=1", ["s3"]],
    ["&useful=true", ["s1"]],
    ["&useful=false", ["s2"]],
    ["&invocation_min=2", ["s2"]],
    ["&invocation_max=2", ["s3", "s1"]],
    ["&model_prefix=gpt-y", ["s2"]],
    ["&user_id=ada", ["s3", "s1"]],
  ])("sessions one by one%s", async (more, ids) => {
    expect(await ask(`analytics/filter?${range}${more}`)).toMatchObject({
      hits: ids.map((session_id) => ({ session_id })),
      count: ids.length,
    });
  });

  test("what a visitor thought of an answer is kept with it", async () => {
    expect((await shop.call("PUT", "/_ai/s3/analytics?", { useful: true, reason: "to the point" })).body).toMatchObject(
      { code: 200, status: "OK" },
    );
    expect(await ask("s3/detail")).toMatchObject({
      session_id: "s3",
      useful: true,
      reason: "to the point",
      user_id: "ada",
    });
  });
});
