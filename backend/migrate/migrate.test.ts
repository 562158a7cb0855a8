import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from "@common/json";
import { engineServer } from "../engine/embedded/http/server";
import { openEmbeddedEngine, type EmbeddedEngine } from "../engine/embedded/open";
import type { Engine } from "../engine/port";
import { openRemoteEngine } from "../engine/remote/open";
import { MOVE_NOTES, requireNoMove } from "../gateway/store/moves";
import { startBackend } from "../start";
import { askJson } from "./call";
import { engineSource } from "./engine-source";
import { openFolderSource } from "./folder-source";
import { nameFilter } from "./pattern";
import { migrate, type MigrateOptions } from "./run";
import { productOf } from "./target";

let base: string;
let target: EmbeddedEngine;
let remote: ReturnType<typeof openRemoteEngine>;
let closeServer: () => Promise<void>;
/** What stands between the migration and the target; replaced by tests that break something. */
let between: (engine: Engine) => Engine;

const folder = (name: string) => join(base, name);
const documents = 1_200;

async function ask(engine: Engine, method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: string): Promise<JsonObject> {
  const answer = await engine({ method, path: path.split("?")[0] ?? "", query: Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? "")), ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
  const value = parseJson(answer.body);
  return isJsonObject(value) ? value : {};
}

/** A data folder as it is after some time of use. */
async function fill(name: string): Promise<void> {
  const engine = await openEmbeddedEngine({ folder: folder(name) });
  const backend = await startBackend({ engine: engine.handle, port: 0, adminUsername: "admin", adminPassword: "moving-house" });
  const { handle } = engine;
  await ask(handle, "PUT", "/films", '{"settings":{"index":{"number_of_replicas":0,"analysis":{"analyzer":{"own":{"tokenizer":"standard","filter":["lowercase"]}}}}},"mappings":{"properties":{"title":{"type":"text","analyzer":"own"}}},"aliases":{"cinema":{"filter":{"term":{"year":1999}}}}}');
  const lines = Array.from({ length: documents }, (_, at) => `{"index":{"_id":"f${at}"}}\n{"title":"Film ${at}","year":${1950 + (at % 70)},"exact":90071992547409${String(at).padStart(4, "0")}}\n`);
  await ask(handle, "POST", "/films/_bulk", lines.join(""));
  await ask(handle, "PUT", "/films/_doc/f7?refresh=true", '{"title":"Film 7,\\nagain",\n  "year":2001}');
  await ask(handle, "DELETE", "/films/_doc/f8");
  await ask(handle, "PUT", "/old/_doc/a%2Fb", '{"n":1}');
  await ask(handle, "PUT", "/old/_settings", '{"index":{"blocks":{"write":true}}}');
  await ask(handle, "POST", "/old/_close");
  await ask(handle, "PUT", "/_template/shelves", '{"index_patterns":["shelf-*"],"settings":{"number_of_replicas":0}}');
  await backend.close();
  await engine.close();
}

/** What is in the data folder, byte for byte; `-shm` is SQLite's shared memory, which holds no data. */
function contents(name: string): Record<string, string> {
  const files = readdirSync(folder(name)).filter((file) => !file.endsWith("-shm"));
  return Object.fromEntries(files.map((file) => [file, createHash("sha256").update(readFileSync(join(folder(name), file))).digest("hex")]));
}

async function run(options: Partial<Omit<MigrateOptions, "wanted">> & { only?: string; from?: string; stop?: AbortController } = {}) {
  const printed: string[] = [];
  const stop = options.stop ?? new AbortController();
  const source = openFolderSource(folder(options.from ?? "source"));
  try {
    const engine = between(remote.engine);
    const equal = await migrate({
      source,
      target: { caller: { engine, patience: 3_000, signal: stop.signal }, product: await productOf(remote.engine), label: "the target" },
      options: { wanted: nameFilter(options.only), part: options.only !== undefined, intoExisting: options.intoExisting ?? false, dryRun: options.dryRun ?? false },
      output: { live: false, write: (text) => printed.push(text) },
      stop,
    });
    return { equal, printed: printed.join("") };
  } finally {
    await source.close();
  }
}

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "searchdeck-migrate-"));
  await fill("kept");
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

