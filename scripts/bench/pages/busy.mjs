// The overviews while everybody else works: 22 clients who search at a given rate, write, import and read pages, over a
// log that is filled already and goes on filling.
//   node scripts/bench/pages/busy.mjs [--folder dist] [--seconds 60] [--records 200000] [--rate 200]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { uploadFile } from "../../../tests/system/upload.mjs";
import { followJob, headers, sendForm, startBoth } from "../console.mjs";
import { fillLog, settled } from "../data/logs.mjs";
import { once, percentile } from "../load.mjs";
import { memoryOf, processorTimeOf } from "../processes.mjs";
import { startRecorder } from "./recorder.mjs";

const CLIENTS = { searches: 14, bulks: 4, imports: 1, pages: 3 };
const PAGES = ["/cluster", "/app/shop"];
const PER_BULK = 50;
const BULK_PAUSE = 250;
const IMPORTED = 40_000;
/** Ms between two pages of a person. */
const PAGE_PAUSE = 500;
/** Calls of a page that are told, the ones first that pages waited longest for. */
const MOST_CALLS = 14;
const HOUR = 3600_000;
const words =
  "red blue large small wool cotton winter summer light heavy soft warm city mountain river coat shoe hat glove scarf".split(
    " ",
  );
const pick = (n) => words[n % words.length];
const documentOf = (n) =>
  JSON.stringify({ title: `${pick(n)} ${pick(n * 7 + 3)} ${pick(n * 13 + 5)}`, kind: pick(n), price: n % 400 });
const bulkOf = (client, round) =>
  Array.from(
    { length: PER_BULK },
    (_, at) =>
      `{"index":{"_id":"${client}-${round * PER_BULK + at}"}}\n${documentOf(client * 1_000_003 + round * PER_BULK + at)}\n`,
  ).join("");

function searchOf(n) {
  const text = { id: "found", type: "search", dataField: ["title"], value: `${pick(n)} ${pick(n * 3 + 1)}`, size: 10 };
  const facet = { id: "kinds", type: "term", dataField: ["kind.keyword"], react: { and: "found" } };
  return JSON.stringify({ query: n % 3 === 0 ? [text, facet] : [text] });
}

const row = (name, times) => ({
  name,
  count: times.length,
  p50: percentile(times, 0.5) ?? 0,
  p95: percentile(times, 0.95) ?? 0,
  most: Math.max(0, ...times),
});

/**
 * Runs it for `seconds`, the log holding `records` of the last hour before. Returns times in ms of the pages and of the
 * calls that the console made meanwhile, rates a second, and what console and back end took of the processor.
 */
