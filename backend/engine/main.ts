import { resolve } from "node:path";
import pino from "pino";
import * as z from "zod";
import { onStop } from "@common/process/on-stop";
import { engineServer } from "./embedded/http/server";
import { openEngineThreads } from "./embedded/threads/open-threads";

// Serves the embedded engine alone: `npm run engine [-- --rebuild]`. Loopback only, for it knows no sign-in.

/** How long requests under way may take to end at a stop, in ms. */
const DRAIN = 10_000;

const EnvironmentSchema = z.object({
  ENGINE_PORT: z.coerce.number().int().min(0).max(65_535).default(9281),
  ENGINE_DATA_DIR: z.string().min(1).default("./data/engine-alone"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

function readEnvironment(): z.infer<typeof EnvironmentSchema> {
  const parsed = EnvironmentSchema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    console.error(`${path.join(".")}=${String(process.env[String(path[0])])}: ${message}`);
  return process.exit(1);
}

async function main(): Promise<void> {
  const { ENGINE_PORT, ENGINE_DATA_DIR, LOG_LEVEL } = readEnvironment();
  const logger = pino({ level: LOG_LEVEL });
  const engine = await openEngineThreads({
    folder: resolve(ENGINE_DATA_DIR),
    program: new URL("./engine-worker.js", import.meta.url),
    mergeWorker: new URL("./merge-worker.js", import.meta.url),
    rebuild: process.argv.includes("--rebuild"),
    log: (message, { error, ...details } = {}) => logger.error({ err: error, ...details }, message),
    onLost(why) {
      logger.fatal({ err: why }, "the engine is lost");
      process.exit(1);
    },
  });
  const server = engineServer(engine.handle);
  server.on("error", (error: NodeJS.ErrnoException) => {
    console.error(error.code === "EADDRINUSE" ? `ENGINE_PORT=${ENGINE_PORT}: the port is in use` : String(error));
    void engine.close().finally(() => process.exit(1));
  });
  server.listen(ENGINE_PORT, "127.0.0.1", () => {
    const address = server.address();
    console.log(
      `engine ready on http://127.0.0.1:${typeof address === "object" && address ? address.port : ENGINE_PORT}`,
    );
  });
  onStop(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      setTimeout(() => server.closeAllConnections(), DRAIN).unref();
    });
    await engine.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
