import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { BackendError } from "~/services/platform/http/errors.server";
import { afterFailure, backOffMs } from "~/services/platform/jobs/after-failure.server";
import { defineKind, FailedError, type Kind, StoppedError } from "~/services/platform/jobs/kind.server";
import { createJobRunner, type JobRunner } from "~/services/platform/jobs/runner.server";
import { createJobTable, type JobTable } from "~/services/platform/jobs/table.server";
import { openDatabase } from "~/services/platform/store/database.server";

// The runner with kinds of the test's own; two runners with connections of their own play two consoles on one data
// folder.

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let folder: string;
let tables: JobTable[];
let runners: JobRunner[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jobs-"));
  tables = [];
  runners = [];
  return async () => {
    await Promise.all(runners.map((runner) => runner.close()));
    rmSync(folder, { recursive: true, force: true });
  };
});
afterEach(() => vi.useRealTimers());

function newConsole(...kinds: Kind[]): { table: JobTable; runner: JobRunner } {
  const table = createJobTable(openDatabase(join(folder, "console.db")));
  const runner = createJobRunner({ table, kinds, clientOf: () => null, log, beatMs: 20 });
  tables.push(table);
  runners.push(runner);
  return { table, runner };
}

/** A kind that counts to `input.to`, a number a step, once `gate` lets it. */
function counting(gate: (n: number) => Promise<void> | void, seen: number[] = []): Kind {
  const progress = z.object({ n: z.number() });
  return defineKind({
    ...{ name: "counting", label: "Count", right: "develop", unit: "documents" },
    schemas: { input: z.object({ to: z.number() }), progress, result: z.object({ counted: z.number() }) },
    prepare: async ({ input }) => Promise.resolve({ progress: { n: 0 }, total: input.to }),
    async step({ input, progress: { n } }) {
      await gate(n);
      seen.push(n);
      const next = n + 1;
      return { progress: { n: next }, done: next, ...(next === input.to ? { result: { counted: next } } : {}) };
    },
    describe: ({ row }) => ({ title: row.label, detail: "", unchanged: "Nothing changed.", links: [] }),
  });
}

const add = (table: JobTable, to = 5) =>
  table.create({ kind: "counting", server: "http://x", target: "films", owner: "ana", label: "count", input: { to } });
const state = (table: JobTable, id: string) => table.get(id)?.state;
const away = () =>
  new BackendError({ failure: { kind: "unreachable", status: 502, method: "GET", path: "/", requestId: "" } });
const refused = (status: number) =>
  new BackendError({ failure: { kind: "status", status, method: "POST", path: "/", requestId: "", detail: "no" } });

