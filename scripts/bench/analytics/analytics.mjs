// Analytics over 90 days with a million searches: pages of the console as they arrive, what recording costs a search,
// the back end's memory.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundled } from "../bundle.mjs";
import { headers, startBoth } from "../console.mjs";
import { load, percentile } from "../load.mjs";
import { startOpenSearch } from "../engine/open-search.mjs";
import { memoryOf } from "../processes.mjs";
import { missingTools } from "../../real-engine/fetch.mjs";
import { root } from "../../../server/launch/install.mjs";

const DAY = 86_400_000;
const DAYS = 90;
const FILL_MINUTES = 15;
/** How many pages of each kind are asked for. */
const PAGES = 40;
const words =
  "red blue large small wool cotton winter summer light heavy soft warm city mountain river coat shoe hat glove scarf".split(
    " ",
  );

const dayBefore = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
/** Ranges of four lengths that nobody has asked for before. */
const rangeOf = (n) => {
  const length = [30, 60, 7, 85][n % 4];
  const end = Math.floor(n / 4) % (DAYS - length);
  return `from=${dayBefore(end + length)}&to=${dayBefore(end)}`;
};

/** What is asked: the whole of the page, and the first of it. */
const asked = [
  {
    name: "overview with all panels, another range each time",
    path: (n) => `/cluster/analytics?${rangeOf(n)}`,
    most: 1500,
  },
  {
    name: "overview with all panels, the same range",
    path: () => "/cluster/analytics?range=last-30-days",
    most: 300,
    warm: true,
  },
  { name: "overview of an index, another range each time", path: (n) => `/app/films/analytics?${rangeOf(n)}` },
  {
    name: "popular searches, another range each time",
    path: (n) => `/cluster/popular-searches?${rangeOf(n + 1)}`,
    most: 400,
  },
  {
    name: "no results searches, another range each time",
    path: (n) => `/cluster/no-results-searches?${rangeOf(n + 2)}`,
  },
  { name: "popular results, another range each time", path: (n) => `/cluster/popular-results?${rangeOf(n + 3)}` },
  {
    name: "overview of one user, from the records alone",
    path: (n) => `/cluster/analytics?range=last-90-days&user=user-${n * 7}`,
  },
];

// As a browser that runs scripts asks: for others a page comes as a whole.
const browser = (cookie) => ({
  Cookie: `${cookie}; sd_js=1`,
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36",
});

/**
 * A page as it arrives: ms until its heading has come, and until its end. Fails where a part of it could not be had.
 */
async function arrival({ address, cookie }, path) {
  const began = performance.now();
  const answer = await fetch(`${address}${path}`, { headers: browser(cookie) });
  const decoder = new TextDecoder();
  let [text, heading] = ["", null];
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk, { stream: true });
    if (heading === null && text.includes("</h1>")) heading = performance.now() - began;
  }
  if (answer.status !== 200 || heading === null || /could not be loaded|did not answer/.test(text))
    throw new Error(`${path} is not whole (${answer.status})`);
  return { heading, whole: performance.now() - began };
}

async function measurePages(both) {
  const rows = [];
  for (const { name, path, most, warm = false } of asked) {
    if (warm) for (let n = 0; n < 3; n++) await arrival(both, path(n));
    const times = [];
    for (let n = 0; n < PAGES; n++) times.push(await arrival(both, path(n)));
    const of = (key) => ({ p50: percentile(times.map((one) => one[key]), 0.5), p95: percentile(times.map((one) => one[key]), 0.95) }); // prettier-ignore
    rows.push({ name, most, heading: of("heading"), whole: of("whole") });
    console.log(`  ${name}: ${rows.at(-1).whole.p50.toFixed(0)} / ${rows.at(-1).whole.p95.toFixed(0)} ms`);
  }
  return rows;
}

/** The same searches recorded and not, in turns: ms, medians of the turns. */
async function recordingCost({ searchUrl }, seconds) {
  const documents = Array.from(
    { length: 500 },
    (_, n) => `{"index":{}}\n{"title":"${words[n % 20]} ${words[(n * 7) % 20]}","price":${n}}\n`,
  );
  const filled = await fetch(`${searchUrl}/shoes/_bulk?refresh=true`, {
    method: "POST",
    headers,
    body: documents.join(""),
  });
  if (!filled.ok) throw new Error(`the index could not be filled: ${filled.status}`);
  const query = (n) => [{ id: "found", type: "search", dataField: ["title"], value: words[n % 20], size: 10 }];
  let asks = 0;
  const next = (recordAnalytics) => () => {
    const settings = { recordAnalytics, userId: `visitor-${asks++ % 5000}` };
    return {
      url: `${searchUrl}/shoes/_reactivesearch`,
      method: "POST",
      headers,
      body: JSON.stringify({ settings, query: query(asks) }),
    };
  };
  for (const isRecorded of [true, false]) await load({ clients: 1, seconds: 1, next: next(isRecorded) });
  const turns = { true: [], false: [] };
  for (let turn = 0; turn < seconds * 2; turn++)
    for (const isRecorded of turn % 2 ? [true, false] : [false, true])
      turns[isRecorded].push(await load({ clients: 1, seconds: 0.5, next: next(isRecorded) }));
  const median = (list, key) => percentile(list.map((one) => one[key]), 0.5); // prettier-ignore
  const of = (list) => ({ p50: median(list, "p50"), p95: median(list, "p95") });
  return { recorded: of(turns.true), unrecorded: of(turns.false) };
}

/** Fills an engine in a process of its own; seconds of filling and of summing. */
async function fill(where, searches) {
  const run = promisify(execFile);
  const args = [
    await bundled("analytics/analytics-fill"),
    ...where,
    "--root",
    root,
    "--searches",
    String(searches),
    "--days",
    String(DAYS),
  ];
  const { stdout } = await run(process.execPath, args, {
    timeout: FILL_MINUTES * 60_000,
    env: { ...process.env, NODE_ENV: "production" },
  });
  return JSON.parse(stdout);
}

async function measure({ dataDir, env, where, seconds, searches }) {
  const filled = await fill(where, searches);
  console.log(`  filled in ${filled.filled.toFixed(0)} s, summed in ${filled.summed.toFixed(0)} s`);
  const both = await startBoth({ dataDir, env });
  try {
    const rows = await measurePages(both);
    const cost = await recordingCost(both, seconds);
    return { filled, rows, cost, memory: memoryOf(both.backend.pid) };
  } finally {
    await both.stop();
  }
}

/** Measures the embedded engine, and a real OpenSearch after it where Java and Maven are there (null otherwise). */
export async function benchAnalytics({ dataDir, seconds, port, searches = 1_000_000 }) {
  const folder = `${dataDir}/analytics`;
  const ours = await measure({ dataDir: folder, env: {}, where: ["--folder", folder], seconds, searches });
  if (missingTools().length > 0) return { searches, ours, theirs: null };
  const openSearch = await startOpenSearch({ dataDir, port });
  try {
    const { url } = openSearch;
    return {
      searches,
      ours,
      theirs: await measure({
        dataDir: `${folder}-console`,
        env: { ENGINE_URL: url },
        where: ["--url", url],
        seconds,
        searches,
      }),
    };
  } finally {
    await openSearch.stop();
  }
}
