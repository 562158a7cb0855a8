import type { ServerBuild } from "@remix-run/node";
import { installGlobals } from "@remix-run/node";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { onStop } from "@common/process/on-stop";
import { takeDataFolder } from "@common/storage/private-files";
import { ConfigError, getConfig, type Config } from "~/server/config.server";
import { developmentBuild } from "./http/development";
import { createConsoleApp } from "./http/app";
import { searchServerState } from "./http/health";
import { createLogger } from "./http/logging";
import { gracefulShutdown } from "./http/shutdown";

// The console process. Run from dist/console.js, beside the Remix build in build/ and the assets in public/.

// What is in use is some 45 MB. V8 would let an import's rows pile up to three times that before it looks; so it looks
// when half as much again has come.
setFlagsFromString("--heap-growing-percent=50");

function configOrExit(): Config {
  try {
    return getConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * The application. It refuses to start on a data folder of a newer version, for it would fail on every page; by name,
 * for its classes are not those of this file.
 */
async function buildOrExit(file: string): Promise<ServerBuild> {
  try {
    return (await import(file)) as ServerBuild;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "NewerStoreError") throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * What is in the way of the search server that is to be used, in the log: it may be another kind of server altogether.
 */
async function tellProblem({
  searchUrl,
  logger,
}: {
  searchUrl: string;
  logger: ReturnType<typeof createLogger>;
}): Promise<void> {
  const { problem } = await searchServerState(searchUrl);
  if (problem !== null) logger.warn(`the search server is not ready: ${problem}`);
}

async function main() {
  const config = configOrExit();
  process.env["NODE_ENV"] ??= "production";
  // As remix-serve does with single fetch: the web API of the undici copy that Remix brings.
  installGlobals({ nativeFetch: true });
  const logger = createLogger({ level: config.logLevel });
  takeDataFolder(config.dataDir, (told, message) => logger.warn(told, message));
  const buildFile = fileURLToPath(new URL("../build/index.js", import.meta.url));
  const ending = new AbortController();
  const loaded = await buildOrExit(buildFile);
  const isDevelopment = process.env["NODE_ENV"] === "development";
  const build = isDevelopment
    ? developmentBuild({ first: loaded, file: buildFile })
    : { current: loaded, announce: () => {} };
  const app = createConsoleApp({
    config,
    logger,
    build: isDevelopment ? () => Promise.resolve(build.current) : loaded,
    publicFolder: fileURLToPath(new URL("../public", import.meta.url)),
    ending: ending.signal,
  });

  const server = createServer(app);
  // An upload of some gigabytes over a slow line takes longer than Node's five minutes; headers keep their one minute.
  server.requestTimeout = 3_600_000;
  server.keepAliveTimeout = 65_000;
  const shutdown = gracefulShutdown(server);

  server.once("error", (error: NodeJS.ErrnoException) => {
    const reason = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.code})`;
    console.error(`Port ${config.port} on ${config.host} ${reason}; set PORT to another one.`);
    process.exit(1);
  });

  server.listen({ port: config.port, host: config.host }, () => {
    const { port } = server.address() as AddressInfo;
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    const address = `http://${host}:${port}`;
    if (process.send === undefined) console.log(`Searchdeck listens on ${address}`);
    if (process.connected) process.send?.({ type: "ready", port, address });
    build.announce();
    // The bundled back end says so itself.
    if (!config.embedded) void tellProblem({ searchUrl: config.searchUrl, logger });
  });

  onStop(async () => {
    ending.abort();
    await shutdown();
  });
  process.on("unhandledRejection", (reason) => logger.error({ err: reason }, "unhandled rejection"));
}

await main();
