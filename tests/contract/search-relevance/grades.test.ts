import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../api";

let api: Api;

beforeAll(async () => {
  api = await openApi();
  for (const index of ["shoes", "hats", "hidden"]) await makeShoes(api, index);
}, 60_000);
afterAll(() => api.close());

const put = (index: string, body: unknown, as?: string) =>
  api.call("PUT", `/_grade/${index}`, body, as === undefined ? {} : { as });
const get = (index: string, query: string, as?: string) =>
  api.call("GET", `/_grade/${index}${query}`, undefined, as === undefined ? {} : { as });
const metrics = (body: unknown, as?: string) =>
  api.call("POST", "/_grade/metrics", body, as === undefined ? {} : { as });
const refused = (code: number, status: string, message: unknown) => ({ error: { code, status, message } });
const graded = (grade: number) => ({
  grade,
  username: expect.any(String),
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
});

describe("grades of documents", () => {
  test("are given by term, whatever its capitals, changed, taken back and deleted", async () => {
    expect((await get("shoes", "?query=boot")).body).toEqual({ query: "boot", docs: {} });
    const made = await put("shoes", { query: " Snow  BOOT ", docs: { 1: 3, 2: 1, "a/b ü": 0 } });
    expect([made.status, made.body]).toEqual([
      200,
      { query: "snow boot", docs: { 1: graded(3), 2: graded(1), "a/b ü": graded(0) } },
    ]);
    await put("shoes", { query: "snow boot", docs: { 2: 2, "a/b ü": null, 9: null } });
    expect((await get("shoes", "?query=SNOW%20boot")).body).toEqual({
      query: "snow boot",
      docs: { 1: graded(3), 2: graded(2) },
    });
    await put("shoes", { query: "sandal", docs: { 3: 1 } });
    expect((await get("shoes", "")).body).toEqual({
      terms: [
        { query: "sandal", grades: 1 },
        { query: "snow boot", grades: 2 },
      ],
    });
    expect((await get("hats", "")).body).toEqual({ terms: [] });
    expect((await api.call("DELETE", "/_grade/shoes?query=Sandal")).body).toEqual({
      code: 200,
      status: "OK",
      message: "Grades deleted successfully",
    });
    expect((await get("shoes", "")).body).toEqual({ terms: [{ query: "snow boot", grades: 2 }] });
    expect((await api.call("DELETE", "/_grade/shoes")).status).toBe(200);
    expect((await get("shoes", "")).body).toEqual({ terms: [] });
  });

  test.each([
    ["Can't parse request body", "no json"],
    ["Can't parse request body", { query: "a", docs: { 1: "3" } }],
    ["Can't parse request body", { query: "a", docs: [3] }],
    ["query can not be empty", { docs: { 1: 3 } }],
    ["query can not be empty", { query: "  ", docs: {} }],
    ["query must not be longer than 500 letters", { query: "a".repeat(501), docs: {} }],
    ["a grade must be a whole number from 0 to 3, or null", { query: "a", docs: { 1: 4 } }],
    ["a grade must be a whole number from 0 to 3, or null", { query: "a", docs: { 1: -1 } }],
    ["a grade must be a whole number from 0 to 3, or null", { query: "a", docs: { 1: 1.5 } }],
    ["docs must go by ids of documents", { query: "a", docs: { "": 1 } }],
    [
      "docs can hold at most 1000 documents",
      { query: "a", docs: Object.fromEntries(Array.from({ length: 1_001 }, (_, id) => [id, 1])) },
    ],
  ])("refused (%#): %s", async (message, body) => {
    const reply = await put("shoes", body);
    expect([reply.status, reply.body]).toEqual([400, refused(400, "Bad Request", message)]);
  });

  test("are those of an index that is there, until they are deleted", async () => {
    for (const index of ["nowhere", "sho*", "_all", "shoes,hats"])
      for (const reply of [
        await put(index, { query: "a", docs: { 1: 1 } }),
        await api.call("DELETE", `/_grade/${index}`),
      ])
        expect(reply.body).toEqual(refused(400, "Bad Request", "Invalid index name"));
    await makeShoes(api, "caps");
    await put("caps", { query: "boot", docs: { 1: 1 } });
    await api.call("POST", "/_reindex/caps", {});
    expect((await get("caps_reindexed_1", "?query=boot")).body).toEqual({ query: "boot", docs: { 1: graded(1) } });
    expect((await metrics({ indices: ["caps"] })).body).toMatchObject({ metrics: { boot: { caps: 1 } } });
    await api.call("DELETE", "/caps_reindexed_1");
    expect((await get("caps", "")).body).toEqual({ terms: [{ query: "boot", grades: 1 }] });
    expect((await api.call("DELETE", "/_grade/caps")).status).toBe(200);
    expect((await api.call("DELETE", "/_grade/caps")).status).toBe(400);
  });
});

