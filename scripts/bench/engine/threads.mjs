// The back end with its threads: searches of 1, 8 and 32 clients beside writes, small calls, pages meanwhile, and what
// others wait while heavy calls run.
//   node scripts/bench/engine/threads.mjs [--program dist/backend.js] [--seconds 5] [--light]     prints the figures of one program, to set two builds side by side
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { headers, password } from "../console.mjs";
import { load, once, percentile } from "../load.mjs";
import { benchPagesBeside } from "../pages/pages-beside.mjs";
import { forgetPeak, memoryOf, startProgram } from "../processes.mjs";

const DOCUMENTS = 50_000;
const CLIENTS = [1, 8, 32];
/** How often others ask while something heavy runs, and how long after it the memory is looked at, in ms. */
const LOOK_MS = 50;
const LATER_MS = 60_000;
const words =
  "red blue large small wool cotton winter summer light heavy soft warm city mountain river coat shoe hat glove scarf".split(
    " ",
  );
const pick = (n) => words[n % words.length];

const documentOf = (n) =>
  JSON.stringify({ title: `${pick(n)} ${pick(n * 7 + 3)} ${pick(n * 13 + 5)}`, kind: pick(n), price: n % 400 });
const bulkOf = (from, count) =>
  Array.from({ length: count }, (_, at) => `{"index":{"_id":"${from + at}"}}\n${documentOf(from + at)}\n`).join("");

function searchOf(n) {
  const text = { id: "found", type: "search", dataField: ["title"], value: `${pick(n)} ${pick(n * 3 + 1)}`, size: 10 };
  const facet = { id: "kinds", type: "term", dataField: ["kind.keyword"], react: { and: "found" } };
  return JSON.stringify({ query: n % 3 === 0 ? [text, facet] : [text], settings: { recordAnalytics: false } });
}

const megabytes = (count, word) => word.repeat(Math.ceil((count * 1024 ** 2) / word.length));
const heavySearch = (query) => ["POST", "/shop/_search", JSON.stringify({ query })];

/** Calls that once kept everybody waiting; how each is answered does not matter here. */
const HEAVY = {
  "a value of 20 MB in a search": () => [
    "POST",
    "/shop/_reactivesearch",
    JSON.stringify({
      query: [{ id: "a", type: "search", dataField: ["title"], value: megabytes(20, "wool cotton ") }],
    }),
  ],
  "the same as a suggestion": () => [
    "POST",
    "/shop/_reactivesearch",
    JSON.stringify({
      query: [{ id: "a", type: "suggestion", dataField: ["title"], value: megabytes(20, "wool cotton ") }],
    }),
  ],
  "a query string of 5 MB": () => heavySearch({ query_string: { query: megabytes(5, "wool OR cotton ") } }),
  "a match of 5 MB": () => heavySearch({ match: { title: megabytes(5, "wool cotton ") } }),
  "300,000 deletions in a bulk": () => [
    "POST",
    "/gone/_bulk",
    Array.from({ length: 300_000 }, (_, n) => `{"delete":{"_id":"${n}"}}\n`).join(""),
  ],
  "a document of one word of 10 MB": () => [
    "PUT",
    "/texts/_doc/1",
    JSON.stringify({ text: "x".repeat(10 * 1024 ** 2) }),
  ],
  "a document of 10 MB of words": () => [
    "PUT",
    "/texts/_doc/2",
    JSON.stringify({ text: megabytes(10, "wool cotton ") }),
  ],
  "facets of 32 clients": () => [
    "POST",
    "/shop/_search?request_cache=false",
    JSON.stringify({ size: 0, aggs: { k: { terms: { field: "title.keyword", size: 10_000 } } } }),
  ],
};

/** What a plain search waits while a call runs, in ms, and the call's own time and status. */
async function beside(url, [method, path, body], times = 1) {
  let running = true;
  let longest = 0;
  const watch = (async () => {
    while (running) {
      const { milliseconds } = await once({
        url: `${url}/shop/_reactivesearch`,
        method: "POST",
        headers,
        body: searchOf(1),
      });
      longest = Math.max(longest, milliseconds);
      await pause(LOOK_MS);
    }
  })();
  await pause(4 * LOOK_MS);
  const answers = await Promise.all(
    Array.from({ length: times }, () => once({ url: `${url}${path}`, method, headers, body })),
  );
  running = false;
  await watch;
  return { longest, took: answers[0].milliseconds, status: answers[0].status };
}

async function fill(url) {
  for (let from = 0; from < DOCUMENTS; from += 5_000)
    await once({ url: `${url}/shop/_bulk`, method: "POST", headers, body: bulkOf(from, 5_000) });
}

/** Pages of the console beside eight clients that search. */
const pagesBeside = (options) => benchPagesBeside({ ...options, fill, searchOf, bulkOf });

