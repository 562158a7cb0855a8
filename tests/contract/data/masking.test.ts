import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { createMaskingKeeper } from "@backend/gateway/resources/data/masking/keeper";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { prepareSystemIndices } from "@backend/gateway/platform/store/prepare-system-indices";
import { createSystemPlaces } from "@backend/gateway/platform/store/system-places";
import { startBackend } from "@backend/start";
import { eventually } from "../../system/processes";
import { openEmptyEngine } from "../../replay/target";

// Records as they were written before secrets were left out of the request log and of analytics are masked where they
// lie.

const SECRET = "hunter2-secretive";
const NOW = Date.parse("2026-03-10T12:00:00Z");
const BIG = "9007199254740993";
/** More than two pages of records. */
const MANY = 1_100;
const timeOf = (at: number) => new Date(NOW + at * 1_000).toISOString();

let opened: OpenedEngine;
let engine: Engine;

beforeAll(async () => {
  opened = await openEmptyEngine();
  engine = opened.engine;
  await prepareSystemIndices({ engine });
}, 60_000);
afterAll(() => opened.close());

const KEPT = [".logs", ".analytics", ".analytics_sums", ".log_retention"];
beforeEach(async () => {
  used += 1;
  for (const index of KEPT)
    await callEngine(engine, {
      method: "POST",
      path: `/${index}/_delete_by_query`,
      query: { refresh: "true" },
      body: { query: { match_all: {} } },
    });
});

/** A record of a search whose query called an endpoint. */
function logged(at: number): object {
  const body = JSON.stringify({
    query: [{ id: "a", value: "lamp", endpoint: { url: "https://x.test", headers: { Authorization: SECRET } } }],
  });
  return {
    id: `r${String(at).padStart(5, "0")}`,
    indices: ["shop"],
    category: "reactivesearch",
    request: { uri: "/shop/_reactivesearch", method: "POST", header: { "X-Api-Key": [SECRET], Accept: ["*/*"] }, body },
    response: { code: 200, status: "200 OK", Headers: {}, took: 3, body: "{}" },
    requestChanges: [
      { uri: "/", headers: JSON.stringify({ cookie: [SECRET] }), body, method: "POST", stage: "rules", took: 1 },
    ],
    responseChanges: null,
    timestamp: timeOf(at),
    console_logs: [`signed in with password = ${SECRET}`],
    origin: { name: "foo", url: `/shop/_reactivesearch?api_key=${SECRET}`, text: body },
  };
}

const search = (at: number) => ({
  search_query: "lamp",
  timestamp: timeOf(at),
  indices: ["shop"],
  search_filters: [
    { key: "access_token", value: SECRET },
    { key: "colour", value: "red" },
  ],
  search_state: JSON.stringify({
    query: [{ id: "a", value: "lamp" }],
    settings: { customEvents: { password: SECRET } },
  }),
});
const sum = {
  kind: "filter",
  run: "r",
  day: timeOf(0),
  timestamp: timeOf(0),
  indices: ["shop"],
  count: 2,
  search_filters: [{ key: "password", value: SECRET, count: 2 }],
};

// An index remembers the versions of what was deleted from it for a while.
let used = 0;
const idOf = (at: number) => `${used}-${at}`;

async function add(index: string, records: readonly object[]): Promise<void> {
  const lines = records.map(
    (record, at) =>
      `{"index":{"_id":"${idOf(at)}"}}\n${JSON.stringify(record).replace('"indices"', `"big":${BIG},"indices"`)}\n`,
  );
  await callEngine(engine, {
    method: "POST",
    path: `/${index}/_bulk`,
    query: { refresh: "true" },
    body: lines.join(""),
  });
}

const AllSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _version: z.number(), _source: z.looseObject({}) })) }),
});
async function all(index: string) {
  const body = {
    size: 5_000,
    version: true,
    sort: [{ timestamp: "asc" }, { id: { order: "asc", unmapped_type: "keyword" } }],
  };
  const answer = await engine({ method: "POST", path: `/${index}/_search`, query: {}, body: JSON.stringify(body) });
  return { text: answer.body, hits: AllSchema.parse(JSON.parse(answer.body)).hits.hits };
}
const refresh = () => callEngine(engine, { method: "POST", path: "/.logs,.analytics,.analytics_sums/_refresh" });

