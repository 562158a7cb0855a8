import { BY_PERSON, CALLED_BY } from "@common/http/called-by";
import { stringifyJson } from "@common/text/json";
import * as z from "zod";
import { afterEach, describe, expect, it } from "vitest";
import { playServer, testContext } from "../../../../tests/setup/console";
import { hostileAddresses } from "../../../../tests/setup/hostile-addresses";
import { createClient, writerOf } from "./client.server";
import { isReading, type Method } from "./reading";
import { BackendError } from "./errors.server";
import { apiPath } from "./path";
import { settle } from "./settle.server";

let server: Awaited<ReturnType<typeof playServer>> | undefined;
afterEach(() => server?.close());

async function client(
  play: Parameters<typeof playServer>[0],
  { timeout = "2000", signal }: { timeout?: string; signal?: AbortSignal } = {},
) {
  server = await playServer(play);
  return createClient({
    baseUrl: server.url,
    token: "dTpw",
    context: testContext({ SEARCH_URL: server.url, BACKEND_TIMEOUT_MS: timeout }),
    signal,
  });
}

async function failure(promise: Promise<unknown>) {
  const error = await promise.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BackendError);
  return (error as BackendError).failure;
}

describe("the HTTP client", () => {
  it("sends authorization, client name, request id and a JSON body with all its digits", async () => {
    const http = writerOf(await client(() => ({ body: '{"n":12345678901234567890}' })));
    const answer = await http.send({
      method: "PUT",
      path: apiPath`/${"a b"}/_doc/${"x/ü?#"}`,
      query: { refresh: true, none: undefined },
      json: { at: 1 },
    });
    expect(stringifyJson(answer.body)).toBe('{"n":12345678901234567890}');
    const [call] = server?.seen ?? [];
    expect(call?.path).toBe("/a%20b/_doc/x%2F%C3%BC%3F%23?refresh=true");
    expect(call?.headers).toMatchObject({
      authorization: "Basic dTpw",
      "x-search-client": "Searchdeck",
      "content-type": "application/json",
    });
    expect(call?.headers["x-request-id"]).toMatch(/^test-/);
    expect(call?.body).toBe('{"at":1}');
  });

  it("marks what the console reads by itself, and neither changes nor what a person wrote", async () => {
    const http = writerOf(await client(() => ({ body: "{}" })));
    await http.send({ path: "/_tasks/1" });
    await http.send({ method: "POST", path: "/films/_search", json: {} });
    await http.send({ method: "POST", path: "/films/_search", json: {}, headers: { [CALLED_BY]: BY_PERSON } });
    await http.send({ method: "PUT", path: "/films/_doc/1", json: {} });
    await http.send({
      method: "POST",
      path: "/films/_reactivesearch",
      json: { query: [{ id: "a", endpoint: { url: "http://shop.example" } }] },
    });
    expect(server?.seen.map(({ headers }) => headers[CALLED_BY])).toEqual([
      "console",
      "console",
      "person",
      undefined,
      undefined,
    ]);
  });

  it("tells errors apart and takes the server's words", async () => {
    const http = await client(({ path }) => {
      if (path === "/405") return { status: 405, body: "" };
      if (path === "/402") return { status: 402, body: { error: { message: "Payment required" } } };
      if (path === "/401") return { status: 401, body: { error: { message: "invalid password" } } };
      if (path === "/es")
        return {
          status: 400,
          body: { error: { root_cause: [{ reason: "no such field" }], reason: "all shards failed" } },
        };
      if (path === "/shards")
        return {
          status: 400,
          body: {
            error: {
              message: "elastic: Error 400 (Bad Request): all shards failed",
              cause: { reason: "bad date [x]: [bad date [x]]" },
            },
          },
        };
      if (path === "/wrapped")
        return {
          status: 400,
          body: {
            error: { message: "elastic: Error 400 (Bad Request): no field [a] [b] [type=mapper_parsing_exception]" },
          },
        };
      if (path === "/302") return { status: 302, headers: { Location: "/elsewhere" } };
      return { status: 500, body: "<html>oops" };
    });
    expect(await failure(http.send({ path: "/405" }))).toMatchObject({ kind: "not-offered", status: 405 });
    expect(await failure(http.send({ path: "/402" }))).toMatchObject({ kind: "payment" });
    expect(await failure(http.send({ path: "/401" }))).toMatchObject({
      kind: "not-allowed",
      detail: "invalid password",
    });
    expect(await failure(http.send({ path: "/es" }))).toMatchObject({ kind: "status", detail: "no such field" });
    expect(await failure(http.send({ path: "/shards" }))).toMatchObject({ kind: "status", detail: "bad date [x]" });
    expect(await failure(http.send({ path: "/wrapped" }))).toMatchObject({ detail: "no field [a] [b]" });
    expect(await failure(http.send({ path: "/302" }))).toMatchObject({ kind: "redirect", status: 502 });
    expect(server?.seen.map((call) => call.path)).not.toContain("/elsewhere");
    const error = await http.send({ path: "/500" }).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toBe("Something went wrong!");
  });

  it("tells an engine that is away from a server that is, and why", async () => {
    const cause = { type: "engine_unreachable", reason: "http://node:9200: connection refused" };
    const http = await client(({ path }) => {
      if (path === "/old")
        return { status: 500, body: { error: { code: 500, message: "no Elasticsearch node available" } } };
      if (path === "/ours")
        return { status: 500, body: { error: { code: 500, message: "no Elasticsearch node available", cause } } };
      if (path === "/starting")
        return {
          status: 503,
          body: { error: { code: 503, message: "not ready: the cluster refuses the sign-in (401)" } },
        };
      return { status: 503, body: { error: { message: "busy" } } };
    });
    expect(await failure(http.send({ path: "/old" }))).toMatchObject({
      kind: "engine-away",
      status: 503,
      detail: "no Elasticsearch node available",
    });
    expect(await failure(http.send({ path: "/ours" }))).toMatchObject({
      kind: "engine-away",
      status: 503,
      detail: cause.reason,
    });
    expect(await failure(http.send({ path: "/starting" }))).toMatchObject({
      kind: "engine-away",
      detail: "the cluster refuses the sign-in (401)",
    });
    expect(await failure(http.send({ path: "/busy" }))).toMatchObject({ kind: "status", status: 503 });
  });

  it.each([
    [500, 'Get "http://127.0.0.1:9200/_cat/indices": dial tcp 127.0.0.1:9200: connect: connection refused'],
    [500, 'Post "https://node:9200/.users/_search": dial tcp: lookup node on 10.0.0.2:53: no such host'],
    [500, 'Head "http://node:9200": context deadline exceeded (Client.Timeout exceeded while awaiting headers)'],
    [500, 'Get "http://node:9200/_alias": EOF'],
    [500, 'Put "http://node:9200/x": read tcp 10.0.0.1:5000->10.0.0.2:9200: read: connection reset by peer'],
    [500, 'Get "https://node:9200/": x509: certificate signed by unknown authority'],
    [400, "error fetching mappings: Get http://node:9200/x: dial tcp 10.0.0.1:9200: i/o timeout"],
    [404, 'an error occurred: Get "http://node:9200/x": dial tcp 10.0.0.1:9200: connect: no route to host'],
    [500, "Unable to get aliased indices"],
    [500, "health check timeout: no Elasticsearch node available"],
  ])("tells an engine that is away by %i %s", async (status, said) => {
    const http = await client(() => ({ status, body: { error: { code: status, status: "x", message: said } } }));
    expect(await failure(http.send({ path: "/_user" }))).toMatchObject({
      kind: "engine-away",
      status: 503,
      detail: said,
    });
  });

  it("shows no name and password of the engine's address", async () => {
    const http = await client(() => ({
      status: 500,
      body: {
        error: {
          message: 'Get "http://elastic:hidden-word@node:9200/": dial tcp 10.0.0.1:9200: connect: connection refused',
        },
      },
    }));
    expect(await failure(http.send({ path: "/x" }))).toMatchObject({
      kind: "engine-away",
      detail: 'Get "http://node:9200/": dial tcp 10.0.0.1:9200: connect: connection refused',
    });
  });

  it.each([
    [
      "the server's health fails",
      { status: 500, body: { error: { code: 500, message: "no Elasticsearch node available" } } },
      "engine-away",
    ],
    ["its health fails without a word", { status: 500, body: "" }, "engine-away"],
    ["its health is good", { status: 200, body: "" }, "not-allowed"],
    ["it has no health call", { status: 405, body: "" }, "not-allowed"],
    [
      "a proxy answers in its place",
      { status: 502, body: "<html><title>502 Bad Gateway</title></html>" },
      "not-allowed",
    ],
  ])("takes a name that is not known for one that could not be looked up where %s", async (_name, health, kind) => {
    const message = "No API credentials match with provided username: mira";
    const http = await client(({ path }) =>
      path === "/arc/health"
        ? health
        : { status: 401, body: { error: { code: 401, status: "Unauthorized", message } } },
    );
    expect(await failure(http.send({ path: "/_user" }))).toMatchObject({ kind });
    const wrong = await client(({ path }) =>
      path === "/arc/health" ? health : { status: 401, body: { error: { code: 401, message: "invalid password" } } },
    );
    expect(await failure(wrong.send({ path: "/_user" }))).toMatchObject({ kind: "not-allowed" });
  });

  it("says when an answer is not of the known shape, and when it is no JSON", async () => {
    const http = await client(({ path }) => ({ body: path === "/text" ? "hello" : { a: "1" } }));
    expect(await failure(http.call({ path: "/text", schema: z.object({}) }))).toMatchObject({
      kind: "malformed",
      status: 502,
    });
    expect(await failure(http.call({ path: "/x", schema: z.object({ a: z.number() }) }))).toMatchObject({
      kind: "malformed",
    });
    expect(await http.call({ path: "/x", schema: z.object({ a: z.string() }) })).toEqual({ a: "1" });
  });

  it("gives up after the timeout, when the reader leaves, and when nothing listens", async () => {
    const gone = new AbortController();
    const http = await client(() => ({ hang: true }), { timeout: "100", signal: gone.signal });
    expect(await failure(http.send({ path: "/slow" }))).toMatchObject({ kind: "timeout", status: 504 });
    const pending = failure(http.send({ path: "/slow", timeout: 5000 }));
    setTimeout(() => gone.abort(), 50);
    expect(await pending).toMatchObject({ kind: "aborted" });
    const nobody = createClient({
      baseUrl: "http://127.0.0.1:9",
      context: testContext({ SEARCH_URL: "http://127.0.0.1:9" }),
    });
    expect(await failure(nobody.send({ path: "/" }))).toMatchObject({ kind: "unreachable", status: 502 });
  });

  it("streams a body up", async () => {
    const http = writerOf(await client(() => ({ body: { ok: true } })));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of ["a", "b", "c"]) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const answer = await http.open({ method: "POST", path: "/_bulk", stream, contentType: "application/x-ndjson" });
    expect(answer.status).toBe(200);
    await answer.text();
    expect(server?.seen[0]).toMatchObject({ body: "abc", headers: { "content-type": "application/x-ndjson" } });
  });
});

