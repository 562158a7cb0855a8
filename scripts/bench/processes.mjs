// Starts and measures the processes of a benchmark.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { root } from "../../server/launch/install.mjs";

const canPin = process.platform === "linux" && spawnSync("taskset", ["-V"]).status === 0;

/**
 * Starts a built program and waits for its message `{ type: "ready" }`, or for a printed line with `ready on
 * <address>`. `core` pins it to one core where the system can; `flags` are Node's own. Returns the message, the process id, milliseconds until
 * it was ready, and `stop`.
 */
export async function startProgram({ file, env, core, flags = [] }) {
  const began = performance.now();
  const pinned = core !== undefined && canPin;
  const command = pinned ? "taskset" : process.execPath;
  const args = [...(pinned ? ["-c", String(core), process.execPath] : []), ...flags, `${root}${file}`];
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", HOST: "127.0.0.1", ...env },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const message = await new Promise((resolve, reject) => {
    child.on("message", (received) => received.type === "ready" && resolve(received));
    child.stdout.on("data", (chunk) => {
      const [, address] = / ready on (http:\S+)/.exec(chunk.toString()) ?? [];
      if (address !== undefined) resolve({ address });
    });
    void exited.then((code) => reject(new Error(`${file} ended with exit code ${code}`)));
  });
  return {
    message,
    pid: child.pid,
    milliseconds: performance.now() - began,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Resident memory in MB, now and at its highest; null where the system does not say. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
  } catch {
    return null;
  }
}

/** Counts the highest memory of a process from now on, where the system can. */
export function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Then the highest counts from the start of the process.
  }
}

/**
 * Milliseconds of the processor that a process has used, all its threads together; null where the system does not say.
 */
export function processorTimeOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce(
        (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
        0,
      ) / 1e6
    );
  } catch {
    return null;
  }
}