type Told = { told: object; message: string };
function keeper(of: Engine = engine) {
  const lines: Told[] = [];
  const note = (told: object, message?: string) => void lines.push({ told, message: message ?? "" });
  const log = { info: note, warn: note };
  return {
    ...createMaskingKeeper({ engine: of, places: createSystemPlaces(), log, times: { delay: 0, rest: 0, again: 50 } }),
    lines,
  };
}

/** The engine, until so many bulk calls were answered; then the process is gone. */
function dyingAfter(bulks: number): Engine {
  let left = bulks;
  return (request) => {
    if (left <= 0) return Promise.reject(new Error("the process is gone"));
    if (request.path === "/_bulk") left -= 1;
    return engine(request);
  };
}

test("records of before are masked, with their ids, times and digits, and what is none of theirs stays", async () => {
  await add(".logs-000001", [logged(0), logged(1)]);
  const { origin, ...rest } = z.looseObject({ origin: z.looseObject({}) }).parse(logged(2));
  // As the recorder writes it; that a secret stands in it shows that nobody touched it.
  await callEngine(engine, {
    method: "PUT",
    path: "/.logs-000001/_doc/new",
    query: { refresh: "true" },
    body: { ...rest, origin: { ...origin, scope: "shop", paths: "shop" } },
  });
  await add(".analytics", [search(0)]);
  await add(".analytics_sums", [sum]);
  const { run, lines } = keeper();
  expect(await run()).toBe(true);
  await refresh();

  const { text, hits } = await all(".logs");
  const [first, second, recent] = hits;
  expect(hits.map(({ _id, _source }) => [_id, _source["timestamp"]])).toEqual([
    [idOf(0), timeOf(0)],
    [idOf(1), timeOf(1)],
    ["new", timeOf(2)],
  ]);
  expect(JSON.stringify([first, second])).not.toContain(SECRET);
  expect(text.split(BIG)).toHaveLength(3);
  expect(first?._source).toMatchObject({
    id: "r00000",
    category: "reactivesearch",
    request: { uri: "/shop/_reactivesearch", header: { "X-Api-Key": ["***"], Accept: ["*/*"] } },
    console_logs: ["signed in with password = ***"],
    origin: { name: "foo", url: "/shop/_reactivesearch?api_key=***" },
  });
  expect(recent?._version).toBe(1);

  const [found] = (await all(".analytics")).hits;
  expect(found?._source).toMatchObject({
    search_query: "lamp",
    search_filters: [
      { key: "access_token", value: "***" },
      { key: "colour", value: "red" },
    ],
  });
  expect(JSON.stringify(found)).not.toContain(SECRET);
  expect((await all(".analytics_sums")).hits[0]?._source).toMatchObject({
    count: 2,
    search_filters: [{ key: "password", value: "***", count: 2 }],
  });
  expect(lines.map(({ told }) => told)).toEqual([{ logs: 2, analytics: 1, sums: 1 }]);
});

test("where there are no records there is nothing to do later either", async () => {
  const first = keeper();
  await first.start();
  const NoteSchema = z.object({ _source: z.object({ part: z.string() }) });
  expect(
    NoteSchema.parse((await callEngine(engine, { method: "GET", path: "/.log_retention/_doc/masking" })).body)._source
      .part,
  ).toBe("done");
  expect(first.lines).toEqual([]);
});

test("it is done once", async () => {
  expect(await keeper().run()).toBe(true);
  await add(".logs-000001", [logged(0)]);
  const again = keeper();
  expect(await again.run()).toBe(true);
  await refresh();
  expect((await all(".logs")).text).toContain(SECRET);
  expect(again.lines).toEqual([]);
});

