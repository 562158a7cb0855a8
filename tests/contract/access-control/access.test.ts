import { describe, expect, test } from "vitest";
import * as z from "zod";
import { basic, makeShoes } from "../api";
import { api, openAccess, outcome, refusal } from "./support/access";

openAccess();

const UserSchema = z.looseObject({
  username: z.string(),
  indices: z.array(z.string()),
  allowed_actions: z.array(z.string()),
  categories: z.array(z.string()),
  email: z.string(),
  is_admin: z.boolean(),
});

const LogsSchema = z.object({ logs: z.array(z.object({ request: z.object({ uri: z.string() }) })) });

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

  test.each([
    { categories: "docs" },
    { categories: [5] },
    { created_at: 5 },
    { updated_at: 5 },
    { password_hash_type: [] },
  ])("fields of the record that count for nothing must have its types: %j", async (fields) => {
    expect(await outcome("POST", "/_user", { ...NILS, ...fields })).toEqual(refusal(400, "can't parse request body"));
  });

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
    expect(await patch({ created_at: "2024-01-01T00:00:00Z" })).toEqual(
      refusal(400, `cannot patch field "created_at" in user`),
    );
    expect((await nils()).email).toBe("n@shop.test");
  });

  test("who becomes an admin keeps the indices of his record, and may be none again, with some action left", async () => {
    await api.call("POST", "/_user", NILS);
    await patch({ is_admin: true });
    expect(await nils()).toMatchObject({ is_admin: true, indices: ["shoes"] });
    expect((await api.call("GET", "/_cat/indices", undefined, { as: basic("nils", NILS.password) })).status).toBe(200);
    expect(await patch({ is_admin: false, allowed_actions: [] })).toEqual(
      refusal(400, `user "allowed_actions" shouldn't be empty for non-admin users`),
    );
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
    expect(await outcome("DELETE", "/_user/nils?local=true")).toEqual([
      200,
      { code: 200, status: "OK", message: `user with "username"="nils" deleted` },
    ]);
    expect((await nils()).email).toBe("");
  });

  test("sources hold for the first call of a sign-in too", async () => {
    await api.call("POST", "/_user", { ...NILS, sources: ["10.0.0.0/8"] });
    const as = basic("nils", NILS.password);
    for (const path of ["/", "/_user", "/shoes/_count"])
      expect(await outcome("GET", path, undefined, { as })).toEqual(
        refusal(401, "username nils has an invalid IP. Detected IP = 127.0.0.1"),
      );
    expect((await api.call("GET", "/", undefined, { as, headers: { "X-Real-Ip": "10.1.1.1" } })).status).toBe(200);
  });
});

describe("request logs", () => {
  test("tell the path decoded, and nothing of the cluster's health", async () => {
    for (const path of [
      "/shoes/_doc/caf%C3%A9%201/?",
      "/_cluster/health",
      "/_cluster/health?level=shards",
      "/_cluster/health/shoes",
    ])
      await api.call("GET", path);
    const { logs } = LogsSchema.parse((await api.call("GET", "/_logs?size=1000")).body);
    const uris = logs
      .map(({ request }) => request.uri)
      .filter((uri) => uri.startsWith("/_cluster") || uri.includes("caf"));
    expect(uris).toEqual(["/_cluster/health/shoes", "/shoes/_doc/café 1"]);
  });

  test("empty parameters are none, and each bad one is refused in its own words", async () => {
    expect(
      (
        await api.call(
          "GET",
          "/_logs/search?from=&size=&start_latency=&end_latency=&order_by_latency=&filter=&start_date=&end_date=",
        )
      ).status,
    ).toBe(200);
    expect(await outcome("GET", "/_logs/search?start_latency=x")).toEqual(
      refusal(400, 'strconv.Atoi: parsing "x": invalid syntax'),
    );
    expect(await outcome("GET", "/_logs/search?end_latency=x")).toEqual(
      refusal(400, 'invalid value "x" for query param "end_latency"'),
    );
    expect(await outcome("GET", "/_logs?from=99999999999999999999")).toEqual(
      refusal(400, 'strconv.Atoi: parsing "99999999999999999999": value out of range'),
    );
  });
});

