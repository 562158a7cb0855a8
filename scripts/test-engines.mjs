// `npm run test:engines`: the embedded engine against real ones, and the gateway and console on real ones. Starts the
// engines it needs by itself on free ports, prints each part with its time, and ends with one line `N passed, N
// failed`; the exit code is 1 when something failed. Needs Java 17 and Maven; where they are missing, or an engine does
// not start, it says so in one line and ends with 1.
//   node scripts/test-engines.mjs [part …]      only these parts, by name or group (`contract` is `contract:opensearch` and `contract:elasticsearch`)
//   node scripts/test-engines.mjs --all         the whole contract suite on each engine; else a third of what is the gateway's own, chosen by the commit
//
// Every `tests/engines/**/*.engines.ts` is a part. It finds its engines, empty, at these addresses and gets those whose
// variable it names:
//   OPENSEARCH_URL      OpenSearch 2.19, one node
//   ELASTICSEARCH_URL   Elasticsearch 7.10.2, one node
//   EMBEDDED_URL        the embedded engine over HTTP, as `npm run engine` serves it
// Contract, replay and journeys run on the engine at TEST_ENGINE_URL, which they may empty as often as they like.
// A part with faults, several processes or a browser in it gets a second try when it failed; both are shown, and the
// second counts. Second tries of parts and of tests are counted together: more than three fail the run.
// A test that needs more (three nodes, an engine that dies) starts its own with `scripts/real-engine/start.mjs`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fail, install, requireNode, root } from "../server/launch/install.mjs";
import { allParts, environmentOf, lanesOf } from "./engines/parts.mjs";
import { createServers, empty } from "./engines/servers.mjs";
import { fetched, missingTools } from "./real-engine/fetch.mjs";
import { MOST_RETRIES } from "../server/retries.mjs";

requireNode();
if (missingTools().length > 0) fail("The comparison with real engines needs Java 17 and Maven on this machine.");
install({ dev: true });

const parts = allParts();
const asked = process.argv.slice(2).filter((name) => name !== "--all");
if (process.argv.includes("--all")) process.env["HOSTILE_BODIES"] = "all";
const unknown = asked.find((name) => !parts.some((part) => part.name === name || part.group === name));
if (unknown !== undefined)
  fail(
    `No such part: ${unknown}. There are ${[...new Set(parts.flatMap(({ name, group }) => [group, name]))].join(", ")}.`,
  );
const chosen = parts.filter(({ name, group }) => asked.length === 0 || asked.includes(name) || asked.includes(group));

const reports = join(root, ".cache/reports");
mkdirSync(reports, { recursive: true });
const servers = createServers();
const running = new Set();
const retried = [];
const secondsSince = (began) => ((Date.now() - began) / 1000).toFixed(1);

/** The counts that a run of vitest left; one that left none, or broke besides its tests, counts as a failure. */
function counted({ report, code }) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8"));
  const brokenBesides = code !== 0 && numFailedTests === 0 ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + brokenBesides + (numTotalTests === 0 ? 1 : 0) };
}

/** Runs one part once, on emptied engines; its output is shown when it failed, or when it was asked for by name. */
async function tryOnce(part) {
  const urls = Object.fromEntries(await Promise.all(part.needs.map(async (kind) => [kind, await servers.url(kind)])));
  const began = Date.now();
  for (const url of Object.values(urls)) await empty(url);
  const report = join(reports, `engines-${part.name.replace(":", "-")}.json`);
  const retries = join(reports, `engines-${part.name.replace(":", "-")}-retries.json`);
  for (const file of [report, retries]) rmSync(file, { force: true });
  const args = [
    "run",
    "--config",
    part.config,
    ...part.files,
    ...(part.args ?? []),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${join(root, "server/retries.mjs")}`,
  ];
  const environment = {
    ...process.env,
    FORCE_COLOR: "0",
    NO_COLOR: "1",
    NODE_ENV: "test",
    RETRIES_FILE: retries,
    ...environmentOf(part, urls),
  };
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  running.delete(child);
  if (existsSync(retries)) retried.push(...JSON.parse(readFileSync(retries, "utf8")));
  const result = { name: part.name, ...counted({ report, code }) };
  console.log(
    `\n── ${part.name}: ${result.failed === 0 ? "ok" : "FAILED"}, ${result.passed} passed, ${result.failed} failed, ${secondsSince(began)} s`,
  );
  const output = Buffer.concat(chunks).toString("utf8").trimEnd();
  if (result.failed > 0 || asked.length > 0) console.log(output);
  else
    for (const line of output.match(/^(GENERATOR_SEED=.*|.*sections of Elasticsearch.*)$/gm) ?? []) console.log(line);
  return result;
}

/** Runs one part, and once more where its outcome may hang on the moment at which something happened. */
async function run(part) {
  const first = await tryOnce(part);
  if (first.failed === 0 || !part.twice) return first;
  console.log(`\n── ${part.name}: a second try`);
  retried.push(part.name);
  return tryOnce(part);
}

async function runAll(list) {
  const results = [];
  for (const part of list) results.push(await run(part));
  return results;
}

async function main() {
  const began = Date.now();
  const needed = new Set(chosen.flatMap(({ needs }) => needs));
  // One after the other, before anything is started: two fetches of Maven at once only slow each other down.
  if (needed.has("opensearch") || needed.has("console")) fetched("opensearch");
  if (needed.has("elasticsearch")) fetched("elasticsearch");
  if (needed.has("embedded")) fetched("rest-api-spec-7.10.2");
  const { build } = await import("../server/build.mjs");
  await build(
    chosen.some(({ builds }) => builds) ? {} : needed.has("embedded") ? { names: ["engine"] } : { names: [] },
  );
  await Promise.all([...needed].map((kind) => servers.url(kind)));
  console.log(`${[...needed].join(", ")} started, ${secondsSince(began)} s`);
  const { lanes, after } = lanesOf(chosen);
  const results = [...(await Promise.all(lanes.map(runAll))).flat(), ...(await runAll(after))];
  console.log(
    `\n${retried.length} second tries (${MOST_RETRIES} are allowed)${retried.map((name) => `\n  ${name}`).join("")}`,
  );
  if (retried.length > MOST_RETRIES) results.push({ name: "second tries", passed: 0, failed: 1 });
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const broken = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
  console.log(`\n${secondsSince(began)} s${broken.length > 0 ? `. Failed: ${broken.join(", ")}` : ""}`);
  return { passed: sum("passed"), failed: sum("failed") };
}

async function stop() {
  for (const child of running) child.kill("SIGTERM");
  await servers.stop();
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop().then(() => process.exit(1)));

try {
  const { passed, failed } = await main();
  await stop();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
} catch (error) {
  await stop();
  fail(error.message);
}
