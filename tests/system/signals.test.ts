import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { isAlive } from "@common/process/is-alive";
import { afterAll, describe, expect, it } from "vitest";
import { authorization, childrenOf, freePort, pause, root, statusOf, temporaryFolder, eventually } from "./processes";

// Each program is asked to end three times while a request is half sent. The request is answered, and what is open is
// closed as after one signal.

type Program = {
  name: string;
  args: string[];
  env: Record<string, string>;
  engineFolder?: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  group?: boolean;
};

const folders: string[] = [];
const body = '{"title":"kept"}';
const json = { "content-type": "application/json", "content-length": String(body.length) };

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function programs(): Promise<(Program & { url: string })[]> {
  const [engine, backend, console_, outer, inner, alone] = await Promise.all(Array.from({ length: 6 }, freePort));
  const folder = () => {
    const made = temporaryFolder();
    folders.push(made);
    return made;
  };
  const [ofEngine, ofBackend, ofLauncher, ofAlone] = [folder(), folder(), folder(), folder()];
  const put = { path: "/kept/_doc/1", method: "PUT", headers: { ...json, authorization } };
  const post = {
    path: "/login",
    method: "POST",
    headers: { ...json, "content-type": "application/x-www-form-urlencoded" },
  };
  const at = (port = 0) => `http://127.0.0.1:${port}`;
  return [
    {
      name: "the engine",
      args: ["dist/engine.js"],
      env: { ENGINE_PORT: String(engine), ENGINE_DATA_DIR: ofEngine },
      engineFolder: ofEngine,
      url: at(engine),
      ...put,
    },
    {
      name: "the back end",
      args: ["dist/backend.js"],
      env: { BACKEND_PORT: String(backend), DATA_DIR: ofBackend },
      engineFolder: join(ofBackend, "engine"),
      url: at(backend),
      ...put,
    },
    {
      name: "the console",
      args: ["dist/console.js"],
      env: { PORT: String(console_), DATA_DIR: folder(), SEARCH_URL: at(9) },
      url: at(console_),
      ...post,
    },
    {
      name: "the launcher",
      args: ["server/start.mjs", "--no-install", "--no-build"],
      group: true,
      engineFolder: join(ofLauncher, "engine"),
      env: { PORT: String(outer), BACKEND_PORT: String(inner), DATA_DIR: ofLauncher },
      url: at(outer),
      ...post,
    },
    {
      name: "npm run backend",
      args: ["server/run.mjs", "backend"],
      group: true,
      env: { BACKEND_PORT: String(alone), DATA_DIR: ofAlone },
      engineFolder: join(ofAlone, "engine"),
      url: at(alone),
      ...put,
    },
  ];
}

/** Starts a request and sends half of its body; `finish` sends the rest and resolves with the status. */
async function halfSent({ url, path, method, headers }: Program & { url: string }): Promise<() => Promise<number>> {
  const origin = new URL(url);
  const outgoing = request({
    host: origin.hostname,
    port: origin.port,
    path,
    method,
    headers: { ...headers, origin: url },
  });
  const status = new Promise<number>((resolve) => {
    outgoing.on("response", (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on("error", () => resolve(0));
  });
  outgoing.write(body.slice(0, 5));
  await pause(200);
  return () => {
    outgoing.end(body.slice(5));
    return status;
  };
}

// Ctrl-C in a terminal reaches the whole group.
function send(child: ChildProcess, signal: NodeJS.Signals, group = false): void {
  process.kill(group ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
}

describe.each(await programs())("$name", (program) => {
  it("closes in order, however often it is asked to", async () => {
    const child = spawn(process.execPath, program.args, {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        LOG_LEVEL: "error",
        ADMIN_PASSWORD: "system-test",
        HOST: "127.0.0.1",
        ...program.env,
      },
      stdio: ["ignore", "ignore", "inherit"],
      detached: program.group === true,
    });
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once("exit", (code, signal) => resolve({ code, signal })),
    );
    await eventually(async () => (await statusOf(program.url)) !== 0);
    const started = childrenOf(child.pid ?? 0, "dist/");
    const finish = await halfSent(program);
    for (const signal of ["SIGINT", "SIGINT", "SIGTERM", "SIGHUP"] as const) {
      send(child, signal, program.group);
      await pause(60);
    }
    expect(child.exitCode ?? child.signalCode).toBeNull();
    expect(await finish()).toBeGreaterThanOrEqual(200);
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(started.filter(isAlive)).toEqual([]);
    if (!program.engineFolder) return;
    // The lock is there, and the log is full, while the engine runs and after an end that was cut short.
    expect(existsSync(join(program.engineFolder, "engine.lock"))).toBe(false);
    expect(statSync(join(program.engineFolder, "engine.db-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });
});
