import { createSign, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "./api";

const PASSWORD = "a-quiet-owl";
const RecordSchema = z.looseObject({ username: z.string(), password: z.string(), description: z.string().optional(), indices: z.array(z.string()) });
const ListSchema = z.array(RecordSchema);
const DAY = 86_400_000_000_000;
const KEY = Buffer.from(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" })).toString("base64");

// Who gives: users by name, and a credential that may manage credentials.
const GIVERS = {
  manager: { allowed_actions: ["user-management"] },
  keeper: { allowed_actions: ["user-management", "develop"], indices: ["book*"] },
  gate: { allowed_actions: ["access-control", "develop"], indices: ["books", "films*"] },
  guard: { allowed_actions: ["access-control"], indices: ["books"] },
  office: { allowed_actions: ["access-control", "user-management", "develop"], indices: ["books"], sources: ["127.0.0.0/8"] },
  lister: { allowed_actions: ["user-management", "develop"], acls: ["search", "get"], indices: ["books"] },
};
const WEAK = { categories: ["docs", "search"], ops: ["read"], indices: ["books"] };
const CLERK = {
  categories: ["permission", "search", "docs", "reactivesearch", "auth", "user"], ops: ["read", "write", "delete"], indices: ["books"], referers: ["*"], limits: { search_limit: 5000, permission_limit: 5000, auth_limit: 5000, user_limit: 5000 },
  ttl: 30 * DAY, exclude_fields: ["secret"], reactivesearchConfig: { maxSize: 50, disableQueryDSL: true },
}; // prettier-ignore
// Nothing that the clerk has not, so that each case goes beyond by one part.
const ASSISTANT = {
  ...CLERK,
  categories: ["search", "docs"],
  ops: ["read"],
  exclude_fields: ["secret", "other"],
  limits: { search_limit: 3, docs_limit: 3 },
  ttl: 10 * DAY,
};

let api: Api;
const names: Record<string, string> = {};
const signs: Record<string, string> = {};

async function make(name: string, fields: unknown): Promise<void> {
  const made = RecordSchema.parse((await api.call("POST", "/_permission", fields)).body);
  names[name] = made.username;
  signs[name] = basic(made.username, made.password);
}

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "books");
  for (const [username, fields] of Object.entries(GIVERS)) {
    await api.call("POST", "/_user", { username, password: PASSWORD, ...fields });
    signs[username] = basic(username, PASSWORD);
  }
  const ALL = [
    "develop",
    "analytics",
    "search-relevancy",
    "pipelines",
    "uibuilder",
    "access-control",
    "user-management",
    "speed",
    "curated-insights",
    "billing",
    "downtime-alerts",
  ];
  for (const [username, fields] of Object.entries({
    chief: { is_admin: true },
    all: { allowed_actions: ALL, indices: ["*"] },
    far: { allowed_actions: ["develop"], indices: ["films"] },
    plain: { allowed_actions: ["develop"], indices: ["book-1"] },
    idle: { allowed_actions: ["user-management"] },
  })) {
    await api.call("POST", "/_user", { username, password: PASSWORD, ...fields });
    signs[username] = basic(username, PASSWORD);
  }
  await make("strong", { description: "strong", role: "boss" });
  await make("weak", { ...WEAK, description: "weak" });
  await make("clerk", CLERK);
  await make("assistant", ASSISTANT);
  await make("other", { ...WEAK, indices: ["films"], role: "films" });
}, 60_000);
afterAll(() => api.close());

type Call = [as: string, method: string, path: string, body?: unknown];

function filled(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
}

async function ask([as, method, path, body]: Call) {
  return api.call(method, filled(path), body, { as: signs[as] ?? null });
}

const user = (fields: object) => ({ username: "new-user", password: PASSWORD, allowed_actions: ["user-management"], ...fields });

