import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { action } from "~/routes/account/login";
import { consoleRequest, replyOf, testContext } from "../../tests/setup/console";
import { searchServerState } from "./health";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Told = { status?: number; body?: unknown; headers?: Record<string, string> };

/** A server that answers so, at each path or at all others. */
function telling(paths: Record<string, Told>): Promise<string> {
  return listen(
    createServer((request, response) => {
      const { status = 200, body = "", headers = {} } = paths[request.url ?? ""] ?? paths["*"] ?? { status: 404 };
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    }),
  );
}

/** What the sign-in form says of it, and whether the try counted as one with a wrong password. */
async function signIn(url: string, tries = 1) {
  const context = testContext({ SEARCH_URL: url });
  let last = replyOf(
    await action({
      request: consoleRequest("/login", {
        form: {
          intent: "sign-in",
          url: url.replace("://", "://mira:hidden-word@"),
          username: "mira",
          password: "hidden-word",
        },
      }),
      params: {},
      context,
    }),
  );
  for (let more = 1; more < tries; more++)
    last = replyOf(
      await action({
        request: consoleRequest("/login", {
          form: { intent: "sign-in", url, username: "mira", password: "hidden-word" },
        }),
        params: {},
        context,
      }),
    );
  expect(JSON.stringify(last.errors)).not.toContain("hidden-word");
  return last.errors;
}

const refusal = (status: number, type: string, reason: string): Told => ({
  status,
  body: { error: { root_cause: [{ type, reason }], type, reason }, status },
});
const NO_USER = refusal(400, "invalid_index_name_exception", "Invalid index name [_user], must not start with '_'.");
const NO_HANDLER: Told = { status: 400, body: { error: "no handler found for uri [/arc/health] and method [GET]" } };
const root = (version: object, tagline: string): Told => ({ body: { name: "n", cluster_name: "c", version, tagline } });
const ELASTIC = "You Know, for Search";
const OPEN = "The OpenSearch Project: https://opensearch.org/";
const engine = (at: Told): Record<string, Told> => ({ "/": at, "/_user": NO_USER, "*": NO_HANDLER });
const page = (title: string, status = 200): Told => ({
  status,
  body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head></html>`,
  headers: { "Content-Type": "text/html" },
});

it("names the embedded engine alone, and says what helps", async () => {
  const folder = mkdtempSync(join(tmpdir(), "searchdeck-alone-"));
  const embedded = await openEmbeddedEngine({ folder });
  closers.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => embedded.close(),
  );
  const url = await listen(engineServer(embedded.handle));
  const line = `ENGINE_URL=${url} npm start`;
  expect((await searchServerState(url)).problem).toBe(
    `this is Searchdeck's embedded engine alone, without its back end, not a ReactiveSearch server: put a back end in front of it with ${line}`,
  );
  const { url: told } = await signIn(url);
  expect(told).toEqual([
    `This is Searchdeck's embedded engine alone, without its back end, not a ReactiveSearch server. Put a back end in front of it, then sign in to that: ${line}`,
  ]);
});

it.each<[string, Record<string, Told>, string]>([
  [
    "OpenSearch",
    engine(root({ distribution: "opensearch", number: "2.19.1", lucene_version: "9.12.1" }, OPEN)),
    "OpenSearch 2.19.1",
  ],
  [
    "OpenSearch that says another version",
    engine(root({ number: "7.10.2", lucene_version: "9.12.1" }, OPEN)),
    "OpenSearch, which says version 7.10.2",
  ],
  ["Elasticsearch 7", engine(root({ number: "7.17.9", lucene_version: "8.11.1" }, ELASTIC)), "Elasticsearch 7.17.9"],
  [
    "Elasticsearch 8, which refuses other paths with 404",
    {
      "/": { ...root({ number: "8.18.0" }, ELASTIC), headers: { "X-Elastic-Product": "Elasticsearch" } },
      "*": { status: 404, body: { error: "no" } },
    },
    "Elasticsearch 8.18.0",
  ],
  [
    "another distribution",
    engine(root({ distribution: "easysearch", number: "1.7.0", lucene_version: "8.11.1" }, "x")),
    "easysearch 1.7.0",
  ],
  [
    "Elasticsearch with security",
    {
      "*": {
        ...refusal(401, "security_exception", "missing authentication credentials"),
        headers: { "X-Elastic-Product": "Elasticsearch", "WWW-Authenticate": 'Basic realm="security" charset="UTF-8"' },
      },
    },
    "Elasticsearch",
  ],
  [
    "Elasticsearch 7.10 with security",
    {
      "*": {
        ...refusal(401, "security_exception", "missing authentication credentials"),
        headers: { "WWW-Authenticate": 'Basic realm="security" charset="UTF-8"' },
      },
    },
    "Elasticsearch or OpenSearch",
  ],
  [
    "OpenSearch with security",
    {
      "*": {
        status: 401,
        body: "Unauthorized",
        headers: { "Content-Type": "text/plain", "WWW-Authenticate": 'Basic realm="OpenSearch Security"' },
      },
    },
    "OpenSearch",
  ],
  [
    "a user without rights there",
    { "*": refusal(403, "security_exception", "no permissions for [cluster:monitor/main] and User [name=mira]") },
    "Elasticsearch or OpenSearch",
  ],
])("%s is named, in readyz and at the sign-in, and no try is counted", async (_name, paths, what) => {
  const url = await telling(paths);
  expect((await searchServerState(url)).problem).toBe(
    `this is ${what}, not a ReactiveSearch server: put a back end in front of it with ENGINE_URL=${url} npm start`,
  );
  const told = await signIn(url, 10);
  expect(told).toEqual({
    url: [
      `This is ${what}, not a ReactiveSearch server. Put a back end in front of it, then sign in to that: ENGINE_URL=${url} npm start`,
    ],
  });
});

