import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { THREADS_LIMITS } from "@common/limits/threads";
import { SqliteDatabase } from "@common/storage/sqlite";
import type { EngineRequest, EngineResponse } from "../../port";
import { type EmbeddedEngine, openEmbeddedEngine } from "../open";
import { NearReads } from "./near-reads";
import { waitedMs } from "../../../../tests/setup/busy";

let folder = "";
let engine: EmbeddedEngine;
let near: NearReads;
const logged: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "searchdeck-near-"));
  logged.length = 0;
  engine = await openEmbeddedEngine({ folder });
  near = new NearReads({ folder, log: (message) => logged.push(message) });
});

afterEach(async () => {
  near.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function call(method: EngineRequest["method"], target: string, body?: unknown): EngineRequest {
  const [path = "", query = ""] = target.split("?");
  return {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

const write = (method: EngineRequest["method"], target: string, body?: unknown) =>
  engine.handle(call(method, target, body));
const read = (target: string, method: EngineRequest["method"] = "GET") => near.answer(call(method, target));

async function both(
  target: string,
  method: EngineRequest["method"] = "GET",
): Promise<[EngineResponse | undefined, EngineResponse]> {
  return [await read(target, method), await engine.handle(call(method, target))];
}

describe("answers as the engine itself does", () => {
  const NAMES = ["a", "größe", "with space"];
  const IDS = ["1", "x/y", "ü %", "_odd", "a\u0000b"];
  const QUERIES = [
    "",
    "?_source=false",
    "?_source_includes=title",
    "?_source_excludes=in*",
    "?version=1",
    "?version=9",
    "?realtime=true",
    "?unknown=1",
    "?pretty",
  ];
  const targets = NAMES.flatMap((name) =>
    [...IDS, "missing"].flatMap((id) =>
      ["_doc", "_source"].flatMap((kind) =>
        QUERIES.map((query) => `/${encodeURIComponent(name)}/${kind}/${encodeURIComponent(id)}${query}`),
      ),
    ),
  );

  it(`${targets.length} reads, by GET and by HEAD`, async () => {
    for (const name of NAMES.map(encodeURIComponent))
      for (const id of IDS)
        await write("PUT", `/${name}/_doc/${encodeURIComponent(id)}`, {
          title: `of ${id}`,
          inner: { n: 1e21 },
          list: [1, 2.5],
        });
    // "with space" is no name that an index may have: threads say so.
    const different: string[] = [];
    let answered = 0;
    for (const target of targets)
      for (const method of ["GET", "HEAD"] as const) {
        const [ours, theirs] = await both(target, method);
        if (ours) answered++;
        if (ours && JSON.stringify(ours) !== JSON.stringify(theirs))
          different.push(`${method} ${target}: ${JSON.stringify([ours, theirs])}`);
      }
    expect(different).toEqual([]);
    expect(answered).toBe((targets.length * 2 * 2) / 3);
    expect(logged).toEqual([]);
  });
});

it("leaves every other call to the threads", async () => {
  await write("PUT", "/a/_doc/1", { n: 1 });
  await write("POST", "/_aliases", { actions: [{ add: { index: "a", alias: "b" } }] });
  await write("PUT", "/shut/_doc/1", { n: 1 });
  await write("POST", "/shut/_close");
  for (const target of [
    "/b/_doc/1",
    "/shut/_doc/1",
    "/none/_doc/1",
    "/a*/_doc/1",
    "/_all/_doc/1",
    "/a,b/_doc/1",
    "/<a-{now}>/_doc/1",
    "/%ZZ/_doc/1",
    "/a/_doc/%ZZ",
  ])
    expect([target, await read(target)]).toEqual([target, undefined]);
  for (const target of [
    "/a",
    "/a/_mapping",
    "/a/_doc",
    "/a/_doc/",
    "/a/_doc/1/",
    "/a/_doc/1/2",
    "/a/_search",
    "/_doc/1",
    "//a/_doc/1",
  ])
    expect([target, await read(target)]).toEqual([target, undefined]);
  for (const method of ["PUT", "POST", "DELETE"] as const) expect(await read("/a/_doc/1", method)).toBeUndefined();
});

it("leaves a document to the threads that is larger than the row of the table, counted in bytes", async () => {
  const most = THREADS_LIMITS.nearDocument.most;
  const around = JSON.stringify({ t: "" }).length;
  await write("PUT", "/a", { mappings: { dynamic: false } });
  await write("PUT", "/a/_doc/fits", { t: "x".repeat(most - around) });
  await write("PUT", "/a/_doc/large", { t: "x".repeat(most - around + 1) });
  await write("PUT", "/a/_doc/wide", { t: "ü".repeat(most / 2) });
  expect((await read("/a/_doc/fits"))?.status).toBe(200);
  expect(await read("/a/_doc/large")).toBeUndefined();
  expect(await read("/a/_source/wide")).toBeUndefined();
});

it("sees each write that was answered: documents, indices dropped, made again, closed and opened", async () => {
  const stale: string[] = [];
  const seen = async (id: string) => {
    const answer = await read(`/a/_doc/${id}`);
    // One that it does not answer is asked where it is seen.
    const json = JSON.parse((answer ?? (await engine.handle(call("GET", `/a/_doc/${id}`)))).body) as {
      _source?: { n: number };
    };
    return json._source?.n;
  };
  for (let n = 0; n < 400; n++) {
    const id = String(n % 7);
    if (n % 50 === 49) await write("DELETE", "/a");
    else if (n % 11 === 10) await write("DELETE", `/a/_doc/${id}`);
    else await write("PUT", `/a/_doc/${id}`, { n });
    if (n % 20 === 0) await write("POST", `/a/_${n % 40 === 0 ? "close" : "open"}`);
    if (n % 20 === 0 && n % 40 === 0) {
      expect(await read(`/a/_doc/${id}`)).toBeUndefined();
      await write("POST", "/a/_open");
    }
    const wanted = n % 50 === 49 || n % 11 === 10 ? undefined : n;
    const is = await seen(id);
    if (is !== wanted) stale.push(`${n}: ${String(is)}`);
  }
  expect(stale).toEqual([]);
});

it("does not wait for a file that is locked", async () => {
  await write("PUT", "/a/_doc/1", { n: 1 });
  await engine.close();
  engine = { ...engine, close: async () => undefined };
  const copy = join(folder, "copy");
  mkdirSync(copy);
  copyFileSync(join(folder, "engine.db"), join(copy, "engine.db"));
  // Without a log beside it one connection can lock the file against all others.
  const other = new SqliteDatabase(join(copy, "engine.db"));
  other.exec("PRAGMA journal_mode=DELETE");
  near.close();
  near = new NearReads({ folder: copy, log: (message) => logged.push(message) });
  expect(await read("/a/_doc/1")).toBeDefined();
  other.exec("BEGIN EXCLUSIVE");
  const asked = async () => expect(near.answer(call("GET", "/a/_doc/1"))).toBeUndefined();
  expect(await waitedMs(asked, 500)).toBeLessThan(500);
  other.exec("COMMIT");
  expect(await read("/a/_doc/1")).toBeDefined();
  expect(logged).toEqual([]);
});
