import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "../../open";

/** Ten bulks of one size become one segment. */
const BULK = 10_000;
const DOCUMENTS = 10 * BULK;
/**
 * A turn of 4 ms may end late by one step, by a garbage collection, by code that is compiled meanwhile and by writing
 * the answer. All of that takes longer on a slow machine, so the bound is a part of what it takes to index the
 * documents; see `longestTurn`.
 */
const PART_OF_INDEXING = 1 / 40;
const LEAST_BOUND_MS = 200;
let longestTurn = LEAST_BOUND_MS;

const folder = mkdtempSync(join(tmpdir(), "searchdeck-slices-"));
let opened: EmbeddedEngine;

function word(number: number): string {
  // A permutation of all words of so many letters, so that the terms are spread over the whole dictionary.
  return ((number * 7_368_787) % 14_776_336).toString(36).padStart(5, "0");
}

function bulk(from: number): string {
  let body = "";
  for (let n = from; n < from + BULK; n++)
    body += `{"index":{"_id":"${n}"}}\n{"word":"${word(n)}","kind":"k${n % 500}","number":${(n * 7919) % 100_003},"text":"${word(n % 3000)} ${word((n * 31) % 5000)} common"}\n`;
  return body;
}

async function segments(): Promise<number> {
  const { body } = await opened.handle({ method: "GET", path: "/heavy/_stats/segments" });
  return JSON.parse(body).indices.heavy.total.segments.count;
}

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  const properties = {
    word: { type: "keyword" },
    kind: { type: "keyword" },
    number: { type: "integer" },
    text: { type: "text" },
  };
  await opened.handle({ method: "PUT", path: "/heavy", body: JSON.stringify({ mappings: { properties } }) });
  await opened.handle({ method: "PUT", path: "/small/_doc/1", body: JSON.stringify({ title: "small" }) });
  const began = processorMs();
  for (let from = 0; from < DOCUMENTS; from += BULK)
    expect((await opened.handle({ method: "POST", path: "/heavy/_bulk", body: bulk(from) })).status).toBe(200);
  while ((await segments()) !== 1) await new Promise((resolve) => setTimeout(resolve, 50));
  longestTurn = Math.max(LEAST_BOUND_MS, (processorMs() - began) * PART_OF_INDEXING);
}, 300_000);

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs a search and says how often others had their turn meanwhile, and the longest that they waited, in processor
 * time.
 */
async function watched(body: object) {
  let turns = 0;
  let longest = 0;
  let done = false;
  let before = processorMs();
  const began = before;
  const others = (async () => {
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = processorMs();
      longest = Math.max(longest, now - before);
      before = now;
      turns++;
    }
  })();
  const answer = await opened.handle({ method: "POST", path: "/heavy/_search", body: JSON.stringify(body) });
  done = true;
  const worked = processorMs() - began;
  await others;
  return { answer: JSON.parse(answer.body), turns, longest, worked };
}

const words = (count: number) => Array.from({ length: count }, (_, n) => word(n));

const heavy: Record<string, object> = {
  "a wildcard over all terms": { query: { wildcard: { word: "*1*" } } },
  "a regular expression": {
    query: {
      bool: {
        should: [".*[a-f][0-9].*", ".*[0-9].*[a-m].*[n-z].*", "(.*[aeiou]){2}.*"].map((value) => ({
          regexp: { word: { value } },
        })),
      },
    },
  },
  "many fuzzy words": { query: { match: { text: { query: words(90).join(" "), fuzziness: 2 } } } },
  "a thousand clauses": {
    size: 100,
    query: {
      bool: { should: Array.from({ length: 1000 }, (_, n) => ({ range: { number: { gte: n, lte: n + 50_000 } } })) },
    },
  },
  "sub-aggregations in many buckets": {
    size: 0,
    aggs: {
      kinds: {
        terms: { field: "kind", size: 500 },
        aggs: {
          words: { terms: { field: "word", size: 5 }, aggs: { best: { max: { field: "number" } } } },
          few: { cardinality: { field: "word" } },
        },
      },
    },
  },
  "filters as buckets": {
    size: 0,
    aggs: {
      parts: {
        filters: {
          filters: Object.fromEntries(
            Array.from({ length: 30 }, (_, n) => [`f${n}`, { wildcard: { word: `*${n.toString(36)}*` } }]),
          ),
        },
      },
    },
  },
  "a group for each document": { size: 100, collapse: { field: "word" }, sort: [{ number: "asc" }, { word: "desc" }] },
  "a page of ten thousand in the order of three fields": {
    size: 10_000,
    sort: [{ kind: "desc" }, { number: "asc" }, { word: "desc" }],
    highlight: { fields: { text: {} } },
    query: { match: { text: "common" } },
  },
};

const number = (n: number) => (n * 7919) % 100_003;
/** What is equal keeps the order it was written in. */
const sorts: [name: string, sort: object[], order: (a: number, b: number) => number][] = [
  ["the least first", [{ number: "asc" }], (a, b) => number(a) - number(b)],
  ["the greatest first", [{ number: "desc" }], (a, b) => number(b) - number(a)],
  [
    "many that are equal",
    [{ kind: "asc" }],
    (a, b) => (`k${a % 500}` < `k${b % 500}` ? -1 : a % 500 === b % 500 ? a - b : 1),
  ],
  [
    "by two fields",
    [{ kind: "desc" }, { number: "asc" }],
    (a, b) => (`k${a % 500}` > `k${b % 500}` ? -1 : a % 500 === b % 500 ? number(a) - number(b) : 1),
  ],
];

describe("the first of many documents", () => {
  it.each(sorts)("%s", async (_, sort, order) => {
    const expected = Array.from({ length: DOCUMENTS }, (__, n) => n).sort(order);
    for (const [from, size] of [
      [0, 10],
      [490, 10],
      [0, 1000],
      [1000, 200],
    ] as const) {
      const { body } = await opened.handle({
        method: "POST",
        path: "/heavy/_search",
        body: JSON.stringify({ sort, from, size, _source: false }),
      });
      const ids = JSON.parse(body).hits.hits.map((hit: { _id: string }) => Number(hit._id));
      expect(ids).toEqual(expected.slice(from, from + size));
    }
  });
});

describe("a heavy search on one segment", () => {
  it.each(Object.entries(heavy))("lets others work: %s", async (_, body) => {
    const { answer, turns, longest, worked } = await watched(body);
    expect(answer.timed_out).toBe(false);
    expect(answer.hits.total.value).toBeGreaterThan(0);
    // It would prove nothing if it were done in a moment.
    expect(worked).toBeGreaterThan(30);
    expect(turns).toBeGreaterThan(4);
    expect(longest).toBeLessThan(longestTurn);
  });

  it("answers a small search long before the heavy one is done", async () => {
    let heavyIsDone = false;
    const slow = watched(heavy["a thousand clauses"]!).finally(() => (heavyIsDone = true));
    const { body } = await opened.handle({ method: "POST", path: "/small/_search", body: "{}" });
    expect(JSON.parse(body).hits.total.value).toBe(1);
    expect(heavyIsDone).toBe(false);
    await slow;
  });

  it.each(["a thousand clauses", "many fuzzy words", "a wildcard over all terms"])(
    "ends when its time is up: %s",
    async (name) => {
      const whole = await watched(heavy[name]!);
      const { answer, worked } = await watched({ ...heavy[name], timeout: "5ms" });
      expect(answer.timed_out).toBe(true);
      expect(answer.hits.total.value).toBeLessThan(DOCUMENTS);
      expect(worked).toBeLessThan(whole.worked * 0.8 + 10);
    },
  );
});
