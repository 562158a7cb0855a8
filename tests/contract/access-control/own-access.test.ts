import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { CATEGORIES } from "@common/access-control/categories";
import { NO_ROUTE } from "@common/http/not-offered";
import { type Api, basic, makeShoes, openApi } from "../api";

// What only this server has: trying a credential, a new password with time to change over, viewing as another user, who
// called when.

const MadeSchema = z.object({ username: z.string(), password: z.string(), previous_until: z.string().optional() });
const CallersSchema = z.object({
  callers: z.array(z.object({ name: z.string(), count: z.number(), last: z.number() })),
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
}, 60_000);
afterAll(() => api.close());

const make = async (fields: Record<string, unknown>) =>
  MadeSchema.parse((await api.call("POST", "/_permission", fields)).body);
const find = (as: string | undefined, index = "shoes", headers: Record<string, string> = {}) =>
  api.call("POST", `/${index}/_search`, {}, { headers, ...(as === undefined ? {} : { as }) });

describe("trying a credential", () => {
  const CALLS = [
    ["GET", "/shoes/_search"], ["POST", "/shoes/_search"], ["POST", "/hats/_search"], ["POST", "/shoes,hats/_search"], ["GET", "/_cat/indices"], ["PUT", "/shoes/_doc/9"], ["DELETE", "/shoes"],
    ["GET", "/_users"], ["POST", "/shoes/_reactivesearch"], ["GET", "/"], ["GET", "/arc/plan"], ["GET", "/shoes/_logs"], ["GET", "/shoes/_nope"], ["GET", "/a/b/c/d/e"], ["GET", "/shoes//_search"],
  ] as const; // prettier-ignore
  const CREDENTIALS: Record<string, object> = {
    "read-only on one index": { ops: ["read"], indices: ["shoes"] },
    "search alone": { categories: ["search"], indices: ["shoes"] },
    "one acl": { categories: ["search"], acls: ["count"] },
    "from a page": { referers: ["https://shop.test/*"] },
    "from a network": { sources: ["203.0.113.0/24"] },
    "out of time": { ttl: 1 },
    everything: {},
  };
  const PLACES: { address?: string; referer?: string }[] = [
    {},
    { address: "203.0.113.9" },
    { address: "198.51.100.4", referer: "https://shop.test/a" },
  ];

  test.each(Object.entries(CREDENTIALS))("%s: it says what the call itself says", async (_, fields) => {
    const { username, password } = await make({
      ...fields,
      limits: Object.fromEntries([...CATEGORIES, "ip"].map((name) => [`${name}_limit`, 100_000])),
    });
    const verdicts = new Set<boolean>();
    for (const place of PLACES) {
      for (const [method, path] of CALLS.filter(([name]) => name !== "DELETE" && name !== "PUT")) {
        const tried = await api.call("POST", `/_permission/${username}/_try`, { method, path, ...place });
        const headers = {
          ...(place.address && { "X-Forwarded-For": place.address }),
          ...(place.referer && { Referer: place.referer }),
        };
        const body = method === "POST" ? { query: path.includes("_reactive") ? [] : undefined } : undefined;
        const {
          status,
          body: answer,
          text,
        } = await api.call(method, path, body, { as: basic(username, password), headers });
        const refused = [301, 401, 405].includes(status) || (status === 404 && NO_ROUTE.includes(text));
        const told = z.object({ allowed: z.boolean(), status: z.number(), message: z.string() }).parse(tried.body);
        expect({ method, path, ...place, allowed: told.allowed }).toEqual({
          method,
          path,
          ...place,
          allowed: !refused,
        });
        if (status === 401) expect(answer).toMatchObject({ error: { message: told.message } });
        verdicts.add(told.allowed);
      }
    }
    expect(verdicts.size).toBe(2);
  });

  test("it names what the route asks for, and changes nothing", async () => {
    const { username } = await make({ ops: ["read", "delete"], indices: ["shoes"], include_fields: ["name"] });
    const { body } = await api.call("POST", `/_permission/${username}/_try`, { method: "DELETE", path: "/shoes" });
    expect(body).toMatchObject({
      allowed: true,
      route: "DELETE /:index",
      category: "indices",
      op: "delete",
      include_fields: ["name"],
    });
    expect((await api.call("GET", "/shoes/_count")).body).toMatchObject({ count: 3 });
    const refused = await api.call("POST", `/_permission/${username}/_try`, { method: "PUT", path: "/shoes/_doc/1" });
    expect(refused.body).toMatchObject({
      allowed: false,
      status: 401,
      message: 'credential cannot perform "write" operation',
      category: "docs",
      op: "write",
    });
  });

  test("it takes nothing from the limits of a credential", async () => {
    const { username, password } = await make({ categories: ["search"], limits: { search_limit: 1 } });
    for (let n = 0; n < 5; n++)
      await api.call("POST", `/_permission/${username}/_try`, { method: "GET", path: "/shoes/_search" });
    expect((await find(basic(username, password))).status).toBe(200);
  });

  test.each([
    [{ method: "TRACE", path: "/" }],
    [{ method: "GET" }],
    [{ method: "GET", path: "shoes" }],
    [{ method: "GET", path: 5 }],
    ["no json"],
  ])("refuses %j", async (body) => {
    const { username } = await make({});
    expect((await api.call("POST", `/_permission/${username}/_try`, body)).status).toBe(400);
  });

  test("needs the category, and a credential that is there", async () => {
    const { username, password } = await make({ categories: ["search"] });
    expect(
      (
        await api.call(
          "POST",
          `/_permission/${username}/_try`,
          { method: "GET", path: "/" },
          { as: basic(username, password) },
        )
      ).status,
    ).toBe(401);
    expect((await api.call("POST", "/_permission/nobody/_try", { method: "GET", path: "/" })).status).toBe(404);
  });
});

