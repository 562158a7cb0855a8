// A million documents through the console: import, export, re-index, delete by query, and whether an export that is
// imported again is the same.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { uploadFile } from "../../../tests/system/upload.mjs";
import { followJob, headers, sendForm, startBoth } from "../console.mjs";
import { cities } from "../engine/engine-work.mjs";
import { once, percentile } from "../load.mjs";
import { forgetPeak, memoryOf } from "../processes.mjs";

const MINUTES = 15;
const index = "million";
/** Who searches while an index is copied: so many, each with a pause of so many ms after an answer. */
const CLIENTS = 3;
const PAUSE = 100;

async function call(url, { method = "GET", path, body }) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.json();
}

const countOf = async (url, name, query = { match_all: {} }) =>
  (await call(url, { method: "POST", path: `/${name}/_count`, body: { query } })).count;

/** The lines of the file: the places again and again under new ids, every other one of either half. */
function placeLines() {
  const texts = cities().map((city) => JSON.stringify(city).slice(1));
  return (n) => `{"_id":"place-${n}","half":"${n % 2 === 0 ? "even" : "odd"}",${texts[n % texts.length]}\n`;
}

/** Runs a part; its result, its seconds, and the highest memory of both processes meanwhile in MB. */
async function measured({ backend, console_ }, work) {
  for (const { pid } of [backend, console_]) forgetPeak(pid);
  const began = performance.now();
  const result = await work();
  const peakOf = ({ pid }) => memoryOf(pid)?.peak ?? 0;
  return {
    ...result,
    seconds: (performance.now() - began) / 1000,
    peak: { console: peakOf(console_), backend: peakOf(backend) },
  };
}

async function importFile(both, { into, lines, count }) {
  const { address, cookie } = both;
  const upload = await uploadFile({ address, index: into, cookie, most: count, line: lines });
  if (upload.status !== 302) throw new Error(`the upload answered ${upload.status}`);
  return measured(both, async () => {
    const job = await sendForm({ address, cookie, path: upload.location, intent: "start-import" });
    return followJob({ address, cookie, path: `/resources/import/${job.split("/").at(-1)}/events`, minutes: MINUTES });
  });
}

/** Downloads the whole index; writes it to a file where one is named. */
async function exportFile(both, { from, file }) {
  const { address, cookie } = both;
  return measured(both, async () => {
    const answer = await fetch(`${address}/resources/${from}/browse/documents/file?format=ndjson`, {
      headers: { Cookie: cookie },
    });
    if (!answer.ok) throw new Error(`the export answered ${answer.status}`);
    const to = file === undefined ? null : createWriteStream(file);
    let bytes = 0;
    let rows = 0;
    for await (const chunk of Readable.fromWeb(answer.body)) {
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
      to?.write(chunk);
    }
    if (to) await finished(to.end());
    return { bytes, rows };
  });
}

/** A job of a screen: its last view, and how many different amounts its page showed. */
async function runJob(both, { form, intent, values }) {
  const { address, cookie } = both;
  const amounts = new Set();
  const job = await sendForm({ address, cookie, path: form, intent, values });
  const path = `/resources/jobs/events?ids=${job.split("/").at(-1)}`;
  const view = await followJob({ address, cookie, path, minutes: MINUTES, seen: ({ amount }) => amounts.add(amount) });
  return { state: view.state, notice: view.notice, steps: amounts.size };
}

/** Searches by a few steady clients for so long as `going` says, each for another word. Times in ms. */
async function searching({ url, words, going }) {
  const times = [];
  let n = 0;
  async function client() {
    while (going()) {
      const value = words[(n++ * 7919) % words.length];
      const body = JSON.stringify({
        query: [{ id: "found", type: "search", dataField: ["name", "altName"], value, size: 10 }],
      });
      const { status, milliseconds } = await once({
        url: `${url}/${index}/_reactivesearch`,
        method: "POST",
        headers,
        body,
      });
      if (status !== 200) throw new Error(`a search answered ${status}`);
      times.push(milliseconds);
      await sleep(PAUSE);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), most: Math.max(...times), count: times.length };
}

