import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorization, eventually, pause, type RunningBackend, startBackend } from "./processes";

// The back end on a file system of 64 MB that it fills itself, and that something else then fills to the last byte.
// Where nothing may be mounted, the disk that disk-full.test.ts of the engine makes up stands for it.

const folder = mkdtempSync(join(tmpdir(), "searchdeck-disk-"));
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "searchdeck-test", folder]).status === 0;
if (!mounted)
  console.log(
    "full-disk: this machine does not let tests mount a file system; only the made-up disk of backend/engine/embedded/disk was tested",
  );

const filler = join(folder, "filler");
const words =
  /^index \[\w+\] blocked by: \[TOO_MANY_REQUESTS\/12\/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block\];$/;
const acknowledged: string[] = [];
let backend: RunningBackend | undefined;

beforeAll(async () => {
  if (mounted) backend = await start();
});
afterAll(async () => {
  await backend?.kill();
  if (mounted) spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
});

// What it logs of the full disk is not of interest here.
function start(): Promise<RunningBackend> {
  return startBackend({ dataDir: join(folder, "data"), env: { LOG_LEVEL: "silent" } });
}

async function call(
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; body: Record<string, unknown>; text: string }> {
  const answer = await fetch(`${backend?.url}${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}

type Item = { index: { _id: string; status: number; error?: { type: string; reason: string } } };

// Long and not analysed: it is the disk that is to be busy.
const filling = "lorem ipsum dolor sit amet ".repeat(300);

async function makeIndex(index: string): Promise<void> {
  expect(
    (await call("PUT", `/${index}`, '{"mappings":{"dynamic":false,"properties":{"name":{"type":"keyword"}}}}')).status,
  ).toBe(200);
}

/**
 * Sends one bulk; notes what was acknowledged and gives the statuses there were. Any answer but 200 and 429 is a
 * failure.
 */
async function bulk(index: string, name: string, size = 100): Promise<Set<number>> {
  const rows = Array.from(
    { length: size },
    (_, at) => `{"index":{"_id":"${name}-${at}"}}\n{"name":"${name}-${at}","text":"${filling}"}\n`,
  );
  const { status, body, text } = await call("POST", `/${index}/_bulk`, rows.join(""));
  if (status === 429) return new Set([429]);
  if (status !== 200) throw new Error(`the bulk was answered with ${status}: ${text.slice(0, 300)}`);
  const items = (body["items"] as Item[]).map((item) => item.index);
  for (const { _id, status: found, error } of items) {
    if (found < 300) acknowledged.push(`${index}/${_id}`);
    else
      expect({ found, type: error?.type, reason: error?.reason }).toEqual({
        found: 429,
        type: "cluster_block_exception",
        reason: expect.stringMatching(words),
      });
  }
  return new Set(items.map(({ status: found }) => found));
}

async function missing(gone = ""): Promise<string[]> {
  const wanted = acknowledged.filter((one) => gone === "" || !one.startsWith(`${gone}/`));
  const { body } = await call(
    "POST",
    "/_mget",
    JSON.stringify({
      docs: wanted.map((one) => ({ _index: one.split("/")[0], _id: one.split("/")[1], _source: false })),
    }),
  );
  return (body["docs"] as { found: boolean; _id: string }[]).filter(({ found }) => !found).map(({ _id }) => _id);
}

/** Writes until the file system says that it is full. */
function fillUp(): void {
  const file = openSync(filler, "a");
  try {
    for (let piece = Buffer.alloc(1024 ** 2, 7); piece.length > 0;) {
      try {
        writeSync(file, piece);
      } catch {
        piece = piece.subarray(0, Math.floor(piece.length / 2));
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Sends bulks until no document of one is taken any more. */
async function fillUntilRefused(index: string, name: string): Promise<void> {
  for (let round = 0; ; round += 1) {
    const statuses = await bulk(index, `${name}${round}`);
    if (
      statuses.size === 1 &&
      statuses.has(429) &&
      (await call("PUT", `/${index}/_doc/${name}${round}-late`, "{}")).status === 429
    )
      return;
    expect(round).toBeLessThan(500);
  }
}

describe.runIf(mounted)("on a small disk", () => {
  it("takes writes until the reserve is reached, then refuses them and goes on reading", async () => {
    await makeIndex("kept");
    await makeIndex("large");
    await bulk("kept", "first");
    await fillUntilRefused("large", "a");
    expect(acknowledged.length).toBeGreaterThan(500);
    const { status, body } = await call("PUT", "/kept/_doc/late", "{}");
    expect(status).toBe(429);
    expect(body["error"]).toMatchObject({
      cause: { type: "cluster_block_exception", reason: expect.stringMatching(words) },
    });
    expect((await call("POST", "/large/_search", '{"query":{"prefix":{"name":"a0"}}}')).status).toBe(200);
    expect((await call("GET", "/_cluster/health")).body).toMatchObject({
      status: "yellow",
      disk: { blocked: true, reason: expect.stringContaining("delete indices") },
    });
    const alive = await fetch(`${backend?.url}/arc/health`);
    expect(alive.status).toBe(200);
    expect(alive.headers.get("warning")).toMatch(/the disk is nearly full: .*delete indices/);
    expect((await call("GET", "/_logs")).status).toBe(200);
    // Records are written some at a time, those of these requests at the next turn.
    await eventually(async () => {
      expect((await call("POST", "/large/_search", "{}")).status).toBe(200);
      const metrics = await (await fetch(`${backend?.url}/arc/metrics`)).text();
      return Number(/^searchdeck_backend_log_records_dropped_total (\d+)$/m.exec(metrics)?.[1]) > 0;
    });
    expect(await missing()).toEqual([]);
  });

  it("lives on when something else takes the last byte, in the midst of writes", async () => {
    await call("DELETE", "/large");
    await eventually(async () => (await call("GET", "/_cluster/health")).body["disk"] === undefined);
    acknowledged.splice(0, Infinity, ...acknowledged.filter((one) => !one.startsWith("large/")));
    await makeIndex("victim");
    const writing = Promise.all([fillUntilRefused("victim", "b"), fillUntilRefused("victim", "c")]);
    await pause(200);
    fillUp();
    await writing;
    fillUp();
    const { bavail } = statfsSync(folder);
    expect(bavail).toBe(0);
    expect([201, 429]).toContain((await call("PUT", "/kept/_doc/late", "{}")).status);
    expect((await call("POST", "/victim/_search", "{}")).status).toBe(200);
    expect(await missing()).toEqual([]);
  });

  it("starts again after a kill while the disk is full, with everything that was acknowledged", async () => {
    const writing = Promise.allSettled([bulk("victim", "d"), bulk("kept", "e"), bulk("victim", "f")]);
    await pause(30);
    await backend?.kill();
    await writing;
    fillUp();
    backend = await start();
    expect(await missing()).toEqual([]);
    expect((await call("POST", "/victim/_search", "{}")).status).toBe(200);
    // Taken where merged segments left room inside the file, else refused: never a failure.
    expect([200, 201, 429]).toContain((await call("PUT", "/kept/_doc/late", "{}")).status);
  });

  it("deletes an index on the full disk, and takes writes again in its place", async () => {
    fillUp();
    expect((await call("DELETE", "/victim")).status).toBe(200);
    await eventually(async () => (await call("PUT", "/kept/_doc/again", "{}")).status === 201, 15_000);
    acknowledged.push("kept/again");
    for (let round = 0; round < 5; round += 1)
      await eventually(async () => !(await bulk("kept", `g${round}`, 20)).has(429), 10_000);
    expect(await missing("victim")).toEqual([]);
  });

  it("ends in order on the full disk and is opened once more", async () => {
    fillUp();
    await backend?.stop();
    backend = await start();
    expect(await missing("victim")).toEqual([]);
    rmSync(filler);
    await eventually(async () => !(await bulk("kept", "last", 20)).has(429), 10_000);
    expect(await missing("victim")).toEqual([]);
  });
});
