import { fork, spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@common/process/is-alive";
import { SqliteDatabase } from "@common/storage/sqlite";
import { afterEach, describe, expect, it } from "vitest";
import {
  childrenOf,
  eventually,
  freePort,
  launch,
  occupyPort,
  pause,
  root,
  statusOf,
  temporaryFolder,
  type Launched,
} from "./processes";

const running: Launched[] = [];
const folders: string[] = [];

function start(env: Record<string, string>) {
  const folder = temporaryFolder();
  folders.push(folder);
  const launched = launch({ DATA_DIR: folder, PORT: "0", BACKEND_PORT: "0", ...env });
  running.push(launched);
  return launched;
}

async function startReady(env: Record<string, string> = {}) {
  const launched = start(env);
  const [, url = ""] = await launched.printed(/Searchdeck is ready: (\S+)/);
  const [, backendUrl = ""] = await launched.printed(/(?:Back end:|It uses) (\S+)/);
  return { ...launched, url, backendUrl, pid: launched.child.pid ?? 0 };
}

afterEach(async () => {
  for (const launched of running.splice(0)) {
    if (launched.child.exitCode === null && launched.child.signalCode === null) launched.child.kill("SIGTERM");
    await launched.exited;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the launcher", () => {
  it("answers on the printed address, and is ready with its back end", async () => {
    const { url } = await startReady();
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    expect(await statusOf(`${url}/readyz`)).toBe(200);
  });

  it("prints a generated password at the first start and never again", async () => {
    const first = await startReady({ ADMIN_PASSWORD: "" });
    const folder = folders.at(-1) ?? "";
    await first.printed(/with password\s+\S{8,}/);
    first.child.kill("SIGTERM");
    await first.exited;
    const second = launch({ DATA_DIR: folder, PORT: "0", BACKEND_PORT: "0", ADMIN_PASSWORD: "" });
    running.push(second);
    await second.printed(/Back end: \S+/);
    await pause(200);
    expect(second.output()).not.toMatch(/password/);
  });

  it.each([
    ["PORT", "70000", /^PORT: "70000" is not allowed; allowed is a whole number from 0 to 65535\.\n$/],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL: "loud" is not allowed; allowed is fatal, [^\n]*\n$/],
    ["TRUST_PROXY", "everyone", /^TRUST_PROXY: "everyone" is not allowed;[^\n]*\n$/],
  ])("ends with one line for a bad %s", async (name, value, line) => {
    const launched = start({ [name]: value });
    expect(await launched.exited).toMatchObject({ code: 1 });
    expect(launched.output()).toMatch(line);
  });

  it("refuses a data folder of a newer version in words, and leaves it as it is", async () => {
    const folder = temporaryFolder();
    folders.push(folder);
    const path = join(folder, "console.db");
    const newer = new SqliteDatabase(path);
    newer.exec("CREATE TABLE later (x); PRAGMA user_version = 99");
    newer.close();
    const launched = launch({ DATA_DIR: folder, PORT: "0", BACKEND_PORT: "0" });
    running.push(launched);
    expect(await launched.exited).toMatchObject({ code: 1 });
    expect(launched.output()).toContain(`${path} was written by a newer version of Searchdeck (format 99; `);
    const after = new SqliteDatabase(path);
    expect(after.prepare<{ name: string }>("SELECT name FROM sqlite_master").all()).toEqual([{ name: "later" }]);
    after.close();
  });

  it("ends with one line when the port is in use", async () => {
    const { port, close } = await occupyPort();
    const launched = start({ PORT: String(port) });
    expect(await launched.exited).toMatchObject({ code: 1 });
    expect(launched.output()).toBe(`Port ${port} on 127.0.0.1 is in use; set PORT to another one.\n`);
    close();
  });

  it("ends with one line when the back end's port is in use", async () => {
    const { port, close } = await occupyPort();
    const launched = start({ BACKEND_PORT: String(port) });
    expect(await launched.exited).toMatchObject({ code: 1 });
    expect(launched.output()).toBe(`Port ${port} on 127.0.0.1 is in use; set BACKEND_PORT to another one.\n`);
    close();
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends every process it started on %s, with exit code 0", async (signal) => {
    const { child, exited, pid, url, backendUrl } = await startReady();
    const started = childrenOf(pid, "dist/");
    expect(started).toHaveLength(2);
    child.kill(signal);
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(started.filter(isAlive)).toEqual([]);
    expect(await statusOf(url)).toBe(0);
    expect(await statusOf(backendUrl)).toBe(0);
  });

  it("leaves no process behind when it is killed itself", async () => {
    const { child, exited, pid } = await startReady();
    const started = childrenOf(pid, "dist/");
    child.kill("SIGKILL");
    await exited;
    await eventually(() => started.filter(isAlive).length === 0);
  });

  it("ends when npm, which started it, gets SIGTERM", async () => {
    const folder = temporaryFolder();
    folders.push(folder);
    const npm = spawn("npm", ["start", "--silent", "--", "--no-install", "--no-build"], {
      cwd: root,
      env: { ...process.env, SEARCH_URL: "http://127.0.0.1:9", PORT: "0", DATA_DIR: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = await new Promise<string>((resolve) => {
      let output = "";
      npm.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const [, found] = /Searchdeck is ready: (\S+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    npm.kill("SIGTERM");
    await eventually(async () => (await statusOf(`${url}/healthz`)) === 0);
  });

  it("starts a killed back end again on its port, while the console keeps running", async () => {
    const { pid, url, backendUrl, output } = await startReady();
    const [consolePid] = childrenOf(pid, "dist/console.js");
    for (let round = 0; round < 2; round += 1) {
      const [backendPid] = childrenOf(pid, "dist/backend.js");
      expect(backendPid).toBeDefined();
      process.kill(backendPid ?? 0, "SIGKILL");
      await eventually(async () => !isAlive(backendPid ?? 0));
      expect(await statusOf(`${url}/healthz`)).toBe(200);
      await eventually(async () => (await statusOf(`${url}/readyz`)) === 200);
    }
    expect(await statusOf(`${backendUrl}/arc/health`)).toBe(200);
    expect(childrenOf(pid, "dist/console.js")).toEqual([consolePid]);
    expect(output()).toMatch(/starting it again in 100 ms[\s\S]*starting it again in 200 ms/);
  });

  it("is up and says why it is not ready while the cluster at ENGINE_URL is away, then prints the password and keeps no engine of its own", async () => {
    const enginePort = await freePort();
    const { url, printed } = await startReady({ ENGINE_URL: `http://127.0.0.1:${enginePort}`, ADMIN_PASSWORD: "" });
    const dataDir = folders.at(-1) ?? "";
    const unready = await fetch(`${url}/readyz`);
    expect(unready.status).toBe(503);
    expect(await unready.json()).toMatchObject({
      reason: `not ready: the search engine cannot be reached (http://127.0.0.1:${enginePort}: connection refused)`,
    });
    expect(await statusOf(`${url}/login`)).toBe(200);
    const engineDir = temporaryFolder();
    folders.push(engineDir);
    const engine = fork(join(root, "dist/engine.js"), [], {
      env: { ...process.env, ENGINE_PORT: String(enginePort), ENGINE_DATA_DIR: engineDir },
      silent: true,
    });
    try {
      await printed(/with password\s+\S{8,}/);
      await eventually(async () => (await statusOf(`${url}/readyz`)) === 200);
      expect(readdirSync(dataDir)).not.toContain("engine");
    } finally {
      engine.kill("SIGTERM");
    }
    await eventually(async () => (await statusOf(`${url}/readyz`)) === 503);
  });

  it("starts no back end when SEARCH_URL names another, and is not ready while that one is away", async () => {
    const elsewhere = `http://127.0.0.1:${await freePort()}`;
    const { pid, url } = await startReady({ SEARCH_URL: elsewhere });
    expect(childrenOf(pid, "dist/backend.js")).toEqual([]);
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    expect(await statusOf(`${url}/readyz`)).toBe(503);
    expect(await statusOf(`${url}/login`)).toBe(200);
  });
});
