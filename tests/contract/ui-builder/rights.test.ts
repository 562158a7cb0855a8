import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, basic, openApi } from "../api";
import { BOX } from "./support";

// Who may do what: the kinds of users and credentials, on each call.

const LIST = "/_uibuilder/searchboxes";
const ONE = "/_uibuilder/searchbox/held";
const SECRETS = ["user:key", "X-A"];

const CATEGORIES = ["uibuilder"];
const ALL_OPS = ["read", "write", "delete"];
const CREDENTIALS: Record<string, Record<string, unknown>> = {
  "credential that writes": { categories: CATEGORIES, ops: ALL_OPS, indices: ["*"] },
  "credential that writes, of one index": { categories: CATEGORIES, ops: ALL_OPS, indices: ["shop"] },
  "credential that writes, of another category": { categories: ["suggestions", "docs"], ops: ALL_OPS, indices: ["*"] },
  "public credential": { categories: CATEGORIES, ops: ["read"], indices: ["shop"] },
  "public credential of all indices": { categories: CATEGORIES, ops: ["read"], indices: ["*"] },
  "public credential that deletes": { categories: CATEGORIES, ops: ["read", "delete"], indices: ["*"] },
  "public credential for searches": { categories: ["reactivesearch", "search"], ops: ["read"], indices: ["*"] },
};
const USERS: Record<string, Record<string, unknown>> = {
  builder: { allowed_actions: ["uibuilder"], indices: ["*"] },
  "builder of one index": { allowed_actions: ["uibuilder"], indices: ["shop"] },
  analyst: { allowed_actions: ["analytics"], indices: ["*"] },
  developer: { allowed_actions: ["develop", "pipelines", "search-relevancy"], indices: ["*"] },
};

/** What each gets: the whole box, one without secrets, or nothing; the list; a save; a removal. */
const MAY: Record<string, { one: "whole" | "open" | "no"; list: boolean; save: boolean; remove: boolean }> = {
  "credential that writes": { one: "whole", list: true, save: true, remove: true },
  "credential that writes, of one index": { one: "whole", list: false, save: false, remove: false },
  "credential that writes, of another category": { one: "no", list: false, save: false, remove: false },
  "public credential": { one: "open", list: false, save: false, remove: false },
  "public credential of all indices": { one: "open", list: false, save: false, remove: false },
  "public credential that deletes": { one: "open", list: false, save: false, remove: true },
  "public credential for searches": { one: "no", list: false, save: false, remove: false },
  builder: { one: "whole", list: true, save: true, remove: true },
  "builder of one index": { one: "whole", list: false, save: false, remove: false },
  analyst: { one: "no", list: false, save: false, remove: false },
  developer: { one: "no", list: false, save: false, remove: false },
};

let api: Api;
const signs = new Map<string, string>();
beforeAll(async () => {
  api = await openApi();
  for (const [name, fields] of Object.entries(CREDENTIALS)) signs.set(name, await api.credential(fields));
  for (const [name, fields] of Object.entries(USERS)) {
    const username = name.replaceAll(" ", "-");
    await api.call("POST", "/_user", { username, password: "a-quiet-owl", email: "a@example.org", ...fields });
    signs.set(name, basic(username, "a-quiet-owl"));
  }
}, 60_000);
afterAll(() => api.close());

const reached = ({ status }: { status: number }) => (status === 401 ? false : status === 200 ? true : status);

describe("search boxes", () => {
  test.each(Object.entries(MAY))("for a %s", async (name, may) => {
    const as = signs.get(name) ?? "";
    await api.call("PUT", ONE, BOX);
    const one = await api.call("GET", ONE, undefined, { as });
    const told = SECRETS.filter((secret) => one.text.includes(secret)).length;
    expect([name, one.status === 401 ? "no" : told === 0 ? "open" : told === 2 ? "whole" : told]).toEqual([
      name,
      may.one,
    ]);
    if (may.one !== "no") expect(one.body).toMatchObject({ searchbox: { popular: BOX.searchbox.popular } });
    expect(reached(await api.call("GET", LIST, undefined, { as }))).toBe(may.list);
    expect(reached(await api.call("PUT", ONE, { ...BOX, description: "other" }, { as }))).toBe(may.save);
    expect(reached(await api.call("DELETE", ONE, undefined, { as }))).toBe(may.remove);
  });

  test("for nobody", async () => {
    for (const [method, path] of [
      ["GET", LIST],
      ["GET", ONE],
      ["PUT", ONE],
      ["DELETE", ONE],
    ] as const)
      expect((await api.call(method, path, undefined, { as: null })).status).toBe(401);
  });

  test("what the request log keeps of them holds no credential", async () => {
    await api.call("PUT", ONE, BOX);
    await api.call("GET", ONE);
    await expect.poll(async () => (await api.call("GET", "/_logs?size=100")).text).toContain(ONE);
    for (const secret of SECRETS) expect((await api.call("GET", "/_logs?size=100")).text).not.toContain(secret);
  });
});
