import type { ServerBuild } from "@remix-run/node";
import { createServer, request as httpRequest, type Server } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseConfig, type Config } from "~/server/config.server";
import { createConsoleApp } from "./app";

// A build with one route, which says what the handler got: the parts around Remix are under test here, not the screens.
const build: ServerBuild = {
  entry: { module: { default: () => new Response("page"), handleDataRequest: undefined } },
  routes: {
    echo: {
      id: "echo",
      path: "echo",
      parentId: undefined,
      module: {
        default: undefined as never,
        loader: ({ context, request }) =>
          new Response(
            JSON.stringify({
              context: Object.keys(context),
              id: context["requestId"],
              address: context["clientAddress"],
              url: request.url,
            }),
            {
              headers: { "Content-Type": "application/json", "Cross-Origin-Opener-Policy": "same-origin" },
            },
          ),
        action: () => new Response("done"),
      },
    },
  },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
  publicPath: "/build/",
  assetsBuildDirectory: "public/build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
  isSpaMode: false,
  mode: "production",
};

const servers: Server[] = [];
const lines: string[] = [];

async function start(env: Record<string, string> = {}) {
  const config: Config = parseConfig({ SEARCH_URL: "http://127.0.0.1:9", ...env });
  const logger = pino({ level: "info" }, { write: (line) => lines.push(line) });
  const app = createConsoleApp({
    config,
    logger,
    build,
    publicFolder: "/nonexistent",
    ending: new AbortController().signal,
  });
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** A request whose path and headers go out as they are written; `fetch` would mend them. */
function send({
  port,
  method = "GET",
  path = "/echo",
  headers = {},
}: {
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}) {
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (incoming) => {
      let body = "";
      incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

let port = 0;
beforeAll(async () => {
  port = await start();
});
afterAll(() => servers.forEach((server) => server.close()));

describe("the console's server", () => {
  it("lives, and is not ready without its search server", async () => {
    expect((await send({ port, path: "/healthz" })).status).toBe(200);
    const unready = await send({ port, path: "/readyz" });
    expect(unready.status).toBe(503);
    expect(JSON.parse(unready.body)).toEqual({ status: "not ready", reason: "the search server does not answer" });
  });

  it("shows metrics to this machine, and to nobody behind a proxy", async () => {
    const open = await send({ port, path: "/metrics" });
    expect(open.body).toMatch(/searchdeck_http_requests_total\{/);
    expect((await send({ port, path: "/metrics", headers: { "X-Forwarded-For": "192.0.2.7" } })).status).toBe(403);
    const publicPort = await start({ METRICS_PUBLIC: "true" });
    expect(
      (await send({ port: publicPort, path: "/metrics", headers: { "X-Forwarded-For": "192.0.2.7" } })).status,
    ).toBe(200);
  });

  it("takes a well formed request id and makes one otherwise", async () => {
    const given = await send({ port, headers: { "X-Request-Id": "abc-123" } });
    expect(given.headers["x-request-id"]).toBe("abc-123");
    expect(JSON.parse(given.body)).toMatchObject({ id: "abc-123" });
    const bad = await send({ port, headers: { "X-Request-Id": "a b{}" } });
    expect(bad.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("hands config, log, address and drained to loaders", async () => {
    expect(JSON.parse((await send({ port })).body)).toMatchObject({
      context: expect.arrayContaining(["config", "log", "requestId", "clientAddress", "secure", "drained", "ending"]),
      address: "127.0.0.1",
    });
  });

  it("believes forwarded headers only of a trusted proxy", async () => {
    const headers = {
      "X-Forwarded-For": "192.0.2.7",
      "X-Forwarded-Host": "search.example",
      "X-Forwarded-Proto": "https",
    };
    expect(JSON.parse((await send({ port, headers })).body)).toMatchObject({
      address: "127.0.0.1",
      url: `http://127.0.0.1:${port}/echo`,
    });
    const trusting = await start({ TRUST_PROXY: "1" });
    const answer = await send({ port: trusting, headers });
    expect(JSON.parse(answer.body)).toMatchObject({ address: "192.0.2.7", url: "https://search.example/echo" });
    expect(answer.headers["strict-transport-security"]).toMatch(/max-age/);
  });

  it("sends a header once that the application sets too", async () => {
    expect((await send({ port })).headers["cross-origin-opener-policy"]).toBe("same-origin");
  });

  it.each([
    { method: "TRACE", path: "/echo", headers: {}, status: 405 },
    { method: "GET", path: "/%E0%A4%A", headers: {}, status: 400 },
    { method: "GET", path: "/echo", headers: { Host: "a b" }, status: 400 },
    { method: "GET", path: "/echo", headers: { Host: "a:99999" }, status: 400 },
    { method: "GET", path: "http://other.example/echo", headers: {}, status: 400 },
    { method: "POST", path: "/echo", headers: { Origin: "null" }, status: 403 },
    { method: "POST", path: "/echo", headers: { Origin: "https://evil.example" }, status: 403 },
    { method: "POST", path: "/echo", headers: { Referer: "https://evil.example/x" }, status: 403 },
    { method: "DELETE", path: "/echo", headers: { "Sec-Fetch-Site": "cross-site" }, status: 403 },
  ])("answers $method $path $headers with $status, never 500", async ({ method, path, headers, status }) => {
    const answer = await send({ port, method, path, headers: headers as Record<string, string> });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain("<h1>");
  });

  it("lets its own forms through, with and without Origin", async () => {
    const host = `127.0.0.1:${port}`;
    for (const headers of [{ Origin: `http://${host}` }, { Referer: `http://${host}/echo` }, {}] as Record<
      string,
      string
    >[]) {
      expect((await send({ port, method: "POST", headers })).body).toBe("done");
    }
  });

  it("logs neither passwords of an address nor cookies nor Authorization", async () => {
    lines.length = 0;
    await send({
      port,
      path: "/echo?password=hunter2&url=http%3A%2F%2Fme%3Ahunter3%40host&next=1",
      headers: { Cookie: "session=hunter4", Authorization: "Basic hunter5" },
    });
    const log = lines.join("");
    expect(log).toMatch(/"\/echo\?[^"]*next=1 \[redacted\]"/);
    expect(log).not.toMatch(/hunter/);
  });
});

describe("readiness", () => {
  // A back end that lives while its search engine does not: its root asks for a sign-in as ever.
  async function withHealth(status: number, body: unknown) {
    const backend = createServer((request, response) => {
      response
        .writeHead(request.url === "/arc/health" ? status : 401, { "Content-Type": "application/json" })
        .end(JSON.stringify(body));
    });
    servers.push(backend);
    await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
    const address = backend.address();
    const at = await start({
      SEARCH_URL: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    });
    const { status: ready, body: text } = await send({ port: at, path: "/readyz" });
    return { ready, ...(JSON.parse(text) as { status: string; reason?: string }) };
  }

  it("is refused with the back end's own reason while its engine is away", async () => {
    expect(
      await withHealth(503, { error: { code: 503, message: "not ready: the search engine refuses the sign-in" } }),
    ).toEqual({
      ready: 503,
      status: "not ready",
      reason: "not ready: the search engine refuses the sign-in",
    });
    const cause = { type: "engine_unreachable", reason: "http://node-1:9200: connection refused" };
    expect(
      await withHealth(500, { error: { code: 500, message: "no Elasticsearch node available", cause } }),
    ).toMatchObject({
      ready: 503,
      reason: "no Elasticsearch node available: http://node-1:9200: connection refused",
    });
  });

  it("takes a server without a health call for ready when its root asks for a sign-in", async () => {
    expect(await withHealth(404, {})).toEqual({ ready: 200, status: "ready" });
  });
});
