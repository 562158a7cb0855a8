import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startBackend } from "@backend/start";
import { openEmptyEngine, openFresh } from "../replay/target";
import { scriptWorker } from "./script-worker";

export type TestBackend = {
  url: string;
  /** base64 of `admin:test-password`. */
  token: string;
  username: string;
  password: string;
  /** Calls it as the admin. */
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
  close: () => Promise<void>;
};

/**
 * Starts the back end on an empty engine (embedded, or the real one at TEST_ENGINE_URL) and a free port. `apart` has an
 * embedded engine of its own in any case: a test that wants a second server beside the first takes it, for there is one
 * real engine, and two back ends on it would be one cluster.
 */
export async function startTestBackend({ apart = false }: { apart?: boolean } = {}): Promise<TestBackend> {
  const opened = await (apart ? openFresh() : openEmptyEngine());
  const [username, password] = ["admin", "test-password"];
  const backend = await startBackend({
    engine: opened.engine,
    port: 0,
    adminUsername: username,
    adminPassword: password,
    settings: { scriptWorker },
  });
  const token = Buffer.from(`${username}:${password}`).toString("base64");
  async function call(method: string, path: string, body?: unknown) {
    const headers = {
      Authorization: `Basic ${token}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const answer = await fetch(`${backend.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  }
  async function close() {
    await backend.close();
    await opened.close();
  }
  return { url: backend.url, token, username, password, call, close };
}

/**
 * What the gate does with one request: passes it on, or to another server; answers in its place; or breaks the
 * connection, before or after it was served, or in the middle of an answer.
 */
export type Verdict =
  | "pass"
  | "break"
  | "break-after"
  | "half"
  | { to: string }
  | { status: number; headers?: Record<string, string>; body?: string };
type Decision = (path: string, bulk: number, incoming: IncomingMessage, body: string) => Verdict | Promise<Verdict>;
export type Gate = { url: string; bulks: string[]; decide: (decision: Decision) => void; close: () => Promise<void> };

/** A gate in front of a back end that can be busy, broken or gone, for tests of what a caller does then. */
export async function openGate(target: string): Promise<Gate> {
  let decision: Decision = () => "pass";
  const bulks: string[] = [];
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = incoming.url ?? "";
    if (path.endsWith("/_bulk")) bulks.push(body.toString("utf8"));
    const verdict = await decision(path, bulks.length, incoming, body.toString("utf8"));
    if (verdict === "break") return incoming.socket.destroy();
    if (verdict === "half") {
      outgoing
        .writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" })
        .write('{"_id":"1","resu');
      return void setTimeout(() => incoming.socket.destroy(), 5);
    }
    if (typeof verdict === "object" && "status" in verdict)
      return outgoing
        .writeHead(verdict.status, { "Content-Type": "application/json", ...verdict.headers })
        .end(verdict.body ?? "{}");
    const passed = request(
      `${typeof verdict === "object" ? verdict.to : target}${path}`,
      { method: incoming.method, headers: { ...incoming.headers, "content-length": String(body.length) } },
      (reply) => {
        if (verdict === "break-after") {
          reply.resume();
          reply.on("end", () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    passed.end(body);
  }
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  // Longer than the console keeps connections.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bulks,
    decide: (next) => (decision = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
