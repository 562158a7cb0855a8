import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { defineKind } from "~/services/platform/jobs/kind.server";
import { createJobRunner } from "~/services/platform/jobs/runner.server";
import { createFailureTable } from "~/services/platform/jobs/failures.server";
import { createJobTable, type JobTable } from "~/services/platform/jobs/table.server";
import { openDatabase } from "~/services/platform/store/database.server";

// Each bound of jobs, and one past it.

const { jobsAtOnce, jobsWaiting, jobFailures, jobFailuresBytes } = CONSOLE_LIMITS;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "job-bounds-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const add = (table: JobTable) =>
  table.create({ kind: "waiting", server: "http://x", target: "films", owner: "ana", label: "wait", input: {} });

test("jobsAtOnce and jobsWaiting", async () => {
  const empty = z.object({});
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const kind = defineKind({
    ...{ name: "waiting", label: "Wait", right: "develop", unit: "documents" },
    schemas: { input: empty, progress: empty, result: empty },
    prepare: async () => Promise.resolve({ progress: {}, total: 1 }),
    step: async () => {
      await held;
      return { progress: {}, done: 1, result: {} };
    },
    describe: ({ row }) => ({ title: row.label, detail: "", unchanged: "", links: [] }),
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const table = createJobTable(openDatabase(join(folder, "console.db")));
  const runner = createJobRunner({ table, kinds: [kind], clientOf: () => null, log, beatMs: 20 });
  try {
    for (let n = 0; n < jobsAtOnce.most; n++) expect(runner.start(add(table))).toBe(true);
    await expect.poll(() => table.listByState(["running"]).length).toBe(jobsAtOnce.most);
    for (let n = 0; n < jobsWaiting.most; n++) expect(runner.start(add(table))).toBe(true);
    expect(runner.start(add(table))).toBe(false);
    expect([table.listByState(["running"]).length, table.listByState(["queued"]).length]).toEqual([
      jobsAtOnce.most,
      jobsWaiting.most,
    ]);
  } finally {
    release();
    await runner.close();
  }
});

function failing() {
  const database = openDatabase(join(folder, "console.db"));
  const id = add(createJobTable(database));
  const failures = createFailureTable(database);
  const fail = (count: number, raw: Buffer) =>
    failures.add({
      id,
      added: Array.from({ length: count }, (_, at) => ({ row: at + 1, line: at + 1, field: null, reason: "no", raw })),
    });
  return { kept: () => failures.kept(id), fail };
}

test("jobFailures", () => {
  const { fail, kept } = failing();
  fail(jobFailures.most + 1, Buffer.from("a"));
  expect(kept().rows).toBe(jobFailures.most);
}, 30_000);

test("jobFailuresBytes", () => {
  const { fail, kept } = failing();
  const parts = 8;
  fail(parts + 1, Buffer.alloc(jobFailuresBytes.most / parts, "x"));
  expect(kept()).toEqual({ rows: parts, bytes: jobFailuresBytes.most });
}, 30_000);