test("killed half-way, it goes on from there", async () => {
  await add(
    ".logs-000001",
    Array.from({ length: MANY }, (_, at) => logged(at)),
  );
  await expect(keeper(dyingAfter(30)).run()).rejects.toThrow(/no Elasticsearch node/);
  await refresh();
  const before = (await all(".logs")).hits;
  const masked = before.filter((hit) => !JSON.stringify(hit).includes(SECRET));
  expect(masked).toHaveLength(600);
  // Whatever dies leaves its lock.
  await callEngine(engine, { method: "DELETE", path: "/.locks/_doc/masking" }, [404]);

  const next = keeper();
  expect(await next.run()).toBe(true);
  await refresh();
  const { text, hits } = await all(".logs");
  expect(text).not.toContain(SECRET);
  expect(hits.map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
  // Each is written once: what was done before is not done again.
  expect(new Set(hits.map(({ _version }) => _version))).toEqual(new Set([2]));
  expect(next.lines.map(({ told }) => told)).toEqual([{ logs: MANY - 100, analytics: 0, sums: 0 }]);
}, 60_000);

test("what somebody changes or removes meanwhile is neither lost nor brought back", async () => {
  await add(".analytics", [search(0), search(1)]);
  let isMeddled = false;
  const meddled: Engine = async (request) => {
    if (request.path === "/_bulk" && !isMeddled) {
      isMeddled = true;
      await callEngine(engine, {
        method: "POST",
        path: `/.analytics/_update/${idOf(0)}`,
        body: { doc: { result_click_count: 1 } },
      });
      await callEngine(engine, { method: "DELETE", path: `/.analytics/_doc/${idOf(1)}` });
    }
    return engine(request);
  };
  expect(await keeper(meddled).run()).toBe(true);
  await refresh();
  const { text, hits } = await all(".analytics");
  expect(text).not.toContain(SECRET);
  expect(hits.map(({ _id, _source }) => [_id, _source["result_click_count"]])).toEqual([[idOf(0), 1]]);
});

test("two gateways at once do it together once", async () => {
  await add(
    ".logs-000001",
    Array.from({ length: 60 }, (_, at) => logged(at)),
  );
  const both = [keeper(), keeper()];
  for (const { start } of both) await start();
  await eventually(async () => (await both[0]?.run()) === true && (await both[1]?.run()) === true);
  for (const { close } of both) await close();
  await refresh();
  const { text, hits } = await all(".logs");
  expect(text).not.toContain(SECRET);
  expect(new Set(hits.map(({ _version }) => _version))).toEqual(new Set([2]));
});

test("a back end begins with it by itself, and keeps no further secrets of searches, whatever way they are recorded", async () => {
  await add(".logs-000001", [logged(0)]);
  const backend = await startBackend({
    engine,
    port: 0,
    adminUsername: "foo",
    adminPassword: "bar",
    log: pino({ level: "silent" }),
  });
  const authorization = `Basic ${Buffer.from("foo:bar").toString("base64")}`;
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${backend.url}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  try {
    await callEngine(engine, { method: "PUT", path: "/shop" }, [400]);
    const state = encodeURIComponent(JSON.stringify({ password: SECRET }));
    await post(
      "/shop/_search",
      {},
      { "X-Search-Query": "lamp", "X-Search-State": state, "X-Search-Filters": `token=${SECRET}` },
    );
    await post("/shop/_analytics/search", { query: "glass", filters: { api_key: SECRET } });
    await eventually(async () => {
      await refresh();
      return (await all(".analytics")).hits.length === 2;
    });
    const searches = await all(".analytics");
    expect(searches.text).not.toContain(SECRET);
    expect(searches.hits.flatMap(({ _source }) => _source["search_filters"])).toEqual(
      expect.arrayContaining([
        { key: "token", value: "***" },
        { key: "api_key", value: "***" },
      ]),
    );
    await eventually(async () => {
      await refresh();
      return !(await all(".logs")).text.includes(SECRET);
    }, 20_000);
  } finally {
    await backend.close();
  }
}, 30_000);
