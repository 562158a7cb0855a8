import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engineWorker, mergeWorker } from "../../../../tests/setup/built-program";
import type { EngineRequest } from "../../port";
import { openEngineThreads, type ThreadedEngine } from "./open-threads";

let folder = "";
let engine: ThreadedEngine;
const logged: string[] = [];

type Options = Partial<Parameters<typeof openEngineThreads>[0]>;

async function open(options: Options = {}): Promise<void> {
  engine = await openEngineThreads({
    folder,
    program: await engineWorker(),
    mergeWorker: await mergeWorker(),
    log: (message, details) => logged.push(`${message} ${JSON.stringify(details)}`),
    ...options,
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "searchdeck-threads-"));
  logged.length = 0;
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

type Json = Record<string, unknown>;

async function ask(
  method: EngineRequest["method"],
  target: string,
  body?: unknown,
  more: Partial<EngineRequest> = {},
): Promise<{ status: number; body: Json }> {
  const url = new URL(target, "http://engine");
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const answer = await engine.handle({
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    ...(text !== undefined && { body: text }),
    ...more,
  });
  return { status: answer.status, body: answer.body === "" ? {} : (JSON.parse(answer.body) as Json) };
}

async function found(index: string, query: unknown): Promise<string[]> {
  const { body } = await ask("POST", `/${index}/_search`, { query, size: 1000 });
  const { hits } = (body["hits"] ?? { hits: [] }) as { hits: { _id: string }[] };
  return hits.map(({ _id }) => _id);
}

it("answers what was written at once, wherever it is asked", async () => {
  await open();
  expect((await ask("PUT", "/a/_doc/1", { title: "red shoe" })).status).toBe(201);
  expect(await found("a", { match: { title: "red" } })).toEqual(["1"]);
  await ask("PUT", "/a/_doc/1", { title: "blue shoe" });
  expect(await found("a", { match: { title: "red" } })).toEqual([]);
  expect(await found("a", { ids: { values: ["1"] } })).toEqual(["1"]);
  await ask("DELETE", "/a/_doc/1");
  expect(await found("a", { match_all: {} })).toEqual([]);
  expect((await ask("GET", "/a/_doc/1")).status).toBe(404);
  await ask("DELETE", "/a");
  expect((await ask("POST", "/a/_search", {})).status).toBe(404);
});

describe("what was answered is seen by whoever asks next", () => {
  it("documents, by 1,000 interleaved writes and reads", async () => {
    await open();
    await ask("PUT", "/a", { mappings: { properties: { n: { type: "long" }, lane: { type: "keyword" } } } });
    const stale: string[] = [];
    async function lane(name: number): Promise<void> {
      for (let n = 0; n < 125; n++) {
        const id = `${name}-${n % 5}`;
        if (n % 7 === 6) await ask("DELETE", `/a/_doc/${id}`);
        else await ask("PUT", `/a/_doc/${id}`, { n, lane: String(name) });
        const wanted = n % 7 === 6 ? undefined : n;
        const [byTerm, byId, got] = await Promise.all([
          ask("POST", "/a/_search", {
            query: { bool: { filter: [{ term: { n } }, { term: { lane: String(name) } }] } },
          }),
          ask("POST", "/a/_search", { query: { ids: { values: [id] } } }),
          ask("POST", "/a/_mget", { ids: [id] }),
        ]);
        const hits = ({ body }: { body: Json }) =>
          (body["hits"] as { hits: { _source: { n: number } }[] }).hits.map(({ _source }) => _source.n);
        const doc = (got.body["docs"] as { _source?: { n: number } }[])[0];
        const seen = [hits(byTerm)[0], hits(byId)[0], doc?._source?.n];
        if (seen.some((one) => one !== wanted)) stale.push(`${id} ${String(wanted)}: ${seen.join()}`);
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, name) => lane(name)));
    expect(stale).toEqual([]);
  });

  it("documents that are written again and again are never missing by their ids", async () => {
    await open();
    const ids = Array.from({ length: 50 }, (_, at) => String(at));
    const bulk = (round: number) => ids.map((id) => `{"index":{"_id":"${id}"}}\n{"round":${round}}\n`).join("");
    await ask("POST", "/a/_bulk", bulk(0));
    let writing = true;
    const writer = (async () => {
      for (let round = 1; round <= 60; round++) await ask("POST", "/a/_bulk", bulk(round));
      writing = false;
    })();
    const missing: string[] = [];
    while (writing) {
      const [hits, got] = await Promise.all([found("a", { ids: { values: ids } }), ask("POST", "/a/_mget", { ids })]);
      const docs = got.body["docs"] as { found: boolean }[];
      if (hits.length !== ids.length || docs.some((doc) => !doc.found))
        missing.push(`${hits.length} hits, ${docs.filter((doc) => doc.found).length} documents`);
    }
    await writer;
    expect(missing).toEqual([]);
  });

  it("mappings, aliases, settings and names of indices", async () => {
    await open();
    const stale: string[] = [];
    for (let n = 0; n < 30; n++) {
      await ask("PUT", `/m${n}`, { mappings: { properties: { a: { type: "keyword" } } } });
      const expectSeen = (what: string, is: boolean) => is || stale.push(`${what} ${n}`);
      expectSeen("index", (await ask("POST", `/m${n}/_search`, {})).status === 200);
      await ask("PUT", `/m${n}/_mapping`, { properties: { b: { type: "keyword" } } });
      const caps = (await ask("GET", `/m${n}/_field_caps?fields=*`)).body;
      expectSeen("mapping", "b" in (caps["fields"] as Json));
      await ask("PUT", `/m${n}/_doc/1`, { b: "x", fresh: "red" });
      expectSeen("dynamic mapping", (await found(`m${n}`, { match: { fresh: "red" } })).length === 1);
      await ask("POST", "/_aliases", {
        actions: [
          { remove: { index: "*", alias: "now", must_exist: false } },
          { add: { index: `m${n}`, alias: "now" } },
        ],
      });
      expectSeen("alias", (await found("now", { term: { b: "x" } })).length === 1);
      await ask("POST", `/m${n}/_close`);
      expectSeen("closed", (await ask("POST", `/m${n}/_search`, {})).status === 400);
      await ask("PUT", `/m${n}/_settings`, {
        analysis: { analyzer: { loud: { type: "custom", tokenizer: "keyword", filter: ["uppercase"] } } },
      });
      await ask("POST", `/m${n}/_open`);
      const tokens = (await ask("POST", `/m${n}/_analyze`, { analyzer: "loud", text: "a b" })).body["tokens"] as
        { token: string }[] | undefined;
      expectSeen("analyzer", tokens?.[0]?.token === "A B");
      if (n % 2 === 0) {
        await ask("DELETE", `/m${n}`);
        expectSeen("dropped", (await ask("POST", `/m${n}/_search`, {})).status === 404);
        await ask("PUT", `/m${n}/_doc/2`, { other: 1 });
        expectSeen("made anew", (await found(`m${n}`, { match_all: {} })).join() === "2");
      }
    }
    expect(stale).toEqual([]);
  });
});