/** The copy, with searches of the source before and meanwhile. */
async function reindex(both, { seconds, words }) {
  const { address, cookie, searchUrl: url } = both;
  const during = (ms) => {
    const end = performance.now() + ms;
    return searching({ url, words, going: () => performance.now() < end });
  };
  await during(3_000);
  const idle = await during(seconds * 1000);
  const start = await sendForm({
    address,
    cookie,
    path: `/app/${index}/reindex`,
    intent: "choose-reindex",
    values: { where: "into", target: `${index}-again` },
  });
  let over = false;
  const [job, busy] = await Promise.all([
    measured(both, () => runJob(both, { form: start, intent: "reindex" })).finally(() => (over = true)),
    searching({ url, words, going: () => !over }),
  ]);
  return { ...job, idle, busy, copied: await countOf(url, `${index}-again`) };
}

async function deleteHalf(both) {
  const { searchUrl: url } = both;
  const form = `/app/${index}/browse/documents/delete-many?f=${encodeURIComponent("is:half:odd")}`;
  const before = await countOf(url, index);
  const job = await measured(both, () => runJob(both, { form, intent: "delete", values: { confirmation: index } }));
  return {
    ...job,
    deleted: before - (await countOf(url, index)),
    left: await countOf(url, index),
    missed: await countOf(url, index, { term: { half: "odd" } }),
  };
}

const sorted = (value) =>
  typeof value !== "object" || value === null
    ? value
    : Array.isArray(value)
      ? value.map(sorted)
      : Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        );

/** A sum over documents that no order of theirs changes. */
async function checksum(lines) {
  let sum = 0n;
  let count = 0;
  for await (const line of lines) {
    if (line === "") continue;
    const digest = createHash("sha256")
      .update(JSON.stringify(sorted(JSON.parse(line))))
      .digest();
    sum = (sum + digest.readBigUInt64BE()) % 2n ** 64n;
    count++;
  }
  return `${count}:${sum.toString(16)}`;
}

const linesOf = (file) => createInterface({ input: createReadStream(file), crlfDelay: Infinity });

/** The places, exported, imported from that file into a new index and exported again: the checksums of all three. */
async function roundTrip(both, { dataDir, lines, count }) {
  const [first, second] = [1, 2].map((n) => `${dataDir}/export-${n}.ndjson`);
  const made = function* () {
    for (let n = 0; n < count; n++) yield lines(n);
  };
  await importFile(both, { into: "places", lines, count });
  await exportFile(both, { from: "places", file: first });
  const read = [];
  for await (const line of linesOf(first)) read.push(`${line}\n`);
  await importFile(both, { into: "places-again", lines: (n) => read[n], count: read.length });
  await exportFile(both, { from: "places-again", file: second });
  return { count, sums: [await checksum(made()), await checksum(linesOf(first)), await checksum(linesOf(second))] };
}

/** Runs all of it with `MILLION_COUNT` (1,000,000) documents. Times in ms, memory in MB. */
export async function benchMillion({ dataDir, seconds }) {
  const count = Number(process.env.MILLION_COUNT ?? 1_000_000);
  const both = await startBoth({ dataDir: `${dataDir}/million` });
  const lines = placeLines();
  const words = cities().map(({ name }) => name.split(/\s/)[0].toLowerCase());
  const told = (name, { seconds: took, peak }) =>
    console.log(`  ${name}: ${took.toFixed(1)} s, console ${peak.console} MB, back end ${peak.backend} MB`);
  try {
    const imported = await importFile(both, { into: index, lines, count });
    told("import", imported);
    const exported = await exportFile(both, { from: index });
    told("export", exported);
    const copy = await reindex(both, { seconds: seconds * 4, words });
    told("re-index", copy);
    const deletion = await deleteHalf(both);
    told("delete", deletion);
    const trip = await roundTrip(both, { dataDir, lines, count: Math.min(count, 135_233) });
    return { count, imported, exported, copy, deletion, trip };
  } finally {
    await both.stop();
  }
}
