import { pino } from "pino";
import type { OpenedEngine, RemoteEngine } from "@backend/engine/remote/open";
import { startBackend } from "@backend/start";

/** A gateway on an engine that somebody else filled, with what it said and the passwords that it made up. */
export type Guest = {
  url: string;
  lines: string[];
  passwords: string[];
  call: (as: string, method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
  close: () => Promise<void>;
};

/**
 * Starts one; `as` of a call is `name:password`. Rejects where the engine is not ready, unless the engine is remote and
 * told so.
 */
export async function startGuest(
  opened: OpenedEngine & Partial<Pick<RemoteEngine, "check">>,
  admin: { username?: string; password?: string } = {},
): Promise<Guest> {
  const lines: string[] = [];
  const passwords: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
  const backend = await startBackend({
    engine: opened.engine,
    check: opened.check,
    port: 0,
    adminUsername: admin.username ?? "admin",
    adminPassword: admin.password,
    onPassword: ({ password }) => passwords.push(password),
    log,
  });
  async function call(as: string, method: string, path: string, body?: unknown) {
    const headers = {
      authorization: `Basic ${Buffer.from(as).toString("base64")}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await fetch(`${backend.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  }
  let closing: Promise<void> | undefined;
  return { url: backend.url, lines, passwords, call, close: () => (closing ??= backend.close()) };
}

/** Waits until a gateway on a cluster is ready, 30 s at most; says why it is not. */
export async function untilReady({ url }: Pick<Guest, "url">): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await fetch(`${url}/arc/health`);
    if (answer.status === 200) return;
    const text = await answer.text();
    if (Date.now() > deadline) throw new Error(text);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
