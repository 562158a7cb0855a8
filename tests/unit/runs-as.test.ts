import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SYSTEM_INDICES } from "@backend/gateway/store/system-indices";
import { ACTIONS } from "@common/rule-kinds";
import { NOT_RUN, RUNS_AS } from "@common/runs-as/kinds";
import { runsAsPage } from "@common/runs-as/page";
import { kinds } from "~/services/jobs/kinds.server";
import { openDatabase } from "~/services/store/database.server";
import { sourceFiles } from "./source-files";

function tables(): string[] {
  const database = openDatabase(":memory:");
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  database.close();
  return rows.map(({ name }) => String(name));
}

// What acts by itself looks again and again: by an interval, or as a keeper that is started with the gateway.
const CLOCK = /setInterval\(|export type \w*Keeper\b/;

function modulesByTheClock(): string[] {
  const files = sourceFiles().filter(({ path }) => /^(?:backend\/gateway|app\/services|common|server)\/.*(?<!\.test)\.ts$/.test(path));
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
        kinds.map(({ name }) => name),
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

test.each(Object.entries(RUNS_AS))("%s is held by a test that is there", (_name, { test: path }) => {
  expect(existsSync(path)).toBe(true);
});

test("docs/runs-as.md is what common/runs-as says: run node scripts/print-runs-as.mjs", () => {
  expect(readFileSync("docs/runs-as.md", "utf8")).toBe(runsAsPage());
});
