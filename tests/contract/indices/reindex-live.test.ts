import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../replay/target";
import { basic } from "../api";

// A re-index in place while two gateways write to the index, and somebody past both of them: no write fails, nothing is
// lost, and nothing comes back.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const ADMIN = basic("admin", "secret");
const DOCUMENTS = 6_000;

let opened: OpenedEngine;
let gateways: Backend[];

beforeAll(async () => {
  opened = await openEmptyEngine();
  const start = () =>
    startBackend({
      engine: opened.engine,
      port: 0,
      adminUsername: "admin",
      adminPassword: "secret",
      log: pino({ level: "silent" }),
    });
  gateways = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await opened.close();
});

async function call(
  method: string,
  path: string,
  { body, at = 0 }: { body?: unknown; at?: number } = {},
): Promise<{ status: number; body: unknown }> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`${gateways[at % gateways.length]?.url}${path}`, {
    method,
    headers: { Authorization: ADMIN, "Content-Type": "application/json" },
    ...(text === undefined ? {} : { body: text }),
  });
  const said = await answer.text();
  return { status: answer.status, body: said === "" ? undefined : JSON.parse(said) };
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
/** What the index is to hold, by id. */
type Expected = Map<string, number>;

async function fill(index: string, settings: object = {}): Promise<Expected> {
  const expected: Expected = new Map();
  await call("PUT", `/${index}`, { body: { settings, mappings: { properties: { n: { type: "long" } } } } });
  for (let n = 0; n < DOCUMENTS; n++) expected.set(String(n), n);
  await call("POST", `/${index}/_bulk?refresh=true`, {
    body: [...expected].map(([_id, n]) => line({ index: { _id } }) + line({ n })).join(""),
  });
  return expected;
}

type Hit = { _id: string; _source: { n: number } };

async function stored(index: string): Promise<Expected> {
  await call("POST", `/${index}/_refresh`);
  const hits: Hit[] = [];
  for (const part of [0, 1]) {
    const query = { range: { n: part === 0 ? { lt: 2_000 } : { gte: 2_000 } } };
    const { body } = await call("POST", `/${index}/_search`, { body: { size: 10_000, query, _source: ["n"] } });
    hits.push(...(body as { hits: { hits: Hit[] } }).hits.hits);
  }
  expect(new Set(hits.map(({ _id }) => _id)).size).toBe(hits.length);
  return new Map(hits.map(({ _id, _source }) => [_id, _source.n]));
}

/** Writes of every kind, each to documents of its own, on both gateways. A round is one of each. */
async function writeRound(index: string, expected: Expected, round: number): Promise<number[]> {
  const at = round;
  const one = (kind: number) => String(kind * 1_000 + (round % 1_000));
  const began = performance.now();
  const statuses = [
    (await call("PUT", `/${index}/_doc/${one(0)}`, { body: { n: -1 - round }, at })).status,
    (await call("DELETE", `/${index}/_doc/${one(1)}`, { at })).status,
    (await call("POST", `/${index}/_update/${one(2)}`, { body: { doc: { n: round + 0.5 } }, at })).status,
    (await call("POST", `/${index}/_doc/new-${round}`, { body: { n: round }, at })).status,
  ];
  expected.set(one(0), -1 - round);
  expected.delete(one(1));
  expected.set(one(2), round + 0.5);
  expected.set(`new-${round}`, round);
  const bulk =
    line({ delete: { _id: one(3) } }) +
    line({ index: { _id: one(4) } }) +
    line({ n: round }) +
    line({ create: { _id: `made-${round}` } }) +
    line({ n: 1 });
  const { status, body } = await call("POST", `/${index}/_bulk`, { body: bulk, at });
  const { items } = body as { items: Record<string, { status: number; error?: unknown }>[] };
  statuses.push(status, ...items.map((item) => Object.values(item)[0]?.status ?? 0));
  expected.delete(one(3));
  expected.set(one(4), round);
  expected.set(`made-${round}`, 1);
  // Written and deleted again, and the other way round.
  statuses.push((await call("PUT", `/${index}/_doc/short-${round}`, { body: { n: 1 }, at })).status);
  statuses.push((await call("DELETE", `/${index}/_doc/short-${round}`, { at: at + 1 })).status);
  if (round % 10 === 3) {
    const id = one(5);
    const deleted = await call("POST", `/${index}/_delete_by_query`, {
      body: { query: { ids: { values: [id] } } },
      at,
    });
    statuses.push(deleted.status);
    expected.delete(id);
  }
  longest = Math.max(longest, performance.now() - began);
  return statuses;
}
let longest = 0;

