import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { authorization, pause, type RunningBackend, startBackend, temporaryFolder } from "./processes";

// Fifty searches and ten writes a second run while an index is re-indexed, its settings are published, the retention of
// the log is changed and a file is imported: none of them fails, and nothing that was written is lost or there twice.

const DOCUMENTS = 20_000;
const IMPORTED = 10_000;
const SEARCH_EVERY_MS = 20;
const WRITE_EVERY_MS = 100;
/** The load goes on for so long at least, whatever is done beside it. */
const AT_LEAST_MS = 3_000;

const CountSchema = z.object({ count: z.number() });
const dataDir = temporaryFolder();
let backend: RunningBackend;
/** Documents that are to be there: what was filled in, imported, and written by the load. */
let due = DOCUMENTS;

async function call(method: string, path: string, body?: object | string) {
  const text = typeof body === "string" ? body : body && JSON.stringify(body);
  const headers = {
    authorization,
    "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json",
  };
  const answer = await fetch(`${backend.url}${path}`, {
    method,
    headers,
    ...(text === undefined ? {} : { body: text }),
  });
  return { status: answer.status, text: await answer.text() };
}

function rows(from: number, count: number, prefix: string): string {
  return Array.from(
    { length: count },
    (_, n) => `{"index":{"_id":"${prefix}${from + n}"}}\n{"title":"Lamp ${from + n}","n":${from + n}}\n`,
  ).join("");
}

async function bulk(from: number, count: number, prefix = ""): Promise<void> {
  const answer = await call("POST", "/films/_bulk", rows(from, count, prefix));
  expect([answer.status, /"errors":false/.test(answer.text)], answer.text.slice(0, 300)).toEqual([200, true]);
}

beforeAll(async () => {
  backend = await startBackend({ dataDir });
  for (let from = 0; from < DOCUMENTS; from += 5_000) await bulk(from, 5_000);
  expect((await call("POST", "/films/_refresh")).status).toBe(200);
});
afterAll(async () => {
  await backend.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const SEARCHES: readonly [path: string, body: object][] = [
  ["/films/_search", { query: { match: { title: "lamp" } }, size: 5 }],
  ["/films/_reactivesearch", { query: [{ id: "q", type: "search", value: "lamp", dataField: ["title"], size: 5 }] }],
];

let written = 0;

/** Searches and writes by the clock until the work beside them is done; what failed. */
async function beside(work: () => Promise<void>): Promise<{ asked: number; wrote: number; failed: string[] }> {
  const failed: string[] = [];
  const open: Promise<unknown>[] = [];
  let [asked, wrote, isDone] = [0, 0, false];
  async function held(name: string, answer: ReturnType<typeof call>, good: readonly number[]) {
    const { status, text } = await answer.catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (!good.includes(status)) failed.push(`${name}: ${status} ${text.slice(0, 300)}`);
  }
  function search() {
    const [path, body] = SEARCHES[asked++ % SEARCHES.length] ?? ["", {}];
    open.push(held(`search ${asked}`, call("POST", path, body), [200]));
  }
  function write() {
    wrote++;
    const id = `w${written++}`;
    open.push(held(`write ${id}`, call("PUT", `/films/_doc/${id}`, { title: `Lamp ${id}`, n: -written }), [200, 201]));
  }
  const timers = [setInterval(search, SEARCH_EVERY_MS), setInterval(write, WRITE_EVERY_MS)];
  const began = Date.now();
  const worked = work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  void worked.then(() => (isDone = true));
  while (!isDone || Date.now() - began < AT_LEAST_MS) await pause(25);
  for (const timer of timers) clearInterval(timer);
  await Promise.all(open);
  due += wrote;
  const problem = await worked;
  if (problem !== undefined) throw problem;
  return { asked, wrote, failed };
}

async function counted(): Promise<number> {
  await call("POST", "/films/_refresh");
  return CountSchema.parse(JSON.parse((await call("GET", "/films/_count")).text)).count;
}

const good = async (method: string, path: string, body: object) => {
  const answer = await call(method, path, body);
  expect([path, [200, 202].includes(answer.status)], `${answer.status} ${answer.text.slice(0, 300)}`).toEqual([
    path,
    true,
  ]);
};

const WORK: readonly [what: string, work: () => Promise<void>][] = [
  ["a re-index in place", () => good("POST", "/_reindex/films", {})],
  [
    "settings and synonyms that are published",
    async () => {
      await good("PUT", "/_searchrelevancy/films", {
        search: { dataField: ["title"], fieldWeights: [2], fuzziness: "AUTO" },
      });
      await good("PUT", "/_synonym/films", [{ type: "equivalent", synonym: "lamp,light" }]);
    },
  ],
  [
    "a retention that is lowered and raised",
    () =>
      good("PUT", "/_logs/retention", { records: 1_000, days: 1 }).then(() => good("DELETE", "/_logs/retention", {})),
  ],
  [
    "an import",
    async () => {
      for (let from = 0; from < IMPORTED; from += 500) await bulk(from, 500, "i");
      due += IMPORTED;
    },
  ],
  ["a second re-index", () => good("POST", "/_reindex/films", {})],
];

it.each(WORK)("%s fails no search and loses no write", async (_, work) => {
  const { asked, wrote, failed } = await beside(work);
  expect(failed.slice(0, 5)).toEqual([]);
  expect(asked).toBeGreaterThan(50);
  expect(wrote).toBeGreaterThan(10);
  expect(await counted()).toBe(due);
});
