// A child process that is kept alive: started again with back-off when it ends by itself, ended in order when asked.
import { spawn } from "node:child_process";

const firstDelay = 100;
const longestDelay = 10_000;
const goodUptime = 30_000;

/**
 * Calls back when this process is asked to end: by a signal, or because whoever started it is gone. npm runs scripts in
 * a shell, passes a signal on to that shell only, and the shell ends without a word to us; then our parent changes.
 */
export function onEnd(callback) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, callback);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, 250);
  watch.unref();
}

/**
 * Starts `node file` and keeps it running.
 * Takes the program, its environment (asked again at each start), a name for messages, and callbacks: `onMessage` for
 * what the child sends, `onFailed` when it ends before it ever said `{ type: "ready" }`. Returns `{ ready, stop }`: a
 * promise of the first ready message, and a function that ends the child (SIGTERM, then SIGKILL after `grace` ms) and
 * waits for it.
 */
export function supervise({ file, args = [], environment, name, onMessage = () => {}, onFailed, grace = 15_000 }) {
  let child;
  let timer;
  let delay = firstDelay;
  let stopping = false;
  let everReady = false;
  let announce;
  const ready = new Promise((resolve) => (announce = resolve));

  function start() {
    const began = Date.now();
    // A process group of its own: Ctrl-C in a terminal reaches only the launcher, which ends the console before its
    // back end.
    child = spawn(process.execPath, ["--enable-source-maps", file, ...args], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: environment(),
      detached: true,
    });
    child.on("message", (message) => {
      if (message?.type === "ready") {
        everReady = true;
        announce(message);
      }
      onMessage(message);
    });
    child.on("error", (error) => console.error(`${name}: ${error.message}`));
    child.on("exit", (code, signal) => {
      child = undefined;
      if (stopping) return;
      if (!everReady) {
        onFailed(code ?? 1);
        return;
      }
      if (Date.now() - began > goodUptime) delay = firstDelay;
      console.error(`${name} ended (${signal ?? `exit code ${code}`}); starting it again in ${delay} ms.`);
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, longestDelay);
    });
  }

  function stop() {
    stopping = true;
    clearTimeout(timer);
    if (child === undefined) return Promise.resolve();
    const ending = child;
    return new Promise((resolve) => {
      const last = setTimeout(() => ending.kill("SIGKILL"), grace);
      ending.once("exit", () => {
        clearTimeout(last);
        resolve();
      });
      ending.kill("SIGTERM");
    });
  }

  start();
  return { ready, stop };
}
