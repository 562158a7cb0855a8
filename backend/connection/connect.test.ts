import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openRemoteEngine } from "../engine/remote/open";
import { type Backend, startBackend } from "../start";
import { createConnection } from "./connect";
import { readKeptConnection } from "./kept-connection";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "searchdeck-connect-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function embedded() {
  const opened = await openEmbeddedEngine({ folder: temporaryFolder() });
  closers.push(() => opened.close());
  return opened;
}

/** Another engine, as a cluster on loopback. */
async function cluster(): Promise<string> {
  const server = engineServer((await embedded()).handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const log = pino({ level: "silent" });
const admin = { adminUsername: "root", adminPassword: "first" };

/** A back end on the bundled engine that takes another one. */
async function started() {
  const folder = temporaryFolder();
  const restart = vi.fn();
  const connection = createConnection({ folder, env: {}, isBundled: true, log, restart });
  const { handle: engine } = await embedded();
  const backend = await startBackend({ engine, port: 0, ...admin, settings: { connection } });
  closers.push(backend.close);
  return { folder, restart, backend };
}

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

async function call({ url }: Backend, method: string, path: string, body?: object, as = basic("root", "first")) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: as, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const connect = (backend: Backend, body: object, as?: string) =>
  call(backend, "PUT", "/_update_backend_connection", body, as);

test("a cluster is looked at, gets the admin who connects it, and is worked on after the next start", async () => {
  const { folder, restart, backend } = await started();
  const host = await cluster();
  const plan = await fetch(`${backend.url}/arc/plan`);
  expect(await plan.json()).toMatchObject({ takes_engine: true, bundled_engine: true });
  const taken = await connect(backend, { backend: "elasticsearch", protocol: "http", host });
  expect([taken.status, taken.text]).toEqual([200, expect.stringContaining('"code":200')]);
  expect(restart).toHaveBeenCalledOnce();
  expect(statSync(join(folder, "engine-connection.json")).mode & 0o777).toBe(0o600);
  expect((await connect(backend, { backend: "elasticsearch", protocol: "http", host })).status).toBe(409);

  const options = readKeptConnection(folder, {});
  expect(options?.nodes).toEqual([`http://${host}`]);
  const remote = openRemoteEngine(options ?? { nodes: [] });
  closers.push(remote.close);
  const again = createConnection({ folder, env: {}, isBundled: false, log, restart });
  const next = await startBackend({
    engine: remote.engine,
    port: 0,
    adminUsername: "other",
    settings: { connection: again },
  });
  closers.push(next.close);
  expect((await call(next, "GET", "/_user")).status).toBe(200);

  expect((await connect(next, { backend: "system" })).status).toBe(200);
  expect(readKeptConnection(folder, {})).toBeNull();
  expect(restart).toHaveBeenCalledTimes(2);
});

test("whose name and password are needed has them in the file, and nowhere else", async () => {
  const { folder, backend } = await started();
  const host = await cluster();
  const taken = await connect(backend, { backend: "elasticsearch", protocol: "http", host, basic_auth: "svc:s3:cret" });
  expect(taken.status).toBe(200);
  expect(readKeptConnection(folder, {})?.credentials).toEqual({ kind: "basic", username: "svc", password: "s3:cret" });
  expect(taken.text).not.toContain("s3:cret");
});

test("what cannot be worked on is refused with the reason, and nothing is kept", async () => {
  const { folder, restart, backend } = await started();
  const host = await cluster();
  const refusals: [object, RegExp][] = [
    [{ backend: "opensearch", protocol: "http", host }, /is Elasticsearch .*not OpenSearch/],
    [{ backend: "elasticsearch", protocol: "http", host: "127.0.0.1:1" }, /cannot be reached/],
    [{ backend: "solr", protocol: "http", host }, /one of system, elasticsearch, opensearch/],
    [{ backend: "elasticsearch", protocol: "file", host }, /protocol/],
    [{ backend: "elasticsearch", protocol: "http", host: `${host}/path` }, /host/],
    [{ backend: "elasticsearch", protocol: "http", host: `me:pw@${host}` }, /host/],
    [{ backend: "elasticsearch", protocol: "http", host: "" }, /host/],
    [{ backend: "elasticsearch", protocol: "http", host, basic_auth: "nobody" }, /basic_auth/],
    [{ backend: 5 }, /backend must be a text/],
    [{ backend: "system" }, /is connected already/],
    [[], /request body/],
  ];
  for (const [body, reason] of refusals) {
    const { status, text } = await connect(backend, body);
    expect([status, text]).toEqual([400, expect.stringMatching(reason)]);
  }
  expect(readKeptConnection(folder, {})).toBeNull();
  expect(restart).not.toHaveBeenCalled();
});

test("only an admin connects another engine", async () => {
  const { folder, restart, backend } = await started();
  const host = await cluster();
  const user = { username: "tuner", password: "tuner-pw", allowed_actions: ["pipelines"], is_admin: false };
  expect((await call(backend, "POST", "/_user", { ...user, indices: ["*"] })).status).toBe(201);
  const body = { backend: "elasticsearch", protocol: "http", host };
  expect((await connect(backend, body, basic("tuner", "tuner-pw"))).status).toBe(403);
  expect((await connect(backend, body, basic("root", "wrong"))).status).toBe(401);
  expect([readKeptConnection(folder, {}), restart.mock.calls.length]).toEqual([null, 0]);
});

test("a file that is none of ours ends the start with one line that says what to do", () => {
  const folder = temporaryFolder();
  for (const text of ["{", "{}", '{"backend":"elasticsearch","url":"file:///x","signIn":null}']) {
    writeFileSync(join(folder, "engine-connection.json"), text);
    expect(() => readKeptConnection(folder, {})).toThrow(/cannot be read: delete it/);
  }
  expect(readFileSync(join(folder, "engine-connection.json"), "utf8")).toContain("file:///x");
});
