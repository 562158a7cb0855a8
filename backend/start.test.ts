import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { hasOpenssl, makeCertificates } from "../tests/setup/certificates";
import { type PlayedNode, playNode } from "../tests/setup/cluster";
import { openRemoteEngine } from "./engine/remote/open";
import type { RemoteEngineOptions } from "./engine/remote/options";
import { type Backend, startBackend } from "./start";

const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "searchdeck-start-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startOn(
  options: RemoteEngineOptions,
  adminPassword?: string,
): Promise<{ backend: Backend; lines: string[]; passwords: string[] }> {
  const lines: string[] = [];
  const passwords: string[] = [];
  const remote = openRemoteEngine(options);
  const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
  const backend = await startBackend({
    engine: remote.engine,
    check: remote.check,
    port: 0,
    adminUsername: "admin",
    adminPassword,
    log,
    onPassword: ({ password }) => passwords.push(password),
  });
  closers.push(remote.close, backend.close);
  return { backend, lines, passwords };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within 30 s: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function refusal(url: string, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  const { error } = (await answer.json()) as { error: { code: number; status: string; message: string } };
  expect(error).toMatchObject({ code: 503, status: "Service Unavailable" });
  return error.message;
}

// The embedded engine behind HTTP stands for a cluster that can come and go.
async function serveCluster(port = 0): Promise<{ port: number; close: () => Promise<void> }> {
  const engine = await openEmbeddedEngine({ folder: temporaryFolder() });
  const server = engineServer(engine.handle);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  async function close() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await engine.close();
  }
  closers.push(() => close().catch(() => undefined));
  return { port: (server.address() as AddressInfo).port, close };
}

test("the gateway listens before its engine is there, says why, and is ready when the engine comes", async () => {
  const away = await playNode();
  await away.close();
  const { backend, lines, passwords } = await startOn({ nodes: [away.url] });
  const reason = `not ready: the search engine cannot be reached (${away.url}: connection refused)`;
  await until(() => lines.length > 0);
  for (const path of ["/", "/arc/health", "/arc/_health", "/_user", "/books/_search", "/nowhere/at/all/of/this"])
    expect(await refusal(backend.url, path)).toBe(reason);
  expect(lines.filter((line) => line.includes("cannot be reached"))).toHaveLength(1);
  expect(passwords).toEqual([]);
  await serveCluster(away.port);
  await until(async () => (await fetch(`${backend.url}/arc/health`)).status === 200);
  expect(passwords).toHaveLength(1);
  const authorization = `Basic ${Buffer.from(`admin:${passwords[0]}`).toString("base64")}`;
  expect((await fetch(`${backend.url}/_user`, { headers: { authorization } })).status).toBe(200);
  expect(lines.some((line) => line.includes("the search engine is ready"))).toBe(true);
});

test("an engine that goes away later makes the health call fail, and it recovers", async () => {
  const cluster = await serveCluster();
  const { backend } = await startOn({ nodes: [`http://127.0.0.1:${cluster.port}`] }, "test-password");
  const healthy = async () => (await fetch(`${backend.url}/arc/health`)).status === 200;
  await until(healthy);
  await cluster.close();
  const answer = await fetch(`${backend.url}/arc/health`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    error: {
      message: "no Elasticsearch node available",
      cause: { type: "engine_unreachable", reason: `http://127.0.0.1:${cluster.port}: connection refused` },
    },
  });
  await serveCluster(cluster.port);
  await until(healthy);
});

const SECURITY = {
  type: "security_exception",
  reason: "no permissions for [indices:admin/template/put] and User [name=deck]",
};
const ROOT = {
  name: "n",
  cluster_name: "c",
  version: { number: "8.18.0", lucene_version: "9.12.1" },
  tagline: "You Know, for Search",
};