describe("a client that was not given out by change()", () => {
  const reading: [Method, string][] = [
    ["GET", "/books/_doc/1"],
    ["HEAD", "/books"],
    ["POST", "/books/_search"],
    ["POST", "/_msearch"],
    ["POST", "/books,films/_count"],
    ["POST", "/books/_mget"],
    ["POST", "/books/_reactivesearch"],
    ["POST", "/books/_reactivesearch/validate"],
    ["POST", "/books/_analyze"],
    ["POST", "/books/_field_caps"],
    ["POST", "/books/_validate/query"],
    ["POST", "/_search/scroll"],
    ["POST", "/books/_explain/1"],
    ["POST", "/_storedquery/top/execute"],
    ["POST", "/_index_template/_simulate_index/logs-1"],
    ["POST", "/_pipeline/validate"],
    ["POST", "/_pipelines/env/validate"],
    ["POST", "/books/_pit"],
    ["DELETE", "/_search/scroll"],
    ["DELETE", "/_pit"],
  ];
  const writing: [Method, string][] = [
    ["PUT", "/books"],
    ["DELETE", "/books"],
    ["PATCH", "/_permission/x"],
    ["POST", "/books/_doc"],
    ["POST", "/books/_doc/_search"],
    ["POST", "/books/_create/_count"],
    ["POST", "/books/_bulk"],
    ["POST", "/books/_delete_by_query"],
    ["POST", "/books/_update_by_query"],
    ["POST", "/_reindex/a/b"],
    ["POST", "/_aliases"],
    ["POST", "/books/_close"],
    ["POST", "/_permission"],
    ["POST", "/_rule"],
    ["POST", "/_bulk/_search"],
    ["PUT", "/books/_search"],
    ["DELETE", "/books/_search"],
  ];

  it("sends what reads", () => expect(reading.filter(([method, path]) => !isReading({ method, path }))).toEqual([]));
  it("sends no search that calls an endpoint, however it is written: a server may change something by it", async () => {
    const http = await client(() => ({ body: {} }));
    const json = { query: [{ id: "a" }, { id: "b", Endpoint: { url: "/_user" } }] };
    const text = JSON.stringify(json);
    for (const path of [
      "/books/_reactivesearch",
      "/books/_reactivesearch.v3",
      "/_storedquery/top/execute",
      "/_msearch",
    ]) {
      for (const body of [
        { json },
        { body: text },
        { body: `\ufeff${text}` },
        { body: `{}\n${text}` },
        { body: new TextEncoder().encode(text) },
      ]) {
        await expect(http.send({ method: "POST", path, ...body })).rejects.toThrow(
          "change() of services/platform/changes",
        );
        await expect(http.open({ method: "POST", path, ...body })).rejects.toThrow(
          "change() of services/platform/changes",
        );
      }
    }
    expect(server?.seen).toEqual([]);
    // To translate one calls nothing, and a document or a field may have that name.
    await http.send({ method: "POST", path: "/books/_reactivesearch/validate", json });
    await http.send({
      method: "POST",
      path: "/books/_reactivesearch",
      json: { query: [{ id: "endpoint", defaultQuery: { query: { term: { endpoint: 1 } } } }] },
    });
    await writerOf(http).send({ method: "POST", path: "/books/_reactivesearch", json });
    expect(server?.seen).toHaveLength(3);
  });
  it("throws before it sends anything else", async () => {
    const http = await client(() => ({ body: {} }));
    for (const [method, path] of writing)
      await expect(http.send({ method, path })).rejects.toThrow("change() of services/platform/changes");
    expect(server?.seen).toEqual([]);
    await writerOf(http).send({ method: "PUT", path: "/books" });
    expect(server?.seen.map(({ path }) => path)).toEqual(["/books"]);
  });
});

