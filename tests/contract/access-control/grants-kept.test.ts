import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { basic } from "../api";
import {
  api,
  ask,
  type Call,
  DAY,
  KEY,
  names,
  openGrants,
  PASSWORD,
  RecordSchema,
  signs,
  user,
  WEAK,
} from "./support/grants";

openGrants();

const ListSchema = z.array(RecordSchema);

describe("what the giver has he may give, and what stands may stand", () => {
  test.each<Call>([
    ["manager", "POST", "/_user", user({})],
    ["manager", "PATCH", "/_user/far", { email: "far@shop.test" }],
    ["manager", "PATCH", "/_user", { password: PASSWORD }],
    ["manager", "PATCH", "/_user/idle", { password: PASSWORD }],
    [
      "keeper",
      "POST",
      "/_user",
      user({ allowed_actions: ["develop"], indices: ["book*", "books", "book-*", "bookshelf*"] }),
    ],
    ["keeper", "PATCH", "/_user/plain", { indices: ["books"] }],
    ["keeper", "PATCH", "/_user/plain", { indices: ["book-1"], password: PASSWORD }],
    ["office", "POST", "/_user", user({ username: "by-office", sources: ["127.0.0.1/32"] })],
    ["office", "POST", "/_permission", WEAK],
    ["lister", "POST", "/_user", user({ username: "by-lister", allowed_actions: ["develop"] })],
    [
      "all",
      "POST",
      "/_permission",
      { categories: ["docs", "user", "auth"], indices: ["*"], ops: ["read", "write", "delete"] },
    ],
    ["all", "PATCH", "/_user/far", { password: PASSWORD }],
    ["gate", "POST", "/_permission", { indices: ["films-2"] }],
    ["gate", "POST", "/_permission", { ...WEAK, indices: ["films-2"], limits: { docs_limit: 5000 } }],
    ["guard", "POST", "/_permission", {}],
    ["gate", "PATCH", "/_permission/{strong}", { description: "still strong", owner: "chief" }],
    [
      "gate",
      "PATCH",
      "/_permission/{weak}",
      { ops: ["read", "write"], indices: ["books", "films-1"], role: "shopper" },
    ],
    [
      "clerk",
      "PATCH",
      "/_permission/{assistant}",
      { limits: { search_limit: 9 }, ops: ["read", "write"], ttl: 11 * DAY, exclude_fields: ["secret"] },
    ],
    ["clerk", "PATCH", "/_permission/{clerk}", { description: "me" }],
  ])("%s: %s %s %j", async (...call) => {
    const reply = await ask(call);
    expect([reply.status, reply.text]).toEqual([
      call[1] === "POST" && call[2] === "/_user" ? 201 : 200,
      expect.any(String),
    ]);
  });

  test("what is not named is no more than the giver has", async () => {
    const made = await ask(["office", "POST", "/_permission", WEAK]);
    expect(made.body).toMatchObject({ sources: ["127.0.0.0/8"] });
    expect(
      (await ask(["lister", "POST", "/_user", user({ username: "by-lister", allowed_actions: ["develop"] })])).body,
    ).toMatchObject({
      acls: ["get", "search"],
    });
    expect((await ask(["guard", "POST", "/_permission", { indices: ["books"] }])).body).toMatchObject({
      categories: [],
      acls: [],
      indices: ["books"],
    });
    expect((await ask(["guard", "POST", "/_permission", {}])).body).toMatchObject({
      categories: ["docs", "search", "indices"],
      indices: [],
    });
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
    const user = {
      username: "sharer",
      password: PASSWORD,
      allowed_actions: ["access-control", "analytics"],
      indices: ["books"],
    };
    await api.call("POST", "/_user", user);
    const given = { categories: ["analytics"], ops: ["read"], indices: ["books"] };
    const madeBy = async (fields: object) => {
      const made = await api.call("POST", "/_permission", { ...given, ...fields }, { as: basic("sharer", PASSWORD) });
      const { username, password } = RecordSchema.parse(made.body);
      return { bound: (made.body as { bound_to_creator?: boolean }).bound_to_creator, as: basic(username, password) };
    };
    const [bound, free] = [await madeBy({ bound_to_creator: true }), await madeBy({ bound_to_creator: false })];
    expect([bound.bound, free.bound]).toEqual([true, undefined]);
    const read = async ({ as }: { as: string }) =>
      (await api.call("GET", "/_analytics/books/popular-searches", undefined, { as })).status;
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
  const call = (as: string, method: string, path: string, body?: unknown) =>
    api.call(method, path, body, { as: signs[as] ?? null });

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
        {
          error: expect.objectContaining({
            message: expect.stringContaining("is the only admin: make another one first"),
          }),
        },
      ]);
      const left = replies[0]?.status === 400 ? "foo" : "chief";
      await call(left, "POST", "/_user", {
        username: left === "foo" ? "chief" : "foo",
        password: left === "foo" ? PASSWORD : "bar",
        is_admin: true,
      });
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
