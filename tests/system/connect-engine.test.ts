import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { afterEach, expect, test } from "vitest";
import { eventually, launch, temporaryFolder } from "./processes";

// Another search engine by a call: the back end ends, its launcher starts it again, and it works on the other one.

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function folder(): string {
  const made = temporaryFolder();
  closers.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** An engine of its own, as a cluster on loopback. */
async function cluster(): Promise<string> {
  const engine = await openEmbeddedEngine({ folder: folder() });
  const server = engineServer(engine.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await engine.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function started(env: Record<string, string>) {
  const launched = launch({ PORT: "0", BACKEND_PORT: "0", ...env });
  closers.push(async () => {
    launched.child.kill("SIGTERM");
    await launched.exited;
  });
  const [, url = ""] = await launched.printed(/Back end: (\S+)/);
  const authorization = `Basic ${Buffer.from("admin:system-test").toString("base64")}`;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null);
    return { status: answer?.status ?? 0, text: (await answer?.text().catch(() => "")) ?? "" };
  };
  return { ...launched, call };
}

test("a back end under the launcher takes another engine by a call, keeps it, and goes back", async () => {
  const DATA_DIR = folder();
  const host = await cluster();
  const first = await started({ DATA_DIR });
  expect((await first.call("PUT", "/bundled", {})).status).toBe(200);
  const taken = await first.call("PUT", "/_update_backend_connection", {
    backend: "elasticsearch",
    protocol: "http",
    host,
  });
  expect([taken.status, taken.text]).toEqual([200, expect.stringContaining('"code":200')]);
  await eventually(async () => (await first.call("GET", "/bundled")).status === 404);
  expect((await first.call("PUT", "/on-cluster", {})).status).toBe(200);

  // Ended and started anew, it is the same engine.
  first.child.kill("SIGTERM");
  await first.exited;
  const second = await started({ DATA_DIR });
  expect(second.output()).toContain(`Documents are kept in the cluster at http://${host}`);
  await eventually(async () => (await second.call("GET", "/on-cluster")).status === 200);
  expect((await second.call("PUT", "/_update_backend_connection", { backend: "system" })).status).toBe(200);
  await eventually(async () => (await second.call("GET", "/bundled")).status === 200);
  expect((await second.call("GET", "/on-cluster")).status).toBe(404);
}, 240_000);

test("an engine that ENGINE_URL names is changed by no call", async () => {
  const host = await cluster();
  const { call } = await started({ DATA_DIR: folder(), ENGINE_URL: `http://${host}` });
  await eventually(async () => (await call("GET", "/arc/health")).status === 200);
  const refused = await call("PUT", "/_update_backend_connection", { backend: "system" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("ENGINE_URL")]);
}, 120_000);