export async function benchBusy({ dataDir, seconds, folder = "dist", records = 200_000, rate = 200 }) {
  let recorder;
  const through = async (url) => (recorder = await startRecorder(url)).url;
  const env = { LOG_KEEP_RECORDS: "9999999" };
  const { backend, console_, searchUrl, address, cookie, stop } = await startBoth({
    dataDir: join(dataDir, "busy"),
    env,
    through,
    program: `${folder}/backend.js`,
    consoleProgram: `${folder}/console.js`,
  });
  const to = (path, body) => ({ url: `${searchUrl}${path}`, method: "POST", headers, body });
  try {
    await once(to("/shop/_bulk?refresh=true", bulkOf(0, 0)));
    await fillLog(searchUrl, records, HOUR);
    await settled(backend.pid);
    for (const path of PAGES) await once({ url: `${address}${path}`, headers: { Cookie: cookie } });
    recorder.calls.length = 0;
    const times = { searches: [], bulks: [], pages: new Map(PAGES.map((path) => [path, []])) };
    const failed = [];
    let imported = 0;
    let late = 0;
    const began = performance.now();
    const used = [backend, console_].map(({ pid }) => processorTimeOf(pid));
    const end = began + seconds * 1000;
    const lane = async (one, wait) => {
      for (let round = 1; performance.now() < end; round++) {
        const from = performance.now();
        await one(round).catch((error) => failed.push(String(error)));
        const left = wait(performance.now() - from);
        if (left > 0) await pause(left);
      }
    };
    const timed = async (list, options) => {
      const { status, milliseconds } = await once(options);
      if (status !== 200) throw new Error(`${options.url} answered ${status}`);
      list.push(milliseconds);
    };
    const page = async (client, round) => {
      const path = PAGES[(client + round) % PAGES.length];
      const from = performance.now();
      const answer = await fetch(`${address}${path}`, { headers: { Cookie: cookie } });
      const text = await answer.text();
      times.pages.get(path).push(performance.now() - from);
      if (answer.status !== 200 || !text.includes("</html>")) throw new Error(`${path} answered ${answer.status}`);
      if (text.includes("takes longer")) late++;
    };
    const bring = async () => {
      const upload = await uploadFile({ address, index: "brought", cookie, most: IMPORTED });
      const job = await sendForm({ address, cookie, path: upload.location, intent: "start-import" });
      const path = `/resources/import/${job.split("/").at(-1)}/events`;
      const left = Math.max(600, Math.ceil(end - performance.now()));
      let rows = 0;
      await followJob({
        address,
        cookie,
        path,
        minutes: left / 60_000,
        seen: (view) => (rows = view.rowsRead ?? rows),
      });
      imported += rows;
    };
    const lanes = (count, start) => Array.from({ length: count }, (_, client) => start(client));
    const every = (CLIENTS.searches * 1000) / rate;
    await Promise.all([
      ...lanes(CLIENTS.searches, (client) =>
        lane(
          (round) => timed(times.searches, to("/shop/_reactivesearch", searchOf(client * 1000 + round))),
          (took) => every - took,
        ),
      ),
      ...lanes(CLIENTS.bulks, (client) =>
        lane(
          (round) => timed(times.bulks, to("/shop/_bulk", bulkOf(client, round))),
          () => BULK_PAUSE,
        ),
      ),
      ...lanes(CLIENTS.imports, () => lane(bring, () => 0)),
      ...lanes(CLIENTS.pages, (client) =>
        lane(
          (round) => page(client, round),
          () => PAGE_PAUSE,
        ),
      ),
    ]);
    const lasted = (performance.now() - began) / 1000;
    const processor = [backend, console_].map(
      ({ pid }, at) => ((processorTimeOf(pid) ?? 0) - (used[at] ?? 0)) / lasted / 1000,
    );
    const byCall = new Map();
    for (const call of recorder.calls)
      byCall.set(nameOf(call), [...(byCall.get(nameOf(call)) ?? []), call.ended - call.began]);
    const calls = [...byCall].map(([name, list]) => row(name, list));
    return {
      clients: Object.values(CLIENTS).reduce((sum, n) => sum + n, 0),
      pages: [...times.pages].map(([path, list]) => row(path, list)),
      calls: calls.sort((one, other) => other.p95 - one.p95).slice(0, MOST_CALLS),
      searches: { ...row("searches", times.searches), rate: times.searches.length / lasted },
      bulks: row("bulks", times.bulks),
      imported: imported / lasted,
      late,
      failed,
      processor: { backend: processor[0], console: processor[1] },
      memory: { backend: memoryOf(backend.pid), console: memoryOf(console_.pid) },
    };
  } finally {
    await stop();
    recorder?.close();
  }
}

/** A call's name: ids of jobs and names of hidden indices apart from each other say nothing. */
function nameOf({ method, path }) {
  return `${method} ${decodeURIComponent(path).replace(/,.*?(?=\/|$)/, ",…")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: "dist" },
      seconds: { type: "string", default: "60" },
      records: { type: "string", default: "200000" },
      rate: { type: "string", default: "200" },
    },
  });
  const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-busy-"));
  try {
    const { pages, calls, searches, bulks, ...rest } = await benchBusy({
      dataDir,
      seconds: Number(values.seconds),
      records: Number(values.records),
      rate: Number(values.rate),
      folder: values.folder,
    });
    const whole = ({ name, count, p50, p95, most }) => ({
      name,
      count,
      p50: Math.round(p50),
      p95: Math.round(p95),
      most: Math.round(most),
    });
    console.table([...pages, searches, bulks].map(whole));
    console.table(calls.map(whole));
    console.log(JSON.stringify({ rate: Math.round(searches.rate), ...rest, failed: rest.failed.slice(0, 3) }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
