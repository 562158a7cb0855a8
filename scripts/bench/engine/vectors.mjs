// Nearest neighbours in the embedded engine over HTTP: how long a look takes, and how long anybody else waits
// meanwhile.
import { setTimeout as pause } from "node:timers/promises";
import { startEngine } from "./engine.mjs";
import { forgetPeak, memoryOf } from "../processes.mjs";

const COUNT = 100_000;
const DIMS = 384;
const BATCH = 500;
const MOST_MS = 60;
const WORDS = "amber basin cedar delta ember fjord grove haven inlet juniper".split(" ");

/** Numbers between -1 and 1, the same in each run. */
function counter() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.round((state / 0x80000000) * 1e6) / 1e6;
  };
}

async function call(url, { method = "POST", body, type = "application/json" } = {}) {
  const answer = await fetch(url, { method, headers: { "content-type": type }, body });
  const text = await answer.text();
  if (!answer.ok || text.includes('"errors":true'))
    throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

async function fill(url, vector) {
  const properties = {
    v: { type: "knn_vector", dimension: DIMS, space_type: "cosinesimil" },
    t: { type: "text" },
    n: { type: "integer" },
  };
  await call(`${url}/near`, { method: "PUT", body: JSON.stringify({ mappings: { properties } }) });
  const began = performance.now();
  for (let from = 0; from < COUNT; from += BATCH) {
    const lines = Array.from({ length: BATCH }, (_, at) => {
      const source = { v: vector(), t: `${WORDS[(from + at) % 10]} ${WORDS[(from + at) % 7]}`, n: (from + at) % 100 };
      return `{"index":{"_id":"${from + at}"}}\n${JSON.stringify(source)}\n`;
    });
    await call(`${url}/near/_bulk`, { body: lines.join(""), type: "application/x-ndjson" });
  }
  const seconds = (performance.now() - began) / 1000;
  await call(`${url}/near/_forcemerge`);
  return COUNT / seconds;
}

const script = (vector) => ({
  source: "knn_score",
  lang: "knn",
  params: { field: "v", query_value: vector, space_type: "cosinesimil" },
});
const LOOKS = [
  ["the ten nearest", (vector) => ({ knn: { v: { vector, k: 10 } } })],
  [
    "the ten nearest of a third that a word finds",
    (vector) => ({ knn: { v: { vector, k: 10, filter: { match: { t: "amber basin" } } } } }),
  ],
  [
    "the ten nearest beside words, scores added up",
    (vector) => ({ bool: { should: [{ match: { t: "amber basin" } }, { knn: { v: { vector, k: 10 } } }] } }),
  ],
  [
    "everything ranked by `queryVector`",
    (vector) => ({ script_score: { query: { match_all: {} }, script: script(vector) } }),
  ],
];

/** Looks for some seconds by one client while another asks for something small all the time. */
async function measured({ url, vector, query, seconds }) {
  const times = [];
  let longest = 0;
  const end = performance.now() + seconds * 1000;
  const watch = (async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await call(url, { method: "GET" });
      longest = Math.max(longest, performance.now() - began);
      await pause(10);
    }
  })();
  while (performance.now() < end) {
    const body = JSON.stringify({ query: query(vector()), _source: false });
    const began = performance.now();
    await call(`${url}/near/_search`, { body });
    times.push(performance.now() - began);
  }
  await watch;
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)], longest };
}

/** The section of the page. */
export async function vectorsSection({ dataDir, seconds, at, others }) {
  const engine = await startEngine(`${dataDir}/vectors`);
  const number = counter();
  const vector = () => Array.from({ length: DIMS }, number);
  try {
    const url = engine.message.address;
    const rate = await fill(url, vector);
    forgetPeak(engine.pid);
    const began = performance.now();
    await call(`${url}/near/_search`, { body: JSON.stringify({ query: LOOKS[0][1](vector()) }) });
    const first = performance.now() - began;
    const rows = [];
    for (const [name, query] of LOOKS) rows.push({ name, ...(await measured({ url, vector, query, seconds })) });
    const memory = memoryOf(engine.pid);
    const slow = rows.filter(({ p95 }) => p95 > MOST_MS).map(({ name }) => name);
    const long = rows.filter(({ longest }) => longest > 200).map(({ name }) => name);
    const told = (list) => (list.length === 0 ? "held" : `missed by ${list.join(", ")}`);
    return `## Nearest neighbours

${at}. ${COUNT.toLocaleString("en")} vectors of ${DIMS} dimensions in the embedded engine, over HTTP by one client; every vector is compared. Meanwhile another client asks for something small
every 10 ms (load average ${others.toFixed(1)}).

| asked for | p50 / p95 ms | the other waited at most, ms |
|---|---|---|
${rows.map(({ name, p50, p95, longest }) => `| ${name} | ${p50.toFixed(1)} / ${p95.toFixed(1)} | ${longest.toFixed(0)} |`).join("\n")}

Indexed at ${Math.round(rate).toLocaleString("en")} a second; the first look, which reads them from the disk, took ${first.toFixed(0)} ms. Resident memory after it: ${memory === null ? "not known here" : `${memory.now} MB, ${memory.peak} MB at most`}.

Goals: at most ${MOST_MS} ms at p95 (${told(slow)}), nobody waits longer than 200 ms (${told(long)}).`;
  } finally {
    await engine.stop();
  }
}