/** Measures a built back end. `heavy: false` leaves the heavy calls out. */
export async function benchThreads({ dataDir, seconds, program = "dist/backend.js", heavy = true }) {
  const backend = await startProgram({
    file: program,
    env: { DATA_DIR: dataDir, BACKEND_PORT: "0", ADMIN_PASSWORD: password },
  });
  const url = `http://127.0.0.1:${backend.message.port}`;
  const at = (method, path) => ({ url: `${url}${path}`, method, headers });
  try {
    await fill(url);
    await pause(2_000);
    const small = {
      "a document by its id": await load({
        clients: 1,
        seconds,
        next: (n) => at("GET", `/shop/_doc/${n % DOCUMENTS}`),
      }),
      "a search of ten hits": await load({
        clients: 1,
        seconds,
        next: (n) => ({ ...at("POST", "/shop/_reactivesearch"), body: searchOf(3 * n + 1) }),
      }),
    };
    const mixed = [];
    for (const clients of CLIENTS) {
      let writing = true;
      const written = [];
      const writer = (async () => {
        for (let round = 0; writing; round++) {
          const { milliseconds } = await once({
            ...at("POST", "/shop/_bulk"),
            body: bulkOf((round * 50) % DOCUMENTS, 50),
          });
          written.push(milliseconds);
          await pause(200);
        }
      })();
      const searches = await load({
        clients,
        seconds,
        next: (n) => ({ ...at("POST", "/shop/_reactivesearch"), body: searchOf(n) }),
      });
      writing = false;
      await writer;
      mixed.push({ clients, ...searches, writes: percentile(written, 0.5) });
    }
    const waits = [];
    forgetPeak(backend.pid);
    for (const [name, call] of heavy ? Object.entries(HEAVY) : [])
      waits.push({ name, ...(await beside(url, call(), name.endsWith("32 clients") ? 32 : 1)) });
    const peak = memoryOf(backend.pid);
    if (heavy) await pause(LATER_MS);
    return { small, mixed, waits, memory: peak && { peak: peak.peak, later: memoryOf(backend.pid)?.now ?? 0 } };
  } finally {
    await backend.stop();
  }
}

const pair = ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;

/** The section of the page. */
export async function threadsSection({ dataDir, seconds, at, others }) {
  const { small, mixed, waits, memory } = await benchThreads({ dataDir: `${dataDir}/threads`, seconds });
  const beside = await pagesBeside({ dataDir: `${dataDir}/threads-pages`, seconds });
  const long = waits.filter(({ longest }) => longest > 200).map(({ name }) => name);
  return `## Threads

${at}. The back end with the embedded engine, ${DOCUMENTS.toLocaleString("en")} documents, through the gateway (load average ${others.toFixed(1)}). Searches of ten hits, every third with a facet, while another
client writes 50 documents five times a second.

| clients | searches a second | p50 / p95 ms | a bulk meanwhile, p50 ms |
|---|---|---|---|
${mixed.map((row) => `| ${row.clients} | ${Math.round(row.rate)} | ${pair(row)} | ${row.writes.toFixed(1)} |`).join("\n")}

By one client with nothing else to do: ${Object.entries(small)
    .map(([name, row]) => `${name} ${pair(row)} ms`)
    .join(", ")}.

Pages of the console asked by two people while ${beside.clients} clients search (${Math.round(beside.searches.rate)} a second) and one writes as above; console, back end and all clients on the same machine:

| page | p50 / p95 ms | slowest ms |
|---|---|---|
${[...beside.rows, beside.all].map((row) => `| ${row.path.replace(/\?.*/, "")} | ${row.p50.toFixed(0)} / ${row.p95.toFixed(0)} | ${row.most.toFixed(0)} |`).join("\n")}

| meanwhile | it took ms | a plain search waited at most, ms |
|---|---|---|
${waits.map(({ name, took, longest }) => `| ${name} | ${took.toFixed(0)} | ${longest.toFixed(0)} |`).join("\n")}

Resident memory: ${memory === null ? "not known here" : `${memory.peak} MB at most, ${memory.later} MB a minute later`}. Goals: nobody waits longer than 200 ms (${long.length === 0 ? "held" : `missed by ${long.join(", ")}`}), below 1,200 MB and
below 700 MB a minute later (${memory === null || (memory.peak < 1200 && memory.later < 700) ? "held" : "missed"}).`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      program: { type: "string" },
      seconds: { type: "string", default: "5" },
      light: { type: "boolean", default: false },
    },
  });
  const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-threads-"));
  try {
    const { program, seconds, light } = values;
    const { small, mixed, waits, memory } = await benchThreads({
      dataDir,
      seconds: Number(seconds),
      heavy: !light,
      ...(program && { program }),
    });
    for (const [name, row] of Object.entries(small)) console.log(`${name}: ${pair(row)} ms`);
    for (const row of mixed)
      console.log(
        `${row.clients} clients: ${Math.round(row.rate)} a second, ${pair(row)} ms, bulks ${row.writes.toFixed(1)} ms`,
      );
    for (const { name, took, longest, status } of waits)
      console.log(`${name}: ${status} after ${took.toFixed(0)} ms, others waited ${longest.toFixed(0)} ms`);
    if (memory) console.log(`memory: ${memory.peak} MB at most, ${memory.later} MB a minute later`);
    const { all, rows, searches } = await pagesBeside({
      dataDir: `${dataDir}/pages`,
      seconds: Number(seconds),
      program,
    });
    for (const row of [...rows, all])
      console.log(`${row.path}: ${row.p50.toFixed(0)} / ${row.p95.toFixed(0)} ms, ${row.most.toFixed(0)} at most`);
    console.log(`searches meanwhile: ${Math.round(searches.rate)} a second, ${pair(searches)} ms`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
