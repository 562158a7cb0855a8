import { pino } from "pino";
import { type BackendConfig, ConfigError, readConfig } from "./config";
import { type OpenedEngine, openRemoteEngine } from "./engine/remote/open";
import { type Backend, startBackend } from "./start";

function openEngine(config: BackendConfig): OpenedEngine {
  if (config.ENGINE_URL === undefined) throw new ConfigError("ENGINE_URL is not set: it must be an http or https URL.");
  return openRemoteEngine({ url: config.ENGINE_URL, username: config.ENGINE_USERNAME, password: config.ENGINE_PASSWORD });
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
    const engine = openEngine(config);
    const backend = await startBackend({
      engine: engine.engine,
      port: config.BACKEND_PORT,
      host: config.HOST,
      adminUsername: config.ADMIN_USERNAME,
      adminPassword: config.ADMIN_PASSWORD,
      log,
    });
    stopOnSignals({ backend, engine });
    if (backend.generatedPassword !== null) tellPassword({ username: config.ADMIN_USERNAME, password: backend.generatedPassword });
    log.info({ url: backend.url }, "back end ready");
    process.send?.({ type: "ready", port: backend.port });
  } catch (error) {
    fail(error, config);
  }
}

await main();
