import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { engineServer } from "@backend/engine/embedded/http/server";
import { type EmbeddedEngine, openEmbeddedEngine } from "@backend/engine/embedded/open";
import {
  authorization,
  eventually,
  pause,
  peakMemory,
  type RunningBackend,
  startBackend,
  statusOf,
  temporaryFolder,
} from "./processes";

// A bulk and a scan that are larger than the gateway may become, through the gateway in a process of its own. The
// cluster is the embedded engine over HTTP, but for the index `large`, whose rows are counted and made up by the test.

const megabyte = 1024 * 1024;
const SIZE = 64 * megabyte;
/**
 * How much the gateway may grow by for any of it. A copy of the body, or of the answer, would be 64 MB and what it
 * takes to make one.
 */
const BOUND = 64 * megabyte;
/**
 * The other side stands still for so long in the middle, in ms: what is sent on meanwhile would pile up in the gateway.
 */
const STILL = 400;

const ROW = `{"index":{"_id":"row"}}\n{"text":"${"z".repeat(1000)}"}\n`;
const HIT = `{"_index":"large","_id":"row","_score":1.0,"_source":{"text":"${"z".repeat(1000)}"}}`;

const ITEM =
  '{"index":{"_index":"large","_id":"row","_version":1,"result":"updated","_shards":{"total":1,"successful":1,"failed":0},"_seq_no":1,"_primary_term":1,"status":200}}';

const dataDir = temporaryFolder();
let engine: EmbeddedEngine;
let backend: RunningBackend;
const closers: (() => unknown)[] = [];
let taken = 0;

async function takeBulk(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  taken = 0;
  let isStill = false;
  for await (const chunk of incoming) {
    taken += (chunk as Buffer).length;
    if (isStill || taken < SIZE / 4) continue;
    isStill = true;
    await pause(STILL);
  }
  outgoing.writeHead(200, { "content-type": "application/json" });
  await pipeline(Readable.from(bulkAnswer(taken)), outgoing);
}

// As many bytes as were sent: that of many small rows is larger than they are.
function* bulkAnswer(size: number): Generator<string> {
  yield '{"took":1,"errors":false,"items":[';
  const piece = `${ITEM},`.repeat(256);
  for (let sent = 0; sent < size; sent += piece.length) yield piece;
  yield `${ITEM}]}`;
}

function* page(size: number): Generator<string> {
  yield '{"_scroll_id":"next","took":1,"timed_out":false,"hits":{"total":{"value":1,"relation":"eq"},"hits":[';
  const piece = `${HIT},`.repeat(64);
  for (let sent = 0; sent < size; sent += piece.length) yield piece;
  yield `${HIT}]}}`;
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, port: number): Promise<void> {
  const path = incoming.url ?? "";
  const size = Number(incoming.headers["x-opaque-id"]?.toString().split("-")[1] ?? 0) * megabyte;
  if (path.startsWith("/large/_bulk")) return takeBulk(incoming, outgoing);
  if (path.startsWith("/large/_search") || path.startsWith("/_search/scroll")) {
    outgoing.writeHead(200, { "content-type": "application/json" });
    return pipeline(Readable.from(page(size)), outgoing);
  }
  const passed = request(
    { port, host: "127.0.0.1", path, method: incoming.method, headers: incoming.headers },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    },
  );
  incoming.pipe(passed);
}

beforeAll(async () => {
  engine = await openEmbeddedEngine({ folder: `${dataDir}/engine` });
  const inner = engineServer(engine.handle);
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
  const { port } = inner.address() as AddressInfo;
  const outer = createServer(
    (incoming, outgoing) => void serve(incoming, outgoing, port).catch(() => outgoing.destroy()),
  );
  await new Promise<void>((resolve) => outer.listen(0, "127.0.0.1", resolve));
  for (const server of [inner, outer])
    closers.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
  backend = await startBackend({
    dataDir,
    env: { ENGINE_URL: `http://127.0.0.1:${(outer.address() as AddressInfo).port}` },
  });
  await eventually(async () => (await statusOf(`${backend.url}/arc/health`)) === 200);
});

afterAll(async () => {
  await backend.stop();
  for (const close of closers) close();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function* rows(size: number): Generator<Buffer> {
  const piece = Buffer.from(ROW.repeat(64));
  for (let sent = 0; sent < size; sent += piece.length) yield piece;
}

/** Reads an answer to its end and gives its size in bytes; stands still once where that many have come. */
async function sizeOf(answer: Response, stillAt = Infinity): Promise<number> {
  const reader = answer.body?.getReader();
  let size = 0;
  let isStill = false;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const chunk: Uint8Array = next.value;
    size += chunk.length;
    if (isStill || size < stillAt) continue;
    isStill = true;
    await pause(STILL);
  }
  return size;
}

async function sendBulk(size: number): Promise<number> {
  const init = {
    method: "POST",
    duplex: "half" as const,
    headers: { authorization, "content-type": "application/x-ndjson" },
    body: Readable.toWeb(Readable.from(rows(size))) as ReadableStream,
  };
  const answer = await fetch(`${backend.url}/large/_bulk`, init);
  expect(answer.status).toBe(200);
  expect(await sizeOf(answer)).toBeGreaterThanOrEqual(size);
  return taken;
}

async function read(path: string, megabytes: number): Promise<number> {
  const body = path.endsWith("/scroll") ? '{"scroll_id":"next"}' : "{}";
  const answer = await fetch(`${backend.url}${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", "x-request-id": `page-${megabytes}` },
    body,
  });
  expect(answer.status).toBe(200);
  return sizeOf(answer, 5 * megabyte);
}

it("a large bulk and the pages of a large scan go by without the gateway growing", async () => {
  // What every call costs once: code that is made fast, buffers, the sign-in.
  await sendBulk(4 * megabyte);
  await read("/large/_search?scroll=1m&size=10000", 4);
  const before = peakMemory(backend.pid);
  expect(await sendBulk(SIZE)).toBeGreaterThanOrEqual(SIZE);
  const afterBulk = peakMemory(backend.pid) - before;
  expect(await read("/large/_search?scroll=1m&size=10000", SIZE / megabyte)).toBeGreaterThan(SIZE);
  expect(await read("/_search/scroll", SIZE / megabyte)).toBeGreaterThan(SIZE);
  const afterScan = peakMemory(backend.pid) - before;
  expect(afterBulk).toBeLessThan(BOUND);
  expect(afterScan).toBeLessThan(BOUND);
});
