import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { type Backend, startBackend } from "@backend/start";

// Re-indexing that nobody waits for: progress, cancel, and what a gateway that died leaves.

const folder = mkdtempSync(join(tmpdir(), "runs-"));
const [username, password] = ["admin", "test-password"];
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
let engine: Awaited<ReturnType<typeof openEmbeddedEngine>>;
let backend: Backend;

beforeAll(async () => {
  engine = await openEmbeddedEngine({ folder });
  backend = await startBackend({ engine: engine.handle, port: 0, adminUsername: username, adminPassword: password });
});
afterAll(async () => {
  await backend.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const text = typeof body === "string" ? body : body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization,
    "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json",
  };
  const answer = await fetch(`${backend.url}${path}`, {
    method,
    headers,
    ...(text === undefined ? {} : { body: text }),
  });
  const said = await answer.text();
  return { status: answer.status, body: said === "" ? undefined : JSON.parse(said) };
}

async function fill(index: string, documents: number): Promise<void> {
  await call("PUT", `/${index}`, { mappings: { properties: { n: { type: "long" } } } });
  await call(
    "POST",
    `/${index}/_bulk?refresh=true`,
    Array.from({ length: documents }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`).join(""),
  );
}

const countOf = async (index: string) => ((await call("GET", `/${index}/_count`)).body as { count?: number }).count;
const taskOf = async (path: string) =>
  ((await call("POST", `${path}?wait_for_completion=false`, {})).body as { task: string }).task;
const write = (index: string, id: string) => call("PUT", `/${index}/_doc/${id}`, { n: 1 });
const isReplaced = async (index: string) =>
  !(await engine.handle({ method: "GET", path: `/${index}/_alias` })).body.includes(`"${index}":{"aliases":{}`);
const exists = async (index: string) => (await call("HEAD", `/${index}`)).status === 200;

test("a task tells how far it is, a second run is refused meanwhile, and a cancelled one leaves nothing behind", async () => {
  await fill("films", 30_000);
  const task = await taskOf("/_reindex/films");
  expect(await call("POST", "/_reindex/films", {})).toMatchObject({
    status: 400,
    body: { error: { message: "Re-indexing is already in progress for films index" } },
  });
  expect((await call("GET", `/_tasks/${task}`)).body).toMatchObject({
    completed: false,
    task: { status: { created: expect.any(Number) } },
  });
  await call("POST", `/_tasks/${task}/_cancel`);
  await expect.poll(async () => exists("films_reindexed_1"), { timeout: 5_000 }).toBe(false);
  expect(await countOf("films")).toBe(30_000);
  expect((await call("GET", "/films")).body).toHaveProperty("films");
  expect((await write("films", "late")).status).toBe(201);
});

test("writes that come meanwhile are taken, and none that was acknowledged is lost", async () => {
  await fill("songs", 20_000);
  await taskOf("/_reindex/songs");
  const statuses = new Set<number>();
  let written = 0;
  for (let running = true; running; written++) {
    statuses.add((await write("songs", `new-${written}`)).status);
    running = written % 20 !== 0 || !(await isReplaced("songs"));
  }
  expect([...statuses]).toEqual([201]);
  expect((await write("songs", "after")).status).toBe(201);
  await call("POST", "/songs/_refresh");
  expect(await countOf("songs")).toBe(20_000 + written + 1);
});

test("an index that took no writes before takes none afterwards", async () => {
  await fill("locked", 30_000);
  await call("PUT", "/locked/_settings", { index: { blocks: { write: true } } });
  const cancelled = await taskOf("/_reindex/locked");
  await call("POST", `/_tasks/${cancelled}/_cancel`);
  await expect.poll(async () => exists("locked_reindexed_1"), { timeout: 5_000 }).toBe(false);
  expect((await write("locked", "late")).status).toBe(403);
  expect((await call("POST", "/_reindex/locked?wait_for_completion=true", {})).status).toBe(200);
  expect((await write("locked", "late")).status).toBe(403);
});

test("a block that somebody takes away at the end is put back, and what was written then is there", async () => {
  await fill("opened", 5_000);
  let over = false;
  const running = call("POST", "/_reindex/opened?wait_for_completion=true", {}).finally(() => (over = true));
  let written = 0;
  while (!over) {
    await call("PUT", "/opened/_settings", { index: { blocks: { write: null } } });
    const { status } = await engine.handle({ method: "PUT", path: `/opened/_doc/past-${written}`, body: "{}" });
    if (status === 201) written++;
  }
  // Where it is taken away again and again, the run is given up and nothing is lost either.
  expect([200, 503]).toContain((await running).status);
  await call("POST", "/opened/_refresh");
  expect(await countOf("opened")).toBe(5_000 + written);
});

test("a copy that was cancelled is dropped, and one that was there stays", async () => {
  const task = await taskOf("/_reindex/films/films-copy");
  await call("POST", `/_tasks/${task}/_cancel`);
  await expect.poll(async () => exists("films-copy"), { timeout: 5_000 }).toBe(false);
});

const run = (name: string, more: object) => ({ kind: "reindex", name, task: null, ...more });
const note = (value: { name: string }) =>
  engine.handle({
    method: "PUT",
    path: `/.locks/_doc/${encodeURIComponent(`run of ${value.name}`)}`,
    query: { refresh: "true" },
    body: JSON.stringify(value),
  });
const uuidOf = async (index: string) =>
  Object.values(
    (await call("GET", `/${index}/_settings`)).body as Record<string, { settings: { index: { uuid: string } } }>,
  )[0]?.settings.index.uuid ?? "";

test("what a gateway that died left is taken back at the next start, and nothing else", async () => {
  await fill("books", 10);
  await fill("books_reindexed_1", 4);
  await fill("other", 2);
  await fill("placed_reindexed_1", 3);
  await call("POST", "/_aliases", { actions: [{ add: { index: "placed_reindexed_1", alias: "placed" } }] });
  await fill("whole", 10);
  const gone = `${(await taskOf("/_reindex/films/films-2")).split(":")[0]}:999999`;
  const left = {
    inPlace: true,
    source: "books",
    target: "books_reindexed_1",
    uuid: await uuidOf("books_reindexed_1"),
    task: gone,
    blocked: true,
  };
  await note(run("books", left));
  await call("PUT", "/books/_settings", { index: { blocks: { write: true } } });
  await note(run("other", { inPlace: false, source: "books", target: "other", uuid: "another" }));
  await note(
    run("placed", {
      inPlace: true,
      source: "placed_old",
      target: "placed_reindexed_1",
      uuid: await uuidOf("placed_reindexed_1"),
      task: gone,
    }),
  );
  await note(
    run("whole", { inPlace: false, source: "books", target: "whole", uuid: await uuidOf("whole"), task: gone }),
  );
  const next = await startBackend({ engine: engine.handle, port: 0, adminUsername: username, adminPassword: password });
  await expect.poll(async () => exists("books_reindexed_1"), { timeout: 5_000 }).toBe(false);
  await next.close();
  await expect.poll(async () => (await write("books", "0")).status, { timeout: 5_000 }).toBe(200);
  expect(await countOf("books")).toBe(10);
  expect(await countOf("other")).toBe(2);
  expect(await countOf("placed")).toBe(3);
  expect(await countOf("whole")).toBe(10);
});

test("a run that was left is settled by the next one on the same index", async () => {
  await fill("books_reindexed_1", 4);
  await note(
    run("books", {
      inPlace: true,
      source: "books",
      target: "books_reindexed_1",
      uuid: await uuidOf("books_reindexed_1"),
    }),
  );
  expect(await call("POST", "/_reindex/books", {})).toMatchObject({ status: 200, body: { created: 10 } });
  expect(await countOf("books")).toBe(10);
});

test("an end that its gateway left in the middle is taken up by the next one, with what came since the copy", async () => {
  await fill("ends", 2_000);
  await call("PUT", "/ends_reindexed_1", { mappings: { properties: { n: { type: "long" } } } });
  const copied = { source: { index: "ends" }, dest: { index: "ends_reindexed_1" } };
  const started = await engine.handle({
    method: "POST",
    path: "/_reindex",
    query: { wait_for_completion: "false" },
    body: JSON.stringify(copied),
  });
  const { task } = JSON.parse(started.body) as { task: string };
  await engine.handle({
    method: "GET",
    path: `/_tasks/${encodeURIComponent(task)}`,
    query: { wait_for_completion: "true" },
  });
  expect([(await write("ends", "5")).status, (await write("ends", "since")).status]).toEqual([200, 201]);
  await call("DELETE", "/ends/_doc/6?refresh=true");
  await call("PUT", "/ends/_settings", { index: { blocks: { write: true } } });
  const left = {
    inPlace: true,
    source: "ends",
    target: "ends_reindexed_1",
    uuid: await uuidOf("ends_reindexed_1"),
    task,
    blocked: true,
    closing: true,
  };
  await note(run("ends", { ...left, names: ["ends"], baseline: { 0: 1_999 }, copied }));
  // The other gateway has a write wait for an end that nobody brings about, until there is somebody.
  const waiting = write("ends", "waited");
  const next = await startBackend({ engine: engine.handle, port: 0, adminUsername: username, adminPassword: password });
  await expect.poll(() => isReplaced("ends"), { timeout: 15_000 }).toBe(true);
  await next.close();
  expect((await waiting).status).toBe(201);
  await call("POST", "/ends/_refresh");
  expect(await countOf("ends")).toBe(2_001);
  expect((await call("GET", "/ends/_doc/5")).body).toMatchObject({ _source: { n: 1 } });
  expect((await call("GET", "/ends/_doc/6")).status).toBe(404);
  expect((await call("GET", "/ends/_doc/since")).status).toBe(200);
});
