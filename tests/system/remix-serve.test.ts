import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WITHOUT_OUR_SERVER } from "~/server/context.server";
import { eventually, freePort, root, type RunningBackend, startBackend, statusOf, temporaryFolder } from "./processes";

// The build behind `remix-serve`, as README.md has it: pages work, what our server adds is missing, and the log says
// so.

const folders = [temporaryFolder(), temporaryFolder()];
let backend: RunningBackend;
let child: ChildProcess;
let url = "";
let output = "";

beforeAll(async () => {
  const [ofBackend = "", ofConsole = ""] = folders;
  backend = await startBackend({ dataDir: ofBackend });
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "./build/index.js"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: ofConsole,
      SEARCH_URL: backend.url,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await eventually(async () => (await statusOf(`${url}/login`)) === 200);
});
afterAll(async () => {
  child.kill("SIGTERM");
  await backend.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, { fields, cookie = "" }: { fields: Record<string, string>; cookie?: string }) =>
  fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, Cookie: cookie },
    body: new URLSearchParams(fields),
  });

it("signs in, shows pages and takes forms; what is too large is refused by the page that reads it", async () => {
  const signedIn = await post("/login", {
    fields: { intent: "sign-in", url: backend.url, username: "admin", password: "system-test" },
  });
  expect(signedIn.status).toBe(302);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const made = await post("/cluster/create-index", { fields: { intent: "create", name: "films" }, cookie });
  expect([made.status, made.headers.get("location")]).toEqual([302, "/app/films"]);
  const page = await fetch(`${url}/app/films`, { headers: { Cookie: cookie } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("films")]);
  const large = { intent: "create", name: "large", mappings: "a".repeat(CONSOLE_LIMITS.form.most) };
  expect((await post("/cluster/create-index", { fields: large, cookie })).status).toBe(413);
});

it("says once what is missing, and answers no probe", async () => {
  expect((await fetch(`${url}/healthz`, { redirect: "manual" })).status).toBe(302);
  expect(output.split(WITHOUT_OUR_SERVER)).toHaveLength(2);
});
