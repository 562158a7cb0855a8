// `npm test`: everything that must hold, on a fresh clone too. Installs and builds what is missing, runs every check, prints what failed and
// ends with one line `N passed, N failed`; the exit code is 1 when something failed.
//   node server/test.mjs [check …]      only these checks, by name
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fail, install, requireNode, root } from "./launch/install.mjs";
import { MOST_RETRIES } from "./retries.mjs";
import { timingLines, timingsOf } from "./timings.mjs";

requireNode();
install({ dev: true });

const reports = join(root, ".cache/reports");
const bin = (name) => join(root, "node_modules", name);
const vitest = bin("vitest/vitest.mjs");
const run = (label, file, args, environment = {}) => ({ label, file, args, environment });

/** A run of vitest that leaves its counts, the tests that needed another try, and what each file took, in report files. */
function suite(label, args) {
  const report = join(reports, `${label}.json`);
  const retries = join(reports, `${label}-retries.json`);
  const timings = join(reports, `${label}-timings.json`);
  const own = ["retries", "timings"].map((name) => `--reporter=${join(root, `server/${name}.mjs`)}`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...own];
  return { ...run(label, vitest, ["run", ...args, ...reporters], { RETRIES_FILE: retries, TIMINGS_FILE: timings }), report, retries, timings };
}

const e2e = ["--config", "tests/e2e/vitest.config.ts"];
const checks = {
  // Both at once, of one program: what `npm test` runs. Either alone keeps what it found for the next time.
  "types-and-lint": { ...run("types-and-lint", join(root, "server/checks/types-and-lint.mjs"), []), holds: 2 },
  types: run("types", bin("typescript/bin/tsc"), ["--noEmit", "-p", "."]),
  lint: run("lint", bin("eslint/bin/eslint.js"), [".", "--cache", "--cache-location", ".cache/eslint", "--max-warnings", "0"]),
  format: run("format", bin("prettier/bin/prettier.cjs"), ["--check", "--log-level", "warn", "--cache", "--cache-location", ".cache/prettier", "."]),
  unit: suite("unit", []),
  build: run("build", join(root, "server/build.mjs"), []),
  journeys: suite("journeys", [...e2e]),
  system: suite("system", ["--config", "tests/system/vitest.config.ts"]),
  screenshots: run("screenshots", vitest, ["run", ...e2e, "tests/e2e/screenshots.test.ts"], { SCREENSHOTS: "1" }),
};

/**
 * What `npm test` runs: the lanes of a stage side by side, the checks of a lane one after the other. Journeys wait for browsers, so the unit tests run beside them;
 * processes whose figures count run alone.
 */
const stages = [
  [
    ["build", "journeys", "types-and-lint"],
    ["unit", "format"],
  ],
  [["system"]],
];

/** Runs one check; its output is shown when it ends, so that two lanes do not mix their lines. */
function execute(check) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--max-old-space-size=3072", check.file, ...check.args], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", NODE_ENV: "test", ...check.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("close", (code) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      const output = Buffer.concat(chunks).toString("utf8");
      resolve({ ...counted({ check, code }), label: check.label, output, seconds });
    });
  });
}

/** The counts of a check: those of its report when it writes one, else 1. A suite that found no test or broke counts as a failure. */
function counted({ check, code }) {
  if (check.report === undefined) return code === 0 ? { passed: check.holds ?? 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(check.report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(check.report, "utf8"));
  const brokenBesides = code !== 0 && numFailedTests === 0 ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + brokenBesides + (numTotalTests === 0 ? 1 : 0) };
}

function retriedIn({ retries }) {
  return retries !== undefined && existsSync(retries) ? JSON.parse(readFileSync(retries, "utf8")) : [];
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => checks[name] === undefined);
if (unknown !== undefined) fail(`No such check: ${unknown}. There are ${Object.keys(checks).join(", ")}.`);
const plan = asked.length === 0 ? stages : asked.map((name) => [[name]]);

mkdirSync(reports, { recursive: true });
for (const file of Object.values(checks).flatMap(({ report, retries, timings }) => [report, retries, timings]))
  if (file !== undefined) rmSync(file, { force: true });

const results = [];
for (const lanes of plan) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) {
        const result = await execute(checks[name]);
        results.push(result);
        const verdict = result.failed === 0 ? "ok" : "FAILED";
        console.log(`\n── ${result.label}: ${verdict}, ${result.passed} passed, ${result.failed} failed, ${result.seconds} s`);
        if (result.failed > 0 || asked.length > 0) console.log(result.output.trimEnd());
      }
    }),
  );
}

const retried = plan.flat(2).flatMap((name) => retriedIn(checks[name]));
console.log(`\n${retried.length} tests needed another try (${MOST_RETRIES} are allowed)${retried.map((name) => `\n  ${name}`).join("")}`);
if (retried.length > MOST_RETRIES) results.push({ label: "retries", passed: 0, failed: 1 });

const timings = timingsOf(plan.flat(2).flatMap((name) => checks[name].timings ?? []));
for (const line of timingLines(timings)) console.log(line);

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const broken = results.filter((result) => result.failed > 0).map((result) => result.label);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(broken.length > 0 ? 1 : 0);