describe("what goes beyond the giver is refused", () => {
  const MORE = "nobody can give more than he has";
  const TAKES = "this takes the rights of somebody who has more than you";
  const AWAY = "nobody can take away more than he has";

  test.each<[...Call, message: string]>([
    // Users, new ones.
    [
      "manager",
      "POST",
      "/_user",
      user({ allowed_actions: ["develop"] }),
      `${MORE}: allowed_actions [develop], categories [docs search indices cat clusters misc streams logs sync]`,
    ],
    ["manager", "POST", "/_user", user({ allowed_actions: ["user-management", "billing"] }), `${MORE}: allowed_actions [billing]`],
    ["manager", "POST", "/_user", user({ indices: ["books"] }), `${MORE}: indices [books]`],
    ["manager", "POST", "/_user", user({ indices: ["*"] }), `${MORE}: indices [*]`],
    ["manager", "POST", "/_user", user({ is_admin: true }), "only an admin can give admin rights"],
    ["keeper", "POST", "/_user", user({ indices: ["*"] }), `${MORE}: indices [*]`],
    ["keeper", "POST", "/_user", user({ indices: ["books", "b*", "*book*", "film"] }), `${MORE}: indices [b* *book* film]`],
    ["keeper", "POST", "/_user", user({ indices: ["boo?"] }), `${MORE}: indices [boo?]`],
    ["keeper", "POST", "/_user", user({ indices: ["-book"] }), `${MORE}: indices [-book]`],
    ["keeper", "POST", "/_user", user({ indices: [".users"] }), `${MORE}: indices [.users]`],
    ["office", "POST", "/_user", user({ sources: ["0.0.0.0/0"] }), `${MORE}: sources [0.0.0.0/0]`],
    ["office", "POST", "/_user", user({ sources: ["127.0.0.0/7"] }), `${MORE}: sources [127.0.0.0/7]`],
    ["office", "POST", "/_user", user({ sources: ["::/0"] }), `${MORE}: sources [::/0]`],
    ["office", "POST", "/_user", user({ sources_xff_value: 1 }), `${MORE}: sources [127.0.0.0/8]`],
    ["lister", "POST", "/_user", user({ allowed_actions: ["develop"], acls: ["search", "bulk"] }), `${MORE}: acls [bulk]`],
    // Users that are there: himself, equals, and who has more.
    [
      "manager",
      "PATCH",
      "/_user",
      { allowed_actions: ["user-management", "access-control"] },
      `${MORE}: allowed_actions [access-control], categories [auth permission]`,
    ],
    ["manager", "PATCH", "/_user/manager", { indices: ["*"] }, `${MORE}: indices [*]`],
    ["manager", "PUT", "/_user", { indices: ["*"] }, `${MORE}: indices [*]`],
    ["manager", "PATCH", "/_user", { is_admin: true }, "only an admin can give admin rights"],
    ["keeper", "PATCH", "/_user/idle", { allowed_actions: ["develop"], indices: ["films"] }, `${MORE}: indices [films]`],
    ["office", "PATCH", "/_user", { sources: ["0.0.0.0/0"] }, `${MORE}: sources [0.0.0.0/0]`],
    ["lister", "PATCH", "/_user", { acls: ["search", "get", "bulk"] }, `${MORE}: acls [bulk]`],
    ["keeper", "PATCH", "/_user/far", { allowed_actions: ["develop", "user-management"] }, `${MORE}: indices [films]`],
    ["keeper", "PATCH", "/_user/all", { allowed_actions: ["develop"] }, `${AWAY}: `],
    ["keeper", "PATCH", "/_user/far", { password: "mine" }, `${TAKES}: indices [films]`],
    ["manager", "PATCH", "/_user/all", { password: "mine" }, `${TAKES}: allowed_actions [`],
    ["manager", "PATCH", "/_user/foo", { password: "mine" }, "only an admin can change an admin"],
    ["manager", "PATCH", "/_user/chief", { email: "x@y.test" }, "only an admin can change an admin"],
    ["manager", "POST", "/_user", user({ username: "plain" }), `${TAKES}: allowed_actions [develop]`],
    ["manager", "POST", "/_user", user({ username: "chief" }), "only an admin can change an admin"],
    ["manager", "POST", "/_user", user({ username: "{strong}" }), `${TAKES}: categories [`],
    ["manager", "DELETE", "/_user/plain", undefined, `${TAKES}: allowed_actions [develop]`],
    ["manager", "DELETE", "/_user/chief", undefined, "only an admin can change an admin"],
    ["keeper", "DELETE", "/_user/far", undefined, `${TAKES}: indices [films]`],
    // Credentials, new ones.
    ["gate", "POST", "/_permission", { indices: ["*"] }, `${MORE}: indices [*]`],
    ["gate", "POST", "/_permission", { ...WEAK, indices: ["films*", "film*", "books-2024", "book"] }, `${MORE}: indices [film* book]`],
    ["gate", "POST", "/_permission", { ...WEAK, categories: ["analytics", "user"] }, `${MORE}: categories [analytics user]`],
    ["gate", "POST", "/_role/mine", { ...WEAK, indices: ["other"] }, `${MORE}: indices [other]`],
    ["guard", "POST", "/_permission", WEAK, `${MORE}: categories [docs search]`],
    ["guard", "POST", "/_permission", { indices: ["films"] }, `${MORE}: indices [films]`],
    ["guard", "POST", "/_permission", { categories: ["docs"], indices: [] }, `${MORE}: categories [docs]`],
    ["office", "POST", "/_permission", { ...WEAK, sources: ["10.0.0.0/8"] }, `${MORE}: sources [10.0.0.0/8]`],
    ["office", "POST", "/_permission", { ...WEAK, sources: ["127.0.0.0/8"], sources_xff_value: 2 }, `${MORE}: sources [127.0.0.0/8]`],
    // Credentials that are there.
    ["gate", "PATCH", "/_permission/{weak}", { indices: ["*"] }, `${MORE}: indices [*]`],
    ["gate", "PATCH", "/_permission/{weak}", { categories: ["docs", "search", "logs", "user"] }, `${MORE}: categories [user]`],
    ["guard", "PATCH", "/_permission/{weak}", { ops: ["read", "write"] }, `${MORE}: categories [docs search]`],
    ["gate", "PATCH", "/_permission/{other}", { indices: ["films", "songs"] }, `${MORE}: indices [songs]`],
    ["gate", "PATCH", "/_permission/{strong}", { ops: ["read"] }, `${AWAY}: categories [`],
    ["gate", "PATCH", "/_permission/{strong}", { indices: ["books"], categories: ["docs"] }, `${AWAY}: categories [`],
    ["gate", "PATCH", "/_permission/{strong}", { role: "films-2" }, `${TAKES}: categories [`],
    ["gate", "PATCH", "/_permission/{strong}", { role: "" }, `${TAKES}: categories [`],
    ["gate", "DELETE", "/_permission/{strong}", undefined, `${TAKES}: categories [`],
    // A credential that manages credentials gives no more than it has either.
    ["clerk", "PATCH", "/_permission/{clerk}", { indices: ["*"] }, `${MORE}: indices [*]`],
    ["clerk", "PATCH", "/_permission/{clerk}", { categories: [...CLERK.categories, "indices"] }, `${MORE}: categories [indices]`],
    ["clerk", "PATCH", "/_permission/{clerk}", { ttl: 40 * DAY }, `${MORE}: ttl`],
    ["clerk", "PATCH", "/_permission/{clerk}", { ttl: -1 }, `${MORE}: ttl`],
    ["clerk", "PATCH", "/_permission/{clerk}", { limits: { search_limit: 6000 } }, `${MORE}: limits [search_limit]`],
    ["clerk", "PATCH", "/_permission/{clerk}", { limits: { ip_limit: 8000 } }, `${MORE}: limits [ip_limit]`],
    ["clerk", "PATCH", "/_permission/{clerk}", { exclude_fields: [] }, `${MORE}: include_fields, exclude_fields`],
    ["clerk", "PATCH", "/_permission/{clerk}", { exclude_fields: null, include_fields: ["*"] }, `${MORE}: include_fields, exclude_fields`],
    ["clerk", "PATCH", "/_permission/{clerk}", { exclude_fields: ["secret.*"] }, `${MORE}: include_fields, exclude_fields`],
    ["clerk", "PATCH", "/_permission/{clerk}", { reactivesearchConfig: { maxSize: 51 } }, `${MORE}: reactivesearchConfig.maxSize`],
    ["clerk", "PATCH", "/_permission/{clerk}", { reactivesearchConfig: { disableQueryDSL: false } }, `${MORE}: reactivesearchConfig.disableQueryDSL`],
    ["clerk", "PATCH", "/_permission/{assistant}", { indices: ["films"] }, `${MORE}: indices [films]`],
    ["clerk", "PATCH", "/_permission/{assistant}", { exclude_fields: ["other"] }, `${MORE}: include_fields, exclude_fields`],
    ["clerk", "PATCH", "/_permission/{strong}", { limits: { search_limit: 60 } }, `${MORE}: categories [`],
    ["clerk", "DELETE", "/_permission/{other}", undefined, `${TAKES}: indices [films], ttl`],
    ["clerk", "PATCH", "/_user/idle", { email: "x@y.test" }, "an error occurred while validating user admin"],
    // Keys of tokens.
    ["gate", "PUT", "/_public_key", { public_key: KEY }, "whoever signs tokens may have every role, which is more than you have: categories ["],
    ["clerk", "PUT", "/_public_key", { public_key: KEY }, "whoever signs tokens may have every role, which is more than you have: categories ["],
  ])("%s: %s %s %j", async (as, method, path, body, message) => {
    const reply = await ask([as, method, path, JSON.parse(filled(JSON.stringify(body ?? null))) ?? undefined]);
    expect(reply.body).toEqual({ error: expect.objectContaining({ code: 401, message: expect.stringContaining(message) }) });
    expect(reply.status).toBe(401);
  });
});

