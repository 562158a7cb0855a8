// `npm run test:engines`: the embedded engine against a real OpenSearch: the cases, Elasticsearch's own REST tests, random queries and relevance.
// Ends with one line `N passed, N failed`. Needs Java 17 and Maven; says so and ends with 1 where they are missing.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../server/build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const data = mkdtempSync(join(tmpdir(), "searchdeck-test-engines-"));
const report = join(root, ".cache/reports/engines.json");
const children = [];

/** A port of loopback that nobody has. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a program and waits for a line that tells it is ready; null where it ended before. */
function started({ file, args = [], environment = {}, ready, quiet = false }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", quiet ? "pipe" : "inherit"] });
    children.push(child);
    child.stderr?.on("data", (chunk) => {
      if (String(chunk).includes("needs Java")) process.stderr.write(chunk);
    });
    child.stdout.on("data", (chunk) => {
      if (String(chunk).includes(ready)) resolve(child);
    });
    child.on("exit", () => resolve(null));
  });
}

async function stop() {
  const living = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    living.map(
      (child) =>
        new Promise((resolve) => {
          child.on("exit", resolve);
          child.kill("SIGTERM");
          setTimeout(() => child.kill("SIGKILL"), 15_000).unref();
        }),
    ),
  );
  rmSync(data, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop().then(() => process.exit(1)));

/** Counts of the run; a run that left no report counts as one failure. */
function counts() {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.every((one) => one.status !== "failed"));
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

async function main() {
  await build({ names: ["engine"] });
  const [peerPort, enginePort] = [await freePort(), await freePort()];
  const peer = await started({ file: "scripts/real-engine/start.mjs", args: ["--port", String(peerPort), "--data", join(data, "peer")], ready: "answers on", quiet: true });
  if (peer === null) return 1;
  const engine = await started({ file: "dist/engine.js", environment: { ENGINE_PORT: String(enginePort), ENGINE_DATA_DIR: join(data, "engine") }, ready: "engine ready" });
  if (engine === null) return 1;
  mkdirSync(join(root, ".cache/reports"), { recursive: true });
  rmSync(report, { force: true });
  const environment = { ...process.env, ENGINE_URL: `http://127.0.0.1:${peerPort}`, ENGINE_TARGET: `http://127.0.0.1:${enginePort}` };
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = ["run", "-c", "vitest.engines.config.ts", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)];
  spawnSync(process.execPath, [vitest, ...args], { cwd: root, env: environment, stdio: "inherit" });
  const { passed, failed } = counts();
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

const code = await main().finally(stop);
process.exit(code);
