import { MAX_PIECE_ROWS } from "~/services/data/import/read/pieces.server";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createJobClient } from "~/services/platform/changes/job-client.server";
import { detectFile } from "~/services/data/import/read/detect.server";
import { makePlan, shownFields } from "~/services/data/import/shape/plan.server";
import { createRunner, type ImportRunner } from "~/services/data/import/run/runner.server";
import { indexTarget } from "~/services/data/import/send/target.server";
import { openDatabase } from "~/services/platform/store/database.server";
import { createJobStore, type Job, type JobStore } from "~/services/data/import/run/import-store.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../setup/backend";
import { testContext } from "../setup/console";

// The runner against a real back end, with a gate between them that can be busy, broken or gone.

const folder = mkdtempSync(join(tmpdir(), "imports-"));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let backend: TestBackend;
let gate: Gate;
let store: JobStore;
let runner: ImportRunner;
let jobs = 0;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  gate = await openGate(backend.url);
  store = createJobStore(openDatabase(":memory:"));
  runner = newRunner();
});
afterEach(async () => {
  await runner.close();
  await gate.close();
});

function newRunner(patienceMs?: number) {
  const http = createJobClient({
    baseUrl: gate.url,
    token: backend.token,
    context: testContext({ SEARCH_URL: gate.url }),
  });
  return createRunner({ store, log, targetOf: (job) => indexTarget({ http, index: job.app }), patienceMs });
}

async function jobOf({
  content,
  name = "rows.csv",
  idField = null,
}: {
  content: string | Buffer;
  name?: string;
  idField?: string | null;
}): Promise<Job> {
  const path = join(folder, `job-${++jobs}`);
  writeFileSync(path, content);
  const detection = await detectFile({ path, name });
  const plan = makePlan({
    detection,
    shown: shownFields({ detection, existing: new Map(), stored: null }),
    chosen: [],
    idField,
  });
  const job = store.create({
    url: gate.url,
    app: `import-${jobs}`,
    username: "admin",
    name,
    size: Buffer.byteLength(content),
    path,
  });
  store.setPlan({ id: job.id, plan });
  // A plain mapping keeps these tests quick; the mapping itself is tested with the screens.
  await backend.call("PUT", `/${job.app}`, { mappings: { dynamic: false, properties: { n: { type: "long" } } } });
  return { ...job, plan };
}

async function over(id: string, states = ["done", "cancelled", "interrupted", "failed"]): Promise<Job> {
  await expect.poll(() => states.includes(store.get(id)?.state ?? ""), { timeout: 20_000, interval: 20 }).toBe(true);
  const job = store.get(id);
  if (!job) throw new Error("the job is gone");
  return job;
}

async function count(app: string): Promise<unknown> {
  await backend.call("POST", `/${app}/_refresh`);
  const { body } = await backend.call("GET", `/${app}/_count`);
  return (body as { count: number }).count;
}

/** Rows of one call, where they are short. */
const PIECE = MAX_PIECE_ROWS;
const table = (rows: number) => `n,text\n${Array.from({ length: rows }, (_, at) => `${at},word ${at}\n`).join("")}`;

describe("an import", () => {
  it("stores every row and forgets the file and the credentials", async () => {
    const job = await jobOf({ content: table(PIECE + 234) });
    store.setCredentials({ id: job.id, credentials: "sealed", username: "admin" });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({
      state: "done",
      rowsRead: PIECE + 234,
      indexed: PIECE + 234,
      failed: 0,
      updated: 0,
      credentials: null,
    });
    expect(await count(job.app)).toBe(PIECE + 234);
    expect(gate.bulks.length).toBeGreaterThanOrEqual(2);
    await expect.poll(() => existsSync(job.path)).toBe(false);
  });

  it("keeps broken rows with line, field and reason, and goes on", async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      at === 10 ? "n/a,bad\n" : at === 20 ? "1,2,3\n" : `${at},ok\n`,
    ).join("");
    const job = await jobOf({ content: `n,text\n${rows}` });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 38, failed: 2, header: "n,text" });
    expect(
      store
        .failures({ id: job.id, limit: 10 })
        .map(({ line, field, reason, raw }) => [line, field, reason, raw.toString()]),
    ).toEqual([
      [12, "n", "“n/a” is not a whole number", "n/a,bad"],
      [22, null, "expected 2 columns, found 3", "1,2,3"],
    ]);
  });

  it("keeps rows that the engine refuses, in plain words", async () => {
    const job = await jobOf({ content: '{"m":1}\n{"m":2,"n":{"x":1}}\n{"m":3}\n', name: "rows.ndjson" });
    // As if the field had been left to the server.
    if (job.plan) store.setPlan({ id: job.id, plan: { ...job.plan, fields: [] } });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 2, failed: 1 });
    expect(store.failures({ id: job.id, limit: 10 })[0]).toMatchObject({ line: 2, field: "n" });
  });

  it("counts rows that replaced older ones when a column is the id", async () => {
    const job = await jobOf({ content: "id,n\na,1\nb,2\na,3\n", idField: "id" });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ indexed: 3, updated: 1 });
    expect(await count(job.app)).toBe(2);
  });

  it("stores what came before the end of a file that is cut off, and says so", async () => {
    const packed = gzipSync(table(20_000));
    const job = await jobOf({ content: packed.subarray(0, Math.floor(packed.length / 2)), name: "rows.csv.gz" });
    runner.start(job.id);
    const done = await over(job.id);
    expect(done).toMatchObject({ state: "done", problem: { message: expect.stringContaining("cut off") } });
    expect(done.indexed).toBeGreaterThan(1000);
    expect(await count(job.app)).toBe(done.indexed);
  });
});