describe("what the giver has he may give, and what stands may stand", () => {
  test.each<Call>([
    ["manager", "POST", "/_user", user({})],
    ["manager", "PATCH", "/_user/far", { email: "far@shop.test" }],
    ["manager", "PATCH", "/_user", { password: PASSWORD }],
    ["manager", "PATCH", "/_user/idle", { password: PASSWORD }],
    ["keeper", "POST", "/_user", user({ allowed_actions: ["develop"], indices: ["book*", "books", "book-*", "bookshelf*"] })],
    ["keeper", "PATCH", "/_user/plain", { indices: ["books"] }],
    ["keeper", "PATCH", "/_user/plain", { indices: ["book-1"], password: PASSWORD }],
    ["office", "POST", "/_user", user({ username: "by-office", sources: ["127.0.0.1/32"] })],
    ["office", "POST", "/_permission", WEAK],
    ["lister", "POST", "/_user", user({ username: "by-lister", allowed_actions: ["develop"] })],
    ["all", "POST", "/_permission", { categories: ["docs", "user", "auth"], indices: ["*"], ops: ["read", "write", "delete"] }],
    ["all", "PATCH", "/_user/far", { password: PASSWORD }],
    ["gate", "POST", "/_permission", { indices: ["films-2"] }],
    ["gate", "POST", "/_permission", { ...WEAK, indices: ["films-2"], limits: { docs_limit: 5000 } }],
    ["guard", "POST", "/_permission", {}],
    ["gate", "PATCH", "/_permission/{strong}", { description: "still strong", owner: "chief" }],
    ["gate", "PATCH", "/_permission/{weak}", { ops: ["read", "write"], indices: ["books", "films-1"], role: "shopper" }],
    ["clerk", "PATCH", "/_permission/{assistant}", { limits: { search_limit: 9 }, ops: ["read", "write"], ttl: 11 * DAY, exclude_fields: ["secret"] }],
    ["clerk", "PATCH", "/_permission/{clerk}", { description: "me" }],
  ])("%s: %s %s %j", async (...call) => {
    const reply = await ask(call);
    expect([reply.status, reply.text]).toEqual([call[1] === "POST" && call[2] === "/_user" ? 201 : 200, expect.any(String)]);
  });

  test("what is not named is no more than the giver has", async () => {
    const made = await ask(["office", "POST", "/_permission", WEAK]);
    expect(made.body).toMatchObject({ sources: ["127.0.0.0/8"] });
    expect((await ask(["lister", "POST", "/_user", user({ username: "by-lister", allowed_actions: ["develop"] })])).body).toMatchObject({
      acls: ["get", "search"],
    });
    expect((await ask(["guard", "POST", "/_permission", { indices: ["books"] }])).body).toMatchObject({ categories: [], acls: [], indices: ["books"] });
    expect((await ask(["guard", "POST", "/_permission", {}])).body).toMatchObject({ categories: ["docs", "search", "indices"], indices: [] });
  });

  test("the same key may be saved again by who manages credentials", async () => {
    const body = { public_key: KEY, role_key: "role" };
    expect((await api.call("PUT", "/_public_key", body)).status).toBe(200);
    expect((await ask(["gate", "PUT", "/_public_key", body])).status).toBe(200);
    expect((await ask(["gate", "PUT", "/_public_key", { ...body, role_key: "sub" }])).status).toBe(401);
    expect((await ask(["all", "PUT", "/_public_key", { ...body, role_key: "groups" }])).status).toBe(200);
  });
});