beforeEach(async () => {
  between = (engine) => engine;
  cpSync(folder("kept"), folder("source"), { recursive: true });
  target = await openEmbeddedEngine({ folder: folder("target") });
  const server = engineServer(target.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  remote = openRemoteEngine({ nodes: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] });
  closeServer = () => new Promise((resolve) => server.close(() => resolve()));
});

afterEach(async () => {
  await remote.close();
  await closeServer();
  await target.close();
  for (const name of ["source", "target"]) rmSync(folder(name), { recursive: true, force: true });
});

describe("migrate", () => {
  it("copies everything, with equal checksums, and leaves the data as they were", async () => {
    const before = contents("source");
    const { equal, printed } = await run();
    expect(printed).toMatch(/films +1,199 +1,199 +[0-9a-f]{32} +equal/);
    expect(equal).toBe(true);
    expect(contents("source")).toEqual(before);
    const film = await ask(target.handle, "GET", "/films/_doc/f7");
    expect(film).toMatchObject({ _version: 2, _source: { title: "Film 7,\nagain" } });
    expect(stringifyJson((await ask(target.handle, "GET", "/films/_doc/f1199"))["_source"])).toContain('"exact":900719925474091199');
    const films = stringifyJson(await ask(target.handle, "GET", "/films"));
    expect(films).toContain('"own":{"filter":["lowercase"],"tokenizer":"standard"}');
    expect(films).toContain('"cinema":{"filter":{"term":{"year":1999}}}');
    expect(films).not.toContain("refresh_interval");
    expect(films).toContain('"number_of_replicas":"0"');
    expect(stringifyJson(await ask(target.handle, "GET", "/.users/_settings"))).toContain('"auto_expand_replicas":"0-1"');
    expect((await target.handle({ method: "GET", path: "/old/_count" })).body).toContain("index_closed_exception");
    expect(stringifyJson(await ask(target.handle, "GET", "/old/_settings"))).toContain('"write":"true"');
    expect(await ask(target.handle, "GET", "/_template/shelves")).toHaveProperty("shelves");
    expect((await target.handle({ method: "HEAD", path: `/${MOVE_NOTES}` })).status).toBe(404);
  });

  it("lets a copied user sign in", async () => {
    await run();
    let isPasswordMade = false;
    const backend = await startBackend({ engine: remote.engine, port: 0, adminUsername: "nobody", onPassword: () => (isPasswordMade = true) });
    expect(isPasswordMade).toBe(false);
    const status = async (password: string) =>
      (await fetch(`${backend.url}/_user`, { headers: { Authorization: `Basic ${Buffer.from(`admin:${password}`).toString("base64")}` } })).status;
    expect([await status("moving-house"), await status("wrong")]).toEqual([200, 401]);
    await backend.close();
  });

  it("only says what it would do with --dry-run", async () => {
    const { equal, printed } = await run({ dryRun: true });
    expect(equal).toBe(true);
    expect(printed).toMatch(/films +1,199 +[\d.]+ KiB/);
    expect(printed).toContain("old (closed)");
    expect(await ask(target.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({});
  });

  it("refuses a target that is not empty, and lists what is in the way", async () => {
    await ask(target.handle, "PUT", "/films/_doc/x?refresh=true", "{}");
    await expect(run()).rejects.toThrow(/not empty:\n {2}films: 1 documents/);
    expect(await ask(target.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({ films: { aliases: {} } });
  });

  it("overwrites nothing newer when it is told to copy into an index that is there", async () => {
    await ask(target.handle, "PUT", "/films", '{"settings":{"analysis":{"analyzer":{"own":{"type":"standard"}}}},"mappings":{"properties":{"title":{"type":"text","analyzer":"own"}}}}');
    for (const title of ["one", "two", "three"]) await ask(target.handle, "PUT", "/films/_doc/f7?refresh=true", `{"title":"${title}"}`);
    await ask(target.handle, "PUT", "/films/_doc/own?refresh=true", "{}");
    const { equal, printed } = await run({ intoExisting: true, only: "films" });
    expect(printed).toContain("1 newer in the target, kept");
    expect(equal).toBe(true);
    expect(await ask(target.handle, "GET", "/films/_doc/f7")).toMatchObject({ _version: 3, _source: { title: "three" } });
    expect(await ask(target.handle, "GET", "/films/_count")).toMatchObject({ count: documents });
  });

  it("says which index the target does not take", async () => {
    await ask(target.handle, "PUT", "/films", "{}");
    await expect(run({ intoExisting: true, only: "films" })).rejects.toThrow("films cannot be made ready in the target: analyzer [own] has not been configured");
  });

  it("copies what a pattern names, and no templates then", async () => {
    await run({ only: "films" });
    expect(await ask(target.handle, "GET", "/_alias?expand_wildcards=all")).toHaveProperty("films");
    expect((await target.handle({ method: "HEAD", path: "/.users" })).status).toBe(404);
    expect(await ask(target.handle, "GET", "/_template")).toEqual({});
  });

  it("goes on after it was stopped, without a document twice", async () => {
    const stop = new AbortController();
    let bulks = 0;
    between = (engine) => async (request) => {
      if (request.path === "/films/_bulk" && ++bulks === 3) stop.abort(new Error("stopped"));
      return engine(request);
    };
    await expect(run({ stop })).rejects.toThrow();
    const films = stringifyJson(await ask(target.handle, "GET", "/films/_settings"));
    expect(films).not.toContain("refresh_interval");
    between = (engine) => engine;
    const { equal, printed } = await run();
    expect(printed).toContain("Going on where an earlier run ended");
    expect(equal).toBe(true);
    expect(await ask(target.handle, "GET", "/films/_doc/f5")).toMatchObject({ _version: 1 });
  });

  it.each([
    ["on another machine", { host: "elsewhere", pid: 1, left: 30_000 }, false],
    ["on another machine whose lock ran out", { host: "elsewhere", pid: 1, left: -1 }, true],
    ["of a living process here", { host: hostname(), pid: process.ppid, left: 30_000 }, false],
    ["of a process here that is gone", { host: hostname(), pid: 2 ** 22 + 1, left: 30_000 }, true],
  ])("meets the lock of a run %s", async (_, { left, ...holder }, goesOn) => {
    const source = openFolderSource(folder("source"));
    await source.close();
    await ask(target.handle, "PUT", `/${MOVE_NOTES}/_doc/run`, JSON.stringify({ source: source.id, from: "source", holder: "other", templates: false, until: Date.now() + left, ...holder }));
    const result = run({ only: "films" });
    if (goesOn) expect((await result).equal).toBe(true);
    else await expect(result).rejects.toThrow(/Another migration into this target is running \(process \d+ on .+its lock ends in \d+ s/);
  });

  it("refuses to go on with the data of another folder", async () => {
    const stop = new AbortController();
    between = (engine) => async (request) => {
      if (request.path.endsWith("/_bulk")) stop.abort(new Error("stopped"));
      return engine(request);
    };
    await expect(run({ stop })).rejects.toThrow();
    between = (engine) => engine;
    await fill("other");
    await expect(run({ from: "other" })).rejects.toThrow(/unfinished migration of other data .*source/);
  });

  it("waits for a busy target and makes its bulks smaller", async () => {
    const sizes: number[] = [];
    between = (engine) => async (request) => {
      if (!request.path.endsWith("/_bulk")) return engine(request);
      sizes.push(String(request.body).length);
      if (sizes.length === 1) return { status: 413, contentType: "text/plain", body: "too large" };
      if (sizes.length === 3) return { status: 429, contentType: "application/json", body: '{"error":{"type":"es_rejected_execution_exception","reason":"busy"},"status":429}' };
      return engine(request);
    };
    const { equal } = await run({ only: "films" });
    expect(equal).toBe(true);
    expect(sizes[1]).toBeLessThanOrEqual((sizes[0] ?? 0) / 2 + 100);
  });

  it("names the documents that a target lost or changed", async () => {
    between = (engine) => async (request) => {
      if (request.path === "/films/_bulk") {
        const body = String(request.body).replace('"title":"Film 20"', '"title":"Film 21"').replace(/\{"index":\{"_id":"f30"[^\n]*\n[^\n]*\n/, "");
        const answer = await engine({ ...request, body });
        return { ...answer, body: answer.body.replace('"items":[', `"items":[${body.length < String(request.body).length - 60 ? '{"index":{"_id":"f30","status":201}},' : ""}`) };
      }
      return engine(request);
    };
    const { equal, printed } = await run({ only: "films" });
    expect(equal).toBe(false);
    expect(printed).toMatch(/films +1,199 +1,198 .*DIFFERENT/);
    expect(printed).toMatch(/films differs:\n {2}"f20": another content\n {2}"f30": not in the target/);
    between = (engine) => engine;
    // The next run mends both.
    expect((await run({ only: "films" })).printed).toMatch(/films +1,199 +1,199 +[0-9a-f]{32} +equal/);
  });

  it("says which process has the folder", async () => {
    const engine = await openEmbeddedEngine({ folder: folder("source") });
    await expect(run()).rejects.toThrow(/in use by another engine \(process \d+\)/);
    await engine.close();
    await expect(run({ from: "nowhere" })).rejects.toThrow("There is no embedded data");
  });

  it("brings indices back into a data folder", async () => {
    await run();
    const back = await openEmbeddedEngine({ folder: folder("back") });
    const caller = { engine: remote.engine, patience: 0 };
    const source = engineSource({ caller, product: await productOf(remote.engine), label: "remote", close: () => Promise.resolve() });
    const printed: string[] = [];
    const move = async (only: string | undefined) =>
      migrate({
        source,
        target: { caller: { engine: back.handle, patience: 0 }, product: await productOf(back.handle), label: "back" },
        options: { wanted: nameFilter(only), part: only !== undefined, intoExisting: false, dryRun: false },
        output: { live: false, write: (text) => printed.push(text) },
        stop: new AbortController(),
      });
    await expect(move(undefined)).rejects.toThrow(/old: closed: open it, or leave it out/);
    expect(await move("*,-old")).toBe(true);
    expect(printed.join("")).toMatch(/films +1,199 +1,199 +[0-9a-f]{32} +equal/);
    expect((await askJson({ engine: back.handle, patience: 0 }, { method: "GET", path: "/films/_doc/f7" })).body).toMatchObject({ _version: 2 });
    expect(await ask(back.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({ films: { aliases: { cinema: expect.anything() as unknown } } });
    await back.close();
  });

  it("keeps a gateway that starts on the target waiting, which then has the users that were moved and makes none", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    let atBulk = () => {};
    const reached = new Promise<void>((resolve) => (atBulk = resolve));
    between = (engine) => async (request) => {
      if (request.path.endsWith("/_bulk")) atBulk();
      if (request.path.endsWith("/_bulk")) await held;
      return engine(request);
    };
    const moved = run();
    await reached;
    const lines: string[] = [];
    const passwords: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
    const backend = await startBackend({ engine: remote.engine, check: remote.check, port: 0, adminUsername: "admin", log, onPassword: ({ password }) => passwords.push(password) });
    const health = () => fetch(`${backend.url}/arc/health`);
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatch(/not ready: a move into this search engine .*; it is tried again until it works/);
    const refused = await health();
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("a move into this search engine")]);
    expect((await target.handle({ method: "HEAD", path: "/.locks" })).status).toBe(404);
    go();
    expect((await moved).equal).toBe(true);
    await expect.poll(async () => (await health()).status, { timeout: 10_000 }).toBe(200);
    const authorization = `Basic ${Buffer.from("admin:moving-house").toString("base64")}`;
    expect((await fetch(`${backend.url}/_user`, { headers: { authorization } })).status).toBe(200);
    expect(passwords).toEqual([]);
    await backend.close();
  });

  it.each([
    ["at work on another machine", { host: "elsewhere", pid: 7, left: 30_000 }, "is under way (from source, process 7 on elsewhere): the back end starts when it is done"],
    ["at work here", { host: hostname(), pid: process.ppid, left: 30_000 }, "is under way"],
    ["killed on another machine a minute ago", { host: "elsewhere", pid: 7, left: -1 }, "from source on elsewhere stopped before its end: run it again, or delete the index .searchdeck-migration"],
    ["killed here just now", { host: hostname(), pid: 2 ** 22 + 1, left: 30_000 }, "stopped before its end"],
    ["of before moves told what they hold", { host: "elsewhere", pid: 7, left: 0, system: undefined }, "stopped before its end"],
  ])("a gateway meets a move %s", async (_, { left, ...notes }, says) => {
    const put = (more: object) => ask(target.handle, "PUT", `/${MOVE_NOTES}/_doc/run`, JSON.stringify({ source: "s", from: "source", holder: "h", templates: false, system: true, until: Date.now() + left, ...notes, ...more }));
    await put({});
    await expect(requireNoMove({ engine: remote.engine })).rejects.toThrow(says);
    // Other indices are in no gateway's way.
    const warned: unknown[] = [];
    await put({ system: false });
    await requireNoMove({ engine: remote.engine, log: { warn: (...words: unknown[]) => void warned.push(words) } });
    expect(warned).toHaveLength(1);
  });

  it("keeps the notes of a move that was stopped when only a part of it is run to its end", async () => {
    const stop = new AbortController();
    between = (engine) => async (request) => {
      if (request.path === "/films/_bulk") stop.abort(new Error("stopped"));
      return engine(request);
    };
    await expect(run({ stop })).rejects.toThrow();
    between = (engine) => engine;
    const part = await run({ only: "old" });
    expect(part.equal).toBe(true);
    expect(part.printed).toMatch(/An earlier run was to move more and began .*films.*: run it again to its end/);
    await expect(requireNoMove({ engine: remote.engine })).rejects.toThrow("stopped before its end");
    expect((await run()).equal).toBe(true);
    await requireNoMove({ engine: remote.engine });
    expect((await target.handle({ method: "HEAD", path: `/${MOVE_NOTES}` })).status).toBe(404);
  });

  it("says in its notes whether users and credentials are on their way", async () => {
    const told: unknown[] = [];
    between = (engine) => async (request) => {
      if (request.path.endsWith("/_bulk")) told.push((await ask(target.handle, "GET", `/${MOVE_NOTES}/_doc/run`))["_source"]);
      return engine(request);
    };
    await run({ only: "films" });
    expect(told[0]).toMatchObject({ system: false });
    await run({ only: "*,-films,-old" });
    expect(told.at(-1)).toMatchObject({ system: true });
  });

  it.each([
    ["too old", { version: { number: "6.8.23", lucene_version: "7.7.3" }, tagline: "You Know, for Search" }, "Elasticsearch 6.8.23 is not supported; supported are"],
    ["of another kind", { version: { number: "1.7.0", distribution: "easysearch" } }, "easysearch 1.7.0 is not supported"],
    ["none", { hello: "world" }, "it is no search engine"],
  ])("refuses a target that is %s", async (_, root, says) => {
    const engine: Engine = () => Promise.resolve({ status: 200, contentType: "application/json", body: JSON.stringify({ cluster_name: "c", ...root }) });
    await expect(productOf(engine)).rejects.toThrow(says);
  });
});
