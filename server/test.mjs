// `npm test`: everything that must hold, on a fresh clone too. Installs and builds what is missing, runs every check,
// prints what failed and ends with one line `N passed, N failed`; the exit code is 1 when something failed.
//   node server/test.mjs [check …]      only these checks, by name
//   node server/test.mjs --all          all tests; else those that what differs from main can have touched, where
//                                       something does
// `npm run validate -- --all` also sends every hostile body; else it is a third of them, chosen by the commit.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fail, install, requireNode, root } from "./launch/install.mjs";
import { buildRoutes } from "../routes.js";
import { readGraph } from "./checks/imports.mjs";
import { MEASURED } from "./checks/measured.mjs";
import { changedSince, routesWithModules, SHAPES, touchedBy } from "./checks/touched.mjs";
import { failureLines } from "./failures.mjs";
import { MOST_RETRIES } from "./retries.mjs";
import { timingLines, timingsOf } from "./timings.mjs";

requireNode();
install({ dev: true });

const reports = join(root, ".cache/reports");
const bin = (name) => join(root, "node_modules", name);
const vitest = bin("vitest/vitest.mjs");
const run = (label, file, args, environment = {}) => ({ label, file, args, environment });

/**
 * A run of vitest that leaves its counts, the tests that needed another try, and what each file took, in report files.
 */
function suite(label, args) {
  const report = join(reports, `${label}.json`);
  const retries = join(reports, `${label}-retries.json`);
  const timings = join(reports, `${label}-timings.json`);
  const own = ["retries", "timings"].map((name) => `--reporter=${join(root, `server/${name}.mjs`)}`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...own];
  return {
    ...run(label, vitest, ["run", ...args, ...reporters], { RETRIES_FILE: retries, TIMINGS_FILE: timings }),
    report,
    retries,
    timings,
  };
}

const e2e = ["--config", "tests/e2e/vitest.config.ts"];
const system = ["--config", "tests/system/vitest.config.ts"];
const checks = {
  // Both at once, of one program: what `npm test` runs. Either alone keeps what it found for the next time.
  "types-and-lint": { ...run("types-and-lint", join(root, "server/checks/types-and-lint.mjs"), []), holds: 2 },
  types: run("types", bin("typescript/bin/tsc"), ["--noEmit", "-p", "."]),
  lint: run("lint", bin("eslint/bin/eslint.js"), [
    ".",
    "--cache",
    "--cache-location",
    ".cache/eslint",
    "--max-warnings",
    "0",
  ]),
  format: run("format", bin("prettier/bin/prettier.cjs"), [
    "--check",
    "--log-level",
    "warn",
    "--cache",
    "--cache-location",
    ".cache/prettier",
    ".",
  ]),
  unit: suite("unit", []),
  build: run("build", join(root, "server/build.mjs"), []),
  journeys: { ...suite("journeys", [...e2e]), after: "build" },
  system: { ...suite("system", [...system, "--project", "processes"]), after: "build" },
  measured: { ...suite("measured", [...system, "--project", "measured"]), after: "build" },
  screenshots: run("screenshots", vitest, ["run", ...e2e, "tests/e2e/screenshots.test.ts"], { SCREENSHOTS: "1" }),
};

/**
 * What `npm test` runs, stage by stage: two checks at a time, each lane taking the next that nobody has begun, the
 * longest first. Processes whose figures count run alone, at the end.
 */
const stages = [["build", "unit", "journeys", "types-and-lint", "system", "format"], ["measured"]];
const LANES = 2;

/** Runs one check; its output is shown when it ends, so that two lanes do not mix their lines. */
function execute(check) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--max-old-space-size=6144", check.file, ...check.args], {
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

/**
 * The counts of a check: those of its report when it writes one, else 1. A suite that found no test or broke counts as
 * a failure.
 */
function counted({ check, code }) {
  if (check.report === undefined)
    return code === 0 ? { passed: check.holds ?? 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(check.report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(check.report, "utf8"));
  const brokenBesides = code !== 0 && numFailedTests === 0 ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + brokenBesides + (numTotalTests === 0 ? 1 : 0) };
}

