import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type BackendConfig, readConfig } from "./config";
import { openEmbeddedEngine } from "./engine/embedded/open";
import { type OpenedEngine, openRemoteEngine, type RemoteEngine } from "./engine/remote/open";
import { type Backend, startBackend } from "./start";

/** The cluster at ENGINE_URL, or the embedded engine on a folder of its own below DATA_DIR. */
async function openEngine(config: BackendConfig, log: Logger): Promise<OpenedEngine & Partial<RemoteEngine>> {
  if (config.engine) return openRemoteEngine(config.engine, (message, details) => log.warn(details, message));
  const embedded = await openEmbeddedEngine({
    folder: join(config.DATA_DIR, "engine"),
    mergeWorker: new URL("./merge-worker.js", import.meta.url),
    log: (message, details) => log.warn(details ?? {}, message),
  });
  return { engine: embedded.handle, close: () => embedded.close() };
}

// The parent shows the password to whoever started it; without a parent it is printed this once, and kept nowhere but as a hash.
function tellPassword({ username, password }: { username: string; password: string }): void {
  if (process.send) process.send({ type: "admin-password", username, password });
  else process.stdout.write(`First sign-in: ${username} / ${password}\n`);
}

function fail(error: unknown, config?: BackendConfig): never {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  if (taken && config) process.stderr.write(`Port ${config.BACKEND_PORT} on ${config.HOST} is in use: set BACKEND_PORT to a free one.\n`);
  else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function stopOnSignals({ backend, engine }: { backend: Backend; engine: OpenedEngine }): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await backend.close();
    await engine.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  // The launcher that went away without a signal.
  if (process.send) process.on("disconnect", () => void stop());
}

async function main(): Promise<void> {
  let config: BackendConfig | undefined;
  try {
    config = readConfig(process.env);
    const log = pino({ level: config.LOG_LEVEL });
    const engine = await openEngine(config, log);
    const backend = await startBackend({
      engine: engine.engine,
      check: engine.check,
      port: config.BACKEND_PORT,
      host: config.HOST,
      adminUsername: config.ADMIN_USERNAME,
      adminPassword: config.ADMIN_PASSWORD,
      settings: { endpointUrls: config.ENDPOINT_ALLOWED_URLS },
      onPassword: tellPassword,
      log,
    });
    stopOnSignals({ backend, engine });
    log.info({ url: backend.url }, config.engine ? "back end listens" : "back end ready");
    process.send?.({ type: "ready", port: backend.port });
  } catch (error) {
    fail(error, config);
  }
}

await main();