describe("passwords are shown to whom they bring nothing new", () => {
  const password = (reply: { body: unknown }) => RecordSchema.parse(reply.body).password;

  test.each([
    ["gate", "/_permission/{strong}", false], ["gate", "/_permission/{weak}", true], ["gate", "/_role/boss", false], ["gate", "/_role/films", true], ["guard", "/_permission/{weak}", false],
    ["clerk", "/_permission/{strong}", false], ["clerk", "/_permission/{clerk}", true], ["all", "/_permission/{strong}", true], ["manager", "/_user/plain", false], ["manager", "/_user/chief", false], ["all", "/_user/chief", false],
    ["manager", "/_user/manager", true], ["manager", "/_user/idle", true], ["manager", "/_user", true], ["keeper", "/_user/plain", true], ["clerk", "/_user/idle", false],
  ])("%s at %s: %s", async (as, path, isShown) => {
    const shown = password(await ask([as, "GET", path]));
    expect(shown === "***").toBe(!isShown);
  }); // prettier-ignore

  test("in lists too, and an admin sees all", async () => {
    const seenBy = async (as: string | null, path: string) =>
      ListSchema.parse((await api.call("GET", path, undefined, as === null ? {} : { as: signs[as] ?? null })).body)
        .filter((one) => one.password !== "***")
        .map((one) => one.username);
    for (const path of ["/_permissions", "/books/_permissions", "/_users"]) {
      const all = ListSchema.parse((await api.call("GET", path)).body).map((one) => one.username);
      expect(await seenBy(null, path)).toEqual(all);
    }
    expect(await seenBy("gate", "/_permissions")).not.toContain(names["strong"]);
    expect(await seenBy("gate", "/_permissions")).toContain(names["weak"]);
    await api.call("PATCH", `/_permission/${names["strong"]}`, { owner: "gate" });
    expect(await seenBy("gate", "/user/_permissions")).not.toContain(names["strong"]);
    expect(await seenBy("manager", "/_users")).toEqual(expect.not.arrayContaining(["foo", "chief", "plain", "all"]));
  });
});

