import { Agent, request } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { CATEGORIES } from "@common/access-control/categories";
import type { EngineRequest, EngineResponse } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../../replay/target";
import { judgedMs } from "../../../setup/busy";
import { basic } from "../../api";
import { type HostileCall, hostileCalls } from "./walk-cases";

// Stands in an index of others, in a hidden one, and in what this server keeps.
const MARKS = ["topsecret", "sealedsecret"];
const ROOT = basic("root", "secret");
const LIMITS = Object.fromEntries(
  [...CATEGORIES.map((category) => `${category}_limit`), "ip_limit"].map((name) => [name, 10_000_000]),
);
/** The id of calls that are no part of the walk. */
const OWN = "own";
/** For one call, in ms; a loaded machine included. */
const IN_TIME = 5_000;

/** Headers that answers have; those that a value could have made are none of them. */
const HEADERS = new Set(
  "x-elastic-product vary content-type x-content-type-options x-origin x-request-id content-length date connection keep-alive transfer-encoding www-authenticate location retry-after warning x-search-id x-viewed-as access-control-allow-origin access-control-expose-headers etag cache-control".split(
    " ",
  ),
);

type Answer = { status: number; headers: Record<string, string>; text: string; took: number };
type Caller = { kind: "admin" | "credential" | "user"; as: string };

