import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isJsonObject, parseJson, type JsonObject } from "@common/text/json";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openRemoteEngine } from "@backend/engine/remote/open";
import { startBackend, type Backend } from "@backend/start";
import { cities, movies } from "./fixtures";
import { fill } from "./stand";

// A data folder of 135,000 cities, films, users, credentials and logs moves into a real OpenSearch, is killed on the
// way, and back.

const url = process.env["OPENSEARCH_URL"] ?? "";
const base = mkdtempSync(join(tmpdir(), "searchdeck-moving-"));
const dataDir = join(base, "data");
const credentials = { admin: "admin:moving-house", reader: "reader:of-books-1" };
const users = { body: { username: "reader", password: "of-books-1", is_admin: false, allowed_actions: ["develop"] } };
const MOVED = ["cities", "films", "archive", "shards", "exotic"];
let before: Record<string, string>;
let children: ChildProcess[] = [];

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

async function call(
  method: string,
  address: string,
  { auth, body }: { auth?: string; body?: unknown } = {},
): Promise<{ status: number; body: JsonObject }> {
  const headers = {
    ...(auth !== undefined && { authorization: basic(auth) }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const answer = await fetch(address, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  const value = text.startsWith("{") ? parseJson(text) : {};
  return { status: answer.status, body: isJsonObject(value) ? value : {} };
}

const count = async (index: string) => Number((await call("GET", `${url}/${index}/_count`)).body["count"]);

/** What is in the data folder, byte for byte; `-shm` is SQLite's shared memory, which holds no data. */
function contents(): Record<string, string> {
  const folder = join(dataDir, "engine");
  const files = readdirSync(folder).filter((file) => !file.endsWith("-shm"));
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    ]),
  );
}

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string };

function migrate(args: string[], data = dataDir): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["scripts/migrate.mjs", ...args], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    ended: new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, output }))),
  };
}