test("a key set by who has less signs for nobody: the refused one is not stored", async () => {
  const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = { public_key: Buffer.from(own.publicKey.export({ type: "spki", format: "pem" })).toString("base64") };
  expect((await ask(["gate", "PUT", "/_public_key", body])).status).toBe(401);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part({ role: "boss", groups: "boss" })}`;
  const token = `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(own.privateKey).toString("base64url")}`;
  expect((await api.call("GET", "/books/_count", undefined, { as: `Bearer ${token}` })).body).toMatchObject({
    error: { message: "Unable to parse JWT: crypto/rsa: verification error" },
  });
});

describe("a credential that is bound to its creator", () => {
  test("is good for as long as he is there and has its rights, and no other is", async () => {
    const user = { username: "sharer", password: PASSWORD, allowed_actions: ["access-control", "analytics"], indices: ["books"] };
    await api.call("POST", "/_user", user);
    const given = { categories: ["analytics"], ops: ["read"], indices: ["books"] };
    const madeBy = async (fields: object) => {
      const made = await api.call("POST", "/_permission", { ...given, ...fields }, { as: basic("sharer", PASSWORD) });
      const { username, password } = RecordSchema.parse(made.body);
      return { bound: (made.body as { bound_to_creator?: boolean }).bound_to_creator, as: basic(username, password) };
    };
    const [bound, free] = [await madeBy({ bound_to_creator: true }), await madeBy({ bound_to_creator: false })];
    expect([bound.bound, free.bound]).toEqual([true, undefined]);
    const read = async ({ as }: { as: string }) => (await api.call("GET", "/_analytics/books/popular-searches", undefined, { as })).status;
    const states: number[][] = [];
    const look = async () => states.push([await read(bound), await read(free)]);
    await look();
    for (const change of [
      { indices: ["films"] },
      { indices: ["books", "films"] },
      { allowed_actions: ["access-control", "develop"] },
      { allowed_actions: user.allowed_actions },
    ]) {
      await api.call("PATCH", "/_user/sharer", change);
      await look();
    }
    await api.call("DELETE", "/_user/sharer");
    await look();
    // Somebody of the same name, with less.
    await api.call("POST", "/_user", { ...user, allowed_actions: ["develop"] });
    await look();
    expect(states).toEqual([[200, 200], [401, 200], [200, 200], [401, 200], [200, 200], [401, 200], [401, 200]]); // prettier-ignore
    await api.call("DELETE", "/_user/sharer");
  });
});

describe("the last admin stays", () => {
  const call = (as: string, method: string, path: string, body?: unknown) => api.call(method, path, body, { as: signs[as] ?? null });

  test("two admins who remove or lower each other, or themselves, at the same time leave one", async () => {
    signs["foo"] = basic("foo", "bar");
    for (const pair of [
      ["DELETE", "DELETE"],
      ["PATCH", "DELETE"],
      ["PATCH", "PATCH"],
      ["POST", "DELETE"],
    ]) {
      const [one = "", two = ""] = pair;
      const bodyOf = (method: string, username: string) =>
        method === "DELETE"
          ? undefined
          : method === "PATCH"
            ? { is_admin: false, allowed_actions: ["speed"] }
            : { username, password: "bar", allowed_actions: ["speed"] };
      const pathOf = (method: string, username: string) => (method === "POST" ? "/_user" : `/_user/${username}`);
      const replies = await Promise.all([
        call("foo", one, pathOf(one, "foo"), bodyOf(one, "foo")),
        call("chief", two, pathOf(two, "chief"), bodyOf(two, "chief")),
      ]);
      expect(replies.filter(({ status }) => status === 400).map(({ body }) => body)).toEqual([
        { error: expect.objectContaining({ message: expect.stringContaining("is the only admin: make another one first") }) },
      ]);
      const left = replies[0]?.status === 400 ? "foo" : "chief";
      await call(left, "POST", "/_user", { username: left === "foo" ? "chief" : "foo", password: left === "foo" ? PASSWORD : "bar", is_admin: true });
    }
  });

  test("alone he neither goes nor steps back, by none of the calls", async () => {
    await call("foo", "DELETE", "/_user/chief");
    for (const [method, path, body] of [
      ["DELETE", "/_user"], ["DELETE", "/_user/foo"], ["PATCH", "/_user", { is_admin: false, allowed_actions: ["speed"] }], ["PUT", "/_user/foo", { is_admin: false }], ["POST", "/_user", { username: "foo", password: "bar", allowed_actions: ["speed"] }],
    ] as const) expect((await call("foo", method, path, body)).body).toMatchObject({ error: { code: 400, message: 'user with "username"="foo" is the only admin: make another one first' } }); // prettier-ignore
    expect((await call("foo", "GET", "/_user")).body).toMatchObject({ is_admin: true });
  });
});
