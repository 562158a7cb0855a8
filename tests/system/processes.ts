import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), "searchdeck-system-"));

/** Takes a free port of the machine; it may be taken again before it is used, so only for tests. */
export async function freePort(): Promise<number> {
  const { port, close } = await occupyPort();
  close();
  return port;
}

/** Listens on a free port of loopback until `close`. */
export function occupyPort(): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({
        port: typeof address === "object" && address !== null ? address.port : 0,
        close: () => server.close(),
      });
    });
  });
}

export type Launched = {
  child: ChildProcess;
  output: () => string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves with the match once the output has it; rejects after 90 s or when the process ends before. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>;
};

/** Starts the launcher as `npm start` does, without installing or building. */
export function launch(env: Record<string, string>): Launched {
  const child = spawn(process.execPath, ["server/start.mjs", "--no-install", "--no-build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ADMIN_PASSWORD: "system-test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  async function printed(pattern: RegExp) {
    const deadline = Date.now() + 90_000;
    while (Date.now() < deadline) {
      const match = pattern.exec(output);
      if (match !== null) return match;
      if (child.exitCode !== null) break;
      await pause(20);
    }
    throw new Error(`${String(pattern)} was not printed:\n${output}`);
  }
  return { child, output: () => output, exited, printed };
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Repeats until the check holds; rejects after `within` ms. */
export async function eventually(check: () => Promise<boolean> | boolean, within = 45_000): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${within} ms: ${String(check)}`);
    await pause(25);
  }
}

/** The status of an answer, or 0 when nobody answers. */
export async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url, { redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Ids of the direct children of a process whose command line has this text. Linux only, as /proc is read. */
export function childrenOf(parent: number, text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const parentOfIt = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return parentOfIt === parent && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Highest resident memory of a process so far, in bytes. Linux only. */
export function peakMemory(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? Number.NaN) * 1024;
}

export type RunningBackend = {
  pid: number;
  url: string;
  child: ChildProcess;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the built back end alone on a data folder; resolves when it is ready, with an `ENGINE_URL` in `env` when it
 * listens.
 */
export async function startBackend({
  dataDir,
  port = 0,
  env = {},
}: {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}): Promise<RunningBackend> {
  const child = fork(join(root, "dist/backend.js"), [], {
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      BACKEND_PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: "system-test",
      LOG_LEVEL: "error",
      ...env,
    },
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = new Promise<number>((resolve, reject) => {
    child.on("message", (message: { type?: string; port?: number }) => {
      if (message.type === "ready") resolve(message.port ?? 0);
    });
    void gone.then(() => reject(new Error("the back end ended before it was ready")));
  });
  const url = `http://127.0.0.1:${await ready}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return { pid: child.pid ?? 0, url, child, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

export const authorization = `Basic ${Buffer.from("admin:system-test").toString("base64")}`;
