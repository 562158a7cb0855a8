import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "../../port";
import { type EmbeddedEngine, openEmbeddedEngine } from "../open";
import { type DiskSpace, reservedBytes } from "./space";

// A disk of the test's own: what it says is free is free. tests/system has the same on a real small file system.

const MB = 1024 ** 2;
const words = (index: string) =>
  `index [${index}] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];`;

let folder: string;
let opened: EmbeddedEngine;
let disk: DiskSpace;

const space = () => disk;

async function open(): Promise<void> {
  opened = await openEmbeddedEngine({
    folder,
    room: { space, freshMs: 0, reserve: { percent: 5, bytes: 1024 * MB } },
    usesReserve: (index) => index === ".users",
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "disk-full-"));
  disk = { free: 10_000 * MB, total: 10_000 * MB };
  await open();
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

type Method = Parameters<Engine>[0]["method"];
type Json = { status: number; body: Record<string, unknown> & { error?: { type: string; reason: string } } };

async function call(method: Method, path: string, body?: unknown): Promise<Json> {
  const [bare = path, search = ""] = path.split("?");
  const text = typeof body === "string" ? body : body === undefined ? undefined : JSON.stringify(body);
  const answer = await opened.handle({
    method,
    path: bare,
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(text === undefined ? {} : { body: text }),
  });
  return { status: answer.status, body: answer.body === "" ? {} : JSON.parse(answer.body) };
}

function fill(free: number): void {
  disk = { ...disk, free };
}

describe("what is kept free", () => {
  it.each([
    [{ percent: 5, bytes: 1024 * MB }, 1_000_000, 1024],
    [{ percent: 5, bytes: 1024 * MB }, 10_000, 500],
    [{ percent: 5, bytes: 1024 * MB }, 200, 16],
    [{ percent: 5, bytes: 1024 * MB }, 40, 10],
    [{ percent: 10, bytes: 64 * MB }, 10_000, 64],
    [{ percent: 0, bytes: 1024 * MB }, 10_000, 0],
    [{ percent: 5, bytes: 0 }, 10_000, 0],
  ])("of %j on a disk of %i MB are %i MB", (reserve, total, kept) => {
    expect(Math.round(reservedBytes(reserve, total * MB) / MB)).toBe(kept);
  });
});

describe("below the reserve", () => {
  beforeEach(async () => {
    expect((await call("PUT", "/books/_doc/1", { title: "one" })).status).toBe(201);
    expect((await call("PUT", "/.users/_doc/ann", { name: "ann" })).status).toBe(201);
    fill(400 * MB);
  });

  it.each<[Method, string, unknown]>([
    ["PUT", "/books/_doc/2", { title: "two" }],
    ["POST", "/books/_doc", { title: "two" }],
    ["PUT", "/books/_create/2", { title: "two" }],
    ["POST", "/books/_update/1", { doc: { title: "two" } }],
    ["DELETE", "/books/_doc/1", undefined],
    ["PUT", "/books/_mapping", { properties: { year: { type: "integer" } } }],
    ["PUT", "/books/_settings", { index: { refresh_interval: "5s" } }],
    ["PUT", "/books/_alias/volumes", undefined],
    ["POST", "/_aliases", { actions: [{ add: { index: "books", alias: "volumes" } }] }],
    ["POST", "/books/_close", undefined],
  ])("%s %s is refused in Elasticsearch's words, and nothing of it is done", async (method, path, body) => {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({
      status: 429,
      body: {
        status: 429,
        error: {
          type: "cluster_block_exception",
          reason: words("books"),
          root_cause: [{ type: "cluster_block_exception" }],
        },
      },
    });
    expect((await call("GET", "/books/_search")).body).toMatchObject({
      hits: { total: { value: 1 }, hits: [{ _id: "1", _source: { title: "one" } }] },
    });
  });

  it.each<[Method, string, string]>([
    ["PUT", "/fresh", "fresh"],
    ["PUT", "/fresh/_doc/1", "fresh"],
  ])("%s %s makes no index", async (method, path, index) => {
    expect((await call(method, path, {})).body.error).toMatchObject({
      type: "cluster_block_exception",
      reason: words(index),
    });
  });

  it("each item of a bulk is refused alone, with status 429", async () => {
    const { status, body } = await call(
      "POST",
      "/_bulk",
      '{"index":{"_index":"books","_id":"2"}}\n{"title":"two"}\n{"delete":{"_index":"books","_id":"1"}}\n{"index":{"_index":"new"}}\n{}\n{"index":{"_index":".users","_id":"bob"}}\n{}\n',
    );
    expect(status).toBe(200);
    const blocked = (index: string) => ({
      status: 429,
      error: { type: "cluster_block_exception", reason: words(index) },
    });
    expect(body).toMatchObject({
      errors: true,
      items: [
        { index: blocked("books") },
        { delete: blocked("books") },
        { index: blocked("new") },
        { index: { status: 201 } },
      ],
    });
  });

  it.each(["_delete_by_query", "_update_by_query"])("%s ends with 429", async (path) => {
    expect(await call("POST", `/books/${path}`, { query: { match_all: {} } })).toMatchObject({
      status: 429,
      body: { failures: [{ status: 429, cause: { type: "cluster_block_exception" } }] },
    });
  });

  it("reads, searches, small records of the server's own and settings of blocks go on", async () => {
    expect((await call("GET", "/books/_doc/1")).status).toBe(200);
    expect((await call("POST", "/books/_search", { query: { match: { title: "one" } } })).status).toBe(200);
    expect((await call("PUT", "/.users/_doc/ann", { name: "Ann" })).status).toBe(200);
    expect((await call("PUT", "/books/_settings", { "index.blocks.write": true })).status).toBe(200);
    expect((await call("PUT", "/_template/t", { index_patterns: ["t-*"] })).status).toBe(200);
  });

  it("health, nodes and settings tell it", async () => {
    const { body } = await call("GET", "/_cluster/health");
    expect(body).toMatchObject({ status: "yellow", disk: { blocked: true, reserve_in_bytes: 500 * MB } });
    expect(JSON.stringify(body["disk"])).toMatch(
      /the disk is nearly full: \d+ MB of 10,000 MB are free.*and 500 MB are kept back.*delete indices, or make room/,
    );
    expect(JSON.stringify((await call("GET", "/books/_settings")).body)).toContain('"read_only_allow_delete":"true"');
    expect(JSON.stringify((await call("GET", "/_nodes/stats")).body)).toMatch(/"fs":.*"total_in_bytes":10485760000/);
    fill(5_000 * MB);
    expect((await call("GET", "/_cluster/health")).body).not.toHaveProperty("disk");
    expect(JSON.stringify((await call("GET", "/books/_settings")).body)).not.toContain("read_only_allow_delete");
  });

  it("an index is deleted, by itself and by an alias action, and writes are taken as soon as there is room", async () => {
    expect((await call("DELETE", "/books")).status).toBe(200);
    expect((await call("GET", "/books")).status).toBe(404);
    fill(600 * MB);
    expect((await call("PUT", "/books/_doc/2", { title: "two" })).status).toBe(201);
    fill(400 * MB);
    expect((await call("POST", "/_aliases", { actions: [{ remove_index: { index: "books" } }] })).status).toBe(200);
  });

  it("it is opened again as it was", async () => {
    await opened.close();
    disk = { ...disk, free: 1 * MB };
    await open();
    expect((await call("GET", "/books/_doc/1")).status).toBe(200);
    expect((await call("PUT", "/books/_doc/2", {})).status).toBe(429);
    expect((await call("DELETE", "/books")).status).toBe(200);
  });
});

it("a block that a user set by the index's settings is obeyed too", async () => {
  await call("PUT", "/books", { settings: { "index.blocks.read_only_allow_delete": true } });
  expect((await call("PUT", "/books/_doc/1", {})).body.error).toMatchObject({
    type: "cluster_block_exception",
    reason: words("books"),
  });
  await call("PUT", "/books/_settings", { "index.blocks.read_only_allow_delete": null });
  expect((await call("PUT", "/books/_doc/1", {})).status).toBe(201);
});

it("what deletions left inside the file counts as room", async () => {
  await call("PUT", "/large", { mappings: { dynamic: false } });
  const source = { text: "x".repeat(100_000) };
  const lines = Array.from({ length: 300 }, (_, at) => `{"index":{"_id":"${at}"}}\n${JSON.stringify(source)}\n`).join(
    "",
  );
  expect((await call("POST", "/large/_bulk", lines)).body["errors"]).toBe(false);
  disk = { free: 20 * MB, total: 640 * MB };
  expect((await call("PUT", "/small/_doc/1", {})).status).toBe(429);
  expect((await call("DELETE", "/large")).status).toBe(200);
  for (const began = Date.now(); (await call("GET", "/_cluster/health")).body["disk"] !== undefined;) {
    expect(Date.now() - began).toBeLessThan(8_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect((await call("PUT", "/small/_doc/1", {})).status).toBe(201);
}, 15_000);

it("a bulk that begins with little room takes what fits, and the rest is refused", async () => {
  disk = { free: 60 * MB, total: 640 * MB };
  const source = JSON.stringify({ text: "y".repeat(100_000) });
  await call("PUT", "/large", { mappings: { dynamic: false } });
  const lines = Array.from({ length: 200 }, (_, at) => `{"index":{"_id":"${at}"}}\n${source}\n`).join("");
  // What is in memory takes so many times more on disk: it is as if the disk ran full behind the tenth megabyte.
  const { body } = await call("POST", "/large/_bulk", lines);
  const items = body["items"];
  const statuses = Array.isArray(items) ? items.map((item: { index: { status: number } }) => item.index.status) : [];
  expect(statuses[0]).toBe(201);
  expect(statuses.at(-1)).toBe(429);
  const kept = statuses.filter((status) => status === 201).length;
  expect((await call("GET", "/large/_count")).body["count"]).toBe(kept);
});

it("the ballast is written when the disk is nearly full, and given up by thirds where the last byte is gone", async () => {
  const ballast = () => statSync(join(folder, "engine.ballast"), { throwIfNoEntry: false })?.size ?? 0;
  expect(ballast()).toBe(0);
  disk = { free: 1_000 * MB, total: 10_000 * MB };
  for (const began = Date.now(); ballast() < 12 * MB && Date.now() - began < 5_000;)
    await new Promise((resolve) => setTimeout(resolve, 50));
  for (const left of [8, 4, 0]) {
    await opened.close();
    disk = { ...disk, free: 0 };
    await open();
    expect(ballast()).toBe(left * MB);
  }
});
