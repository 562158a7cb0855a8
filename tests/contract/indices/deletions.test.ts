import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, basic, makeShoes, openApi } from "../api";

// Re-indexing in place deletes the index behind a name. Who may use the name alone has nothing deleted by it.

let api: Api;
beforeAll(async () => {
  api = await openApi();
  for (const index of ["theirs", "own"]) await makeShoes(api, index);
  await api.call("POST", "/_aliases", { actions: [{ add: { index: "theirs", alias: "mine" } }] });
  await api.call("POST", "/_user", {
    username: "renter",
    password: "a-quiet-owl-6",
    allowed_actions: ["develop"],
    indices: ["mine", "own"],
  });
}, 60_000);
afterAll(() => api.close());

test("the index behind an alias is replaced by who may use it by its own name", async () => {
  const as = basic("renter", "a-quiet-owl-6");
  expect((await api.call("POST", "/_reindex/mine", {}, { as })).status).toBe(401);
  expect((await api.call("HEAD", "/theirs")).status).toBe(200);
  for (let round = 1; round <= 2; round++)
    expect((await api.call("POST", "/_reindex/own", {}, { as })).status).toBe(200);
  expect((await api.call("GET", "/own/_count", undefined, { as })).body).toMatchObject({ count: 3 });
  expect((await api.call("POST", "/_reindex/mine", {})).status).toBe(200);
});
