// Starts a real OpenSearch (or Elasticsearch 7.10) on loopback, for tests and for comparison with the embedded engine.
//   npm run opensearch -- [--elasticsearch] [--nodes 3] [--port 9400] [--data folder]
// Needs Java 17 and Maven. The libraries are fetched once into a cache folder outside the repository.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

const { values } = parseArgs({
  options: {
    elasticsearch: { type: "boolean", default: false },
    nodes: { type: "string", default: "1" },
    port: { type: "string", default: "9400" },
    data: { type: "string" },
  },
});

/** The first line of what a command says of itself, or null where there is no such command. */
function versionOf(command, argument) {
  try {
    return execFileSync(command, [argument], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n")[0];
  } catch {
    return null;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (versionOf("java", "-version") === null || versionOf("mvn", "-version") === null) {
  fail("A real engine needs Java 17 and Maven on this machine; the embedded engine needs neither.");
}

const product = values.elasticsearch ? "elasticsearch" : "opensearch";
const main = values.elasticsearch ? "RealElasticsearch.java" : "RealOpenSearch.java";
const cache = process.env.REAL_ENGINE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "searchdeck");
const libraries = join(cache, product);

if (!existsSync(libraries)) {
  mkdirSync(cache, { recursive: true });
  // Fetched aside and moved into place, so that a fetch cut short is not taken for a whole one.
  const aside = mkdtempSync(join(cache, `${product}-`));
  execFileSync("mvn", ["-q", "-B", "-f", join(here, `${product}.xml`), "dependency:copy-dependencies", `-DoutputDirectory=${aside}`], { stdio: "inherit" });
  if (existsSync(libraries)) fail(`Another process has just fetched ${product}; start again.`);
  renameSync(aside, libraries);
}

const data = values.data ?? mkdtempSync(join(tmpdir(), `searchdeck-${product}-`));
const memory = Number(values.nodes) > 1 ? "-Xmx1500m" : "-Xmx1g";
const child = spawn("java", [memory, "-cp", join(libraries, "*"), join(here, main), values.port, values.nodes, data], {
  stdio: ["pipe", "pipe", "inherit"],
});
process.stdin.pipe(child.stdin);
child.stdout.on("data", (chunk) => {
  process.stdout.write(chunk);
  if (String(chunk).includes("ready")) console.log(`${product} answers on http://127.0.0.1:${values.port}`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 0));
