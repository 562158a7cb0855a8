import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyEngine } from "../../setup/empty-engine";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export type Product = {
  /** Address of the console, no slash at the end. */
  url: string;
  /** Address of its back end. */
  backendUrl: string;
  username: string;
  password: string;
  dataDir: string;
  /** What the processes printed so far. */
  output: () => string;
  /** Calls the back end as the admin; for data that a test needs and for looking at what happened. */
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
  pid: number;
  /** Ends it as Ctrl-C does; gives the exit code. Removes the data folder unless `keepData`. */
  stop: (options?: { keepData?: boolean }) => Promise<number | null>;
};

export type ProductOptions = { env?: Record<string, string>; dataDir?: string };

const password = "e2e-Passw0rd";

/** A real engine on loopback that the tests may empty; products run on it instead of an embedded one. */
export const realEngine = process.env["TEST_ENGINE_URL"];

/**
 * Starts the built product as `npm start` does, on free ports with an empty data folder of its own.
 * Takes further environment variables and a data folder to keep. Rejects with what was printed when it ends before it
 * is ready.
 */
export async function startProduct({ env = {}, dataDir }: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "searchdeck-e2e-")));
  // A new data folder is an empty product, so its engine is emptied too.
  if (realEngine !== undefined && dataDir === undefined) await emptyEngine(realEngine);
  const child = spawn(process.execPath, ["server/start.mjs", "--no-install", "--no-build"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      BACKEND_PORT: "0",
      DATA_DIR: folder,
      ADMIN_USERNAME: "admin",
      ADMIN_PASSWORD: password,
      LOG_LEVEL: "warn",
      ...(realEngine === undefined ? {} : { ENGINE_URL: realEngine }),
      ...env,
    },
  });
  let printed = "";
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      const ready = /Searchdeck is ready: (\S+)[\s\S]*(?:Back end: \S+|It uses \S+)\n/.exec(printed);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then((code) => reject(new Error(`The product ended with exit code ${code}:\n${printed}`)));
  });
  const backendUrl = /(?:Back end:|It uses) (\S+)/.exec(printed)?.[1] ?? "";
  // The console is up before the engine behind it is prepared.
  while (realEngine !== undefined && (await fetch(`${url}/readyz`)).status !== 200) {
    if (child.exitCode !== null) throw new Error(`The product ended:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  async function stop({ keepData = false } = {}) {
    child.kill("SIGTERM");
    const code = await exited;
    if (!keepData) await rm(folder, { recursive: true, force: true });
    return code;
  }

  const adminPassword = env["ADMIN_PASSWORD"] ?? password;
  const call = caller({ backendUrl, username: "admin", password: adminPassword });
  return {
    url,
    backendUrl,
    username: "admin",
    password,
    dataDir: folder,
    output: () => printed,
    call,
    pid: child.pid ?? 0,
    stop,
  };
}

/** Calls a back end as this user: what a test uses as `product.call`. */
export function caller({
  backendUrl,
  username,
  password,
}: Pick<Product, "backendUrl" | "username" | "password">): Product["call"] {
  const Authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return async (method, path, body) => {
    const type = typeof body === "string" ? "application/x-ndjson" : "application/json";
    const answer = await fetch(`${backendUrl}${path}`, {
      method,
      headers: { Authorization, ...(body === undefined ? {} : { "Content-Type": type }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    return { status: answer.status, body: isJson && text !== "" ? (JSON.parse(text) as unknown) : text };
  };
}