describe("a server in trouble", () => {
  it("is given time when it asks for fewer calls, and every row arrives once", async () => {
    const job = await jobOf({ content: table(2 * PIECE) });
    gate.decide((path, bulk) => (path.endsWith("/_bulk") && (bulk === 2 || bulk === 3) ? { status: 429 } : "pass"));
    const seen: string[] = [];
    runner.subscribe({ id: job.id, listener: () => seen.push(runner.view(job.id)?.message ?? "") });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 2 * PIECE, failed: 0 });
    expect(seen.some((message) => message.includes("fewer calls"))).toBe(true);
    expect(await count(job.app)).toBe(2 * PIECE);
  });

  it("may refuse single rows for a while", async () => {
    const job = await jobOf({ content: table(2) });
    const busy = {
      took: 1,
      errors: true,
      items: [
        { index: { _id: "1", status: 429, error: { type: "es_rejected_execution_exception", reason: "full" } } },
        { index: { _id: "2", status: 201, result: "created" } },
      ],
    };
    gate.decide((path, bulk) =>
      path.endsWith("/_bulk") && bulk === 1 ? { status: 200, body: JSON.stringify(busy) } : "pass",
    );
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 2, failed: 0 });
    // Only the refused row was sent again.
    expect(gate.bulks[1]?.split("\n").length).toBe(3);
  });

  const blocked =
    "index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];";
  const error = { type: "cluster_block_exception", reason: blocked };
  it.each([
    [
      "row by row",
      {
        status: 200,
        body: JSON.stringify({
          errors: true,
          items: [1, 2].map((id) => ({ index: { _id: `${id}`, status: 429, error } })),
        }),
      },
    ],
    [
      "whole",
      {
        status: 429,
        body: JSON.stringify({
          error: {
            code: 429,
            message: `elastic: Error 429 (Too Many Requests): ${blocked} [type=cluster_block_exception]`,
          },
        }),
      },
    ],
    [
      "as older ones do",
      {
        status: 403,
        body: JSON.stringify({
          error: {
            root_cause: [
              { ...error, reason: "index [x] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];" },
            ],
          },
        }),
      },
    ],
  ])("that refuses rows because its disk is full, %s, is waited for without an end", async (_how, refusal) => {
    const job = await jobOf({ content: table(2) });
    let waits = 0;
    gate.decide((path, bulk) => (path.endsWith("/_bulk") && bulk <= 2 ? refusal : "pass"));
    runner = newRunner(0);
    const leave = runner.subscribe({
      id: job.id,
      listener: () =>
        void (
          runner.view(job.id)?.message?.includes("disk is full") &&
          runner.view(job.id)?.state === "paused" &&
          waits++
        ),
    });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 2, failed: 0 });
    expect(waits).toBeGreaterThan(0);
    leave();
  });

  const locked = { type: "cluster_block_exception", reason: "index [x] blocked by: [FORBIDDEN/8/index write (api)];" };
  const lockedRows = {
    status: 200,
    body: JSON.stringify({
      errors: true,
      items: [1, 2].map((id) => ({ index: { _id: `${id}`, status: 403, error: locked } })),
    }),
  };
  it.each([
    ["row by row", lockedRows],
    [
      "whole",
      {
        status: 403,
        body: JSON.stringify({ error: { code: 403, message: `elastic: Error 403 (Forbidden): ${locked.reason}` } }),
      },
    ],
  ])("whose index is locked for a moment, as at the end of a re-index, %s, is waited for", async (_how, refusal) => {
    const job = await jobOf({ content: table(2) });
    gate.decide((path, bulk) => (path.endsWith("/_bulk") && bulk <= 2 ? refusal : "pass"));
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 2, failed: 0 });
  });

  it("whose index stays locked stops the import, which can be resumed", async () => {
    const job = await jobOf({ content: table(2) });
    gate.decide((path) => (path.endsWith("/_bulk") ? lockedRows : "pass"));
    runner = newRunner(0);
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({
      state: "interrupted",
      message: expect.stringContaining("locked by its settings"),
    });
  });

  it("that breaks off before or after it stored a piece gets it again, and no row twice", async () => {
    const job = await jobOf({ content: table(3 * PIECE) });
    gate.decide((path, bulk) =>
      !path.endsWith("/_bulk")
        ? "pass"
        : bulk === 1
          ? "break-after"
          : bulk === 2
            ? "break"
            : bulk === 3
              ? { status: 503 }
              : "pass",
    );
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 3 * PIECE, updated: 0, failed: 0 });
    expect(await count(job.app)).toBe(3 * PIECE);
  });

  it("gets smaller pieces when they are too large, down to the row that is", async () => {
    const job = await jobOf({ content: table(40) });
    gate.decide((path) => {
      const last = gate.bulks.at(-1) ?? "";
      const rows = last.split("\n").length / 2;
      return path.endsWith("/_bulk") && (rows > 10 || (last.includes('"n":7,') && rows > 0)) ? { status: 413 } : "pass";
    });
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "done", indexed: 39, failed: 1 });
    expect(store.failures({ id: job.id, limit: 5 })[0]).toMatchObject({
      line: 9,
      reason: "the row is larger than the server takes",
    });
  });

  it("that no longer lets the user in interrupts the import, which can be resumed", async () => {
    const job = await jobOf({ content: table(2 * PIECE + 400) });
    gate.decide((path, bulk) =>
      path.endsWith("/_bulk") && bulk === 2
        ? { status: 401, body: '{"error":{"message":"invalid password"}}' }
        : "pass",
    );
    runner.start(job.id);
    const stopped = await over(job.id);
    expect(stopped).toMatchObject({ state: "interrupted", message: expect.stringContaining("invalid password") });
    expect(stopped.ackedRow).toBeLessThan(2 * PIECE + 400);
    runner.start(job.id);
    expect(await over(job.id, ["done"])).toMatchObject({ indexed: 2 * PIECE + 400 });
    expect(await count(job.app)).toBe(2 * PIECE + 400);
  });

  it("that stays away for too long interrupts it too", async () => {
    runner = newRunner(100);
    const job = await jobOf({ content: table(3) });
    gate.decide(() => "break");
    runner.start(job.id);
    expect(await over(job.id)).toMatchObject({ state: "interrupted", message: expect.stringContaining("resume it") });
  });
});