async function fill(index: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 5_000) {
    const rows = Array.from(
      { length: Math.min(5_000, count - from) },
      (_, at) => `{"index":{"_id":"${from + at}"}}\n{"word":"w${(from + at) % 1000}","n":${from + at}}\n`,
    );
    await ask("POST", `/${index}/_bulk`, rows.join(""));
  }
}

it("an index that is dropped in the midst of searches breaks none of them", async () => {
  await open();
  await fill("a", 20_000);
  const heavy = {
    size: 0,
    aggs: { words: { terms: { field: "word.keyword", size: 1000 }, aggs: { most: { max: { field: "n" } } } } },
  };
  const searches = Array.from({ length: 12 }, () => ask("POST", "/a/_search?request_cache=false", heavy));
  const dropped = ask("DELETE", "/a");
  const statuses = (await Promise.all(searches)).map(({ status }) => status);
  expect((await dropped).status).toBe(200);
  // Those that came after it find no index; none is broken off.
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(logged).toEqual([]);
});

it("searches while segments are merged and what is out of use is deleted find each document once", async () => {
  await open();
  await fill("a", 3_000);
  const wrong: number[] = [];
  let writing = true;
  const writer = (async () => {
    for (let round = 0; round < 150; round++) await ask("PUT", `/a/_doc/${round % 40}`, { word: "again", n: round });
    await ask("POST", "/a/_forcemerge");
    writing = false;
  })();
  while (writing) {
    const { body } = await ask("POST", "/a/_search", { size: 0, track_total_hits: true });
    const total = (body["hits"] as { total: { value: number } }).total.value;
    if (total !== 3_000) wrong.push(total);
  }
  await writer;
  expect(wrong).toEqual([]);
});

