import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openRemoteEngine } from "@backend/engine/remote/open";
import { startBackend } from "@backend/start";
import { makeCertificates } from "../setup/certificates";
import { movies } from "./fixtures";
import { fill } from "./stand";

// A data folder moves into a real Elasticsearch 7.10.2 behind TLS and an API key: a proxy before it has the certificate
// and asks for the key, for the Elasticsearch that tests can start has no security.

const url = process.env["ELASTICSEARCH_URL"] ?? "";
const KEY = "bW92ZXI6b2YtaG91c2Vz";
const base = mkdtempSync(join(tmpdir(), "searchdeck-moving-tls-"));
const dataDir = join(base, "data");
const caFile = join(base, "ca.pem");
let ca: string;
let proxy: Server;
let address: string;
let refused = 0;

beforeAll(async () => {
  if (url === "") throw new Error("ELASTICSEARCH_URL says which Elasticsearch to move to");
  const engine = await openEmbeddedEngine({ folder: join(base, "made") });
  await fill(engine.handle, { ...movies(), index: "films" });
  await engine.handle({
    method: "PUT",
    path: "/_template/shelves",
    body: '{"index_patterns":["shelf-*"],"settings":{"number_of_replicas":0}}',
  });
  const backend = await startBackend({
    engine: engine.handle,
    port: 0,
    adminUsername: "admin",
    adminPassword: "moving-house",
  });
  await backend.close();
  await engine.close();
  // This process may still have the file open until its garbage is collected, and write a checkpoint then.
  cpSync(join(base, "made"), join(dataDir, "engine"), { recursive: true });
  const { ca: authority, ...tls } = makeCertificates(base);
  ca = authority;
  writeFileSync(caFile, ca);
  proxy = createServer(tls, (incoming, outgoing) => {
    if (incoming.headers.authorization !== `ApiKey ${KEY}`) {
      refused += 1;
      incoming.resume();
      outgoing
        .writeHead(401, { "content-type": "application/json" })
        .end('{"error":{"type":"security_exception","reason":"missing authentication credentials"},"status":401}');
      return;
    }
    const { authorization: _known, ...headers } = incoming.headers;
    const passed = httpRequest(`${url}${incoming.url}`, { method: incoming.method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}, 120_000);

afterAll(async () => {
  await fetch(`${url}/films`, { method: "DELETE" });
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  rmSync(base, { recursive: true, force: true });
});

function migrate(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["scripts/migrate.mjs", "--to", address], {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

// That a certificate of an authority which is not known is refused is tested with the client (`backend/start.test.ts`).
it("is refused without the key, and says so", async () => {
  const { code, output } = await migrate({ ENGINE_CA: caFile });
  expect(output).toMatch(/refuses the back end's sign-in \(401\)/);
  expect(code).toBe(1);
  expect(refused).toBe(1);
});

it("moves everything over TLS with the key, with equal checksums, and the gateway starts there", async () => {
  const { code, output } = await migrate({ ENGINE_CA: caFile, ENGINE_API_KEY: KEY });
  expect(output).toContain("(Elasticsearch 7.10.2)");
  expect(output).toMatch(/films +3,201 +3,201 +[0-9a-f]{32} +equal/);
  expect(output).toMatch(/\.users +1 +1 +[0-9a-f]{32} +equal/);
  expect(code).toBe(0);
  const shelves: unknown = await (await fetch(`${url}/_template/shelves`)).json();
  expect(shelves).toMatchObject({ shelves: { index_patterns: ["shelf-*"] } });
  const remote = openRemoteEngine({ nodes: [address], ca, credentials: { kind: "api-key", key: KEY } });
  const backend = await startBackend({
    engine: remote.engine,
    port: 0,
    adminUsername: "admin",
    onPassword: () => expect.fail("a first user was made"),
  });
  const headers = {
    authorization: `Basic ${Buffer.from("admin:moving-house").toString("base64")}`,
    "content-type": "application/json",
  };
  const found = await fetch(`${backend.url}/films/_search`, {
    method: "POST",
    headers,
    body: '{"query":{"match":{"Title":"godfather"}},"size":1}',
  });
  expect(await found.text()).toContain("The Godfather");
  await backend.close();
  await remote.close();
});