it.each<[string, Record<string, Told>, string, RegExp]>([
  [
    "a web page",
    { "*": page("Welcome to nginx!") },
    "no search server answers there, but a web page, “Welcome to nginx!”",
    /no search server that the console knows: it is a web page, “Welcome to nginx!”/,
  ],
  [
    "a web page for everything that is not there",
    { "*": page("404 Not Found", 404) },
    "no search server answers there, but a web page, “404 Not Found”",
    /it is a web page, “404 Not Found”/,
  ],
  [
    "a proxy that asks for a password of its own",
    { "*": page("401 Authorization Required", 401) },
    "no search server answers there, but a web page, “401 Authorization Required”",
    /it is a web page, “401 Authorization Required”/,
  ],
  [
    "a redirect",
    { "*": { status: 301, headers: { Location: "https://deck:hidden-word@other.test/search?token=hidden-word" } } },
    "no search server answers there, but a web server that redirects to https://other.test/search",
    /redirects to https:\/\/other\.test\/search\.$/,
  ],
  [
    "a proxy whose server is away",
    { "*": page("502 Bad Gateway", 502) },
    "the search server cannot be reached: a proxy before it answers 502 (a web page, “502 Bad Gateway”)",
    /a proxy before it says that it is away\. It answers 502 with a web page, “502 Bad Gateway”/,
  ],
])("%s is told as what it is", async (_name, paths, ready, form) => {
  const url = await telling(paths);
  expect((await searchServerState(url)).problem).toBe(ready);
  expect((await signIn(url, 10))["url"]?.[0]).toMatch(form);
});

it("shows no password of the engine's address where the search server tells it", async () => {
  const message = 'Get "http://elastic:hidden-word@node:9200/": dial tcp 10.0.0.1:9200: connect: connection refused';
  const url = await telling({
    "*": { status: 500, body: { error: { code: 500, status: "Internal Server Error", message } } },
  });
  expect((await searchServerState(url)).problem).toBe(
    'Get "http://node:9200/": dial tcp 10.0.0.1:9200: connect: connection refused',
  );
});

it("takes a search server for one that lets its engine's root through", async () => {
  const rs = (status: number, message: string): Told => ({
    status,
    body: { error: { code: status, status: "x", message } },
  });
  const url = await telling({
    "/arc/health": {},
    "/_user": rs(401, "invalid password"),
    "/": root({ number: "7.17.9" }, ELASTIC),
  });
  // Ours says so in all its answers, for clients of Elasticsearch that look for it.
  const headers = { "X-Elastic-Product": "Elasticsearch" };
  const ours = await telling({
    "/arc/health": { ...rs(404, "no health here"), headers },
    "*": { ...rs(401, "Basic Auth or JWT is required"), headers },
  });
  expect((await searchServerState(ours)).problem).toBeNull();
  const healthy = await telling({
    "/arc/health": { headers },
    "*": { ...rs(401, "Basic Auth or JWT is required"), headers },
  });
  expect((await searchServerState(healthy)).problem).toBeNull();
  const starting = await telling({ "*": { ...rs(503, "not ready: the search engine cannot be reached"), headers } });
  expect((await searchServerState(starting)).problem).toBe("not ready: the search engine cannot be reached");
  expect((await searchServerState(url)).problem).toBeNull();
  expect(await signIn(url)).toEqual({ password: ["Wrong user name or password."] });
});