it("large answers come in pieces to whoever takes them", async () => {
  await open();
  const word = "ü".repeat(1_000);
  const rows = Array.from({ length: 3_000 }, (_, at) => `{"index":{"_id":"${at}"}}\n{"word":"${word}"}\n`);
  await ask("PUT", "/a", { mappings: { dynamic: false } });
  await ask("POST", "/a/_bulk", rows.join(""));
  const request: EngineRequest = { method: "POST", path: "/a/_search", query: {}, body: '{"size":3000}' };
  const whole = await engine.handle(request);
  const cut = await engine.handle({ ...request, takesRest: true });
  const pieces: Buffer[] = [];
  for await (const piece of cut.rest ?? []) pieces.push(Buffer.from(piece));
  expect(pieces.length).toBeGreaterThan(1);
  const took = /"took":\d+/;
  expect((cut.body + Buffer.concat(pieces).toString()).replace(took, "") === whole.body.replace(took, "")).toBe(true);
});

describe("a thread that writes and breaks", () => {
  // More objects at once than the thread has room for.
  const keys = Array.from({ length: 400_000 }, (_, at) => `"k${at}":${at}`).join();
  const before = Array.from({ length: 500 }, (_, at) => `{"index":{"_id":"lost${at}"}}\n{"word":"lost"}\n`).join("");

  const words = (at: number) => Array.from({ length: 500 }, (_, n) => `w${at}x${n}`).join(" ");
  const manyWords = Array.from(
    { length: 2_000 },
    (_, at) => `{"index":{"_id":"huge${at}"}}\n{"word":"${words(at)}"}\n`,
  ).join("");

  it.each([
    ["reading a call", "/_aliases", `{"actions":[{"add":{${keys}}}]}`],
    ["in the midst of a transaction", "/a/_bulk", `${before}${manyWords}`],
  ])("%s is started again with all that was acknowledged; the call that broke it is told so", async (_, path, body) => {
    await open({ writerHeap: 40 * 1024 ** 2 });
    await ask("PUT", "/a/_doc/1", { word: "kept" });
    const broken = await ask("POST", path, body);
    expect(broken.status).toBe(503);
    expect(JSON.stringify(broken.body)).toContain("node_closed_exception");
    expect(logged.some((line) => line.includes("the engine is opened again"))).toBe(true);
    expect((await ask("GET", "/a/_doc/1")).body).toMatchObject({ found: true });
    expect((await ask("PUT", "/a/_doc/2", { word: "kept" })).status).toBe(201);
    expect(await found("a", { match: { word: "kept" } })).toEqual(["1", "2"]);
    expect(await found("a", { match: { word: "lost" } })).toEqual([]);
  });
});

it("a folder that another engine has is refused, and one that was closed is whole, its log empty", async () => {
  await open();
  await expect(openEngineThreads({ folder, program: await engineWorker() })).rejects.toThrow(
    /in use by another engine/,
  );
  await ask("PUT", "/a/_doc/1", { word: "kept" });
  await engine.close();
  expect(existsSync(join(folder, "engine.lock"))).toBe(false);
  expect(statSync(join(folder, "engine.db-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  await open();
  expect(await found("a", { match: { word: "kept" } })).toEqual(["1"]);
});

it("tells for how long each thread was held", async () => {
  await open();
  await found("a", { match_all: {} });
  expect(engine.handle.stops?.().map(({ thread }) => thread)).toEqual(["write", "read", "read"]);
});
