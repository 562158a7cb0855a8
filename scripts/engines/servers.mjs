// Engines that `npm run test:engines` starts for itself: real ones and the embedded one, each once, each on free ports.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { root } from "../../server/launch/install.mjs";
import { makeScratchFolder } from "../real-engine/scratch.mjs";

// So little may be indexed at once that a test can send more than that; no other sends a quarter of it.
const limit = ["--set", "indexing_pressure.memory.limit=32mb"];

const opensearch = {
  file: "scripts/real-engine/start.mjs",
  args: (port, data) => ["--brief", "--port", String(port), "--data", data, ...limit],
  environment: () => ({}),
  ready: "answers on",
};

const kinds = {
  opensearch,
  console: opensearch,
  elasticsearch: {
    file: "scripts/real-engine/start.mjs",
    args: (port, data) => ["--brief", "--elasticsearch", "--port", String(port), "--data", data, ...limit],
    environment: () => ({}),
    ready: "answers on",
  },
  embedded: {
    file: "dist/engine.js",
    args: () => [],
    environment: (port, data) => ({ ENGINE_PORT: String(port), ENGINE_DATA_DIR: data }),
    ready: "engine ready",
  },
};

/** How long a stopped engine may take before it is killed, in milliseconds. */
const PATIENCE = 15_000;

/** Listens on a port of loopback (0: a free one) for a moment; gives the port, or null where it is taken. */
function tried(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const { port: found } = server.address();
      server.close(() => resolve(found));
    });
  });
}

/** A free port whose hundredth neighbour, which real engines take for their transport, is free too. */
async function freePort() {
  for (;;) {
    const port = await tried(0);
    if (port !== null && port < 65_000 && (await tried(port + 100)) !== null) return port;
  }
}

/**
 * The servers of one run. `url(kind)` starts an engine at its first call and gives its address; it rejects with one
 * line where the engine does not start. `stop` ends what was started and takes its data away.
 */
export function createServers() {
  const data = makeScratchFolder("searchdeck-test-engines-");
  const children = [];
  const urls = new Map();

  async function start(kind) {
    const { file, args, environment, ready } = kinds[kind];
    const port = await freePort();
    const folder = join(data, kind);
    const child = spawn(process.execPath, [join(root, file), ...args(port, folder)], {
      cwd: root,
      env: { ...process.env, ...environment(port, folder) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    let complaints = "";
    child.stderr.on("data", (chunk) => (complaints = `${complaints}${chunk}`.slice(-10_000)));
    return new Promise((resolve, reject) => {
      child.stdout.on("data", (chunk) => {
        if (String(chunk).includes(ready)) resolve(`http://127.0.0.1:${port}`);
      });
      child.once("exit", () =>
        reject(new Error(`${kind} did not start: ${complaints.trim().split("\n").at(-1) || "it said nothing"}`)),
      );
    });
  }

  function url(kind) {
    const found = urls.get(kind) ?? start(kind);
    urls.set(kind, found);
    return found;
  }

  function ended(child) {
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    return new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), PATIENCE).unref();
    });
  }

  async function stop() {
    await Promise.all(children.map(ended));
    rmSync(data, { recursive: true, force: true });
  }

  return { url, stop };
}

/** Takes every index, data stream's template and alias away from an engine that belongs to this run. */
export async function empty(url) {
  await fetch(`${url}/*?expand_wildcards=all`, { method: "DELETE" });
  for (const templates of ["_template", "_index_template", "_component_template"])
    await fetch(`${url}/${templates}/*`, { method: "DELETE" });
}
