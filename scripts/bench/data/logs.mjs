// The request log with half a million records: its list and figures, and what recording costs a request.
import { load, percentile } from "../load.mjs";
import { setTimeout as pause } from "node:timers/promises";
import { memoryOf, processorTimeOf, startProgram } from "../processes.mjs";

const password = "bench-Passw0rd";
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
const headers = { authorization, "content-type": "application/json" };
const BATCH = 2_000;
const DAY = 24 * 3600_000;
const words =
  "red blue large small wool cotton winter summer light heavy soft warm city mountain river coat shoe hat glove scarf".split(
    " ",
  );
const pick = (n) => words[n % words.length];
const routes = [
  "POST /:index/_reactivesearch",
  "POST /:index/_search",
  "GET /:index/_doc/:id",
  "POST /:index/_bulk",
  "GET /:index/_mapping",
];
const codes = [200, 200, 200, 200, 200, 200, 201, 404, 200, 400];

/** A record as the recorder writes it, `n` of `count` over the last `span` ms. */
function recordOf(n, { count, now, span }) {
  const route = routes[(n * 7) % routes.length];
  const code = codes[(n * 13) % codes.length];
  const index = `shop-${n % 5}`;
  const body = JSON.stringify({
    query: [{ id: "found", type: "search", dataField: ["title"], value: `${pick(n)} ${pick(n * 3 + 1)}`, size: 10 }],
  });
  const took = 2 + ((n * 37) % 180) + (n % 997 === 0 ? 900 : 0);
  const search = route.includes("search");
  const url = `/${index}/${route.slice(route.lastIndexOf("/") + 1).replace(":id", String(n))}`;
  return {
    id: `bench${String(n).padStart(9, "0")}`,
    indices: [index],
    category: search ? (route.includes("reactive") ? "reactivesearch" : "search") : "docs",
    request: { uri: url, method: route.split(" ")[0], header: { "Content-Type": ["application/json"] }, body },
    response: {
      code,
      status: "OK",
      Headers: { "Content-Type": ["application/json"] },
      ...(search ? { took } : {}),
      body: `{"settings":{"took":${took}},"found":{"hits":{"hits":[]}}}`,
    },
    requestChanges: null,
    responseChanges: null,
    timestamp: new Date(now - Math.floor((n / count) * span)).toISOString(),
    console_logs: [],
    diffLogs: false,
    origin: {
      kind: "credential",
      name: `web-${n % 12}`,
      address: `203.0.113.${n % 250}`,
      route,
      url,
      took: took + 3.5,
      ...(code >= 400 ? { reason: code === 404 ? "Not Found" : "parsing_exception" } : {}),
      text: body,
    },
  };
}

async function call(url, { method = "GET", path, body }) {
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text === "" ? null : JSON.parse(text);
}

/** Fills the log of a back end with `count` records over the last `span` ms, 30 days where not told. */
export async function fillLog(url, count, span = 30 * DAY) {
  const now = Date.now();
  // Oldest first, as a log grows.
  for (let from = count; from > 0; from -= BATCH) {
    const lines = Array.from(
      { length: Math.min(BATCH, from) },
      (_, at) => `{"index":{}}\n${JSON.stringify(recordOf(from - 1 - at, { count, now, span }))}\n`,
    );
    await call(url, { method: "POST", path: "/.logs-000001/_bulk", body: lines.join("") });
  }
  await call(url, { method: "POST", path: "/.logs/_refresh" });
}

const list = "size=10&origin=true&bodies=false";
/** What the screens ask, a little different each time. */
const asked = [
  ["list, newest first", (n) => `/_logs?${list}&from=${(n % 50) * 10}`],
  ["list, errors of an index", (n) => `/shop-${n % 5}/_logs?${list}&filter=error`],
  ["list, words of a body", (n) => `/_logs?${list}&text=${pick(n)}%20${pick(n * 3 + 1)}`],
  ["list, one user and status", (n) => `/_logs?${list}&user=web-${n % 12}&status=4xx`],
  ["list, slowest searches", (n) => `/_logs/search?${list}&start_latency=${n % 50}`],
  ["percentiles, 30 days", (n) => `/_logs/percentiles?${n % 2 ? "" : "filter=search"}`],
  ["percentiles of an index", (n) => `/shop-${n % 5}/_logs/percentiles?`],
  ["slowest routes", () => "/_logs/routes?"],
  ["errors by reason", () => "/_logs/errors?"],
];

/** Alternately recorded and not: half the difference of two runs apart is what else the machine did. */
async function recordingCost(url, seconds) {
  await call(url, {
    method: "POST",
    path: "/shoes/_bulk?refresh=true",
    body: Array.from(
      { length: 500 },
      (_, n) => `{"index":{}}\n{"title":"${pick(n)} ${pick(n * 7)}","price":${n}}\n`,
    ).join(""),
  });
  const body = (n) => JSON.stringify({ query: { match: { title: pick(n) } }, size: 10 });
  const times = { recorded: [], unrecorded: [] };
  const next = (more) => (n) => ({
    url: `${url}/shoes/_search`,
    method: "POST",
    headers: { ...headers, ...more },
    body: body(n),
  });
  await load({ clients: 1, seconds: 1, next: next({}) });
  for (let round = 0; round < seconds * 2; round++) {
    for (const [kind, more] of round % 2
      ? [
          ["recorded", {}],
          ["unrecorded", { "x-request-category": "streams" }],
        ]
      : [
          ["unrecorded", { "x-request-category": "streams" }],
          ["recorded", {}],
        ]) {
      times[kind].push(await load({ clients: 1, seconds: 0.5, next: next(more) }));
    }
  }
  const mean = (kind) => 1000 / (times[kind].reduce((sum, { rate }) => sum + rate, 0) / times[kind].length);
  const p50 = (kind) =>
    percentile(
      times[kind].map((one) => one.p50),
      0.5,
    );
  return {
    recorded: { mean: mean("recorded"), p50: p50("recorded") },
    unrecorded: { mean: mean("unrecorded"), p50: p50("unrecorded") },
  };
}

/** Waits until the back end has merged what was written: it then does next to nothing for two seconds. */
export async function settled(pid) {
  for (let quiet = 0, tries = 0; quiet < 2 && tries < 120; tries++) {
    const before = processorTimeOf(pid) ?? 0;
    await pause(1000);
    quiet = (processorTimeOf(pid) ?? 0) - before < 50 ? quiet + 1 : 0;
  }
}

/** Fills a log and measures it. Times in ms. */
export async function benchLogs({ dataDir, seconds, count = 500_000 }) {
  const env = { DATA_DIR: `${dataDir}/logs`, BACKEND_PORT: "0", ADMIN_PASSWORD: password, LOG_KEEP_RECORDS: "9999999" };
  const backend = await startProgram({ file: "dist/backend.js", env });
  const url = `http://127.0.0.1:${backend.message.port}`;
  try {
    const cost = await recordingCost(url, seconds);
    await fillLog(url, count);
    await settled(backend.pid);
    const rows = [];
    for (const [name, path] of asked) {
      const next = (n) => ({ url: `${url}${path(n)}`, headers });
      await load({ clients: 1, pages: 3, next });
      rows.push({ name, ...(await load({ clients: 1, seconds, next: (n) => next(n + 3) })) });
    }
    return { count, rows, cost, memory: memoryOf(backend.pid) };
  } finally {
    await backend.stop();
  }
}
