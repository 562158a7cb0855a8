import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import * as z from "zod";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Engine, EngineRequest, EngineResponse } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../replay/target";
import { slowness } from "../../setup/busy";

// Recording never slows or fails a search, whatever becomes of the indices that it writes to.

const OWN = /^\/\.(analytics|search_sessions|user_sessions|analytics_preferences)\b/;
const AnswerSchema = z.object({
  settings: z.object({ queryId: z.string().optional() }),
  boots: z.object({ hits: z.object({ hits: z.array(z.unknown()) }) }),
});

type Fault = (request: EngineRequest, pass: () => Promise<EngineResponse>) => Promise<EngineResponse>;

const refusal = (status: number, type: string, reason: string): EngineResponse => ({
  status,
  contentType: "application/json",
  body: JSON.stringify({ error: { type, reason, root_cause: [{ type, reason }] }, status }),
});
const isWrite = ({ method }: EngineRequest) => method === "PUT" || method === "POST";
const full = refusal(
  429,
  "cluster_block_exception",
  "index [.analytics] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark]",
);

const faults: Record<string, Fault> = {
  "writes are refused": async (request, pass) =>
    isWrite(request)
      ? refusal(403, "cluster_block_exception", "index [.analytics] blocked by: [FORBIDDEN/8/index write (api)]")
      : pass(),
  "the disk is full": async (request, pass) => (isWrite(request) ? full : pass()),
  "every call fails": async () => refusal(500, "exception", "shards failed"),
  "nothing is reached": async () => Promise.reject(new Error("ECONNRESET")),
  "every call takes a second": async (_, pass) => {
    await sleep(1_000);
    return pass();
  },
  "no call ever ends": () => new Promise(() => undefined),
};

const lines: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
let fault: Fault | null = null;
let opened: OpenedEngine;
let backend: Backend;

beforeAll(async () => {
  opened = await openEmptyEngine();
}, 60_000);
afterAll(() => opened.close());

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${backend.url}${path}`, {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from("foo:bar").toString("base64")}`,
      "Content-Type": "application/json",
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

async function search(value = "boot"): Promise<{ id: string | undefined; hits: number }> {
  const body = {
    query: [{ id: "boots", dataField: ["name"], value }],
    settings: { recordAnalytics: true, userId: "ada" },
  };
  const answer = await call("POST", "/shoes/_reactivesearch", body);
  expect(answer.status).toBe(200);
  const { settings, boots } = AnswerSchema.parse(answer.body);
  return { id: settings.queryId, hits: boots.hits.hits.length };
}

async function closing(work: () => Promise<void>): Promise<void> {
  const { engine } = opened;
  // The members that an engine has beside being called stay its own.
  const faulty: Engine = Object.assign(
    (request: EngineRequest) =>
      fault && OWN.test(request.path) ? fault(request, () => engine(request)) : engine(request),
    engine,
  );
  backend = await startBackend({ engine: faulty, port: 0, adminUsername: "foo", adminPassword: "bar", log });
  try {
    await call("PUT", "/shoes", { mappings: { properties: { name: { type: "text" } } } });
    await call("PUT", "/shoes/_doc/b1?refresh=true", { name: "Snow boot" });
    await work();
  } finally {
    fault = null;
    await backend.close();
  }
}

beforeEach(() => {
  lines.length = 0;
});

// First of all: what the others hold up is written when they are over.
test("an index that somebody removed is made again as it was, and searches are kept", async () => {
  await closing(async () => {
    for (const index of [".analytics", ".search_sessions", ".user_sessions"])
      expect((await call("DELETE", `/${index}`)).status).toBe(200);
    const { id, hits } = await search();
    expect(hits).toBe(1);
    await vi.waitFor(async () => expect((await call("GET", `/.analytics/_doc/${id}`)).status).toBe(200), {
      timeout: 10_000,
    });
    const mapping = await call("GET", "/.analytics/_mapping");
    expect(JSON.stringify(mapping.body)).toContain('"search_query":{"type":"keyword"}');
    await vi.waitFor(async () => {
      await call("POST", "/.user_sessions/_refresh");
      await call("POST", "/.analytics/_refresh");
      expect((await call("GET", "/_analytics/summary")).body).toMatchObject({
        summary: { total_searches: 1, total_user_sessions: 1 },
      });
    });
  });
}, 60_000);

test("a search is answered with its id before its session is written, and the next one goes on from it", async () => {
  await closing(async () => {
    let write = () => undefined as void;
    const held = new Promise<void>((resolve) => (write = resolve));
    fault = async (request, pass) => {
      if (isWrite(request) && request.path.startsWith("/.search_sessions")) await held;
      return pass();
    };
    const { id } = await search("snow bo");
    expect(id).toBeDefined();
    write();
    expect((await search("snow boo")).id).toBe(id);
    expect((await search("lamp")).id).not.toBe(id);
  });
}, 60_000);

test.each(Object.keys(faults))(
  "searches are answered as ever where %s",
  async (name) => {
    await closing(async () => {
      expect(await search()).toEqual({ id: expect.any(String), hits: 1 });
      fault = faults[name] ?? null;
      const started = Date.now();
      for (let n = 0; n < 5; n++) expect(await search()).toEqual({ id: expect.any(String), hits: 1 });
      const found = await call(
        "POST",
        "/shoes/_search",
        { query: { match: { name: "boot" } } },
        { "X-Search-Query": "boot" },
      );
      expect(found).toMatchObject({ status: 200, body: { hits: { hits: [{ _id: "b1" }] } } });
      expect(found.headers.get("x-search-id")).not.toBeNull();
      // Six searches and one wait: of the first that was not told its id in time.
      const took = Date.now() - started;
      if (took >= 950) expect(took / slowness()).toBeLessThan(950);
      if (name !== "every call takes a second" && name !== "no call ever ends")
        await vi.waitFor(() => expect(lines.join("")).toContain("not recorded"));
      // Not a line for each search.
      expect(lines.filter((line) => line.includes("not recorded")).length).toBeLessThanOrEqual(2);
    });
  },
  60_000,
);
