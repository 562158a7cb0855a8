import { join } from "node:path";
import { type Logger, pino } from "pino";
import { giveMemoryBackWhenIdle } from "@common/process/idle-memory";
import { onStop } from "@common/process/on-stop";
import { takeDataFolder } from "@common/storage/private-files";
import { type BackendConfig, readConfig } from "./config";
import { createConnection } from "./connection/connect";
import { openEngineThreads } from "./engine/embedded/threads/open-threads";
import { type OpenedEngine, openRemoteEngine, type RemoteEngine } from "./engine/remote/open";
import { SMALL_SYSTEM_INDICES } from "./gateway/platform/store/system-indices";
import type { EngineConnection } from "./gateway/resources/pipelines/connection/choice";
import { type Backend, startBackend } from "./start";

/** The cluster at ENGINE_URL, or the embedded engine on a folder of its own below DATA_DIR. */
async function openEngine(config: BackendConfig, log: Logger): Promise<OpenedEngine & Partial<RemoteEngine>> {
  if (config.engine) return openRemoteEngine(config.engine, (message, details) => log.warn(details, message));
  const embedded = await openEngineThreads({
    folder: join(config.DATA_DIR, "engine"),
    program: new URL("./engine-worker.js", import.meta.url),
    mergeWorker: new URL("./merge-worker.js", import.meta.url),
    room: { reserve: { percent: config.DISK_RESERVE_PERCENT, bytes: config.DISK_RESERVE_MB * 1024 ** 2 } },
    usesReserve: SMALL_SYSTEM_INDICES,
    log: (message, details) => log.warn(details ?? {}, message),
    onLost(why) {
      log.fatal({ err: why }, "the engine is lost; the back end ends");
      process.exit(1);
    },
  });
  return { engine: embedded.handle, close: embedded.close };
}

// The parent shows the password to whoever started it; without a parent it is printed this once, and kept nowhere but
// as a hash.
function tellPassword({ username, password }: { username: string; password: string }): void {
  if (process.send) process.send({ type: "admin-password", username, password });
  else process.stdout.write(`First sign-in: ${username} / ${password}\n`);
}

function fail(error: unknown, config?: BackendConfig): never {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  if (taken && config)
    process.stderr.write(`Port ${config.BACKEND_PORT} on ${config.HOST} is in use: set BACKEND_PORT to a free one.\n`);
  else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** So long an answer is on its way before the process that gave it ends, in ms. */
const ANSWERED = 50;

// Set by the launcher, which starts a back end again that has ended.
const isStartedAgain = process.env["STARTED_AGAIN"] === "1";

function connectionOf(config: BackendConfig, log: Logger): EngineConnection | undefined {
  if (!isStartedAgain || config.isEngineSet) return undefined;
  return createConnection({
    folder: config.DATA_DIR,
    env: process.env,
    isBundled: config.engine === null,
    log,
    restart: () => void setTimeout(() => process.kill(process.pid, "SIGTERM"), ANSWERED),
  });
}

async function start(config: BackendConfig): Promise<{ backend: Backend; engine: OpenedEngine }> {
  const log = pino({ level: config.LOG_LEVEL });
  takeDataFolder(config.DATA_DIR, (told, message) => log.warn(told, message));
  if (config.engine && config.SECOND_FACTOR_SECRET.length === 0)
    log.warn(
      "SECOND_FACTOR_SECRET is not set: second factors are sealed with a key of this data folder. Set it where several gateways share the search engine",
    );
  const engine = await openEngine(config, log);
  const backend = await startBackend({
    engine: engine.engine,
    check: engine.check,
    port: config.BACKEND_PORT,
    host: config.HOST,
    adminUsername: config.ADMIN_USERNAME,
    adminPassword: config.ADMIN_PASSWORD,
    resetSecondFactor: config.RESET_SECOND_FACTOR,
    settings: {
      secondFactorSecrets: config.SECOND_FACTOR_SECRET,
      secondFactorKey: join(config.DATA_DIR, "second-factor.secret"),
      endpointUrls: config.ENDPOINT_ALLOWED_URLS,
      scriptUrls: config.SCRIPT_ALLOWED_URLS,
      openPipelines: config.PIPELINES_OPEN === "1",
      connection: connectionOf(config, log),
      scriptWorker: () => new URL("./script-worker.js", import.meta.url),
      wrongPasswords: { perName: config.WRONG_PASSWORDS_PER_NAME, perAddress: config.WRONG_PASSWORDS_PER_ADDRESS },
      trusted: config.TRUSTED_PROXIES,
      geoFile: config.GEOIP_DB,
      analyticsLimits: {
        days: config.ANALYTICS_KEEP_DAYS,
        records: config.ANALYTICS_KEEP_RECORDS,
        bytes: config.ANALYTICS_KEEP_MB * 1024 ** 2,
        sumsDays: config.ANALYTICS_SUMS_KEEP_DAYS,
      },
      logLimits: {
        days: config.LOG_KEEP_DAYS,
        records: config.LOG_KEEP_RECORDS,
        bytes: config.LOG_KEEP_MB * 1024 ** 2,
      },
    },
    onPassword: tellPassword,
    log,
  });
  log.info({ url: backend.url }, config.engine ? "back end listens" : "back end ready");
  return { backend, engine };
}

async function main(): Promise<void> {
  giveMemoryBackWhenIdle();
  let config: BackendConfig | undefined;
  try {
    config = readConfig(process.env);
    const starting = start(config);
    // Heard from the beginning: a folder that is being opened is closed again as it should be.
    onStop(async () => {
      const { backend, engine } = await starting;
      await backend.close();
      await engine.close();
    });
    const { backend } = await starting;
    if (process.connected) process.send?.({ type: "ready", port: backend.port, nodes: config.engine?.nodes ?? null });
  } catch (error) {
    fail(error, config);
  }
}

await main();
