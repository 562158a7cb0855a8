import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { api, openAccess, outcome, refusal } from "./support/access";

openAccess();

const CredentialSchema = z.looseObject({
  username: z.string(),
  ttl: z.number(),
  limits: z.record(z.string(), z.number()),
  reactivesearchConfig: z.unknown().optional(),
  expired: z.boolean(),
});

describe("credentials", () => {
  const make = async (fields: unknown) => CredentialSchema.parse((await api.call("POST", "/_permission", fields)).body);
  const read = async (name: string) => CredentialSchema.parse((await api.call("GET", `/_permission/${name}`)).body);

  test("a time of years, in nanoseconds, is no safe integer and still a time", async () => {
    const year = 31_536_000_000_000_000;
    const { username, ttl, expired } = await make({ ttl: year });
    expect([ttl, expired]).toEqual([year, false]);
    expect((await api.call("GET", `/_permission/${username}`)).text).toContain('"ttl":31536000000000000,');
    expect(await outcome("PATCH", `/_permission/${username}`, { ttl: 2 * year })).toMatchObject([200, {}]);
    expect((await read(username)).ttl).toBe(2 * year);
    expect(await outcome("PATCH", `/_permission/${username}`, { ttl: 1e19 })).toEqual(
      refusal(400, "can't parse request body"),
    );
    expect(await outcome("PATCH", `/_permission/${username}`, { ttl: 1.5 })).toEqual(
      refusal(400, "can't parse request body"),
    );
  });

  test("null and unknown limits are no limits", async () => {
    expect((await make({ limits: { search_limit: null, docs_limit: 7, nope_limit: "x" } })).limits).toMatchObject({
      search_limit: 30,
      docs_limit: 7,
    });
    expect(await outcome("POST", "/_permission", { limits: { search_limit: 1.5 } })).toEqual(
      refusal(400, "can't parse request body"),
    );
    expect((await make("null")).limits).toMatchObject({ ip_limit: 7200 });
  });

  test("a change of the search API's limits lies over those that are there", async () => {
    const { username } = await make({
      reactivesearchConfig: { maxSize: 100, disableQueryDSL: true, maxAggregationSize: null },
    });
    await api.call("PATCH", `/_permission/${username}`, {
      reactivesearchConfig: { maxSize: 3, disableQueryDSL: null },
    });
    expect((await read(username)).reactivesearchConfig).toEqual({ maxSize: 3, disableQueryDSL: true });
  });

  test("fields that cannot be changed may be sent along empty", async () => {
    const { username } = await make({});
    expect(
      (
        await api.call("PATCH", `/_permission/${username}`, {
          username: "",
          password: null,
          creator: "",
          created_at: "",
          expired: false,
          description: "d",
        })
      ).body,
    ).toMatchObject({ code: 200 });
    for (const field of ["username", "password", "creator", "created_at"]) {
      expect(await outcome("PATCH", `/_permission/${username}`, { [field]: "x" })).toEqual(
        refusal(400, `cannot patch field "${field}" in permission`),
      );
      expect(await outcome("PATCH", `/_permission/${username}`, { [field]: 5 })).toEqual(
        refusal(400, "can't parse request body"),
      );
    }
    expect(await outcome("PATCH", `/_permission/${username}`, { expired: "no" })).toEqual(
      refusal(400, "can't parse request body"),
    );
  });

  test("patterns that cannot be read are refused", async () => {
    expect(await outcome("POST", "/_permission", { indices: ["shoes", "["] })).toEqual(
      refusal(400, "error parsing regexp: missing closing ]: `[`"),
    );
    expect(await outcome("POST", "/_permission", { referers: ["*("] })).toEqual(
      refusal(400, 'invalid referer regexp ".*(" encountered: error parsing regexp: missing closing ): `.*(`'),
    );
    const { username } = await make({});
    expect((await outcome("PATCH", `/_permission/${username}`, { referers: ["("] }))[0]).toBe(400);
    expect(
      (await make({ indices: ["**", "a.b-*", "a+b", "[a-z]*"], referers: ["https://shop.test/?q=*"] })).username,
    ).not.toBe("");
  });

  test("`local=true` changes nothing", async () => {
    const { username } = await make({ description: "a" });
    await api.call("PATCH", `/_permission/${username}?local=true`, { description: "b" });
    expect(await outcome("DELETE", `/_permission/${username}?local=true`)).toEqual([
      200,
      { code: 200, status: "OK", message: `permission with "username"="${username}" deleted` },
    ]);
    expect(await read(username)).toMatchObject({ description: "a" });
  });

  test("a call that names itself a stream needs that category, and gains nothing by it", async () => {
    const headers = { "X-Request-Category": "streams" };
    const searches = await api.credential({ categories: ["search"] });
    expect((await api.call("GET", "/shoes/_count", undefined, { as: searches })).status).toBe(200);
    expect(await outcome("GET", "/shoes/_count", undefined, { as: searches, headers })).toEqual(
      refusal(401, "credential is not allowed to access streams"),
    );
    const streams = await api.credential({ categories: ["streams", "misc"] });
    expect(await outcome("GET", "/shoes/_doc/1", undefined, { as: streams, headers })).toEqual(
      refusal(401, 'credentials cannot access "get" acl'),
    );
    expect(
      (
        await api.call("GET", "/shoes/_count", undefined, {
          as: await api.credential({ categories: ["streams", "search"] }),
          headers,
        })
      ).status,
    ).toBe(200);
  });

  test("a call beyond the limit of its category does not count for its address", async () => {
    const as = await api.credential({
      categories: ["search", "docs"],
      limits: { search_limit: 1, docs_limit: 100, ip_limit: 4 },
    });
    const burst = await Promise.all([1, 2, 3, 4, 5].map(() => api.call("GET", "/shoes/_count", undefined, { as })));
    const admitted = burst.filter(({ status }) => status === 200).length;
    expect(burst.some(({ status }) => status === 429)).toBe(true);
    const rest = 4 - admitted;
    for (let call = 0; call < rest; call++)
      expect((await api.call("GET", "/shoes/_doc/1", undefined, { as })).status).toBe(200);
    expect((await api.call("GET", "/shoes/_doc/1", undefined, { as })).status).toBe(429);
  });

  test("referers, sources and limits hold for the ping too", async () => {
    expect(
      await outcome("GET", "/", undefined, { as: await api.credential({ referers: ["https://shop.test/*"] }) }),
    ).toEqual(refusal(401, "permission doesn't have required referers"));
    expect((await outcome("GET", "/", undefined, { as: await api.credential({ sources: ["10.0.0.0/8"] }) }))[0]).toBe(
      401,
    );
    const few = await api.credential({ limits: { ip_limit: 1 }, categories: ["search"] });
    expect((await api.call("GET", "/", undefined, { as: few })).status).toBe(200);
    expect(await outcome("GET", "/", undefined, { as: few })).toEqual([
      429,
      { code: 429, status: "Too Many Requests", message: "Rate limit exceeded" },
    ]);
  });

  test.each([
    ["https://shop.test/*", "https://shop.test/list?page=2", 200],
    ["https://shop.test/*", "http://evil.test/https://shop.test/", 401],
    ["https://shop.test/*", "https://evil.test/?https://shop.test/x", 401],
    ["https://shop.test/*", "https://shop.test.evil.test/", 401],
    ["https://shop.test/*", "https://shop.test@evil.test/", 401],
    ["https://shop.test/*", "https://shop.test:8443/", 401],
    ["https://shop.test", "https://shop.test.evil.test/", 401],
    ["*.shop.test", "https://www.shop.test/x", 200],
    ["*.shop.test", "https://evil.test/x.shop.test", 401],
    ["*", "", 200],
  ])("the referer %s at a call from %j: %s", async (referer, page, status) => {
    const as = await api.credential({ referers: [referer], categories: ["search"] });
    expect(
      (await api.call("GET", "/shoes/_count", undefined, { as, headers: page === "" ? {} : { Referer: page } })).status,
    ).toBe(status);
  });

  test("sources with counted proxies pass over what the caller may write", async () => {
    const as = await api.credential({ sources: ["10.0.0.0/8"], sources_xff_value: 1, categories: ["search"] });
    const forged: Record<string, string>[] = [
      { "X-Real-Ip": "10.9.9.9" },
      { "X-Real-Ip": "10.9.9.9", "X-Forwarded-For": "192.168.1.5" },
      { "X-Real-Ip": "10.9.9.9", "X-Forwarded-For": "10.9.9.9, 203.0.113.9" },
    ];
    for (const headers of forged) {
      expect((await api.call("GET", "/shoes/_count", undefined, { as, headers })).status).toBe(401);
    }
    const seen = await api.credential({ sources: ["203.0.113.0/24"], sources_xff_value: 1, categories: ["search"] });
    expect(
      (
        await api.call("GET", "/shoes/_count", undefined, {
          as: seen,
          headers: { "X-Forwarded-For": "8.8.8.8, 203.0.113.9" },
        })
      ).status,
    ).toBe(200);
  });

  test("networks have one spelling", async () => {
    for (const source of ["010.0.0.0/8", "10.1/16", "0x0a.0.0.0/8"])
      expect(await outcome("POST", "/_permission", { sources: [source] })).toEqual(
        refusal(400, `source "${source}" is not a valid CIDR notation: invalid CIDR address: ${source}`),
      );
  });

  test("a token with an empty role names nobody", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await api.call("PUT", "/_public_key", {
      public_key: Buffer.from(publicKey.export({ type: "spki", format: "pem" })).toString("base64"),
    });
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part({ role: "" })}`;
    const token = `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(privateKey).toString("base64url")}`;
    expect(await outcome("GET", "/shoes/_count", undefined, { as: `Bearer ${token}` })).toEqual(
      refusal(401, "No API credentials match with provided username: "),
    );
  });
});
