// Starts a real OpenSearch (or Elasticsearch 7.10) on loopback, for tests and for comparison with the embedded engine.
//   npm run opensearch -- [--elasticsearch] [--nodes 3] [--port 9400] [--data folder] [--set name=value …] [--brief]
// Needs Java 17 and Maven. The libraries are fetched once into a cache folder outside the repository.
// A line `close N` on standard input closes node N. Transport ports are the HTTP ports plus 100. Without --data its
// data go when it ends.
// --set gives a setting to every node: `--set path.repo=/backups` for snapshots.
// --brief is for runs of minutes: compiles quickly rather than well and collects garbage in one thread, a third of the
// processor's time.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { fetched, missingTools } from "./fetch.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

const { values } = parseArgs({
  options: {
    elasticsearch: { type: "boolean", default: false },
    nodes: { type: "string", default: "1" },
    port: { type: "string", default: "9400" },
    data: { type: "string" },
    brief: { type: "boolean", default: false },
    set: { type: "string", multiple: true, default: [] },
  },
});

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (missingTools().length > 0)
  fail("A real engine needs Java 17 and Maven on this machine; the embedded engine needs neither.");

const unset = values.set.find((setting) => !/^[^=]+=/.test(setting));
if (unset !== undefined) fail(`--set takes name=value, not ${unset}.`);

const product = values.elasticsearch ? "elasticsearch" : "opensearch";
const main = values.elasticsearch ? "RealElasticsearch.java" : "RealOpenSearch.java";

function librariesOrFail() {
  try {
    return fetched(product);
  } catch (error) {
    return fail(error.message);
  }
}

const libraries = librariesOrFail();
const data = values.data ?? mkdtempSync(join(tmpdir(), `searchdeck-${product}-`));
const memory = Number(values.nodes) > 1 ? "-Xmx1500m" : "-Xmx1g";
const haste = values.brief ? ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] : [];
const child = spawn(
  "java",
  [memory, ...haste, "-cp", join(libraries, "*"), join(here, main), values.port, values.nodes, data, ...values.set],
  {
    stdio: ["pipe", "pipe", "inherit"],
  },
);
process.stdin.pipe(child.stdin);
child.stdin.on("error", () => {});
child.stdout.pipe(process.stdout);

/**
 * Waits until all nodes have found each other. Asked over HTTP: with several nodes in one process, what Java prints
 * goes to the log of one of them.
 */
async function started() {
  const address = `http://127.0.0.1:${values.port}`;
  while (child.exitCode === null && child.signalCode === null) {
    const health = await fetch(`${address}/_cluster/health`).then(
      (answer) => answer.json(),
      () => ({}),
    );
    if (health.number_of_nodes === Number(values.nodes) && health.status !== "red")
      return console.log(`${product} answers on ${address}`);
    await pause(250);
  }
}

void started();
/** A node whose threads are stuck does not end when asked; milliseconds. */
const PATIENCE = 10_000;

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), PATIENCE).unref();
  });
}
child.on("exit", (code) => {
  if (values.data === undefined) rmSync(data, { recursive: true, force: true });
  process.exit(code ?? 0);
});
