import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { pino } from "pino";
import { createConsoleApp } from "../../server/http/app";
import { testContext } from "../setup/console";
import { changeableBuild } from "../setup/source-build";

/** A whole console over HTTP, whose routes can be changed for a moment. */
export type WalkConsole = {
  url: string;
  /** Lines of its log. */
  lines: string[];
  build: ServerBuild;
  /** What its loaders get; each with a request id of its own. */
  context: () => ReturnType<typeof testContext>;
  close: () => Promise<void>;
};

/**
 * Starts the console from source: its server, its routes, its own rendering. It takes up no jobs of before, so several
 * may stand in one process.
 */
export async function openConsole(env: Record<string, string>): Promise<WalkConsole> {
  // The entry looks for imports that were under way, in a folder of the environment.
  process.env["DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "searchdeck-"));
  const base = testContext(env);
  const lines: string[] = [];
  const build = await changeableBuild();
  const app = createConsoleApp({
    config: base.config,
    logger: pino({ level: "info" }, { write: (line) => lines.push(line) }),
    build,
    publicFolder: "/nonexistent",
    ending: new AbortController().signal,
  });
  const server = createServer(app);
  // Longer than callers keep connections.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  let asked = 0;
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    build,
    context: () => ({ ...base, requestId: `walk-${(asked += 1)}` }),
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
