import { describe, expect, test } from "vitest";
import { ask, type Call, CLERK, DAY, filled, KEY, openGrants, user, WEAK } from "./support/grants";

openGrants();

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
    [
      "manager",
      "POST",
      "/_user",
      user({ allowed_actions: ["user-management", "billing"] }),
      `${MORE}: allowed_actions [billing]`,
    ],
    ["manager", "POST", "/_user", user({ indices: ["books"] }), `${MORE}: indices [books]`],
    ["manager", "POST", "/_user", user({ indices: ["*"] }), `${MORE}: indices [*]`],
    ["manager", "POST", "/_user", user({ is_admin: true }), "only an admin can give admin rights"],
    ["keeper", "POST", "/_user", user({ indices: ["*"] }), `${MORE}: indices [*]`],
    [
      "keeper",
      "POST",
      "/_user",
      user({ indices: ["books", "b*", "*book*", "film"] }),
      `${MORE}: indices [b* *book* film]`,
    ],
    ["keeper", "POST", "/_user", user({ indices: ["boo?"] }), `${MORE}: indices [boo?]`],
    ["keeper", "POST", "/_user", user({ indices: ["-book"] }), `${MORE}: indices [-book]`],
    ["keeper", "POST", "/_user", user({ indices: [".users"] }), `${MORE}: indices [.users]`],
    ["office", "POST", "/_user", user({ sources: ["0.0.0.0/0"] }), `${MORE}: sources [0.0.0.0/0]`],
    ["office", "POST", "/_user", user({ sources: ["127.0.0.0/7"] }), `${MORE}: sources [127.0.0.0/7]`],
    ["office", "POST", "/_user", user({ sources: ["::/0"] }), `${MORE}: sources [::/0]`],
    ["office", "POST", "/_user", user({ sources_xff_value: 1 }), `${MORE}: sources [127.0.0.0/8]`],
    [
      "lister",
      "POST",
      "/_user",
      user({ allowed_actions: ["develop"], acls: ["search", "bulk"] }),
      `${MORE}: acls [bulk]`,
    ],
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
    [
      "keeper",
      "PATCH",
      "/_user/idle",
      { allowed_actions: ["develop"], indices: ["films"] },
      `${MORE}: indices [films]`,
    ],
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
    [
      "gate",
      "POST",
      "/_permission",
      { ...WEAK, indices: ["films*", "film*", "books-2024", "book"] },
      `${MORE}: indices [film* book]`,
    ],
    [
      "gate",
      "POST",
      "/_permission",
      { ...WEAK, categories: ["analytics", "user"] },
      `${MORE}: categories [analytics user]`,
    ],
    ["gate", "POST", "/_role/mine", { ...WEAK, indices: ["other"] }, `${MORE}: indices [other]`],
    ["guard", "POST", "/_permission", WEAK, `${MORE}: categories [docs search]`],
    ["guard", "POST", "/_permission", { indices: ["films"] }, `${MORE}: indices [films]`],
    ["guard", "POST", "/_permission", { categories: ["docs"], indices: [] }, `${MORE}: categories [docs]`],
    ["office", "POST", "/_permission", { ...WEAK, sources: ["10.0.0.0/8"] }, `${MORE}: sources [10.0.0.0/8]`],
    [
      "office",
      "POST",
      "/_permission",
      { ...WEAK, sources: ["127.0.0.0/8"], sources_xff_value: 2 },
      `${MORE}: sources [127.0.0.0/8]`,
    ],
    // Credentials that are there.
    ["gate", "PATCH", "/_permission/{weak}", { indices: ["*"] }, `${MORE}: indices [*]`],
    [
      "gate",
      "PATCH",
      "/_permission/{weak}",
      { categories: ["docs", "search", "logs", "user"] },
      `${MORE}: categories [user]`,
    ],
    ["guard", "PATCH", "/_permission/{weak}", { ops: ["read", "write"] }, `${MORE}: categories [docs search]`],
    ["gate", "PATCH", "/_permission/{other}", { indices: ["films", "songs"] }, `${MORE}: indices [songs]`],
    ["gate", "PATCH", "/_permission/{strong}", { ops: ["read"] }, `${AWAY}: categories [`],
    ["gate", "PATCH", "/_permission/{strong}", { indices: ["books"], categories: ["docs"] }, `${AWAY}: categories [`],
    ["gate", "PATCH", "/_permission/{strong}", { role: "films-2" }, `${TAKES}: categories [`],
    ["gate", "PATCH", "/_permission/{strong}", { role: "" }, `${TAKES}: categories [`],
    ["gate", "DELETE", "/_permission/{strong}", undefined, `${TAKES}: categories [`],
    // A credential that manages credentials gives no more than it has either.
    ["clerk", "PATCH", "/_permission/{clerk}", { indices: ["*"] }, `${MORE}: indices [*]`],
    [
      "clerk",
      "PATCH",
      "/_permission/{clerk}",
      { categories: [...CLERK.categories, "indices"] },
      `${MORE}: categories [indices]`,
    ],
    ["clerk", "PATCH", "/_permission/{clerk}", { ttl: 40 * DAY }, `${MORE}: ttl`],
    ["clerk", "PATCH", "/_permission/{clerk}", { ttl: -1 }, `${MORE}: ttl`],
    ["clerk", "PATCH", "/_permission/{clerk}", { limits: { search_limit: 6000 } }, `${MORE}: limits [search_limit]`],
    ["clerk", "PATCH", "/_permission/{clerk}", { limits: { ip_limit: 8000 } }, `${MORE}: limits [ip_limit]`],
    ["clerk", "PATCH", "/_permission/{clerk}", { exclude_fields: [] }, `${MORE}: include_fields, exclude_fields`],
    [
      "clerk",
      "PATCH",
      "/_permission/{clerk}",
      { exclude_fields: null, include_fields: ["*"] },
      `${MORE}: include_fields, exclude_fields`,
    ],
    [
      "clerk",
      "PATCH",
      "/_permission/{clerk}",
      { exclude_fields: ["secret.*"] },
      `${MORE}: include_fields, exclude_fields`,
    ],
    [
      "clerk",
      "PATCH",
      "/_permission/{clerk}",
      { reactivesearchConfig: { maxSize: 51 } },
      `${MORE}: reactivesearchConfig.maxSize`,
    ],
    [
      "clerk",
      "PATCH",
      "/_permission/{clerk}",
      { reactivesearchConfig: { disableQueryDSL: false } },
      `${MORE}: reactivesearchConfig.disableQueryDSL`,
    ],
    ["clerk", "PATCH", "/_permission/{assistant}", { indices: ["films"] }, `${MORE}: indices [films]`],
    [
      "clerk",
      "PATCH",
      "/_permission/{assistant}",
      { exclude_fields: ["other"] },
      `${MORE}: include_fields, exclude_fields`,
    ],
    ["clerk", "PATCH", "/_permission/{strong}", { limits: { search_limit: 60 } }, `${MORE}: categories [`],
    ["clerk", "DELETE", "/_permission/{other}", undefined, `${TAKES}: indices [films], ttl`],
    ["clerk", "PATCH", "/_user/idle", { email: "x@y.test" }, "an error occurred while validating user admin"],
    // Keys of tokens.
    [
      "gate",
      "PUT",
      "/_public_key",
      { public_key: KEY },
      "whoever signs tokens may have every role, which is more than you have: categories [",
    ],
    [
      "clerk",
      "PUT",
      "/_public_key",
      { public_key: KEY },
      "whoever signs tokens may have every role, which is more than you have: categories [",
    ],
  ])("%s: %s %s %j", async (as, method, path, body, message) => {
    const reply = await ask([as, method, path, JSON.parse(filled(JSON.stringify(body ?? null))) ?? undefined]);
    expect(reply.body).toEqual({
      error: expect.objectContaining({ code: 401, message: expect.stringContaining(message) }),
    });
    expect(reply.status).toBe(401);
  });
});
