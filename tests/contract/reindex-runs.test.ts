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
  const headers = { authorization, "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json" };
  const answer = await fetch(`${backend.url}${path}`, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const said = await answer.text();
  return { status: answer.status, body: said === "" ? undefined : JSON.parse(said) };
}

async function fill(index: string, documents: number): Promise<void> {
  await call("PUT", `/${index}`, { mappings: { properties: { n: { type: "long" } } } });
  await call("POST", `/${index}/_bulk?refresh=true`, Array.from({ length: documents }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`).join(""));
}

const countOf = async (index: string) => ((await call("GET", `/${index}/_count`)).body as { count?: number }).count;
const taskOf = async (path: string) => ((await call("POST", `${path}?wait_for_completion=false`, {})).body as { task: string }).task;
const write = (index: string, id: string) => call("PUT", `/${index}/_doc/${id}`, { n: 1 });
const exists = async (index: string) => (await call("HEAD", `/${index}`)).status === 200;

test("a task tells how far it is, a second run is refused meanwhile, and a cancelled one leaves nothing behind", async () => {
  await fill("films", 30_000);
  const task = await taskOf("/_reindex/films");
  expect(await call("POST", "/_reindex/films", {})).toMatchObject({
    status: 400,
    body: { error: { message: "Re-indexing is already in progress for films index" } },
  });
  expect((await call("GET", `/_tasks/${task}`)).body).toMatchObject({ completed: false, task: { status: { created: expect.any(Number) } } });
  await call("POST", `/_tasks/${task}/_cancel`);
  await expect.poll(async () => exists("films_reindexed_1"), { timeout: 5_000 }).toBe(false);
  expect(await countOf("films")).toBe(30_000);
  expect((await call("GET", "/films")).body).toHaveProperty("films");
  expect((await write("films", "late")).status).toBe(201);
});

test("writes that come meanwhile are refused, so that none is acknowledged and lost", async () => {
  await fill("songs", 20_000);
  const task = await taskOf("/_reindex/songs");
  const acknowledged: string[] = [];
  let refused: unknown;
  for (let n = 0, running = true; running || n % 10 !== 0; n++) {
    const { status, body } = await write("songs", `new-${n}`);
    if (status === 201) acknowledged.push(`new-${n}`);
    else refused = body;
    running = ((await call("GET", `/_tasks/${task}`)).body as { completed: boolean }).completed === false;
  }
  await expect.poll(async () => exists("songs_reindexed_1"), { timeout: 5_000 }).toBe(true);
  await expect.poll(async () => (await write("songs", "after")).status, { timeout: 5_000 }).toBe(201);
  expect(JSON.stringify(refused)).toContain("FORBIDDEN/8/index write");
  await call("POST", "/songs/_refresh");
  expect(await countOf("songs")).toBe(20_000 + acknowledged.length + 1);
});

test("an index that took no writes before takes none afterwards, and one that was opened meanwhile keeps what it has", async () => {
  await fill("locked", 30_000);
  await call("PUT", "/locked/_settings", { index: { blocks: { write: true } } });
  const [cancelled, opened] = [await taskOf("/_reindex/locked"), "opened"];
  await call("POST", `/_tasks/${cancelled}/_cancel`);
  await expect.poll(async () => exists("locked_reindexed_1"), { timeout: 5_000 }).toBe(false);
  expect((await write("locked", "late")).status).toBe(403);
  expect((await call("POST", "/_reindex/locked?wait_for_completion=true", {})).status).toBe(200);
  expect((await write("locked", "late")).status).toBe(403);

  await fill(opened, 30_000);
  await taskOf(`/_reindex/${opened}`);
  await call("PUT", `/${opened}/_settings`, { index: { blocks: { write: null } } });
  expect((await write(opened, "meanwhile")).status).toBe(201);
  await expect.poll(async () => exists(`${opened}_reindexed_1`), { timeout: 10_000 }).toBe(false);
  await call("POST", `/${opened}/_refresh`);
  expect(await countOf(opened)).toBe(30_001);
});

test("a copy that was cancelled is dropped, and one that was there stays", async () => {
  const task = await taskOf("/_reindex/films/films-copy");
  await call("POST", `/_tasks/${task}/_cancel`);
  await expect.poll(async () => exists("films-copy"), { timeout: 5_000 }).toBe(false);
});

const run = (name: string, more: object) => ({ kind: "reindex", name, task: null, ...more });
const note = (value: { name: string }) =>
  engine.handle({ method: "PUT", path: `/.locks/_doc/${encodeURIComponent(`run of ${value.name}`)}`, query: { refresh: "true" }, body: JSON.stringify(value) });
const uuidOf = async (index: string) =>
  Object.values((await call("GET", `/${index}/_settings`)).body as Record<string, { settings: { index: { uuid: string } } }>)[0]?.settings.index.uuid ?? "";

test("what a gateway that died left is taken back at the next start, and nothing else", async () => {
  await fill("books", 10);
  await fill("books_reindexed_1", 4);
  await fill("other", 2);
  await fill("placed_reindexed_1", 3);
  await call("POST", "/_aliases", { actions: [{ add: { index: "placed_reindexed_1", alias: "placed" } }] });
  await fill("whole", 10);
  const gone = `${(await taskOf("/_reindex/films/films-2")).split(":")[0]}:999999`;
  const left = { inPlace: true, source: "books", target: "books_reindexed_1", uuid: await uuidOf("books_reindexed_1"), task: gone, blocked: true };
  await note(run("books", left));
  await call("PUT", "/books/_settings", { index: { blocks: { write: true } } });
  await note(run("other", { inPlace: false, source: "books", target: "other", uuid: "another" }));
  await note(run("placed", { inPlace: true, source: "placed_old", target: "placed_reindexed_1", uuid: await uuidOf("placed_reindexed_1"), task: gone }));
  await note(run("whole", { inPlace: false, source: "books", target: "whole", uuid: await uuidOf("whole"), task: gone }));
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
  await note(run("books", { inPlace: true, source: "books", target: "books_reindexed_1", uuid: await uuidOf("books_reindexed_1") }));
  expect(await call("POST", "/_reindex/books", {})).toMatchObject({ status: 200, body: { created: 10 } });
  expect(await countOf("books")).toBe(10);
});
