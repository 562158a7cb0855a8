import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenedEngine } from "@backend/engine/remote/open";
import type { LogLimits } from "@backend/gateway/resources/data/logs/limits";
import { createLogIndex } from "@backend/gateway/resources/data/logs/log-index";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { prepareSystemIndices } from "@backend/gateway/platform/store/prepare-system-indices";
import { createSystemPlaces } from "@backend/gateway/platform/store/system-places";
import { randomFrom } from "../../engines/generate/random";
import { openEmptyEngine } from "../../replay/target";

// Limits of the request log that are lowered and raised over logs of any shape: no more goes than they ask for and a
// quarter, and what was told before.

const DAY = 86_400_000;
const NOW = Date.parse("2026-03-10T12:00:00Z");
const EVER: LogLimits = { days: 3650, records: 1_000_000, bytes: 2 ** 40 };
const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ sort: z.tuple([z.number()]) })) }) });

let opened: OpenedEngine;
let now = NOW;
let limits = EVER;

beforeAll(async () => {
  opened = await openEmptyEngine();
  await prepareSystemIndices({ engine: opened.engine });
}, 60_000);
afterAll(() => opened.close());

function gateway() {
  return createLogIndex({
    engine: opened.engine,
    places: createSystemPlaces(),
    limits: () => Promise.resolve(limits),
    now: () => now,
    pruneEvery: 0,
  });
}

/** Times of all records, oldest first. */
async function times(): Promise<number[]> {
  const body = { size: 10_000, sort: [{ timestamp: "asc" }], _source: false };
  const found = HitsSchema.parse(
    (await callEngine(opened.engine, { method: "POST", path: "/.logs/_search", body })).body,
  );
  return found.hits.hits.map(({ sort }) => sort[0]);
}

async function add(name: string, at: readonly number[]): Promise<void> {
  if (at.length === 0) return;
  const lines = at.map(
    (time) => `{"index":{}}\n${JSON.stringify({ timestamp: new Date(time).toISOString(), text: "x".repeat(200) })}\n`,
  );
  await callEngine(opened.engine, {
    method: "POST",
    path: `/${name}/_bulk`,
    query: { refresh: "true" },
    body: lines.join(""),
  });
}

/** A log of these pieces, each a list of times, oldest piece first. */
async function logOf(pieces: readonly (readonly number[])[]): Promise<void> {
  [limits, now] = [EVER, NOW];
  const log = gateway();
  await callEngine(opened.engine, {
    method: "POST",
    path: "/.logs/_delete_by_query",
    query: { refresh: "true" },
    body: { query: { match_all: {} } },
  });
  for (const piece of pieces) {
    await add(await log.current(), piece);
    // Every piece is full then, and another is begun.
    limits = { ...EVER, records: 1 };
    const full = piece.length > 0 ? { ...EVER, records: 8 * piece.length } : EVER;
    limits = { ...full, records: Math.max(full.records, (await times()).length) };
    await log.prune();
  }
  limits = EVER;
}

const random = randomFrom(7);
const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, () => Math.floor(from + random.next() * (to - from))).sort((a, b) => a - b);

const SHAPES: [name: string, pieces: number[][]][] = [
  ["one large piece", [spread(900, NOW - 20 * DAY, NOW)]],
  [
    "a large piece and small ones",
    [
      spread(700, NOW - 20 * DAY, NOW - 3 * DAY),
      spread(20, NOW - 3 * DAY, NOW - 2 * DAY),
      spread(30, NOW - 2 * DAY, NOW),
    ],
  ],
  [
    "pieces that overlap",
    [spread(300, NOW - 9 * DAY, NOW - 4 * DAY), spread(300, NOW - 5 * DAY, NOW - DAY), spread(300, NOW - 2 * DAY, NOW)],
  ],
  ["records of one moment", [Array.from({ length: 600 }, () => NOW - DAY), Array.from({ length: 5 }, () => NOW)]],
  ["no records", [[]]],
];

test.each(SHAPES)("%s: lowered and raised", async (_, pieces) => {
  await logOf(pieces);
  for (const set of [
    { ...EVER, records: 500 },
    { ...EVER, records: 2_000 },
    { ...EVER, records: 100 },
    { ...EVER, days: 1 },
    { ...EVER, days: 30, records: 40 },
  ]) {
    const before = await times();
    limits = set;
    const log = gateway();
    const told = await log.removes(set);
    await log.prune();
    const after = await times();
    const tooOld = before.filter((time) => time < NOW - set.days * DAY).length;
    const excess = before.length - set.records;
    const gone = before.length - after.length;
    expect(gone).toBeLessThanOrEqual(Math.max(tooOld, excess > 0 ? excess + set.records / 4 : 0));
    expect(after.length).toBeLessThanOrEqual(set.records);
    // To the hour.
    expect(after[0] ?? NOW).toBeGreaterThanOrEqual(NOW - set.days * DAY - 3600_000);
    // What was told: so many, and everything from that moment on is there.
    if (new Set(before).size > 10) {
      expect(told.records).toBeLessThanOrEqual(gone + 1);
      expect(told.records === 0).toBe(gone === 0);
      if (told.from !== null)
        expect(after.filter((time) => time >= (told.from ?? 0))).toEqual(
          before.filter((time) => time >= (told.from ?? 0)),
        );
    }
    // A second look finds nothing more, nor do two gateways at once.
    await Promise.all([gateway().prune(), gateway().prune()]);
    expect(await times()).toEqual(after);
  }
});

test("by bytes too", async () => {
  await logOf([spread(900, NOW - 20 * DAY, NOW)]);
  // Real engines write their segments anew when they like, and tell other sizes then.
  await callEngine(
    opened.engine,
    { method: "POST", path: "/.logs/_forcemerge", query: { max_num_segments: "1" } },
    [400, 404, 405],
  );
  await callEngine(opened.engine, { method: "POST", path: "/.logs/_refresh" });
  const { bytes } = await gateway().held();
  limits = { ...EVER, bytes: Math.floor(bytes / 2) };
  await gateway().prune();
  const { length } = await times();
  expect(length).toBeLessThanOrEqual(450);
  expect(length).toBeGreaterThanOrEqual(450 * 0.75 - 5);
  await gateway().prune();
  expect(await times()).toHaveLength(length);
});

test("two gateways that look at once, each with what it remembers, remove no more than one", async () => {
  await logOf([spread(800, NOW - 20 * DAY, NOW)]);
  const gateways = [gateway(), gateway(), gateway()];
  // Each remembers the pieces as they are.
  for (const one of gateways) await one.prune();
  limits = { ...EVER, records: 400 };
  for (const one of gateways) await one.prune();
  expect((await times()).length).toBeGreaterThanOrEqual(300);
});

test("limits that are raised while records are removed end it", async () => {
  await logOf([spread(6_000, NOW - 20 * DAY, NOW)]);
  limits = { ...EVER, records: 1_000 };
  let asked = 0;
  const log = createLogIndex({
    engine: opened.engine,
    places: createSystemPlaces(),
    // The third time is within the removal, after some of it.
    limits: () => Promise.resolve(++asked > 4 ? EVER : limits),
    now: () => now,
    pruneEvery: 0,
  });
  await log.prune();
  expect((await times()).length).toBeGreaterThan(2_000);
});