describe("a new password", () => {
  test("the old one is good for the time that was asked for, and is told to nobody", async () => {
    const { username, password } = await make({});
    const rotated = await api.call("POST", `/_permission/${username}/_rotate`, { keep_minutes: 10 });
    const fresh = MadeSchema.parse(rotated.body);
    expect(fresh.password).not.toBe(password);
    expect(Date.parse(fresh.previous_until ?? "") - Date.now()).toBeGreaterThan(9 * 60_000);
    expect([
      (await find(basic(username, password))).status,
      (await find(basic(username, fresh.password))).status,
    ]).toEqual([200, 200]);
    for (const path of ["/_permissions", `/_permission/${username}`])
      expect((await api.call("GET", path)).text).not.toContain(password);
    // Another change leaves it as it is; another new password ends the first one.
    await api.call("PATCH", `/_permission/${username}`, { description: "changed" });
    expect((await find(basic(username, password))).status).toBe(200);
    const third = MadeSchema.parse(
      (await api.call("POST", `/_permission/${username}/_rotate`, { keep_minutes: 0 })).body,
    );
    expect(third.previous_until).toBeUndefined();
    expect(
      await Promise.all(
        [password, fresh.password, third.password].map(async (one) => (await find(basic(username, one))).status),
      ),
    ).toEqual([401, 401, 200]);
  });

  test("cannot be set by hand, and not by who has less than the credential", async () => {
    const { username, password } = await make({});
    await api.call("PATCH", `/_permission/${username}`, {
      previous_password: "mine",
      previous_until: "2999-01-01T00:00:00Z",
    });
    await api.call("POST", "/_permission", { previous_password: "mine", previous_until: "2999-01-01T00:00:00Z" });
    expect((await find(basic(username, "mine"))).status).toBe(401);
    await api.call("POST", "/_user", {
      username: "lea",
      password: "a-quiet-owl",
      allowed_actions: ["access-control"],
      indices: ["shoes"],
    });
    const as = basic("lea", "a-quiet-owl");
    expect((await api.call("POST", `/_permission/${username}/_rotate`, {}, { as })).status).toBe(401);
    expect((await find(basic(username, password))).status).toBe(200);
  });

  test.each([{ keep_minutes: -1 }, { keep_minutes: 1.5 }, { keep_minutes: "10" }, { keep_minutes: 1e9 }])(
    "refuses %j",
    async (body) => {
      const { username } = await make({});
      expect((await api.call("POST", `/_permission/${username}/_rotate`, body)).status).toBe(400);
    },
  );

  test("stays out of the request log", async () => {
    const { username } = await make({ description: "watched" });
    const fresh = MadeSchema.parse(
      (await api.call("POST", `/_permission/${username}/_rotate`, { keep_minutes: 5 })).body,
    );
    expect((await api.call("GET", "/_logs?size=100")).text).not.toContain(fresh.password);
  });
});

