import { parseJson } from "@common/text/json";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";
import type { EngineRequest } from "../../port";

let engine: EmbeddedEngine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "more-calls-"));
  engine = await openEmbeddedEngine({ folder });
  for (const [id, title] of [
    ["1", "quick fox"],
    ["2", "lazy dog"],
  ])
    await ask("PUT", `/books/_doc/${id}`, { title }, { refresh: "true" });
  await ask("POST", "/_aliases", { actions: [{ add: { index: "books", alias: "shelf" } }] });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function ask(method: EngineRequest["method"], path: string, body?: object, query?: Record<string, string>) {
  const { status, body: text } = await engine.handle({
    method,
    path,
    ...(body && { body: JSON.stringify(body) }),
    ...(query && { query }),
  });
  return { status, body: parseJson(String(text)) };
}

test("_explain says why a document matches, that it does not, or that it is not there", async () => {
  const query = { match: { title: "fox" } };
  const found = await ask("POST", "/books/_explain/1", { query });
  expect(found).toMatchObject({
    status: 200,
    body: {
      _index: "books",
      _id: "1",
      matched: true,
      explanation: { value: expect.any(Number), description: expect.stringContaining("title:fox") },
    },
  });
  const score = await ask("POST", "/books/_search", { query });
  expect(found.body).toMatchObject({
    explanation: { value: (score.body as { hits: { max_score: number } }).hits.max_score },
  });
  expect(await ask("GET", "/shelf/_explain/2", { query })).toMatchObject({
    status: 200,
    body: { _index: "books", _id: "2", matched: false, explanation: { value: 0 } },
  });
  expect(await ask("GET", "/books/_explain/1", undefined, { q: "title:dog" })).toMatchObject({
    status: 200,
    body: { matched: false },
  });
  expect(await ask("GET", "/books/_explain/9", { query })).toEqual({
    status: 404,
    body: { _index: "books", _id: "9", matched: false },
  });
  expect(await ask("GET", "/books/_explain/1")).toMatchObject({
    status: 400,
    body: { error: { type: "action_request_validation_exception", reason: "Validation Failed: 1: query is missing;" } },
  });
  expect(await ask("GET", "/nowhere/_explain/1", { query })).toMatchObject({
    status: 404,
    body: { error: { type: "index_not_found_exception" } },
  });
  expect(await ask("GET", "/books/_explain/1", { query: { foo: {} } })).toMatchObject({ status: 400 });
});

test("_segments counts what is stored, of all indices or of some", async () => {
  for (const path of ["/_segments", "/books/_segments", "/shelf/_segments"]) {
    const { status, body } = await ask("GET", path);
    expect(status).toBe(200);
    const { indices } = body as {
      indices: {
        books: {
          shards: Record<string, { num_search_segments: number; segments: Record<string, { num_docs: number }> }[]>;
        };
      };
    };
    const [copy] = indices.books.shards["0"] ?? [];
    expect(Object.values(copy?.segments ?? {}).reduce((sum, { num_docs }) => sum + num_docs, 0)).toBe(2);
    expect(copy?.num_search_segments).toBe(Object.keys(copy?.segments ?? {}).length);
  }
  expect(await ask("GET", "/nowhere/_segments")).toMatchObject({ status: 404 });
});

test("all running tasks are cancelled, or those of an action", async () => {
  expect(await ask("POST", "/_tasks/_cancel")).toEqual({ status: 200, body: { nodes: {} } });
  const lines = Array.from({ length: 4_000 }, (_, at) => `{"index":{"_id":"${at}"}}\n{"n":${at}}\n`).join("");
  await engine.handle({ method: "POST", path: "/many/_bulk", query: { refresh: "true" }, body: lines });
  const { body } = await ask(
    "POST",
    "/_reindex",
    { source: { index: "many", size: 1 }, dest: { index: "copy" } },
    { wait_for_completion: "false" },
  );
  const { task } = body as { task: string };
  expect(await ask("POST", "/_tasks/_cancel", undefined, { actions: "cluster:*" })).toMatchObject({
    body: { nodes: {} },
  });
  // What a task does belongs to the details.
  const [node = ""] = task.split(":");
  expect((await ask("GET", "/_tasks")).body).toMatchObject({
    nodes: { [node]: { tasks: { [task]: expect.not.objectContaining({ description: expect.anything() }) } } },
  });
  const detailed = await ask("GET", "/_tasks", undefined, { detailed: "true", group_by: "none", actions: "*reindex" });
  expect(detailed.body).toMatchObject({
    tasks: [{ description: "reindex from [many] to [copy]", status: { total: expect.any(Number) } }],
  });
  expect((await ask("GET", "/_tasks", undefined, { group_by: "parents" })).body).toMatchObject({
    tasks: { [task]: { cancellable: true } },
  });
  expect((await ask("GET", "/_tasks", undefined, { nodes: "nobody" })).body).toEqual({ nodes: {} });
  const cancelled = await ask("POST", "/_tasks/_cancel", undefined, { actions: "*reindex" });
  expect(JSON.stringify(cancelled.body)).toContain(task);
  expect(await ask("GET", `/_tasks/${task}`, undefined, { wait_for_completion: "true" })).toMatchObject({
    body: { completed: true, response: { canceled: "by user request" } },
  });
  expect((await ask("POST", `/_tasks/${task}/_cancel`)).body).toMatchObject({
    node_failures: [{ caused_by: { type: "resource_not_found_exception", reason: `task [${task}] is not found` } }],
    nodes: {},
  });
});

test("the engine says when its version was built", async () => {
  expect(await ask("GET", "/")).toMatchObject({
    body: { version: { build_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) } },
  });
});

test("operations are found by their numbers, and a shard tells how far they are", async () => {
  await ask("PUT", "/numbers", { mappings: { properties: { n: { type: "long" } } } });
  for (let n = 0; n < 40; n++) await ask("PUT", `/numbers/_doc/${n % 25}`, { n });
  await ask("DELETE", "/numbers/_doc/3");
  await ask("POST", "/numbers/_refresh");
  const found = async (range: object) => {
    const { body } = await ask("POST", "/numbers/_search", {
      size: 100,
      query: { range: { _seq_no: range } },
      sort: [{ n: "asc" }],
      seq_no_primary_term: true,
    });
    return (body as { hits: { hits: { _seq_no: number }[] } }).hits.hits.map(({ _seq_no }) => _seq_no);
  };
  // 0 to 14 were written again as 25 to 39, and 28 was deleted.
  expect(await found({ gte: 0, lt: 18 })).toEqual([15, 16, 17]);
  expect(await found({ gt: 22, lte: 30 })).toEqual([23, 24, 25, 26, 27, 29, 30]);
  expect(await found({ gte: 40 })).toEqual([]);
  expect(await ask("POST", "/numbers/_search", { query: { range: { _seq_no: { gte: "x" } } } })).toMatchObject({
    status: 400,
  });
  const { body } = await ask("GET", "/numbers/_stats", undefined, { level: "shards" });
  const seq_no = { max_seq_no: 40, local_checkpoint: 40, global_checkpoint: 40 };
  expect(body).toMatchObject({ indices: { numbers: { shards: { "0": [{ routing: { primary: true }, seq_no }] } } } });
});
