import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { SYSTEM_INDICES } from "@backend/gateway/platform/store/system-indices";
import { ACTIONS } from "@common/search-relevance/rule-kinds";
import { RUNS_AS } from "@common/runs-as/kinds";
import { NOT_RUN } from "@common/runs-as/not-run";
import { runsAsPage } from "@common/runs-as/page";
import { registerKinds } from "~/services/kinds.server";
import { jobKinds } from "~/services/platform/jobs/kinds.server";
import { openDatabase } from "~/services/platform/store/database.server";
import { sourceFiles } from "./source-files";

registerKinds();

function tables(): string[] {
  const database = openDatabase(":memory:");
  const rows = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  database.close();
  return rows.map(({ name }) => String(name));
}

// What acts by itself looks again and again: by an interval, or as a keeper that is started with the gateway.
const CLOCK = /setInterval\(|export type \w*Keeper\b/;

function modulesByTheClock(): string[] {
  const files = sourceFiles().filter(({ path }) =>
    /^(?:backend\/gateway|app\/services|common|server)\/.*(?<!\.test)\.ts$/.test(path),
  );
  return files.filter(({ text }) => CLOCK.test(text)).map(({ path }) => path);
}

const known = new Set<string>([...Object.values(RUNS_AS).flatMap(({ kept }) => kept), ...Object.keys(NOT_RUN)]);
const registered = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}:${name}`);

const REGISTRIES: [string, () => string[]][] = [
  [
    "system index",
    () =>
      registered(
        "index",
        SYSTEM_INDICES.map(({ name }) => name),
      ),
  ],
  ["table of the console", () => registered("table", tables())],
  [
    "kind of job",
    () =>
      registered(
        "job",
        jobKinds().map(({ name }) => name),
      ),
  ],
  ["action of a rule", () => registered("action", ACTIONS)],
  ["module that acts by the clock", () => registered("clock", modulesByTheClock())],
];

test.each(REGISTRIES)("each %s has an entry that says as whom it runs, or that it is not run", (_kind, names) => {
  expect(names().filter((place) => !known.has(place))).toEqual([]);
});

test("no entry stands for what is not there", () => {
  const there = new Set(REGISTRIES.flatMap(([, names]) => names()));
  const ours = [...known].filter((place) => !place.startsWith("outside:") && place !== "action:function");
  expect(ours.filter((place) => !there.has(place))).toEqual([]);
});

test("nothing is both run and not run", () => {
  const run = new Set<string>(Object.values(RUNS_AS).flatMap(({ kept }) => kept));
  expect(Object.keys(NOT_RUN).filter((place) => run.has(place))).toEqual([]);
});

/** The first name of a callee: `it` of `it.each(…)`, with the members after it. */
function membersOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...membersOf(callee.expression), callee.name.text];
  return ts.isCallExpression(callee) ? membersOf(callee.expression) : [];
}

/** The titles of the tests of a file that run and expect something. */
function titlesOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  function visit(node: ts.Node): void {
    const [name = "", ...members] = ts.isCallExpression(node) ? membersOf(node.expression) : [];
    if (name === "describe" && members.some((member) => member !== "each")) return;
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const [title, ...rest] = node.arguments;
    if (
      !["test", "it"].includes(name) ||
      members.some((member) => member !== "each") ||
      title === undefined ||
      !ts.isStringLiteralLike(title)
    )
      return;
    if (rest.some((one) => /\bexpect\w*\(/.test(one.getText()))) titles.push(title.text);
  }
  visit(source);
  return titles;
}

test.each(Object.entries(RUNS_AS))("%s is shown by tests that are there and expect something", (_name, { shownBy }) => {
  expect(shownBy.length).toBeGreaterThan(0);
  const missing = shownBy.filter((shown) => {
    const [path = "", title = ""] = shown.split(/#(.*)/s);
    return !existsSync(path) || !titlesOf(path).includes(title);
  });
  expect(missing).toEqual([]);
});

test("a test that is left out, or expects nothing, shows nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "runs-as-"));
  const path = join(folder, "some.test.ts");
  writeFileSync(
    path,
    `test("runs", () => expect(1).toBe(1));
it.each([1])("each %s", (n) => { expect(n).toBe(1); });
it.skip("skipped", () => expect(1).toBe(1));
it.todo("to do");
describe.skip("all", () => test("below", () => expect(1).toBe(1)));
test("empty", () => undefined);
// test("a comment", () => expect(1).toBe(1));`,
  );
  expect(titlesOf(path)).toEqual(["runs", "each %s"]);
  rmSync(folder, { recursive: true });
});

test("docs/reference/runs-as.md is what common/runs-as says: run node scripts/print-runs-as.mjs", () => {
  expect(readFileSync("docs/reference/runs-as.md", "utf8")).toBe(runsAsPage());
});
