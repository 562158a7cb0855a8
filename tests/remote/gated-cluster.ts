import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openRemoteEngine } from "@backend/engine/remote/open";
import { startBackend } from "@backend/start";
import { type Gate, openGate } from "../setup/backend";

/** The back end on a cluster that can refuse: `gate` stands between the remote engine and what plays the cluster. */
export type GatedCluster = {
  url: string;
  gate: Gate;
  /** base64 of the admin's name and password. */
  token: string;
  call: (method: string, path: string, body?: string) => Promise<{ status: number; text: string }>;
  close: () => Promise<void>;
};

/** Starts all of it; the embedded engine, served over HTTP, plays the cluster. */
export async function startGatedCluster(): Promise<GatedCluster> {
  const folder = mkdtempSync(join(tmpdir(), "searchdeck-gated-"));
  const engine = await openEmbeddedEngine({ folder });
  const server = engineServer(engine.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gate = await openGate(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const remote = openRemoteEngine({ nodes: [gate.url] });
  const backend = await startBackend({
    engine: remote.engine,
    port: 0,
    adminUsername: "admin",
    adminPassword: "test-password",
  });
  const token = Buffer.from("admin:test-password").toString("base64");
  async function call(method: string, path: string, body?: string) {
    const headers = {
      authorization: `Basic ${token}`,
      ...(body === undefined
        ? {}
        : { "content-type": path.endsWith("_bulk") ? "application/x-ndjson" : "application/json" }),
    };
    const answer = await fetch(`${backend.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  }
  async function close() {
    await backend.close();
    await remote.close();
    await gate.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { url: backend.url, gate, token, call, close };
}
