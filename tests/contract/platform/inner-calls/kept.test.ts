import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { ADMIN, effectFor, openStage, type Stage, stateOf } from "./support";

// What is kept on the server and acts on searches of others never brings an endpoint with it: refused when it is saved,
// and not called where it was kept before.

const ENDPOINT = { url: "/_user", method: "POST", body: effectFor("/_user") };
const READING = { url: "/hidden/_search", method: "POST", body: {} };
const HOSTILE = { query: [{ id: "a", dataField: ["name"], value: "boot" }, { id: "added", endpoint: READING }] }; // prettier-ignore

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close());

const search = (more: object = {}) =>
  stage.call(
    "POST",
    "/shop/_reactivesearch",
    { query: [{ id: "s", dataField: ["name"], value: "boot", ...more }] },
    { as: ADMIN },
  );

test.each<[string, object, object]>([
  ["plain", HOSTILE, {}],
  ["in another case", { Query: [{ id: "a", EndPoint: ENDPOINT }] }, {}],
  ["brought by a parameter", { query: "{{list}}" }, { list: HOSTILE.query }],
  ["under a name that a parameter brings", { "{{name}}": [{ id: "a", endpoint: ENDPOINT }] }, { name: "query" }],
  ["in a query that a parameter brings", { query: ["{{one}}"] }, { one: { id: "a", endpoint: ENDPOINT } }],
])("a stored query with an endpoint is refused in a sentence: %s", async (_name, query, params) => {
  const saved = await stage.call("PUT", "/_storedquery/made", { index: "shop", query, params });
  expect(saved).toMatchObject({
    status: 400,
    body: {
      error: {
        message: expect.stringMatching(
          /^Remove .*\[0\]|^Remove query\[1\].*: a kept request must not call an address/,
        ) as unknown,
      },
    },
  });
  expect((await stage.call("GET", "/_storedquery/made")).status).toBe(404);
});

test("one that was kept before calls nothing, by itself or in a search", async () => {
  const now = Math.floor(Date.now() / 1000);
  const record = {
    id: "old",
    index: "shop",
    description: "",
    query: JSON.stringify(HOSTILE),
    params: "{}",
    created_at: now,
    updated_at: 0,
  };
  const places = await stage.engine({
    method: "PUT",
    path: "/.storedqueries/_doc/old",
    query: { refresh: "true" },
    body: JSON.stringify(record),
  });
  expect(places.status).toBeLessThan(300);
  const before = await stateOf(stage);
  const said = [
    await stage.call("POST", "/_storedquery/old/execute", {}),
    await stage.call("POST", "/_storedquery/old/validate", {}),
    await search({ defaultQuery: { id: "old" } }),
    await search({ customQuery: { id: "old" } }),
  ];
  for (const one of said) expect(one.text).not.toContain("hidden boot");
  expect(await stateOf(stage)).toEqual(before);
});

test("settings of relevance bring none", async () => {
  const before = await stage.call("GET", "/_users");
  const sections = {
    search: { dataField: ["name"], endpoint: ENDPOINT },
    results: { endpoint: ENDPOINT },
    endpoint: ENDPOINT,
    query: HOSTILE.query,
  };
  await stage.call("PUT", "/_searchrelevancy/shop", sections);
  for (const endpoint of [ENDPOINT, READING]) {
    await stage.call("PUT", "/_searchrelevancy/shop", { search: { dataField: ["name"], endpoint } });
    const said = await search();
    expect(said.status).toBe(200);
    expect(said.text).not.toContain("hidden boot");
  }
  expect((await stage.call("GET", "/_users")).text).toBe(before.text);
});

test("the state of a recorded search, which clients begin others with, names none and no headers of one", async () => {
  const secret = "Bearer a-secret-of-the-test";
  const endpoint = { url: "/shop/_count", method: "GET", headers: { "X-Own": secret } };
  const query = [{ id: "s", dataField: ["name"], value: "state of a search" }, { id: "e", endpoint }]; // prettier-ignore
  const made = await stage.call("POST", "/shop/_reactivesearch", {
    query,
    settings: { recordAnalytics: true, userId: "somebody" },
  });
  const { queryId } = z.object({ settings: z.object({ queryId: z.string() }) }).parse(made.body).settings;
  const state = JSON.stringify({ query: [{ id: "e", endpoint }] });
  await stage.call(
    "POST",
    "/shop/_search",
    {},
    { headers: { "X-Search-Query": "state by header", "X-Search-State": encodeURIComponent(state) } },
  );
  const saved = async () =>
    stage.call("PUT", "/_analytics/save-search", { query_id: queryId, save_search_name: "mine", user_id: "somebody" });
  await expect.poll(async () => (await saved()).status).toBe(200);
  const said = await stage.call("GET", "/_analytics/saved-searches?user_id=somebody");
  expect(said.text).toContain("state of a search");
  await expect
    .poll(async () => (await stage.call("GET", "/_analytics/popular-searches")).text)
    .toContain("state by header");
  const all = [
    said.text,
    (await stage.call("GET", "/_analytics/popular-searches")).text,
    JSON.stringify((await stateOf(stage)).records),
  ];
  for (const text of all) expect(text).not.toContain(secret);
  for (const text of all.slice(0, 2)) expect(text).not.toMatch(/endpoint/i);
});

test.each<[string, object[]]>([
  ["replaces the words", [{ type: "replace_search_term", data: { endpoint: READING } }]],
  ["sets how is searched", [{ type: "search_settings", data: { dataField: ["name"], endpoint: READING } }]],
  ["adds a filter", [{ type: "add_filter", data: { endpoint: READING } }]],
  ["gives data of its own", [{ type: "custom_data", data: HOSTILE }]],
])("a rule that %s brings none", async (_name, actions) => {
  const made = await stage.call("POST", "/_rule", { name: "made", trigger: { type: "always" }, actions });
  const said = await search();
  expect(said.text).not.toContain("hidden boot");
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await stage.call("GET", "/_rules")).body))
    await stage.call("DELETE", `/_rule/${id}`);
  expect(made.status).toBeLessThan(500);
});