describe("a job", () => {
  it("is prepared once, runs step by step, and keeps its result", async () => {
    const seen: number[] = [];
    const { table, runner } = newConsole(counting(() => undefined, seen));
    const id = add(table);
    runner.start(id);
    await expect.poll(() => state(table, id)).toBe("done");
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(table.get(id)).toMatchObject({ done: 5, total: 5, result: '{"counted":5}', lease: null, credentials: null });
  });

  it("of two consoles is run by one, and is cancelled from the other", async () => {
    const seen: number[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const kind = counting((n) => (n === 2 ? held : undefined), seen);
    const [first, second] = [newConsole(kind), newConsole(kind)];
    const ids = [add(first.table), add(first.table)];
    for (const id of ids) first.runner.start(id);
    second.runner.resumeAll();
    for (let beats = 0; beats < 5; beats++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.sort()).toEqual([0, 0, 1, 1]);
    expect(second.runner.live(ids[0] ?? "")).toBeUndefined();
    setTimeout(release, 100);
    expect(await second.runner.cancel(ids[0] ?? "")).toBe(true);
    expect(state(second.table, ids[0] ?? "")).toBe("cancelled");
    await expect.poll(() => state(second.table, ids[1] ?? "")).toBe("done");
  });

  it("that is cancelled stops what it left at its server, and says where that did not work", async () => {
    const stopped: number[] = [];
    const kind = counting((n) => (n === 2 ? new Promise<void>((resolve) => setTimeout(resolve, 50)) : undefined));
    const cancel: Kind["cancel"] = async ({ row }) => {
      stopped.push(row.done);
      return Promise.resolve();
    };
    const { table, runner } = newConsole({ ...kind, cancel });
    const id = add(table, 3);
    table.setState({ id, state: "interrupted", message: "It stopped." });
    expect(await runner.cancel(id)).toBe(true);
    expect(table.get(id)).toMatchObject({ state: "cancelled", message: null });
    expect(stopped).toEqual([0]);
    const broken = newConsole({ ...kind, cancel: () => Promise.reject(new Error("It is away.")) });
    const other = add(broken.table, 3);
    broken.table.setState({ id: other, state: "interrupted", message: "It stopped." });
    await broken.runner.cancel(other);
    expect(broken.table.get(other)).toMatchObject({
      state: "cancelled",
      message: "The server could not be told to stop: It is away.",
    });
  });

  it("whose console let go of it goes on in the other from its last step", async () => {
    const seen: number[] = [];
    let held = true;
    const kind = counting(
      (n) => (n === 3 && held ? new Promise<void>((_, reject) => setTimeout(reject, 200, away())) : undefined),
      seen,
    );
    const first = newConsole(kind);
    const id = add(first.table);
    first.runner.start(id);
    await expect.poll(() => first.table.get(id)?.done).toBe(3);
    const second = newConsole(kind);
    await first.runner.close();
    held = false;
    await expect.poll(() => state(second.table, id)).toBe("done");
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it("that another console took over is not written by the one that slept", async () => {
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const { table, runner } = newConsole(counting((n) => (n === 1 ? asleep : undefined)));
    const id = add(table);
    runner.start(id);
    await expect.poll(() => table.get(id)?.done).toBe(1);
    const row = table.get(id);
    if (!row) throw new Error("no job");
    expect(table.claim({ row, lease: "elsewhere|1|1|x", until: Date.now() + 60_000 })).toBe(true);
    wake();
    await expect.poll(() => runner.live(id)).toBeUndefined();
    expect(table.get(id)).toMatchObject({ state: "running", done: 1, lease: "elsewhere|1|1|x" });
  });

  it("pauses while its server is away, says when it tries again, and can be told to try now", async () => {
    let gone = true;
    const { table, runner } = newConsole(counting((n) => (n === 2 && gone ? Promise.reject(away()) : undefined)));
    const id = add(table);
    runner.start(id);
    await expect.poll(() => state(table, id)).toBe("paused");
    expect(table.get(id)).toMatchObject({ done: 2, tries: 1, lease: null });
    expect((table.get(id)?.nextTry ?? 0) - Date.now()).toBeGreaterThan(3_000);
    gone = false;
    table.tryNow(id);
    runner.next();
    await expect.poll(() => table.get(id)).toMatchObject({ state: "done", tries: 0 });
  });

  it.each([
    ["interrupted", new StoppedError("Open the index, then resume.")],
    ["failed", new FailedError("No such field.")],
    ["interrupted", refused(403)],
    ["failed", refused(400)],
    ["interrupted", new Error("a fault")],
  ] as const)("becomes %s where it should", async (expected, error) => {
    const { table, runner } = newConsole(counting(() => Promise.reject(error)));
    const id = add(table);
    table.setCredentials({ id, credentials: "sealed", owner: "ana" });
    runner.start(id);
    await expect.poll(() => state(table, id)).toBe(expected);
    expect(table.get(id)).toMatchObject({ credentials: null, message: expect.any(String) });
  });

  it("of a kind that this console does not know waits for one that does", async () => {
    const { table, runner } = newConsole();
    const id = add(table);
    runner.start(id);
    await expect
      .poll(() => table.get(id))
      .toMatchObject({ state: "interrupted", message: expect.stringContaining("does not know") });
  });
});

it("waits longer from try to try, and a day at most", () => {
  expect([0, 1, 2, 5, 6, 100].map(backOffMs)).toEqual([5_000, 10_000, 20_000, 160_000, 300_000, 300_000]);
  expect(afterFailure({ error: away(), row: { tries: 3 }, now: 0 })).toMatchObject({
    state: "paused",
    nextTry: 40_000,
    tries: 4,
  });
  expect(afterFailure({ error: away(), row: { tries: 290 } })).toMatchObject({ state: "interrupted" });
});

it("waits some minutes for an index that takes no writes, as at the end of a re-index", () => {
  const detail = "elastic: Error 403 (Forbidden): index [films] blocked by: [FORBIDDEN/8/index write (api)];";
  const error = new BackendError({
    failure: { kind: "status", status: 403, method: "POST", path: "/", requestId: "", detail },
  });
  expect(afterFailure({ error, row: { tries: 0 }, now: 0 })).toMatchObject({ state: "paused", nextTry: 5_000 });
  expect(afterFailure({ error, row: { tries: 5 } })).toMatchObject({ state: "interrupted" });
  expect(afterFailure({ error: refused(403), row: { tries: 0 } })).toMatchObject({ state: "interrupted" });
});