type Live = { expected: Expected; first?: number; between?: (round: number) => Promise<void> };

async function reindexed(index: string, { expected, first = 0, between = async () => {} }: Live): Promise<void> {
  let over = false;
  const running = call("POST", `/_reindex/${index}?wait_for_completion=true`, { body: {} }).finally(
    () => (over = true),
  );
  const failed: number[] = [];
  longest = 0;
  for (let round = first, after = 0; after < 3; round++) {
    failed.push(...(await writeRound(index, expected, round)).filter((status) => status >= 300));
    await between(round);
    if (over) after++;
  }
  expect(await running).toMatchObject({ status: 200 });
  expect(failed).toEqual([]);
  expect(await stored(index)).toEqual(expected);
}

const metric = async (at: number) =>
  Number(
    /^searchdeck_backend_reindex_blocked_seconds (\S+)/m.exec(
      await (await fetch(`${gateways[at]?.url}/arc/metrics`)).text(),
    )?.[1],
  );

it("loses nothing that is written or deleted meanwhile, and refuses no write", async () => {
  const expected = await fill("films");
  await reindexed("films", { expected });
  expect((await opened.engine({ method: "GET", path: "/_alias/films" })).body).toContain("films_reindexed_1");
  const blocked = Math.max(await metric(0), await metric(1));
  expect(blocked).toBeGreaterThan(0);
  expect(blocked * 1000).toBeLessThanOrEqual(REINDEX_LIMITS.blocked.most);
  // Nothing is noted any longer.
  await expect
    .poll(
      async () => {
        await opened.engine({ method: "POST", path: "/.reindex_deletions/_refresh" });
        return (await call("GET", "/.reindex_deletions/_count")).body;
      },
      { timeout: 10_000 },
    )
    .toMatchObject({ count: 0 });
});

it("does so on several shards, and a second time on what it made", async () => {
  const expected = await fill("songs", { number_of_shards: 3 });
  await reindexed("songs", { expected });
  await reindexed("songs", { expected, first: 500 });
  expect((await opened.engine({ method: "GET", path: "/_alias/songs" })).body).toContain("songs_reindexed_2");
});

it("finds what is deleted past every gateway, and what a query deletes as a task", async () => {
  const expected = await fill("books");
  const task = call("POST", "/books/_delete_by_query?wait_for_completion=false", {
    body: { query: { range: { n: { gte: 5_500 } } } },
  });
  await task;
  for (let n = 5_500; n < DOCUMENTS; n++) expected.delete(String(n));
  const between = async (round: number) => {
    if (round > 4) return;
    await opened.engine({ method: "DELETE", path: `/books/_doc/${5_400 + round}` });
    expected.delete(String(5_400 + round));
  };
  await reindexed("books", { expected, between });
});

it("large bulks, as imports send them, are whole", async () => {
  const expected = await fill("bulks");
  // Large to send and to store, little work to find: what is tested is the way.
  await call("PUT", "/bulks/_mapping", {
    body: { properties: { text: { type: "keyword", index: false, doc_values: false } } },
  });
  let over = false;
  const running = call("POST", "/_reindex/bulks?wait_for_completion=true", { body: {} }).finally(() => (over = true));
  const text = "x".repeat(4_000);
  async function importer(of: number): Promise<void> {
    for (let round = 0; !over || round < 2; round++) {
      const rows = Array.from({ length: 400 }, (_, n) => `${of}-${n}`);
      const body = rows.map((_id) => line({ index: { _id } }) + line({ n: round, text })).join("");
      expect(body.length).toBeGreaterThan(1_500_000);
      const answer = await call("POST", "/bulks/_bulk", { body, at: of });
      expect([answer.status, (answer.body as { errors: boolean }).errors]).toEqual([200, false]);
      for (const id of rows) expected.set(id, round);
    }
  }
  await Promise.all([importer(0), importer(1)]);
  expect(await running).toMatchObject({ status: 200 });
  const found = await stored("bulks");
  expect(found).toEqual(expected);
});
