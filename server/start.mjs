// `npm start`: from a clone to a running console. Installs and builds what is missing, starts the embedded back end
// (unless SEARCH_URL names another) and the console, and ends both on Ctrl-C. Only Node's own modules until the
// packages are installed.
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fail, install, requireNode, root } from "./launch/install.mjs";
import { onEnd, supervise } from "./launch/supervise.mjs";

const { values: flags } = parseArgs({
  options: { "no-install": { type: "boolean", default: false }, "no-build": { type: "boolean", default: false } },
});

/** Ends with one line when nothing can listen on this address. */
function requireFreePort({ host, port, variable }) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const reason = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.code})`;
      fail(`Port ${port} on ${host} ${reason}; set ${variable} to another one.`);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** The configuration as the console will read it. Ends with the line of the first bad value. */
async function readConfig() {
  const { ConfigError, parseConfig } = await import("../dist/config.js");
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
if (!flags["no-install"]) install();
if (!flags["no-build"]) {
  const { build } = await import("./build.mjs");
  await build({ names: ["config"] });
}
const config = await readConfig();
await requireFreePort({ host: config.host, port: config.port, variable: "PORT" });
if (config.embedded) await requireFreePort({ host: "127.0.0.1", port: config.backendPort, variable: "BACKEND_PORT" });
if (!flags["no-build"]) {
  const { build } = await import("./build.mjs");
  await build({ names: ["remix", "console", ...(config.embedded ? ["backend"] : [])] });
}

const children = [];
let ending;

/** Ends the console first, so that requests in flight still have their back end, then the back end. */
function end(code) {
  ending ??= (async () => {
    for (const child of [...children].reverse()) await child.stop();
    process.exit(code);
  })();
}

onEnd(() => end(0));

const environment = { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "production" };
let password;
let announced = false;

/**
 * Shows the password of the first admin, once: with the address, or by itself when the search engine was not to be had
 * any sooner.
 */
function tellPassword() {
  if (password === undefined || !announced) return;
  console.log(
    `\n  Sign in as       ${password.username}\n  with password    ${password.password}\n\nThis password is shown only this once.`,
  );
  password = undefined;
}

/** The cluster that documents are kept in, by ENGINE_URL or by a call; null for the bundled engine. */
let nodes = null;
if (config.embedded) {
  let port = config.backendPort;
  const backend = supervise({
    name: "The back end",
    file: join(root, "dist/backend.js"),
    // HOST opens the console to the network, never the back end.
    environment: () => ({
      ...environment,
      HOST: "127.0.0.1",
      DATA_DIR: config.dataDir,
      BACKEND_PORT: String(port),
      STARTED_AGAIN: "1",
    }),
    onMessage: (message) => {
      if (message?.type === "admin-password") {
        password = message;
        tellPassword();
      }
      // Port 0 means any free one: a restart must come back on the port that the console knows.
      if (message?.type === "ready" && Number.isInteger(message.port)) port = message.port;
      if (message?.type === "ready") nodes = message.nodes ?? null;
    },
    onFailed: (code) => {
      console.error(`The back end did not start (exit code ${code}); its messages are above.`);
      end(1);
    },
  });
  children.push(backend);
  await backend.ready;
  environment.BACKEND_PORT = String(port);
}

if (ending === undefined) {
  const console_ = supervise({
    name: "The console",
    file: join(root, "dist/console.js"),
    environment: () => environment,
    onFailed: (code) => end(code),
  });
  children.push(console_);
  const { address } = await console_.ready;
  console.log(`\nSearchdeck is ready: ${address}`);
  if (!config.embedded) console.log(`It uses ${config.searchUrl}`);
  else if (nodes === null) console.log(`Data is kept in ${config.dataDir}`);
  else
    console.log(
      `Documents are kept in the cluster at ${nodes.join(", ")}; ${config.dataDir} holds what belongs to the console`,
    );
  if (config.embedded) console.log(`Back end: http://127.0.0.1:${environment.BACKEND_PORT}`);
  announced = true;
  tellPassword();
  console.log("");
}
