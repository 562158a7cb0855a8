import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseJson } from "@common/json";
import { openRemoteEngine, type RemoteEngine } from "@backend/engine/remote/open";
import { freePort } from "../system/processes";

// Three real nodes in one process, of which one is closed while calls are under way.
const folder = mkdtempSync(join(tmpdir(), "searchdeck-faults-"));
let nodes: ChildProcess;
let remote: RemoteEngine;
let urls: string[];

/** Resolves once the nodes print the text. */
function printed(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    nodes.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes(text)) resolve();
    });
    nodes.once("exit", () => reject(new Error(`the nodes ended before they printed ${text}`)));
  });
}

beforeAll(async () => {
  // The three addresses follow each other, and so do those between the nodes, 100 further on.
  const port = await freePort();
  urls = [0, 1, 2].map((number) => `http://127.0.0.1:${port + number}`);
  const script = fileURLToPath(new URL("../../scripts/real-engine/start.mjs", import.meta.url));
  nodes = spawn(process.execPath, [script, "--nodes", "3", "--port", String(port), "--data", folder], { stdio: ["pipe", "pipe", "ignore"] });
  await printed("answers on");
  remote = openRemoteEngine({ nodes: urls });
}, 180_000);

afterAll(async () => {
  await remote.close();
  const ended = new Promise((resolve) => nodes.once("exit", resolve));
  nodes.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

type Tally = { done: number; failed: string[] };

/** Repeats a call until `stop`, and counts. */
async function keepCalling(call: () => Promise<{ status: number; body: string }>, stop: AbortSignal): Promise<Tally> {
  const tally: Tally = { done: 0, failed: [] };
  while (!stop.aborted) {
    try {
      const { status, body } = await call();
      if (status < 300) tally.done += 1;
      else tally.failed.push(`${status} ${body.slice(0, 200)}`);
    } catch (error) {
      tally.failed.push(String(error));
    }
  }
  return tally;
}

const count = async (index: string) => {
  await remote.engine({ method: "POST", path: `/${index}/_refresh` });
  const { body } = await remote.engine({ method: "GET", path: `/${index}/_count` });
  return Number((parseJson(body) as { count: unknown }).count);
};

test("reads and safe writes go on while a node is closed, and nothing that was acknowledged is lost", async () => {
  const settings = '{"settings":{"number_of_shards":3,"number_of_replicas":1},"mappings":{"dynamic":false}}';
  for (const index of ["searched", "written", "imported"]) expect((await remote.engine({ method: "PUT", path: `/${index}`, query: { wait_for_active_shards: "all" }, body: settings })).status).toBe(200);
  const seeds = Array.from({ length: 300 }, (_value, number) => `{"index":{"_id":"${number}"}}\n{"n":${number}}\n`).join("");
  expect((await remote.engine({ method: "POST", path: "/searched/_bulk", query: { refresh: "true" }, body: seeds })).status).toBe(200);

  const stop = new AbortController();
  let written = 0;
  let acknowledged = 0;
  let batch = 0;
  const importing = keepCalling(async () => {
    const lines = Array.from({ length: 50 }, (_value, number) => `{"index":{"_id":"${batch}-${number}"}}\n{"n":${number}}\n`).join("");
    batch += 1;
    const answer = await remote.engine({ method: "POST", path: "/imported/_bulk", body: lines });
    acknowledged += (answer.body.match(/"status":20[01]/g) ?? []).length;
    return answer;
  }, stop.signal);
  const searching = keepCalling(() => remote.engine({ method: "POST", path: "/searched/_search", body: '{"size":10}' }), stop.signal);
  const writing = keepCalling(() => remote.engine({ method: "PUT", path: `/written/_doc/${written++}`, body: '{"a":1}' }), stop.signal);

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(2_000);
  const closed = printed("closed 3");
  nodes.stdin?.write("close 3\n");
  await closed;
  await pause(4_000);
  stop.abort();
  const [imports, searches, writes] = await Promise.all([importing, searching, writing]);

  expect(searches.failed).toEqual([]);
  expect(writes.failed).toEqual([]);
  expect(searches.done).toBeGreaterThan(20);
  expect(await count("written")).toBe(writes.done);
  // A bulk is not repeated: one that was under way may fail, and says at which node and why.
  for (const failure of imports.failed) expect(failure).toContain(urls[2]);
  expect(imports.failed.length).toBeLessThanOrEqual(1);
  expect(await count("imported")).toBeGreaterThanOrEqual(acknowledged);
  expect(acknowledged).toBeGreaterThan(100);

  const health = await remote.engine({ method: "GET", path: "/_cluster/health" });
  expect(parseJson(health.body)).toMatchObject({ status: expect.stringMatching(/yellow|green/) as string });
  expect(await remote.check()).toMatchObject({ ready: true });
}, 120_000);
