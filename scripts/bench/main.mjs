// `npm run bench`: measures on this machine and writes docs/reference/benchmarks.md. `--seconds 2` for a quick look;
// `--print` writes nothing, `--only pipelines` measures that section alone.
// `--engines` measures the embedded engine and a real OpenSearch in turns instead (needs Java 17 and Maven). What is
// not measured keeps its section.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install, requireNode, root } from "../../server/launch/install.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    print: { type: "boolean", default: false },
    engines: { type: "boolean", default: false },
    "load-seconds": { type: "string", default: "150" },
    "upload-minutes": { type: "string", default: "30" },
    "analytics-searches": { type: "string", default: "1000000" },
    port: { type: "string", default: "9490" },
    skip: { type: "string", multiple: true, default: [] },
    only: { type: "string", multiple: true, default: [] },
  },
});
const seconds = Number(values.seconds);

requireNode();
install({ dev: true });
const { build } = await import("../../server/build.mjs");
await build();
const { benchPages } = await import("./pages/pages.mjs");
const { benchFirstVisit } = await import("./pages/first-visit.mjs");
const { benchEngine } = await import("./engine/engine.mjs");
const { benchEngines } = await import("./engine/engines.mjs");
const { benchUpload } = await import("./data/upload.mjs");
const { benchAnalytics } = await import("./analytics/analytics.mjs");
const { analyticsSection } = await import("./analytics/analytics-section.mjs");
const { benchLogs } = await import("./data/logs.mjs");
const { benchMillion } = await import("./data/million.mjs");
const { benchUnderLoad } = await import("./pages/under-load.mjs");
const { vectorsSection } = await import("./engine/vectors.mjs");
const { busySection } = await import("./pages/busy-section.mjs");
const { threadsSection } = await import("./engine/threads.mjs");
const { rulesSection } = await import("./search-relevance/rules.mjs");
const { pipelinesSection } = await import("./pipelines/pipelines.mjs");
const { relevanceSection } = await import("./search-relevance/relevance.mjs");
const { weighPages } = await import("./pages/weights.mjs");

const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-bench-"));
const pair = ([p50, p95]) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
const wanted = (name) =>
  values.only.length > 0
    ? values.only.includes(name)
    : (name === "engines") === values.engines && !values.skip.includes(name);
const commit = () => {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "no repository";
  }
};

const measuredAt = () =>
  `Measured ${new Date().toISOString().slice(0, 10)} at ${commit()}, Node ${process.versions.node}`;