/** Waits until the notes of the migration say that so many documents of an index are over. */
async function copied(index: string, least: number): Promise<number> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await call("GET", `${url}/.searchdeck-migration/_doc/index:${index}`);
    const done = isJsonObject(body["_source"]) ? Number(body["_source"]["done"]) : 0;
    if (done >= least) return done;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not ${least} documents of ${index} within 30 s`);
}

async function use(backend: Backend): Promise<void> {
  const made = await call("POST", `${backend.url}/_user`, { auth: credentials.admin, ...users });
  if (made.status >= 300) throw new Error(JSON.stringify(made.body));
  const credential = await call("POST", `${backend.url}/_permission`, {
    auth: credentials.admin,
    body: { description: "moved", ops: ["read"], indices: ["films"] },
  });
  if (credential.status >= 300) throw new Error(JSON.stringify(credential.body));
  for (let at = 0; at < 20; at++)
    await call("POST", `${backend.url}/films/_search`, {
      auth: credentials.admin,
      body: { query: { match: { Title: "house" } } },
    });
}

beforeAll(async () => {
  if (url === "") throw new Error("OPENSEARCH_URL says which OpenSearch to move to");
  const engine = await openEmbeddedEngine({ folder: join(base, "made") });
  await fill(engine.handle, { ...movies(), index: "films" });
  await fill(engine.handle, { ...cities({ every: 1, index: "cities" }) });
  await fill(engine.handle, { index: "archive", documents: [{ id: "a/b", source: { exact: 12, text: "kept" } }] });
  await engine.handle({ method: "PUT", path: "/archive/_settings", body: '{"index":{"blocks":{"write":true}}}' });
  await engine.handle({ method: "POST", path: "/archive/_close" });
  const backend = await startBackend({
    engine: engine.handle,
    port: 0,
    adminUsername: "admin",
    adminPassword: "moving-house",
  });
  await use(backend);
  await backend.close();
  await engine.close();
  // This process may still have the file open until its garbage is collected, and write a checkpoint then.
  cpSync(join(base, "made"), join(dataDir, "engine"), { recursive: true });
  before = contents();
}, 180_000);

afterAll(async () => {
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null))
    child.kill("SIGKILL");
  children = [];
  for (const index of MOVED) await call("DELETE", `${url}/${index}`);
  rmSync(base, { recursive: true, force: true });
});

describe("moving to a real engine", () => {
  it("says beforehand what it would do", async () => {
    const { code, output } = await migrate(["--to", url, "--dry-run"]).ended;
    expect(output).toMatch(/cities +135,233 +[\d.]+ MiB/);
    expect(output).toContain("All of this can be copied. Nothing was changed.");
    expect(code).toBe(0);
    expect((await call("HEAD", `${url}/cities`)).status).toBe(404);
  });

  it("copies everything, killed in the middle, with equal checksums", { timeout: 240_000 }, async () => {
    const first = migrate(["--to", url]);
    expect(await copied("cities", 15_000)).toBeLessThan(135_233);
    first.child.kill("SIGKILL");
    expect((await first.ended).signal).toBe("SIGKILL");
    const { code, output } = await migrate(["--to", url]).ended;
    expect(output).toContain("Going on where an earlier run ended");
    expect(output).toMatch(/cities +135,233 +135,233 +[0-9a-f]{32} +equal/);
    expect(output).toMatch(/films +3,201 +3,201 +[0-9a-f]{32} +equal/);
    expect(output).toMatch(/archive +1 +1 +[0-9a-f]{32} +equal/);
    expect(output).toMatch(/\.users +2 +2 +[0-9a-f]{32} +equal/);
    expect(output).toMatch(/\.permissions +1 +1 +[0-9a-f]{32} +equal/);
    expect(output).toMatch(/\.logs-000001 +(\d\d) +\1 +[0-9a-f]{32} +equal/);
    expect(output.trim()).toMatch(/ENGINE_URL=http:\S+ npm start$/);
    expect(code).toBe(0);
    expect([await count("cities"), await count("films")]).toEqual([135_233, 3_201]);
    expect(contents()).toEqual(before);
  });

  it("gives the indices their own settings and takes its notes away", async () => {
    const { body } = await call("GET", `${url}/cities/_settings?flat_settings=true`);
    const facts = body["cities"];
    const settings = isJsonObject(facts) ? facts["settings"] : undefined;
    expect(settings).toMatchObject({ "index.number_of_replicas": "0" });
    expect(settings).not.toHaveProperty(["index.refresh_interval"]);
    expect((await call("GET", `${url}/archive/_count`)).body).toMatchObject({
      error: { type: "index_closed_exception" },
    });
    expect(JSON.stringify((await call("GET", `${url}/archive/_settings`)).body)).toContain('"blocks":{"write":"true"}');
    expect((await call("HEAD", `${url}/.searchdeck-migration`)).status).toBe(404);
  });

  it("refuses to do it again", async () => {
    const { code, output } = await migrate(["--to", url]).ended;
    expect(output).toContain("The target is not empty:");
    expect(output).toContain("cities: 135,233 documents");
    expect(code).toBe(1);
  });

  it("lets copied users and credentials in on a gateway over the target", async () => {
    const remote = openRemoteEngine({ nodes: [url] });
    let isPasswordMade = false;
    const backend = await startBackend({
      engine: remote.engine,
      port: 0,
      adminUsername: "admin",
      onPassword: () => (isPasswordMade = true),
    });
    expect(isPasswordMade).toBe(false);
    expect((await call("GET", `${backend.url}/_user`, { auth: credentials.reader })).status).toBe(200);
    expect((await call("GET", `${backend.url}/_user`, { auth: "reader:of-books-2" })).status).toBe(401);
    const listed = await fetch(`${backend.url}/_permissions`, { headers: { authorization: basic(credentials.admin) } });
    expect(await listed.text()).toContain('"description":"moved"');
    await backend.close();
    await remote.close();
  });

  it("brings indices back into a new data folder", { timeout: 120_000 }, async () => {
    const data = join(base, "back");
    // Three shards count their sequence numbers each for itself, so that pages have to keep documents of the same
    // number apart.
    await call("PUT", `${url}/shards`, {
      body: { settings: { number_of_shards: 3, number_of_replicas: 0, "index.search.slowlog.level": "INFO" } },
    });
    const lines = Array.from(
      { length: 3_000 },
      (_, at) =>
        `{"index":{"_id":"s${at}","routing":"r${at % 50}"}}\n{"at":${at},"exact":9007199254740${String(at).padStart(4, "0")}}\n`,
    );
    const answer = await fetch(`${url}/shards/_bulk`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body: lines.join(""),
    });
    expect(await answer.json()).toMatchObject({ errors: false });
    const { code, output } = await migrate(["--from", url, "--only", "films,shards"], data).ended;
    expect(output).toMatch(/shards +3,000 +3,000 +[0-9a-f]{32} +equal/);
    expect(output).toMatch(/films +3,201 +3,201 +[0-9a-f]{32} +equal/);
    expect(code).toBe(0);
    const engine = await openEmbeddedEngine({ folder: join(data, "engine") });
    const films = await engine.handle({
      method: "POST",
      path: "/films/_search",
      body: '{"query":{"match":{"Title":"godfather"}},"size":1}',
    });
    expect(films.body).toContain("The Godfather");
    await engine.close();
  });

  it("names what the embedded engine cannot take, and makes nothing", async () => {
    await call("PUT", `${url}/exotic`, { body: { mappings: { properties: { query: { type: "percolator" } } } } });
    const data = join(base, "nowhere");
    const { code, output } = await migrate(["--from", url, "--only", "exotic", "--dry-run"], data).ended;
    expect(output).toMatch(/Cannot be copied:\n {2}exotic: .*percolator/);
    expect(code).toBe(1);
    expect(existsSync(data)).toBe(false);
  });
});