describe("metrics", () => {
  test("nDCG@10 of the present results, by term and index, with the settings in force", async () => {
    await put("shoes", { query: "snow boot", docs: { 1: 3, 2: 1 } });
    await put("shoes", { query: "sandal", docs: { 1: 3 } });
    await put("hats", { query: "snow boot", docs: { 2: 3, 1: 0 } });
    const before = await metrics({ indices: ["shoes", "hats"], page: 1 });
    expect([before.status, before.body]).toEqual([
      200,
      { metrics: { sandal: { shoes: 0 }, "snow boot": { shoes: 1, hats: 0.6309 } }, total: 2 },
    ]);
    expect((await metrics({ indices: ["hats"] })).body).toEqual({
      metrics: { "snow boot": { hats: 0.6309 } },
      total: 1,
    });
  });

  test("ten terms on a page", async () => {
    for (let term = 0; term < 11; term++)
      await put("hats", { query: `boot ${String.fromCharCode(97 + term)}`, docs: { 1: 1 } });
    const pages = [
      await metrics({ indices: ["hats"], page: 1 }),
      await metrics({ indices: ["hats"], page: 2 }),
      await metrics({ indices: ["hats"], page: 3 }),
    ].map(({ body }) => body as { metrics: Record<string, unknown>; total: number });
    expect(pages.map((page) => [Object.keys(page.metrics).length, page.total])).toEqual([
      [10, 12],
      [2, 12],
      [0, 12],
    ]);
    await api.call("DELETE", "/_grade/hats");
  });

  test.each([
    ["Can't parse request body", "no json"],
    ["Can't parse request body", { indices: "shoes" }],
    ["indices can not be empty", {}],
    ["Cannot compare more than 5 indices!", { indices: ["a", "b", "c", "d", "e", "f"] }],
    ["page must be a whole number from 1 on", { indices: ["shoes"], page: 0 }],
    ["Invalid index name", { indices: ["shoes", "nowhere"] }],
    ["Invalid index name", { indices: ["sh*"] }],
  ])("refused (%#): %s", async (message, body) => {
    const reply = await metrics(body);
    expect([reply.status, reply.body]).toEqual([400, refused(400, "Bad Request", message)]);
  });

  test("want the right to grades, and to each index", async () => {
    await put("hidden", { query: "boot", docs: { 1: 1 } });
    const reader = await api.credential({
      categories: ["searchgrader"],
      indices: ["shoes"],
      ops: ["read"],
      reactivesearchConfig: { maxSize: 1 },
    });
    const writer = await api.credential({
      categories: ["searchgrader"],
      indices: ["shoes"],
      ops: ["read", "write", "delete"],
    });
    const stranger = await api.credential({
      categories: ["search", "reactivesearch"],
      indices: ["*"],
      ops: ["read", "write", "delete"],
    });
    expect((await metrics({ indices: ["shoes"] }, reader)).body).toMatchObject({
      metrics: { "snow boot": { shoes: expect.closeTo(0.91, 1) } },
    });
    const denied = [
      await metrics({ indices: ["shoes", "hidden"] }, reader),
      await metrics({ indices: ["*"] }, reader),
      await metrics({ indices: [".users"] }, writer),
      await get("hidden", "?query=boot", writer),
      await put("hidden", { query: "boot", docs: {} }, writer),
      await put("shoes", { query: "boot", docs: { 1: 1 } }, reader),
      await api.call("DELETE", "/_grade/hidden", undefined, { as: writer }),
      await api.call("DELETE", "/_grade/shoes", undefined, { as: reader }),
      await get("shoes", "", stranger),
      await metrics({ indices: ["shoes"] }, stranger),
    ];
    expect(denied.map(({ status }) => status)).toEqual(denied.map(() => 401));
    expect((await put("shoes", { query: "snow boot", docs: { 1: 3 } }, writer)).status).toBe(200);
  });
});