describe("the address of a call", () => {
  it("stays on the search server, below its path, whatever stands for a path", async () => {
    const [base, other] = await Promise.all([playServer(() => ({ body: "{}" })), playServer(() => ({ body: "{}" }))]);
    const http = createClient({
      baseUrl: `${base.url}/es`,
      token: "dTpw",
      context: testContext({ SEARCH_URL: `${base.url}/es` }),
    });
    for (const path of hostileAddresses(new URL(other.url).host)) await http.send({ path }).catch(() => null);
    for (const path of ["/../x", "/a/../../x", "/%2e%2e/x", "@evil.test/x", ".evil.test/x", ":80/x"])
      await expect(http.send({ path }), path).rejects.toThrow("is no path of the search server");
    expect(other.seen).toEqual([]);
    expect(base.seen.filter(({ path }) => !path.startsWith("/es/"))).toEqual([]);
    await Promise.all([base.close(), other.close()]);
  });
});

describe("settle", () => {
  it("keeps failed calls and lets faults of ours through", async () => {
    const http = await client(() => ({ status: 503, body: {} }));
    expect(await settle(http.send({ path: "/x" }))).toMatchObject({ ok: false, failure: { status: 503 } });
    expect(await settle(Promise.resolve(1))).toEqual({ ok: true, value: 1 });
    await expect(settle(Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
  });
});

describe("apiPath", () => {
  it("keeps every value one segment", () => {
    expect(apiPath`/${"a/../b"}/${["a", "b c"]}/${7}`).toBe("/a%2F..%2Fb/a,b%20c/7");
    for (const name of ["", ".", "..", "half a \ud83d sign"]) {
      let thrown: unknown;
      try {
        void apiPath`/${name}/_search`;
      } catch (error) {
        thrown = error;
      }
      expect(thrown instanceof Response && thrown.status).toBe(404);
    }
  });
});