describe("viewing as another user", () => {
  beforeAll(async () => {
    await api.call("POST", "/_user", {
      username: "nils ü",
      password: "a-quiet-owl",
      allowed_actions: ["develop"],
      indices: ["shoes"],
      sources: ["203.0.113.0/24"],
    });
  });
  const headers = { "X-View-As": encodeURIComponent("nils ü") };

  test("answers as that user is answered, from where the admin is", async () => {
    const who = await api.call("GET", "/_user", undefined, { headers });
    expect(who.body).toMatchObject({ username: "nils ü", is_admin: false, sources: ["203.0.113.0/24"] });
    expect(who.text).not.toContain("$2a$");
    expect(who.headers["x-viewed-as"]).toBe("nils%20%C3%BC");
    const nils = { as: basic("nils ü", "a-quiet-owl"), headers: { "X-Forwarded-For": "203.0.113.5" } };
    for (const path of [
      "/_cat/indices?format=json",
      "/shoes/_search",
      "/hats/_search",
      "/_users",
      "/_permissions",
      "/shoes/_mapping",
      "/_aliasedindices",
    ]) {
      const [seen, own] = await Promise.all([
        api.call("GET", path, undefined, { headers }),
        api.call("GET", path, undefined, nils),
      ]);
      expect([path, seen.status, z.unknown().parse(seen.status === 401 ? seen.body : null)]).toEqual([
        path,
        own.status,
        own.status === 401 ? own.body : null,
      ]);
    }
  });

  test.each([
    ["PUT", "/shoes/_doc/1", {}],
    ["DELETE", "/shoes", undefined],
    ["POST", "/shoes/_bulk", '{"index":{}}\n{}\n'],
    ["POST", "/_user", { username: "x", password: "a-quiet-owl", allowed_actions: ["develop"] }],
    ["PATCH", "/_user", { email: "x@shop.test" }],
    ["POST", "/shoes/_delete_by_query", { query: { match_all: {} } }],
  ])("%s %s is refused", async (method, path, body) => {
    expect((await api.call(method, path, body, { headers })).body).toMatchObject({
      error: { code: 401, message: "viewing as another user only reads" },
    });
    expect((await api.call("GET", "/shoes/_count")).body).toMatchObject({ count: 3 });
  });

  test("is for admins alone, and of users who are there", async () => {
    await api.call("POST", "/_user", {
      username: "ute",
      password: "a-quiet-owl",
      allowed_actions: ["user-management", "develop"],
      indices: ["*"],
    });
    expect((await api.call("GET", "/_user", undefined, { headers, as: basic("ute", "a-quiet-owl") })).status).toBe(401);
    const { username, password } = await make({});
    expect(
      (await api.call("GET", "/shoes/_search", undefined, { headers, as: basic(username, password) })).status,
    ).toBe(401);
    expect((await api.call("GET", "/_user", undefined, { headers: { "X-View-As": "nobody" } })).status).toBe(404);
    expect((await api.call("GET", "/_user", undefined, { headers: { "X-View-As": "%zz" } })).status).toBe(400);
  });

  test("the log tells who it was", async () => {
    await api.call("GET", "/shoes/_search?size=7", undefined, { headers });
    const { body } = await api.call("GET", "/_logs?origin=true&size=100&text=size");
    expect(JSON.stringify(body)).not.toContain('"name":"nils ü"');
  });
});

test("who called, how often and when last", async () => {
  const { username, password } = await make({});
  const began = Date.now() - 1000;
  for (let n = 0; n < 3; n++) await find(basic(username, password));
  await find(basic(username, "wrong"));
  const { callers } = CallersSchema.parse((await api.call("GET", "/_logs/callers")).body);
  const found = callers.find(({ name }) => name === username);
  expect(found?.count).toBe(3);
  expect(found?.last).toBeGreaterThan(began);
  expect(
    CallersSchema.parse((await api.call("GET", "/hats/_logs/callers")).body).callers.some(
      ({ name }) => name === username,
    ),
  ).toBe(false);
});
