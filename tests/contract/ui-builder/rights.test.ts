import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, basic, openApi } from "../api";
import { BOX, CODE, RECOMMENDATION, SEARCH_PAGE } from "./support";

// Who may do what: the kinds of users and credentials, on each call.

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

/** What each gets: the whole record, one without secrets, or nothing; the list; a save; a removal. */
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

const PAGE_ID = "7a4c0000-1111-4222-8333-444455556666";
/** A kind of record: where it is, what it holds, what of that is secret and what is open. */
const RECORDS = [
  { what: "search boxes", list: "/_uibuilder/searchboxes", one: "/_uibuilder/searchbox/held", body: BOX, secrets: ["user:key", "X-A"], open: "books,authors" },
  { what: "pages that search", list: "/_uibuilder/search", one: `/_uibuilder/${PAGE_ID}/search`, body: SEARCH_PAGE, secrets: ["user:key", "held-1", "held-2"], open: "match_all" },
  { what: "recommendations", list: "/_uibuilder/recommendation", one: `/_uibuilder/${PAGE_ID}/recommendation`, body: RECOMMENDATION, secrets: ["user:key"], open: "most_popular" },
]; // prettier-ignore

describe.each(RECORDS)("$what", ({ list, one, body, secrets, open }) => {
  test.each(Object.entries(MAY))("for a %s", async (name, may) => {
    const as = signs.get(name) ?? "";
    await api.call("PUT", one, body);
    const read = await api.call("GET", one, undefined, { as });
    const told = secrets.filter((secret) => read.text.includes(secret)).length;
    const seen = read.status === 401 ? "no" : told === 0 ? "open" : told === secrets.length ? "whole" : told;
    expect([name, seen]).toEqual([name, may.one]);
    if (may.one !== "no") expect(read.text).toContain(open);
    expect(reached(await api.call("GET", list, undefined, { as }))).toBe(may.list);
    expect(reached(await api.call("PUT", one, { ...body, description: "other" }, { as }))).toBe(may.save);
    expect(reached(await api.call("DELETE", one, undefined, { as }))).toBe(may.remove);
  });

  test("for nobody", async () => {
    const calls = [["GET", list], ...["GET", "PUT", "DELETE"].map((method) => [method, one] as const)] as const;
    for (const [method, path] of calls)
      expect((await api.call(method, path, undefined, { as: null })).status).toBe(401);
  });

  test("what the request log keeps of them holds no credential", async () => {
    await api.call("PUT", one, body);
    await api.call("GET", one);
    await api.call("GET", list);
    await expect.poll(async () => (await api.call("GET", "/_logs?size=100")).text).toContain(list);
    const { text } = await api.call("GET", "/_logs?size=100");
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe("code", () => {
  const CODE_AT = `/_uibuilder/${PAGE_ID}/code`;

  test.each(Object.entries(MAY))(
    "for a %s: who may list may read and save it, and nobody else",
    async (name, { list }) => {
      const as = signs.get(name) ?? "";
      await api.call("PUT", `/_uibuilder/${PAGE_ID}/search`, SEARCH_PAGE);
      await api.call("PUT", CODE_AT, CODE);
      for (const path of [CODE_AT, `${CODE_AT}/versions`, `${CODE_AT}/version/1`])
        expect(reached(await api.call("GET", path, undefined, { as }))).toBe(list);
      expect(reached(await api.call("PUT", CODE_AT, CODE, { as }))).toBe(list);
    },
  );
});