describe("every route with hostile values", () => {
  let opened: OpenedEngine;
  let backend: Backend;
  let credential = "";
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  /** What went on for a caller's call, by its id; calls of this server's own have none. */
  const reached = new Map<string, EngineRequest[]>();

  // What an admin may do to everything is told as done and not done, or the walk would end there.
  function endsTheWalk({ method, path, body, query }: EngineRequest): boolean {
    if (method === "GET" || method === "HEAD") return false;
    const first = decodeURIComponent(path.split("/")[1] ?? "");
    const isRead =
      /\/_(search|msearch|mget|count|field_caps|validate|explain|rank_eval|termvectors|analyze|search_shards|refresh|flush|forcemerge)\b/.test(
        path,
      );
    const text = typeof body === "string" ? body : "";
    const reachesOthers =
      /[*<]|^_all|(^|,)[.-]|hidden|shop,/.test(first) || path === "/_aliases" || /\.users|\.planted|"hidden/.test(text);
    return !isRead && reachesOthers && !("dry_run" in (query ?? {}));
  }

  async function engine(sent: EngineRequest): Promise<EngineResponse> {
    if (sent.requestId === undefined) return opened.engine(sent);
    reached.set(sent.requestId, [...(reached.get(sent.requestId) ?? []), sent]);
    if (sent.requestId !== OWN && endsTheWalk(sent))
      return { status: 200, contentType: "application/json", body: '{"acknowledged":true}' };
    return opened.engine(sent);
  }

  function call({
    method,
    path,
    body,
    as = ROOT,
    id = OWN,
  }: {
    method: string;
    path: string;
    body?: string | undefined;
    as?: string;
    id?: string;
  }): Promise<Answer> {
    const { hostname, port } = new URL(backend.url);
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const length =
        body === undefined
          ? {}
          : { "Content-Length": String(Buffer.byteLength(body)), "Content-Type": "application/json" };
      const sent = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: { Authorization: as, "X-Request-Id": id, Origin: "https://x.test", ...length },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("error", reject);
          answer.on("end", () => {
            const headers = Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
            );
            resolve({
              status: answer.statusCode ?? 0,
              headers,
              text: Buffer.concat(parts).toString("utf8"),
              took: performance.now() - started,
            });
          });
        },
      );
      sent.on("error", reject);
      sent.setTimeout(4 * IN_TIME, () => sent.destroy(new Error("no answer")));
      sent.end(body);
    });
  }

  const json = (method: string, path: string, body: unknown) => call({ method, path, body: JSON.stringify(body) });

  async function plantShop() {
    for (const path of ["/_template/other", "/_index_template/other", "/_component_template/other", "/shop"])
      await call({ method: "DELETE", path });
    await json("PUT", "/shop", { mappings: { properties: { name: { type: "text" }, price: { type: "float" } } } });
    await json("PUT", "/shop/_doc/1?refresh=true", { name: "boot", price: 1 });
  }

  async function makeUsers() {
    await json("POST", "/_user", { username: "walker", password: "secret", is_admin: true });
    await json("POST", "/_user", {
      username: "dev",
      password: "secret",
      email: "d@x.test",
      allowed_actions: ["develop", "search-relevancy", "analytics"],
      indices: ["shop"],
    });
  }

  beforeAll(async () => {
    opened = await openEmptyEngine();
    backend = await startBackend({
      engine: Object.assign(engine, { streams: opened.engine.streams === true }),
      port: 0,
      adminUsername: "root",
      adminPassword: "secret",
      log: pino({ level: "silent" }),
    });
    await plantShop();
    await json("PUT", "/hidden", {});
    await json("PUT", "/hidden/_doc/1?refresh=true", { name: MARKS[0] });
    await json("PUT", "/.planted", { settings: { index: { hidden: true } } });
    await json("PUT", "/.planted/_doc/1?refresh=true", { name: MARKS[1] });
    await makeUsers();
    const made = await json("POST", "/_permission", {
      indices: ["shop"],
      categories: CATEGORIES.filter((category) => !["user", "permission", "auth"].includes(category)),
      ops: ["read", "write", "delete"],
      limits: LIMITS,
    });
    const { username, password } = JSON.parse(made.text) as { username: string; password: string };
    credential = basic(username, password);
    MARKS.push(
      z.object({ password: z.string() }).parse(JSON.parse((await call({ method: "GET", path: "/_user" })).text))
        .password,
    );
  }, 60_000);
  afterAll(async () => {
    agent.destroy();
    await backend.close();
    await opened.close();
  });

  /** What is wrong with an answer, in words; null where nothing is. */
  function faultIn({ method, route }: HostileCall, { status, headers, text, took }: Answer): string | null {
    // Servers answer so where a version of a pipeline is unknown (contract 20, section 6).
    const isUnknownVersion =
      status === 500 &&
      /^GET \/_analytics\/pipeline\/:id\/version\//.test(route) &&
      /is no version of|has no version/.test(text);
    if ((status >= 500 && !isUnknownVersion) || status < 200) return `answered ${status}`;
    if (took > IN_TIME) return `took ${Math.round(took)} ms`;
    const odd = Object.entries(headers).filter(([name, value]) => !HEADERS.has(name) || /[<>]|[\r\n]/.test(value));
    if (odd.length > 0) return `has the header ${JSON.stringify(odd[0])}`;
    if (method === "HEAD" || text === "") return null;
    if (headers["x-content-type-options"] !== "nosniff") return "may be sniffed";
    const type = headers["content-type"] ?? "";
    if (type.startsWith("text/plain"))
      return route.includes("_cat") ||
        route.includes("metrics") ||
        status === 404 ||
        route.includes("hot_threads") ||
        route.includes("_nodes")
        ? null
        : "is text";
    if (!type.startsWith("application/json")) return `is ${type}`;
    try {
      JSON.parse(text);
      return null;
    } catch {
      return "is no JSON";
    }
  }

  /** Whether a path stays one: each segment as it was meant. */
  function isCleanPath(path: string): boolean {
    return /^(\/[\w.~!*'()%-]+)+$/.test(path) && path.split("/").every((segment) => !/^(\.|%2e){1,2}$/i.test(segment));
  }

  /**
   * Whether a path stays within what a caller of one index may reach: that index, by its name or one that goes on
   * behind it.
   */
  function staysInside(path: string): boolean {
    if (/^\/_(search\/scroll|render\/template)(\/|$)/.test(path)) return true;
    const index = /^\/_(?:resolve\/index|data_stream|index_template\/_simulate_index|cluster\/health)\/([^/]+)$/.exec(
      path,
    )?.[1];
    const first = decodeURIComponent(index ?? path.split("/")[1] ?? "");
    return first.split(",").every((one) => /^<?shop(?![\w*?]|[^\0-\x7f])/.test(one));
  }

  function faultBehind({ kind }: Caller, id: string): string | null {
    for (const { path } of reached.get(id) ?? []) {
      if (!isCleanPath(path)) return `asked the engine for ${path.slice(0, 200)}`;
      if (kind !== "admin" && !staysInside(path)) return `reached ${path.slice(0, 200)}`;
    }
    return null;
  }

  const isSelf = ({ route }: HostileCall) => /^(PATCH|PUT|DELETE) \/_user$/.test(route);
  const all = hostileCalls();
  const routes = [...new Set(all.map(({ route }) => route))];
  let count = 0;

  async function walk(route: string): Promise<string[]> {
    const faults: string[] = [];
    for (const one of all.filter((item) => item.route === route)) {
      const at = count++;
      const kind = (["admin", "credential", "user"] as const)[(at + Math.floor(at / 24)) % 3] ?? "admin";
      const caller: Caller = {
        kind,
        as: kind === "admin" ? basic("walker", "secret") : kind === "user" ? basic("dev", "secret") : credential,
      };
      const id = `walk-${at}`;
      const ask = () => call({ ...one, as: caller.as, id });
      const answer = await ask().catch((error: unknown) => ({
        status: 0,
        headers: {},
        text: String(error),
        took: 0,
      }));
      // Beside others a machine may rest for seconds: what was slow is asked again, and judged by its pace.
      if (answer.took > IN_TIME)
        answer.took = await judgedMs({ most: IN_TIME, measure: async () => (await ask()).took });
      const shown = kind !== "admin" && MARKS.find((mark) => answer.text.includes(mark));
      const fault = faultIn(one, answer) ?? faultBehind(caller, id) ?? (shown ? `shows ${shown}` : null);
      reached.delete(id);
      if (fault !== null)
        faults.push(
          `${kind}: ${one.method} ${one.path.slice(0, 160)} ${one.body?.slice(0, 160) ?? ""} (${one.place}, ${one.kind}) ${fault}: ${answer.text.slice(0, 200)}`,
        );
      if (isSelf(one)) await makeUsers();
    }
    return faults;
  }

  test.each(routes)("%s", { timeout: 300_000 }, async (route) => {
    expect(await walk(route)).toEqual([]);
    const { status, text } = await call({ method: "GET", path: "/shop/_doc/1" });
    if (status !== 200 || !text.includes("boot")) await plantShop();
    expect((await call({ method: "GET", path: "/_user", as: basic("dev", "secret") })).status).toBe(200);
    for (const planted of ["/hidden", "/.planted"])
      expect((await call({ method: "GET", path: `${planted}/_doc/1` })).text, planted).toContain('"_version":1');
    expect((await call({ method: "GET", path: "/_user", as: basic("walker", "secret") })).status).toBe(200);
  });

  test("the server stands, and nothing of others was changed", async () => {
    expect((await call({ method: "GET", path: "/arc/_health" })).status).toBe(200);
    for (const [path, mark] of [
      ["/hidden", MARKS[0]],
      ["/.planted", MARKS[1]],
    ]) {
      expect(JSON.parse((await call({ method: "GET", path: `${path}/_doc/1` })).text)).toMatchObject({
        _version: 1,
        _source: { name: mark },
      });
    }
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
    console.log(`hostile walk: ${count} calls to ${routes.length} routes`);
  });
});