function retriedIn({ retries }) {
  return retries !== undefined && existsSync(retries) ? JSON.parse(readFileSync(retries, "utf8")) : [];
}

const asked = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const has = (flag) => process.argv.includes(flag);
const strange = process.argv.slice(2).find((flag) => flag.startsWith("--") && !["--all", "--validate"].includes(flag));
if (strange !== undefined) fail(`No such option: ${strange}. There is --all.`);
const unknown = asked.find((name) => checks[name] === undefined);
if (unknown !== undefined) fail(`No such check: ${unknown}. There are ${Object.keys(checks).join(", ")}.`);
const plan = asked.length === 0 ? stages : asked.map((name) => [name]);
process.env["HOSTILE_BODIES"] ??= has("--all") && has("--validate") ? "all" : "third";

/** What the change can have touched; null where all tests run. */
function selection() {
  if (asked.length > 0 || has("--all")) return null;
  const changed = changedSince(root);
  if (changed === null || changed.length === 0) return null;
  return touchedBy({ changed, graph: readGraph(root), routes: routesWithModules(buildRoutes()) });
}

/** The suite of a test file, by its path. */
function suiteOf(path) {
  if (MEASURED.includes(path)) return "measured";
  if (path.startsWith("tests/system/")) return "system";
  return path.startsWith("tests/e2e/") ? "journeys" : "unit";
}

const selected = selection();
if (selected !== null) {
  process.env["WALK_ONLY"] = [...new Set([...selected.modules, ...Object.values(SHAPES)])].join(",");
  for (const name of ["unit", "journeys", "system", "measured"]) {
    const files = selected.tests.filter((path) => suiteOf(path) === name);
    if (files.length === 0) delete checks[name];
    else checks[name].args.push(...files);
  }
}
/** A check that the selection left nothing of. */
const isLeftOut = (name) => checks[name] === undefined;

mkdirSync(reports, { recursive: true });
for (const file of Object.values(checks).flatMap(({ report, retries, timings }) => [report, retries, timings]))
  if (file !== undefined) rmSync(file, { force: true });

const results = [];
/** Settled when a check has ended, by its name. */
const ended = new Map();

async function runOne(name) {
  const check = checks[name];
  await ended.get(check.after);
  const result = await execute(check);
  results.push(result);
  const verdict = result.failed === 0 ? "ok" : "FAILED";
  console.log(
    `\n── ${result.label}: ${verdict}, ${result.passed} passed, ${result.failed} failed, ${result.seconds} s`,
  );
  if (result.failed > 0 || asked.length > 0) console.log(result.output.trimEnd());
}

for (const stage of plan) {
  const waiting = stage.filter((name) => !isLeftOut(name));
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const running = runOne(name);
      ended.set(name, running);
      await running;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const ran = plan.flat().filter((name) => !isLeftOut(name));
const retried = ran.flatMap((name) => retriedIn(checks[name]));
console.log(
  `\n${retried.length} tests needed another try (${MOST_RETRIES} are allowed)${retried.map((name) => `\n  ${name}`).join("")}`,
);
if (retried.length > MOST_RETRIES) results.push({ label: "retries", passed: 0, failed: 1 });

const timings = timingsOf(ran.flatMap((name) => checks[name].timings ?? []));
for (const line of timingLines(timings)) console.log(line);

if (selected !== null) {
  const { tests, left, modules } = selected;
  console.log(
    `\nLeft out, since nothing that differs from main can have touched them: ${left.length} of ${left.length + tests.length} test files; the walks looked at ${modules.length} touched screens and one of each shape. \`npm test -- --all\` looks at everything.`,
  );
  for (const path of left) console.log(`  ${path}`);
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const broken = results.filter((result) => result.failed > 0).map((result) => result.label);
for (const line of failureLines(
  ran.flatMap((name) => checks[name].report ?? []),
  root,
))
  console.log(line);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(broken.length > 0 ? 1 : 0);