test.each<[string, (node: PlayedNode) => void, Partial<RemoteEngineOptions>, string]>([
  ["no sign-in given", (node) => node.answers(() => ({ status: 401 })), {}, "the search engine asks for a sign-in"],
  [
    "a wrong password",
    (node) => node.answers(() => ({ status: 401 })),
    { credentials: { kind: "basic", username: "deck", password: "hidden-word" } },
    "check ENGINE_USERNAME and ENGINE_PASSWORD",
  ],
  [
    "a wrong key",
    (node) => node.answers(() => ({ status: 401 })),
    { credentials: { kind: "api-key", key: "hidden-word" } },
    "check ENGINE_API_KEY",
  ],
  [
    "no rights at all",
    (node) => node.answers(() => ({ status: 403, body: { error: SECURITY, status: 403 } })),
    {},
    "has not the rights that the back end needs: it lacks indices:admin/template/put (no permissions for",
  ],
  [
    "rights that are missing for the template",
    (node) =>
      node.answers(({ method, path }) =>
        method === "GET" && path.startsWith("/.")
          ? { status: 404 }
          : method === "GET"
            ? { status: 200, body: { ...ROOT, status: "green" } }
            : { status: 403, body: { error: SECURITY, status: 403 } },
      ),
    {},
    "has not the rights that the back end needs: it lacks indices:admin/template/put (no permissions for [indices:admin/template/put]",
  ],
  [
    "rights that the cluster says are missing",
    (node) =>
      node.answers(({ path, body }) => {
        if (path !== "/_security/user/_has_privileges") return { status: 200, body: { ...ROOT, status: "green" } };
        const { index } = JSON.parse(body) as { index: { names: string[]; privileges: string[] }[] };
        const has = (name: string, privilege: string) =>
          !(privilege === "write" && [".users", ".logs-*"].includes(name));
        const granted = (name: string) =>
          Object.fromEntries((index[0]?.privileges ?? []).map((privilege) => [privilege, has(name, privilege)]));
        return {
          status: 200,
          body: {
            has_all_requested: false,
            cluster: { monitor: true, manage_index_templates: false },
            index: Object.fromEntries((index[0]?.names ?? []).map((name) => [name, granted(name)])),
          },
        };
      }),
    {},
    "has not the rights that the back end needs: it lacks manage_index_templates on the cluster; write on .users, .logs-*",
  ],
  [
    "an old version",
    (node) => node.answers(() => ({ status: 200, body: { ...ROOT, version: { ...ROOT.version, number: "6.8.23" } } })),
    {},
    "Elasticsearch 6.8.23 is not supported; supported are",
  ],
  [
    "no search engine",
    (node) => node.answers(() => ({ status: 200, body: "<h1>It works!</h1>", type: "text/html" })),
    {},
    "something answers there, but it is no search engine",
  ],
  [
    "another web server",
    (node) => node.answers(() => ({ status: 404, body: "not found", type: "text/plain" })),
    {},
    "something answers there with status 404, but it is no search engine",
  ],
  [
    "a cluster without an elected node",
    (node) =>
      node.answers(({ path }) =>
        path === "/"
          ? { status: 200, body: ROOT }
          : {
              status: 503,
              body: { error: { type: "master_not_discovered_exception", reason: "no master" }, status: 503 },
            },
      ),
    {},
    "cannot work at the moment",
  ],
])("%s gives one line and a refusal that say so", async (_name, arrange, options, reason) => {
  const node = await playNode();
  closers.push(node.close);
  arrange(node);
  const { backend, lines } = await startOn({ nodes: [node.url], ...options });
  await until(() => lines.some((line) => line.includes("not ready")));
  expect(lines.filter((line) => line.includes("not ready"))).toHaveLength(1);
  expect(lines[0]).toContain(reason);
  expect(await refusal(backend.url, "/arc/health")).toContain(reason);
  expect(lines.join("")).not.toContain("hidden-word");
});

test.skipIf(!hasOpenssl)("a certificate of an own authority is trusted with ENGINE_CA alone", async () => {
  const { ca, ...tls } = makeCertificates(temporaryFolder());
  const node = await playNode({ tls });
  closers.push(node.close);
  node.answers(() => ({ status: 200, body: { ...ROOT, status: "green" } }));
  const { backend } = await startOn({ nodes: [node.url] });
  await until(async () => (await refusal(backend.url, "/")).includes("certificate is not trusted"));
  expect(await refusal(backend.url, "/")).toContain("ENGINE_CA names the PEM file");
  const trusting = openRemoteEngine({ nodes: [node.url], ca });
  closers.push(trusting.close);
  expect(await trusting.check()).toMatchObject({ ready: true });
  const other = openRemoteEngine({ nodes: [node.url.replace("127.0.0.1", "localhost")], ca });
  closers.push(other.close);
  expect(await other.check()).toMatchObject({
    ready: false,
    reason: expect.stringMatching(/made out to another host name/) as string,
  });
  const plain = openRemoteEngine({ nodes: [node.url.replace("https", "http")] });
  closers.push(plain.close);
  expect((await plain.check()).ready).toBe(false);
});
