import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EngineRequest, EngineResponse } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { PASSES, type Passes } from "@backend/gateway/platform/allow-list/table";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../replay/target";
import { basic } from "../api";

const ADMIN = basic("admin", "secret");
const DEVELOPER = basic("dev", "secret");
const NAMES = [...new Set(PASSES.flatMap(({ parameters, ofAdmins }) => [...parameters, ...ofAdmins]))];
// Of no route: nonsense, what older and newer engines know, parts of paths that engines take as parameters too, names
// that hold something in JavaScript.
const NONSENSE = [
  "colour",
  "indices",
  "name",
  "alias",
  "metric",
  "new_index",
  "target",
  "repository",
  "id",
  "expandWildcards",
  "Preference",
  "preference ",
  "index[]",
  "__proto__",
  "constructor",
  "size\0",
  "_all",
  "",
  "slice",
  "pit",
  "runtime_mappings",
  "if_match",
];
const ROWS = PASSES.filter(({ others }) => others === "refused").flatMap((row) =>
  row.routes.map((route) => ({ route, row })),
);

const PARTS: Record<string, string> = {
  index: "shoes",
  id: "1",
  type: "shoe",
  name: "other",
  fields: "price",
  metric: "docs",
  scroll: "abc",
};
const RESTS: Record<string, string> = {
  "/_cat/*rest": "/_cat/indices",
  "/_nodes/*rest": "/_nodes/stats",
  "/_cluster/*rest": "/_cluster/health",
};

function pathOf(route: string): string {
  return RESTS[route] ?? route.replace(/:(\w+)/g, (_, name: string) => PARTS[name] ?? name);
}

// The least that each route takes as a body.
function bodyOf(route: string): string {
  if (route.endsWith("_bulk")) return '{"index":{"_id":"1"}}\n{}\n';
  if (route.endsWith("_msearch")) return "{}\n{}\n";
  if (route.endsWith("_reactivesearch/draft")) return '{"query":[{"id":"a"}],"draft":{}}';
  if (route.includes("_reactivesearch")) return '{"query":[{"id":"a"}]}';
  return route.endsWith("/template") ? '{"source":{}}' : "{}";
}

const VALUES: Record<string, string> = {
  format: "json",
  source: "{}",
  source_content_type: "application/json",
  expand_wildcards: "open",
  index: "shoes",
};
const valueOf = (name: string) => VALUES[name] ?? "1";