describe("re-indexing", () => {
  test("a body is asked for, of which every field may lack", async () => {
    for (const body of ["", "[]", '"x"', { script: 5 }])
      expect(await outcome("POST", "/_reindex/shoes", body)).toEqual(refusal(400, "Can't parse request body"));
    for (const body of ["null", { action: null, script: "", types: null }])
      expect((await api.call("POST", "/_reindex/shoes", body)).body).toMatchObject({ total: 3, created: 3 });
  });

  test.each(["/_reindex/nope", "/_reindex/nope/other"])(
    "%s of an index that is not there is refused by what is looked at first",
    async (path) => {
      expect(await outcome("POST", path, {})).toEqual(refusal(400, "Unable to get the size of nope"));
      const gone =
        'error fetching mappings of index "nope": elastic: Error 404 (Not Found): no such index [nope] [type=index_not_found_exception]';
      for (const wait of ["true", "false"])
        expect(await outcome("POST", `${path}?wait_for_completion=${wait}`, {})).toEqual(refusal(400, gone));
      expect(await outcome("POST", `${path}?wait_for_completion=maybe`, "x")).toEqual(
        refusal(400, "Can't parse request body"),
      );
    },
  );
});

describe("documents and lists", () => {
  test("a new document's place tells its routing", async () => {
    const made = await api.call("PUT", "/shoes/_doc/routed?routing=u%2F1", { name: "x" });
    expect([made.status, made.headers["location"]]).toEqual([
      201,
      expect.stringMatching(/^\/shoes(_reindexed_\d+)?\/_doc\/routed\?routing=u%2F1$/),
    ]);
  });

  test("HEAD of a document asks for another acl than GET", async () => {
    const as = await api.credential({ categories: ["docs"], acls: ["get"], ops: ["read"] });
    expect((await api.call("GET", "/shoes/_doc/1", undefined, { as })).status).toBe(200);
    expect((await api.call("HEAD", "/shoes/_doc/1", undefined, { as })).status).toBe(401);
    expect(
      (
        await api.call("HEAD", "/shoes/_doc/1", undefined, {
          as: await api.credential({ categories: ["docs"], acls: ["exists"], ops: ["read"] }),
        })
      ).status,
    ).toBe(200);
  });

  test("lists of cat take the index as a parameter, held to the caller's indices", async () => {
    await makeShoes(api, "sandals");
    const headers = { Accept: "application/json" };
    for (const list of ["indices", "shards"])
      expect((await api.call("GET", `/_cat/${list}/?index=sand*&h=index`, undefined, { headers })).body).toEqual([
        { index: "sandals" },
      ]);
    expect(
      (
        await api.call("GET", "/_cat/indices?index=.users", undefined, {
          as: await api.credential({ categories: ["cat"] }),
        })
      ).status,
    ).toBe(401);
  });
});

describe("cross-origin calls", () => {
  const headers = { Origin: "https://shop.test" };
  test("a plain OPTIONS has no headers of theirs, a preflight for OPTIONS has", async () => {
    const plain = await api.call("OPTIONS", "/shoes", undefined, { as: null, headers });
    expect([plain.status, plain.headers["access-control-allow-origin"], plain.headers["vary"]]).toEqual([
      405,
      undefined,
      undefined,
    ]);
    const preflight = await api.call("OPTIONS", "/shoes", undefined, {
      as: null,
      headers: { ...headers, "Access-Control-Request-Method": "options" },
    });
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([200, "OPTIONS"]);
    expect(
      (
        await api.call("OPTIONS", "/shoes", undefined, {
          as: null,
          headers: { ...headers, "Access-Control-Request-Method": "" },
        })
      ).status,
    ).toBe(405);
  });
});

test("an index that was made by re-indexing is shown by the name it stands for, whichever was asked for", async () => {
  await makeShoes(api, "boots");
  expect((await api.call("POST", "/_reindex/boots", {})).status).toBe(200);
  for (const asked of ["boots", "boots_reindexed_1"]) {
    expect((await api.call("GET", `/${asked}/_search`)).body).toMatchObject({
      hits: { hits: [{ _index: "boots" }, {}, {}] },
    });
    expect(Object.keys((await api.call("GET", `/${asked}/_mapping`)).body as object)).toEqual(["boots"]);
  }
});
