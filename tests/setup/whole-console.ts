import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createConsoleApp } from "../../server/http/app";
import { parseConfig } from "~/server/config.server";
import { sourceBuild } from "./source-build";

/** An answer as it came over the wire. */
export type RawAnswer = { status: number; head: string; body: string };
export type WholeConsole = {
  url: string;
  /** What was logged. */
  lines: string[];
  dataDir: string;
  /** Sends bytes as they are and reads the answer to its end; status 0 where there was none. */
  raw: (message: string | Buffer) => Promise<RawAnswer>;
  close: () => Promise<void>;
};

let started = false;

/**
 * Starts the whole console on a free port: its server, its routes, its own rendering. One for each process, so its file
 * belongs to those of `alone`.
 */
export async function startWholeConsole(env: Record<string, string>): Promise<WholeConsole> {
  if (started)
    throw new Error("This process has a console: a file that starts one is listed in vitest.config.ts under `alone`.");
  started = true;
  const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-whole-"));
  // The application takes up its imports when it is loaded, from what the environment says.
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", SESSION_SECRET: "a secret for tests", ...env });
  const lines: string[] = [];
  const logger = pino({ level: "info" }, { write: (line) => lines.push(line) });
  const config = parseConfig(process.env);
  const app = createConsoleApp({
    config,
    logger,
    build: await sourceBuild(),
    publicFolder: "/nonexistent",
    ending: new AbortController().signal,
  });
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;

  function raw(message: string | Buffer): Promise<RawAnswer> {
    return new Promise((done) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, "127.0.0.1", () => socket.write(message));
      const end = () => {
        const [head = "", ...body] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
        done({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? "0"), head, body: body.join("\r\n\r\n") });
      };
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("error", () => {});
      socket.on("close", end);
      socket.setTimeout(45_000, () => socket.destroy());
    });
  }
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return { url: `http://127.0.0.1:${port}`, lines, dataDir, raw, close };
}