describe("somebody who", () => {
  it("cancels stops it while it waits, and keeps what was stored", async () => {
    const job = await jobOf({ content: table(4 * PIECE) });
    gate.decide((path, bulk) => (path.endsWith("/_bulk") && bulk > 2 ? { status: 503 } : "pass"));
    runner.start(job.id);
    await expect.poll(() => runner.view(job.id)?.state).toBe("paused");
    expect(await runner.cancel(job.id)).toBe(true);
    expect(await over(job.id)).toMatchObject({ state: "cancelled", indexed: 2 * PIECE });
    expect(await runner.cancel(job.id)).toBe(false);
  });

  it("restarts the console finds it going on from its last acknowledged row", async () => {
    const job = await jobOf({ content: table(9 * PIECE) });
    gate.decide((path, bulk) => (path.endsWith("/_bulk") && bulk > 4 ? { status: 503 } : "pass"));
    runner.start(job.id);
    await expect.poll(() => store.get(job.id)?.ackedRow, { timeout: 10_000 }).toBe(4 * PIECE);
    await runner.close();
    expect(store.get(job.id)?.state).toBe("running");
    const sentBefore = gate.bulks.length;
    gate.decide(() => "pass");
    runner = newRunner();
    runner.resumeAll();
    expect(await over(job.id)).toMatchObject({ state: "done", rowsRead: 9 * PIECE, indexed: 9 * PIECE });
    // Two calls are under way at a time, in either order.
    const first = gate.bulks.slice(sentBefore, sentBefore + 2).join("");
    expect([first.includes(`"n":${4 * PIECE},`), first.includes(`"n":${4 * PIECE - 1},`)]).toEqual([true, false]);
    expect(await count(job.app)).toBe(9 * PIECE);
  });

  it("starts many has a few of them run at once", async () => {
    const all = [
      await jobOf({ content: table(10) }),
      await jobOf({ content: table(10) }),
      await jobOf({ content: table(10) }),
    ];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    gate.decide(() => held.then(() => "pass" as const));
    for (const job of all) runner.start(job.id);
    expect(all.map((job) => store.get(job.id)?.state)).toEqual(["running", "running", "queued"]);
    release();
    for (const job of all) expect(await over(job.id)).toMatchObject({ state: "done", indexed: 10 });
  });
});