const sections = {
  weights: async () => {
    const rows = await weighPages();
    return `## Weights over the wire, signed in, cold

${measuredAt()}.

| page | kB | of that scripts | requests |
|---|---|---|---|
${rows.map(({ name, total, scripts, requests }) => `| ${name} | ${(total / 1000).toFixed(1)} | ${(scripts / 1000).toFixed(1)} | ${requests} |`).join("\n")}

The tests hold the index list to 114.3 kB, 91.4 kB of scripts and 9 requests; lite to 30 kB and no script; at 200 and 5,000 indices within 10 %.`;
  },
  "first-visit": async () => {
    const rows = await benchFirstVisit({ rounds: 5 });
    const at = (milliseconds) => (milliseconds === null ? "" : (milliseconds / 1000).toFixed(2));
    return `## First visit on a slow line

${measuredAt()}. A line of 400 kbit/s with 400 ms to connect and 400 ms to each answer; signed in, nothing in the browser's cache (load average ${loadavg()[0].toFixed(1)}). Seconds after the
address was asked for, medians of 5: something painted, the first rows of the table, the whole page, and its scripts at work.

| page | painted | first rows | whole page | scripts at work |
|---|---|---|---|---|
${rows.map(({ name, painted, first, all, hydrated }) => `| ${name} | ${[painted, first, all, hydrated].map(at).join(" | ")} |`).join("\n")}

Goal: the table after at most 1.1 s (${rows.filter(({ first }) => first !== null).every(({ first }) => first <= 1100) ? "held" : "missed"}).`;
  },
  pages: async () => {
    const others = loadavg()[1] ?? 0;
    const { rows, memory, routes } = await benchPages({ dataDir, seconds });
    const [few, many] = routes ?? [];
    const grown = few === undefined ? 0 : (many.milliseconds / few.milliseconds - 1) * 100;
    return `## Pages

${measuredAt()}. The console pinned to one core; one client for the times, eight keep-alive clients for the rates, all of them returning visitors: a first page carries
the style sheets as well. Answers are not packed. "Added" is the time of the page less the time in which any back-end call was open. "Plain" is a Node server that answers with
the same bytes and does nothing else. (Other programs: a load average of ${others.toFixed(1)} before it began.)

| page | kB of HTML | whole p50 / p95 ms | added p50 / p95 ms | pages a second | of the processor ms a page | p50 / p95 ms at that | plain Node, pages a second |
|---|---|---|---|---|---|---|---|
${rows
  .map(
    ({ name, kilobytes, whole, added, busy, processor, peer }) =>
      `| ${name} | ${kilobytes.toFixed(1)} | ${pair(whole)} | ${pair(added)} | ${Math.round(busy.rate)} | ${processor === null ? "not known" : processor.toFixed(1)} | ${pair([busy.p50, busy.p95])} | ${Math.round(peer.rate)} |`,
  )
  .join("\n")}

${
  few === undefined
    ? ""
    : `The index list by a console of ${few.routes} routes and by one of ${many.routes}, in turns: ${few.milliseconds.toFixed(2)} and ${many.milliseconds.toFixed(2)} ms of the processor a page, ${grown >= 0 ? "+" : ""}${grown.toFixed(1)} % (goal: at most 5 %).

`
}Memory of the console after it: ${memory === null ? "not known here" : `${memory.now} MB, ${memory.peak} MB at most`}.`;
  },
  upload: async () => {
    const minutes = Number(values["upload-minutes"]);
    const { megabytes, upload, job } = await benchUpload({ dataDir, minutes });
    const count = (number) => Math.round(number).toLocaleString("en");
    const end =
      job.state === "done"
        ? `done after ${count(job.seconds)} s`
        : `${job.state} when it was stopped after ${count(job.seconds)} s`;
    return `## Upload

${measuredAt()}. A file of ${megabytes} MB with ${count(upload.rows)} rows through the console's import, uploaded and imported to the job's end (load average ${loadavg()[1].toFixed(1)}).

| | measured |
|---|---|
| upload | ${upload.seconds.toFixed(1)} s, ${(megabytes / upload.seconds).toFixed(0)} MB/s |
| import | ${end}, ${count(job.rows)} rows, ${count(job.failed)} of them failed, ${count(job.rows / job.seconds)} rows/s |
| memory of the console at most | ${upload.peak} MB after the upload, ${job.console} MB after the import (limit: 250 MB) |
| memory of the back end at most | ${job.backend} MB |`;
  },
  engine: async () => {
    const { rows, memory, start } = await benchEngine({ dataDir, seconds: Math.min(seconds, 4) });
    return `## Embedded engine

${measuredAt()}. Over HTTP, 135,233 cities with the plain dynamic mapping; times are p50 / p95.

| work | measured |
|---|---|
${rows.map(({ work, text }) => `| ${work} | ${text} |`).join("\n")}
| start to first answer, empty | ${Math.round(start)} ms |
| resident memory after all of it | ${memory === null ? "not known here" : `${memory.now} MB`} |`;
  },
  threads: () =>
    threadsSection({ dataDir, seconds: Math.min(seconds, 4), at: measuredAt(), others: loadavg()[1] ?? 0 }),
  rules: () => rulesSection({ dataDir, seconds: Math.min(seconds, 4), at: measuredAt(), others: loadavg()[1] ?? 0 }),
  relevance: () =>
    relevanceSection({ dataDir, seconds: Math.min(seconds, 4), at: measuredAt(), others: loadavg()[1] ?? 0 }),
  pipelines: () =>
    pipelinesSection({ dataDir, seconds: Math.min(seconds, 4), at: measuredAt(), others: loadavg()[1] ?? 0 }),
  vectors: () =>
    vectorsSection({ dataDir, seconds: Math.min(seconds, 4), at: measuredAt(), others: loadavg()[1] ?? 0 }),
  load: async () => {
    const lasting = Number(values["load-seconds"]);
    // What else the machine does counts here as nowhere else.
    const others = loadavg()[1] ?? 0;
    const { clients, rows, pages, failed, documents, records, memory } = await benchUnderLoad({
      dataDir,
      seconds: lasting,
    });
    const line = (name, { count, p50, p95, most }) =>
      `| ${name} | ${count.toLocaleString("en")} | ${p50.toFixed(0)} / ${p95.toFixed(0)} | ${most.toFixed(0)} |`;
    const slow = pages.filter(({ p95 }) => p95 > 1500).map(({ path }) => path);
    const grown = Math.round((memory.end.backend / memory.middle.backend - 1) * 100);
    return `## Under load

${measuredAt()}. ${clients} clients for ${lasting} s against back end and console on the same machine, with the clients on its ${cpus().length} cores too (other programs: a load average of ${others.toFixed(1)} before it began): searches one after the
other, bulks of 50 documents, and pages of the console without scripts between them.

| work | calls | p50 / p95 ms | slowest ms |
|---|---|---|---|
${rows.map((row) => line(row.kind, row)).join("\n")}
${pages.map((row) => line(`page ${row.path.replace(/\?.*/, "")}`, row)).join("\n")}

Calls that failed: ${failed.length}${failed.length > 0 ? ` (${failed[0]})` : ""}. Documents acknowledged ${documents.acknowledged.toLocaleString("en")}, found at the end ${documents.found.toLocaleString("en")}. Log
records: ${records.expected.toLocaleString("en")} calls, ${records.written.toLocaleString("en")} written, ${records.dropped.toLocaleString("en")} dropped. Memory at begin, in the middle and at the end: back end ${memory.begin.backend}, ${memory.middle.backend}, ${memory.end.backend} MB; console ${memory.begin.console}, ${memory.middle.console}, ${memory.end.console} MB.

Goals: no page over 1.5 s at p95 (${slow.length === 0 ? "held" : `missed by ${slow.join(", ")}`}), no call that fails (${failed.length === 0 ? "held" : "missed"}), everything acknowledged there (${documents.found >= documents.acknowledged && records.written >= records.expected ? "held" : "missed"}), memory of the back end in the second half flat within 25 % (${grown <= 25 ? "held" : `missed: ${grown} %`}).`;
  },
  busy: () => busySection({ dataDir, seconds: 60, at: measuredAt(), others: loadavg()[1] ?? 0 }),
  logs: async () => {
    const { count, rows, cost, memory } = await benchLogs({ dataDir, seconds: Math.min(seconds, 4) });
    const { recorded, unrecorded } = cost;
    const share = (recorded.mean / unrecorded.mean - 1) * 100;
    const missed = (pattern, most) =>
      rows
        .filter(({ name, p95 }) => pattern.test(name) && p95 > most)
        .map(({ name, p95 }) => `${name} ${p95.toFixed(0)} ms`);
    const told = (list) => (list.length === 0 ? "held" : `missed: ${list.join(", ")}`);
    return `## Request log

${measuredAt()}. ${count.toLocaleString("en")} records of 30 days in the embedded engine, asked through the gateway by one client (load average ${loadavg()[1].toFixed(1)}).

| asked for | p50 / p95 ms |
|---|---|
${rows.map((row) => `| ${row.name} | ${pair([row.p50, row.p95])} |`).join("\n")}

A search of ten hits takes ${recorded.mean.toFixed(2)} ms recorded and ${unrecorded.mean.toFixed(2)} ms not, on average, in turns: ${share >= 0 ? "+" : ""}${share.toFixed(1)} % (goal: at most 5 %, ${share <= 5 ? "held" : "missed"}). Memory of
the back end after it: ${memory === null ? "not known here" : `${memory.now} MB`}.

Goals: lists at most 150 ms at p95 (${told(missed(/^list/, 150))}), percentiles at most 400 ms (${told(missed(/^percentiles/, 400))}).`;
  },
  analytics: async () => {
    const { searches, ours, theirs } = await benchAnalytics({
      dataDir,
      seconds: Math.min(seconds, 4),
      port: Number(values.port) + 1,
      searches: Number(values["analytics-searches"]),
    });
    return analyticsSection({ searches, ours, theirs, at: measuredAt(), others: loadavg()[1] ?? 0 });
  },
  million: async () => {
    const { count, imported, exported, copy, deletion, trip } = await benchMillion({ dataDir, seconds });
    const told = (number) => Math.round(number).toLocaleString("en");
    const rate = (rows, { seconds: took }) => `${told(rows)} in ${told(took)} s, ${told(rows / took)} a second`;
    const row = (name, text, { peak }) => `| ${name} | ${text} | ${peak.console} | ${peak.backend} |`;
    const kept = (good, text) => (good ? "held" : `missed: ${text}`);
    const all = [imported, exported, copy, deletion].map(({ peak }) => peak);
    const [most, engine] = [Math.max(...all.map((peak) => peak.console)), Math.max(...all.map((peak) => peak.backend))];
    const perSecond = count / imported.seconds;
    const slower = copy.busy.p95 / copy.idle.p95;
    const [before, between, after] = trip.sums;
    return `## A million documents

${measuredAt()}. ${told(count)} documents, the 135,233 places again and again under new ids, by the console's own pages: a file's import, an export, a re-index into
a new index with three clients searching, a deletion by a filter. Console, back end and clients on the same machine (load average ${loadavg()[1].toFixed(1)}).

| work | documents | console MB at most | back end MB at most |
|---|---|---|---|
${row("import of a file", `${rate(imported.rowsRead ?? 0, imported)}; ${imported.state}, ${told(imported.failed ?? 0)} failed`, imported)}
${row("export as NDJSON", `${rate(exported.rows, exported)}; ${told(exported.bytes / 1e6)} MB`, exported)}
${row("re-index into a new index", `${rate(copy.copied, copy)}; ${copy.state}, its page showed ${told(copy.steps)} amounts`, copy)}
${row("delete by query of half of them", `${rate(deletion.deleted, deletion)}; ${deletion.state}, ${told(deletion.left)} left, ${told(deletion.missed)} of the others`, deletion)}

Searches of three clients, ten hits of another word each, p50 / p95 and slowest: ${pair([copy.idle.p50, copy.idle.p95])} and ${copy.idle.most.toFixed(0)} ms with nothing else to do (${told(copy.idle.count)}), ${pair([copy.busy.p50, copy.busy.p95])}
and ${copy.busy.most.toFixed(0)} ms while the index was copied (${told(copy.busy.count)}).

${told(trip.count)} of them exported, imported into a new index and exported again are ${before === between && between === after ? `the same: ${before}` : `**not the same**: ${trip.sums.join(", ")}`} (number and a sum over id and source).

Goals: import at 6,000 a second (${kept(perSecond >= 6000, told(perSecond))}), console under 250 MB (${kept(most < 250, `${most} MB`)}), back end under 700 MB (${kept(engine < 700, `${engine} MB`)}), searches meanwhile at most three times the time at p95 (${kept(slower <= 3, `${slower.toFixed(1)} times`)}), half of them deleted and no other (${kept(deletion.missed === 0 && deletion.left === Math.ceil(count / 2), `${told(deletion.left)} left`)}).`;
  },
  engines: async () => {
    const { rows, memory } = await benchEngines({ dataDir, seconds: Math.min(seconds, 4), port: Number(values.port) });
    const mb = (one) => (one === null ? "not known here" : `${one.now} MB`);
    return `## Beside OpenSearch

${measuredAt()}. The embedded engine and OpenSearch 2.19 (one node, 1 GB of heap, one shard) in turns in one run, each alone
at work, each piece of work repeated until the last three rounds differ by at most 5 %, of which the middle one is told; times are p50 / p95. "As fast" above 1 means that ours is faster.

| work | embedded | OpenSearch | as fast |
|---|---|---|---|
${rows.map((row) => `| ${row.work} | ${row.ours} | ${row.theirs} | ${row.ratio.toFixed(2)} |`).join("\n")}
| resident memory after all of it | ${mb(memory.ours)} | ${mb(memory.theirs)} | |`;
  },
};

/** The sections of the page as it was written last, by their headings. */
function written() {
  const text = readFileSync(join(root, "docs/reference/benchmarks.md"), "utf8");
  return new Map(
    text
      .split(/\n(?=## )/)
      .slice(1)
      .map((part) => [part.split("\n")[0], part.trimEnd()]),
  );
}

const fresh = new Map();
try {
  for (const [name, measure] of Object.entries(sections)) {
    if (!wanted(name)) continue;
    console.log(`${name} …`);
    const text = await measure();
    console.log(`\n${text}\n`);
    fresh.set(text.split("\n")[0], text);
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

const head = `# Benchmarks

Written by \`npm run bench\` and \`npm run bench -- --engines\`; do not edit by hand. Everything on one machine: ${cpus().length} cores
(${cpus()[0]?.model.trim() ?? "unknown"}). Other machines give other figures; bytes and counts stay.`;
if (!values.print)
  writeFileSync(
    join(root, "docs/reference/benchmarks.md"),
    `${[head, ...new Map([...written(), ...fresh]).values()].join("\n\n")}\n`,
  );
