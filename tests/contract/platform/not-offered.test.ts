import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_ROUTE, NOT_OFFERED } from "@common/http/not-offered";
import { createServices, routesOf } from "@backend/gateway/gateway";
import type { Method, Route } from "@backend/gateway/platform/http/types";
import { type Api, makeShoes, openApi } from "../api";

// The table is only read: nothing is asked of an engine.
const TABLE: readonly Route[] = routesOf(
  createServices({ engine: () => Promise.reject(new Error("no engine here")), log: pino({ level: "silent" }) }),
);
const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const PATHS = [...new Set(TABLE.map(({ path }) => path))];

/** Calls of analytics that have no form with an index, by the real server's table: what they tell of is no index's. */
const OF_THE_CLUSTER = [
  "filter-labels",
  "preferences",
  "save-search",
  "saved-searches",
  "favorite",
  "favorites",
  "rules/usage",
  "storedqueries/usage",
  "pipelines/usage",
  "pipeline/",
  "demo",
];

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
}, 60_000);
afterAll(() => api.close());

test("every call of analytics that tells of searches has a form with an index", () => {
  const bare = TABLE.flatMap(({ path, methods }) => {
    const call = /^\/_analytics\/(?!:index)(.+)$/.exec(path)?.[1];
    return call === undefined || OF_THE_CLUSTER.some((name) => call === name || call.startsWith(name))
      ? []
      : [{ call, methods }];
  });
  expect(bare.length).toBeGreaterThan(10);
  for (const { call, methods } of bare) {
    const own = TABLE.find(({ path }) => path === `/_analytics/:index/${call}`);
    expect([call, own?.methods]).toEqual([call, methods]);
  }
});

test("values of filters below an index are those of its searches", async () => {
  for (const [index, platform] of [
    ["shoes", "web"],
    ["shoes", "app"],
    ["hats", "kiosk"],
  ] as const)
    await api.call("PUT", `/${index}/_analytics/search`, {
      query: `for ${platform}`,
      user_id: `on ${platform}`,
      custom_events: { platform },
    });
  await api.call("POST", "/.analytics/_refresh");
  const values = async (path: string, as?: string) =>
    (await api.call("GET", path, undefined, as === undefined ? {} : { as })).body;
  expect(await values("/_analytics/shoes/filter-values/platform")).toEqual({
    filter_values: expect.arrayContaining(["web", "app"]) as string[],
  });
  expect(JSON.stringify(await values("/_analytics/shoes/filter-values/platform"))).not.toContain("kiosk");
  expect(await values("/_analytics/hats/filter-values/platform")).toEqual({ filter_values: ["kiosk"] });
  expect(await values("/_analytics/shoes,hats/filter-values/platform?prefix=k")).toEqual({ filter_values: ["kiosk"] });
  expect(await values("/_analytics/hats/filter-values/user_id")).toEqual({ filter_values: ["on kiosk"] });
  const as = await api.credential({ categories: ["analytics"], indices: ["shoes"] });
  expect((await api.call("GET", "/_analytics/hats/filter-values/platform", undefined, { as })).status).toBe(401);
});

describe("what is not there", () => {
  const takes = (path: string) =>
    METHODS.filter((method) => TABLE.some((route) => route.methods.includes(method) && fits(route.path, path)));
  const filled = PATHS.map((path) => path.replace(/[:*]\w+/g, "nothing"));
  const CALLS = filled.flatMap((path) =>
    METHODS.filter((method) => !takes(path).includes(method)).map((method) => ({ method, path })),
  );

  test("is told in the error shape, with the methods that are there", async () => {
    expect(CALLS.length).toBeGreaterThan(300);
    for (const { method, path } of CALLS) {
      const reply = await api.call(method, path);
      const told =
        method === "HEAD" ? "" : { error: { code: 405, status: "Method Not Allowed", message: NOT_OFFERED } };
      expect([method, path, reply.status, reply.body]).toEqual([method, path, 405, told]);
      expect([path, reply.headers["allow"]?.split(", ")]).toEqual([path, [...takes(path)].sort()]);
    }
  });

  test.each(["/a/b/c/d/e", "/_analytics/x/y/z/q", "/_nothing/of/this/kind/at/all", "/arc/nothing/here/at/all"])(
    "GET %s",
    async (path) => {
      const reply = await api.call("GET", path);
      expect([reply.status, reply.headers["content-type"], reply.text]).toEqual([
        404,
        "application/json; charset=utf-8",
        NO_ROUTE[1],
      ]);
      expect((await api.call("HEAD", path)).text).toBe("");
    },
  );

  // What a browser asks for by itself is the only other method that a path may get.
  test("OPTIONS without a question is 405", async () => {
    expect(await api.call("OPTIONS", "/shoes/_search")).toMatchObject({
      status: 405,
      body: { error: { message: NOT_OFFERED } },
    });
  });
});

function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern, path].map((text) => text.split("/").filter((part) => part !== ""));
  if (wanted === undefined || given === undefined) return false;
  const hasRest = wanted.at(-1)?.startsWith("*") === true;
  if (hasRest ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, at) => part.startsWith(":") || part.startsWith("*") || part === given[at]);
}
