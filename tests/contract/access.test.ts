import { createSign, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "./api";

const UserSchema = z.looseObject({
  username: z.string(),
  indices: z.array(z.string()),
  allowed_actions: z.array(z.string()),
  categories: z.array(z.string()),
  email: z.string(),
  is_admin: z.boolean(),
});
const CredentialSchema = z.looseObject({
  username: z.string(),
  ttl: z.number(),
  limits: z.record(z.string(), z.number()),
  reactivesearchConfig: z.unknown().optional(),
  expired: z.boolean(),
});

const LogsSchema = z.object({ logs: z.array(z.object({ request: z.object({ uri: z.string() }) })) });

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

function refusal(status: number, message: string) {
  return [status, { error: expect.objectContaining({ code: status, message }) }];
}
async function outcome(method: string, path: string, body?: unknown, more?: Parameters<Api["call"]>[3]): Promise<[number, unknown]> {
  const reply = await api.call(method, path, body, more);
  return [reply.status, reply.body];
}

describe("users", () => {
  const NILS = { username: "nils", password: "a-quiet-owl", allowed_actions: ["develop"], indices: ["shoes"] };
  const nils = async () => UserSchema.parse((await api.call("GET", "/_user/nils")).body);
  const patch = (body: unknown) => outcome("PATCH", "/_user/nils", body);

  test("a body of null is one without fields", async () => {
    expect(await outcome("POST", "/_user", "null")).toEqual(refusal(400, `can't create a user without a "username"`));
    await api.call("POST", "/_user", NILS);
    expect((await patch("null"))[0]).toBe(200);
    expect(await patch("[]")).toEqual(refusal(400, "can't parse request body"));
  });

  test.each([{ categories: "docs" }, { categories: [5] }, { created_at: 5 }, { updated_at: 5 }, { password_hash_type: [] }])(
    "fields of the record that count for nothing must have its types: %j",
    async (fields) => {
      expect(await outcome("POST", "/_user", { ...NILS, ...fields })).toEqual(refusal(400, "can't parse request body"));
    },
  );

  test.each([
    ["[", "missing closing ]: `[`"],
    ["a(b", "missing closing ): `a(b`"],
    ["b)", "unexpected ): `b)`"],
    ["+a", "missing argument to repetition operator: `+`"],
  ])("the index pattern %s is refused", async (pattern, fault) => {
    expect(await outcome("POST", "/_user", { ...NILS, indices: [pattern] })).toEqual(
      refusal(400, `an error occurred while creating user: error parsing regexp: ${fault}`),
    );
  });

  test("an empty time of creation may be sent along, another one not", async () => {
    await api.call("POST", "/_user", NILS);
    expect((await patch({ created_at: "", email: "n@shop.test" }))[0]).toBe(200);
    expect((await patch({ created_at: null }))[0]).toBe(200);
    expect(await patch({ created_at: "2024-01-01T00:00:00Z" })).toEqual(refusal(400, `cannot patch field "created_at" in user`));
    expect((await nils()).email).toBe("n@shop.test");
  });

  test("who becomes an admin keeps the indices of his record, and may be none again, with some action left", async () => {
    await api.call("POST", "/_user", NILS);
    await patch({ is_admin: true });
    expect(await nils()).toMatchObject({ is_admin: true, indices: ["shoes"] });
    expect((await api.call("GET", "/_cat/indices", undefined, { as: basic("nils", NILS.password) })).status).toBe(200);
    expect(await patch({ is_admin: false, allowed_actions: [] })).toEqual(refusal(400, `user "allowed_actions" shouldn't be empty for non-admin users`));
    expect((await patch({ is_admin: false, allowed_actions: ["speed"] }))[0]).toBe(200);
    expect(await nils()).toMatchObject({ is_admin: false, allowed_actions: ["speed"] });
    expect(await outcome("GET", "/shoes/_count", undefined, { as: basic("nils", NILS.password) })).toEqual(
      refusal(401, "user not allowed to access elasticsearch"),
    );
  });

  test("`local=true` changes nothing", async () => {
    await api.call("POST", "/_user", NILS);
    expect(await outcome("PATCH", "/_user/nils?local=true", { email: "x@shop.test" })).toEqual([
      200,
      { code: 200, status: "OK", message: "User is updated successfully" },
    ]);
    expect(await outcome("DELETE", "/_user/nils?local=true")).toEqual([200, { code: 200, status: "OK", message: `user with "username"="nils" deleted` }]);
    expect((await nils()).email).toBe("");
  });

  test("sources hold for the first call of a sign-in too", async () => {
    await api.call("POST", "/_user", { ...NILS, sources: ["10.0.0.0/8"] });
    const as = basic("nils", NILS.password);
    for (const path of ["/", "/_user", "/shoes/_count"])
      expect(await outcome("GET", path, undefined, { as })).toEqual(refusal(401, "username nils has an invalid IP. Detected IP = 127.0.0.1"));
    expect((await api.call("GET", "/", undefined, { as, headers: { "X-Real-Ip": "10.1.1.1" } })).status).toBe(200);
  });
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
    expect(await outcome("PATCH", `/_permission/${username}`, { ttl: 1e19 })).toEqual(refusal(400, "can't parse request body"));
    expect(await outcome("PATCH", `/_permission/${username}`, { ttl: 1.5 })).toEqual(refusal(400, "can't parse request body"));
  });

  test("null and unknown limits are no limits", async () => {
    expect((await make({ limits: { search_limit: null, docs_limit: 7, nope_limit: "x" } })).limits).toMatchObject({ search_limit: 30, docs_limit: 7 });
    expect(await outcome("POST", "/_permission", { limits: { search_limit: 1.5 } })).toEqual(refusal(400, "can't parse request body"));
    expect((await make("null")).limits).toMatchObject({ ip_limit: 7200 });
  });

  test("a change of the search API's limits lies over those that are there", async () => {
    const { username } = await make({ reactivesearchConfig: { maxSize: 100, disableQueryDSL: true, maxAggregationSize: null } });
    await api.call("PATCH", `/_permission/${username}`, { reactivesearchConfig: { maxSize: 3, disableQueryDSL: null } });
    expect((await read(username)).reactivesearchConfig).toEqual({ maxSize: 3, disableQueryDSL: true });
  });

  test("fields that cannot be changed may be sent along empty", async () => {
    const { username } = await make({});
    expect(
      (await api.call("PATCH", `/_permission/${username}`, { username: "", password: null, creator: "", created_at: "", expired: false, description: "d" }))
        .body,
    ).toMatchObject({ code: 200 });
    for (const field of ["username", "password", "creator", "created_at"]) {
      expect(await outcome("PATCH", `/_permission/${username}`, { [field]: "x" })).toEqual(refusal(400, `cannot patch field "${field}" in permission`));
      expect(await outcome("PATCH", `/_permission/${username}`, { [field]: 5 })).toEqual(refusal(400, "can't parse request body"));
    }
    expect(await outcome("PATCH", `/_permission/${username}`, { expired: "no" })).toEqual(refusal(400, "can't parse request body"));
  });

  test("patterns that cannot be read are refused", async () => {
    expect(await outcome("POST", "/_permission", { indices: ["shoes", "["] })).toEqual(refusal(400, "error parsing regexp: missing closing ]: `[`"));
    expect(await outcome("POST", "/_permission", { referers: ["*("] })).toEqual(
      refusal(400, 'invalid referer regexp ".*(" encountered: error parsing regexp: missing closing ): `.*(`'),
    );
    const { username } = await make({});
    expect((await outcome("PATCH", `/_permission/${username}`, { referers: ["("] }))[0]).toBe(400);
    expect((await make({ indices: ["**", "a.b-*", "a+b", "[a-z]*"], referers: ["https://shop.test/?q=*"] })).username).not.toBe("");
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
    expect(await outcome("GET", "/shoes/_count", undefined, { as: searches, headers })).toEqual(refusal(401, "credential is not allowed to access streams"));
    const streams = await api.credential({ categories: ["streams", "misc"] });
    expect(await outcome("GET", "/shoes/_doc/1", undefined, { as: streams, headers })).toEqual(refusal(401, 'credentials cannot access "get" acl'));
    expect((await api.call("GET", "/shoes/_count", undefined, { as: await api.credential({ categories: ["streams", "search"] }), headers })).status).toBe(200);
  });

  test("a call beyond the limit of its category does not count for its address", async () => {
    const as = await api.credential({ categories: ["search", "docs"], limits: { search_limit: 1, docs_limit: 100, ip_limit: 4 } });
    const burst = await Promise.all([1, 2, 3, 4, 5].map(() => api.call("GET", "/shoes/_count", undefined, { as })));
    const admitted = burst.filter(({ status }) => status === 200).length;
    expect(burst.some(({ status }) => status === 429)).toBe(true);
    const rest = 4 - admitted;
    for (let call = 0; call < rest; call++) expect((await api.call("GET", "/shoes/_doc/1", undefined, { as })).status).toBe(200);
    expect((await api.call("GET", "/shoes/_doc/1", undefined, { as })).status).toBe(429);
  });

  test("referers, sources and limits hold for the ping too", async () => {
    expect(await outcome("GET", "/", undefined, { as: await api.credential({ referers: ["https://shop.test/*"] }) })).toEqual(
      refusal(401, "permission doesn't have required referers"),
    );
    expect((await outcome("GET", "/", undefined, { as: await api.credential({ sources: ["10.0.0.0/8"] }) }))[0]).toBe(401);
    const few = await api.credential({ limits: { ip_limit: 1 }, categories: ["search"] });
    expect((await api.call("GET", "/", undefined, { as: few })).status).toBe(200);
    expect(await outcome("GET", "/", undefined, { as: few })).toEqual([429, { code: 429, status: "Too Many Requests", message: "Rate limit exceeded" }]);
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
    expect((await api.call("GET", "/shoes/_count", undefined, { as, headers: page === "" ? {} : { Referer: page } })).status).toBe(status);
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
    expect((await api.call("GET", "/shoes/_count", undefined, { as: seen, headers: { "X-Forwarded-For": "8.8.8.8, 203.0.113.9" } })).status).toBe(200);
  });

  test("networks have one spelling", async () => {
    for (const source of ["010.0.0.0/8", "10.1/16", "0x0a.0.0.0/8"])
      expect(await outcome("POST", "/_permission", { sources: [source] })).toEqual(
        refusal(400, `source "${source}" is not a valid CIDR notation: invalid CIDR address: ${source}`),
      );
  });

  test("a token with an empty role names nobody", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await api.call("PUT", "/_public_key", { public_key: Buffer.from(publicKey.export({ type: "spki", format: "pem" })).toString("base64") });
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part({ role: "" })}`;
    const token = `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(privateKey).toString("base64url")}`;
    expect(await outcome("GET", "/shoes/_count", undefined, { as: `Bearer ${token}` })).toEqual(
      refusal(401, "No API credentials match with provided username: "),
    );
  });
});

describe("request logs", () => {
  test("tell the path decoded, and nothing of the cluster's health", async () => {
    for (const path of ["/shoes/_doc/caf%C3%A9%201/?", "/_cluster/health", "/_cluster/health?level=shards", "/_cluster/health/shoes"])
      await api.call("GET", path);
    const { logs } = LogsSchema.parse((await api.call("GET", "/_logs?size=1000")).body);
    const uris = logs.map(({ request }) => request.uri).filter((uri) => uri.startsWith("/_cluster") || uri.includes("caf"));
    expect(uris).toEqual(["/_cluster/health/shoes", "/shoes/_doc/café 1"]);
  });

  test("empty parameters are none, and each bad one is refused in its own words", async () => {
    expect((await api.call("GET", "/_logs/search?from=&size=&start_latency=&end_latency=&order_by_latency=&filter=&start_date=&end_date=")).status).toBe(200);
    expect(await outcome("GET", "/_logs/search?start_latency=x")).toEqual(refusal(400, 'strconv.Atoi: parsing "x": invalid syntax'));
    expect(await outcome("GET", "/_logs/search?end_latency=x")).toEqual(refusal(400, 'invalid value "x" for query param "end_latency"'));
    expect(await outcome("GET", "/_logs?from=99999999999999999999")).toEqual(refusal(400, 'strconv.Atoi: parsing "99999999999999999999": value out of range'));
  });
});

describe("re-indexing", () => {
  test("a body is asked for, of which every field may lack", async () => {
    for (const body of ["", "[]", '"x"', { script: 5 }])
      expect(await outcome("POST", "/_reindex/shoes", body)).toEqual(refusal(400, "Can't parse request body"));
    for (const body of ["null", { action: null, script: "", types: null }])
      expect((await api.call("POST", "/_reindex/shoes", body)).body).toMatchObject({ total: 3, created: 3 });
  });

  test.each(["/_reindex/nope", "/_reindex/nope/other"])("%s of an index that is not there is refused by what is looked at first", async (path) => {
    expect(await outcome("POST", path, {})).toEqual(refusal(400, "Unable to get the size of nope"));
    const gone = 'error fetching mappings of index "nope": elastic: Error 404 (Not Found): no such index [nope] [type=index_not_found_exception]';
    for (const wait of ["true", "false"]) expect(await outcome("POST", `${path}?wait_for_completion=${wait}`, {})).toEqual(refusal(400, gone));
    expect(await outcome("POST", `${path}?wait_for_completion=maybe`, "x")).toEqual(refusal(400, "Can't parse request body"));
  });
});

describe("documents and lists", () => {
  test("a new document's place tells its routing", async () => {
    const made = await api.call("PUT", "/shoes/_doc/routed?routing=u%2F1", { name: "x" });
    expect([made.status, made.headers["location"]]).toEqual([201, expect.stringMatching(/^\/shoes(_reindexed_\d+)?\/_doc\/routed\?routing=u%2F1$/)]);
  });

  test("HEAD of a document asks for another acl than GET", async () => {
    const as = await api.credential({ categories: ["docs"], acls: ["get"], ops: ["read"] });
    expect((await api.call("GET", "/shoes/_doc/1", undefined, { as })).status).toBe(200);
    expect((await api.call("HEAD", "/shoes/_doc/1", undefined, { as })).status).toBe(401);
    expect(
      (await api.call("HEAD", "/shoes/_doc/1", undefined, { as: await api.credential({ categories: ["docs"], acls: ["exists"], ops: ["read"] }) })).status,
    ).toBe(200);
  });

  test("lists of cat take the index as a parameter, held to the caller's indices", async () => {
    await makeShoes(api, "sandals");
    const headers = { Accept: "application/json" };
    for (const list of ["indices", "shards"])
      expect((await api.call("GET", `/_cat/${list}/?index=sand*&h=index`, undefined, { headers })).body).toEqual([{ index: "sandals" }]);
    expect((await api.call("GET", "/_cat/indices?index=.users", undefined, { as: await api.credential({ categories: ["cat"] }) })).status).toBe(401);
  });
});

describe("cross-origin calls", () => {
  const headers = { Origin: "https://shop.test" };
  test("a plain OPTIONS has no headers of theirs, a preflight for OPTIONS has", async () => {
    const plain = await api.call("OPTIONS", "/shoes", undefined, { as: null, headers });
    expect([plain.status, plain.headers["access-control-allow-origin"], plain.headers["vary"]]).toEqual([405, undefined, undefined]);
    const preflight = await api.call("OPTIONS", "/shoes", undefined, { as: null, headers: { ...headers, "Access-Control-Request-Method": "options" } });
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([200, "OPTIONS"]);
    expect((await api.call("OPTIONS", "/shoes", undefined, { as: null, headers: { ...headers, "Access-Control-Request-Method": "" } })).status).toBe(405);
  });
});

test("an index that was made by re-indexing is shown by the name it stands for, whichever was asked for", async () => {
  await makeShoes(api, "boots");
  expect((await api.call("POST", "/_reindex/boots", {})).status).toBe(200);
  for (const asked of ["boots", "boots_reindexed_1"]) {
    expect((await api.call("GET", `/${asked}/_search`)).body).toMatchObject({ hits: { hits: [{ _index: "boots" }, {}, {}] } });
    expect(Object.keys((await api.call("GET", `/${asked}/_mapping`)).body as object)).toEqual(["boots"]);
  }
});