describe("URL parameters", () => {
  let opened: OpenedEngine;
  let backend: Backend;
  let isStub = false;
  const reached: EngineRequest[] = [];

  // In front of the engine stands one that tells what reached it; calls for this server's own indices go through.
  async function engine(request: EngineRequest): Promise<EngineResponse> {
    const isOwn =
      request.path.startsWith("/.") ||
      request.path.startsWith("/_alias/.") ||
      (request.path === "/_alias" && request.requestId === undefined) ||
      request.path.startsWith("/_template/default");
    if (!isOwn) reached.push(request);
    if (isOwn || !isStub) return opened.engine(request);
    return {
      status: 200,
      contentType: "application/json",
      body: '{"template_output":{},"took":1,"responses":[{}],"items":[]}',
    };
  }

  async function call({
    method,
    path,
    query,
    as = ADMIN,
    body = "",
  }: {
    method: string;
    path: string;
    query: Record<string, string>;
    as?: string;
    body?: string;
  }) {
    reached.length = 0;
    const url = `${backend.url}${path}?${new URLSearchParams(query).toString()}`;
    const hasBody = method !== "GET" && method !== "HEAD" && body !== "";
    const answer = await fetch(url, {
      method,
      headers: { Authorization: as, "Content-Type": "application/json" },
      ...(hasBody ? { body } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }

  beforeAll(async () => {
    opened = await openEmptyEngine();
    backend = await startBackend({
      engine: Object.assign(engine, { streams: opened.engine.streams === true }),
      port: 0,
      adminUsername: "admin",
      adminPassword: "secret",
      log: pino({ level: "silent" }),
    });
    await call({ method: "PUT", path: "/shoes", query: {}, body: "{}" });
    const user = {
      username: "dev",
      password: "secret",
      email: "d@example.org",
      allowed_actions: ["develop", "search-relevancy"],
      indices: ["*"],
    };
    await call({ method: "POST", path: "/_user", query: {}, body: JSON.stringify(user) });
    isStub = true;
  }, 60_000);
  afterAll(async () => {
    await backend.close();
    await opened.close();
  });

  /**
   * What of a call's parameters has no way to the engine as a parameter: the body, the index of a list, what goes into
   * the lines of a search.
   */
  function isTakenOut(name: string, route: string): boolean {
    return (
      name.startsWith("source") ||
      (name === "index" && route.includes("/_cat")) ||
      (name === "preference" && route.includes("_reactivesearch"))
    );
  }

  async function expectPassed({
    route,
    row,
    as,
    names,
  }: {
    route: string;
    row: Passes;
    as: string;
    names: readonly string[];
  }) {
    const [method = "", template = ""] = route.split(" ");
    // An index as a parameter is for the lists alone.
    const sent = names.filter((name) => name !== "index" || template === "/_cat/*rest");
    const { status, text } = await call({
      method,
      path: pathOf(template),
      as,
      body: bodyOf(template),
      query: Object.fromEntries(sent.map((name) => [name, valueOf(name)])),
    });
    expect(status, text).toBe(200);
    const last = reached.at(-1);
    expect(Object.keys(last?.query ?? {}).sort(), text).toEqual(
      sent.filter((name) => !isTakenOut(name, template)).sort(),
    );
    expect(row.parameters.length).toBeGreaterThan(0);
  }

  test.each(ROWS)("$route takes those of its row", async ({ route, row }) => {
    await expectPassed({ route, row, as: ADMIN, names: [...row.parameters, ...row.ofAdmins] });
    if (row.ofAdmins.length > 0) await expectPassed({ route, row, as: DEVELOPER, names: row.parameters });
  });

  test.each(ROWS)("$route refuses all others, before anything reaches the engine", async ({ route, row }) => {
    const [method = "", template = ""] = route.split(" ");
    const callers = [
      [ADMIN, [...row.parameters, ...row.ofAdmins]],
      [DEVELOPER, row.parameters],
    ] as const;
    for (const [as, known] of row.ofAdmins.length > 0 ? callers : callers.slice(1)) {
      const foreign = [...NAMES, ...NONSENSE].filter((name) => !known.includes(name));
      const { status, text } = await call({
        method,
        path: pathOf(template),
        as,
        body: bodyOf(template),
        query: Object.fromEntries(foreign.map((name) => [name, valueOf(name)])),
      });
      expect(status, text).toBe(400);
      expect(reached.map(({ path }) => path)).toEqual([]);
      if (method === "HEAD") continue;
      const said: unknown = JSON.parse(text);
      const message = expect.stringMatching(
        /^elastic: Error 400 \(Bad Request\): request \[.*\] contains unrecognized parameters: .* \[type=illegal_argument_exception\]$/s,
      ) as unknown;
      expect(said).toEqual({
        error: {
          code: 400,
          status: "Bad Request",
          message,
          cause: { type: "illegal_argument_exception", reason: expect.any(String) as unknown },
        },
      });
      for (const name of foreign) expect(text).toContain(JSON.stringify(`[${name}]`).slice(1, -1));
    }
  });

  test("one that is misspelt is named with what is meant", async () => {
    const { text } = await call({ method: "GET", path: "/shoes/_search", query: { typed_key: "true" } });
    expect(text).toContain(
      "request [/shoes/_search] contains unrecognized parameter: [typed_key] -> did you mean [typed_keys]?",
    );
  });

  test("hidden indices are for admins", async () => {
    const ask = async (as: string, words: string) => {
      await call({ method: "GET", path: "/_search", as, query: { expand_wildcards: words } });
      return reached.at(-1)?.query?.["expand_wildcards"];
    };
    expect(await ask(ADMIN, "all")).toBe("all");
    for (const [words, kept] of [
      ["all", "open,closed"],
      ["hidden", "open"],
      ["open,hidden", "open"],
      ["closed,all", "closed,open"],
      ["none", "none"],
      ["closed", "closed"],
      ["ALL", "open,closed"],
      ["open, hidden", "open"],
    ] as const)
      expect(await ask(DEVELOPER, words), words).toBe(kept);
  });

  test.each(["yaml", "cbor", "smile", "JSON"])("no answer in the format %s", async (format) => {
    for (const path of ["/shoes/_search", "/_cat/indices", "/shoes/_explain/1"])
      expect((await call({ method: "GET", path, query: { format } })).status).toBe(400);
    expect(reached.map(({ path }) => path)).toEqual([]);
  });

  test("what this server answers itself reads its own parameters and passes none on", async () => {
    for (const { routes } of PASSES.filter(({ others }) => others === "dropped")) {
      for (const route of routes) {
        const [method = "", template = ""] = route.split(" ");
        await call({
          method,
          path: pathOf(template),
          query: Object.fromEntries([...NAMES, ...NONSENSE].map((name) => [name, valueOf(name)])),
          body: bodyOf(template),
        });
        for (const { query = {}, path } of reached)
          expect(
            Object.keys(query).filter(
              // What this server asks for itself has another value than the caller's.
              (name) =>
                query[name] === valueOf(name) &&
                !["format", "expand_wildcards", "refresh", "wait_for_completion", "conflicts"].includes(name),
            ),
            `${route}: ${path}`,
          ).toEqual([]);
      }
    }
  });
});
