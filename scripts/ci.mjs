// Continuous integration on a clean clone: `npm test -- --all`, then `npm run test:engines`. Ends with one line `N passed, N
// failed`, the sum of both; the exit code is 1 when either failed. A Debian machine without Java or Maven gets them
// from its own packages, where we may install.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { failureLines } from "../server/failures.mjs";
import { requireNode, root } from "../server/launch/install.mjs";
import { missingTools } from "./real-engine/fetch.mjs";

requireNode();

const debian = { java: "openjdk-17-jre-headless", maven: "maven" };

/** Installs what is missing of Java and Maven; leaves it to the tests to say so where that cannot be done. */
function installTools() {
  const missing = missingTools();
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
  const packages = missing.map((name) => debian[name]);
  console.log(`Installing ${packages.join(" and ")} …`);
  const options = {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["-qq", "update"], options);
  const done = spawnSync("apt-get", ["-qq", "install", "--no-install-recommends", "--yes", ...packages], options);
  if (done.status !== 0)
    console.log(`apt-get could not install them: ${String(done.stderr).trim().split("\n").at(-1)}`);
}

/**
 * The seeds of the random tests. By hand each run draws its own; here they come from the content of the commit, so that
 * the same content gets the same verdict twice, and every change new cases.
 */
function seeds() {
  const tree = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { cwd: root, encoding: "utf8" });
  const seed = String(tree.status === 0 ? Number.parseInt(tree.stdout.slice(0, 7), 16) : 1);
  return { FUZZ_SEED: seed, GENERATOR_SEED: seed, KILL_SEED: seed };
}

/**
 * Runs a script with its output shown; gives the counts of its last line, and one failure where it has none or
 * contradicts its exit code.
 */
function run(file, ...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...seeds(), ...process.env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let tail = "";
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      tail = `${tail}${chunk}`.slice(-1000);
    });
    child.on("close", (code) => {
      const found = /(\d+) passed, (\d+) failed$/.exec(tail.trimEnd());
      const [passed, failed] = found === null ? [0, 1] : [Number(found[1]), Number(found[2])];
      resolve({ passed, failed: code !== 0 && failed === 0 ? 1 : failed });
    });
  });
}

const reports = join(root, ".cache/reports");
rmSync(reports, { recursive: true, force: true });
installTools();
const own = await run("server/test.mjs", "--all");
const engines = await run("scripts/test-engines.mjs");
const failed = own.failed + engines.failed;
// Once more, for the output of both is long.
const found = existsSync(reports) ? readdirSync(reports).filter((name) => !/-(retries|timings)\.json$/.test(name)) : [];
for (const told of failureLines(
  found.map((name) => join(reports, name)),
  root,
))
  console.log(told);
const line = `${own.passed + engines.passed} passed, ${failed} failed`;
process.exitCode = failed > 0 ? 1 : 0;
console.log(line);
