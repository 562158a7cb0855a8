import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createJobTable } from "~/services/jobs/table.server";
import { openDatabase } from "~/services/store/database.server";
import { authorization, childrenOf, eventually, launch, type Launched, statusOf, temporaryFolder } from "./processes";

// A re-index in place, through the console, while back end and console are killed: it ends done, and no document is lost on the way.

const DOCUMENTS = 60_000;
const dataDir = temporaryFolder();
let launched: Launched | undefined;

afterAll(async () => {
  launched?.child.kill("SIGTERM");
  await launched?.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

async function fill(backendUrl: string, index: string) {
  const headers = { authorization, "content-type": "application/x-ndjson" };
  for (let from = 0; from < DOCUMENTS; from += 20_000) {
    const rows = Array.from({ length: 20_000 }, (_, n) => `{"index":{"_id":"${from + n}"}}\n{"title":"Film ${from + n}","n":${from + n}}\n`).join("");
    expect((await fetch(`${backendUrl}/${index}/_bulk`, { method: "POST", headers, body: rows })).status).toBe(200);
  }
}

async function countOf(backendUrl: string, index: string): Promise<number> {
  await fetch(`${backendUrl}/${index}/_refresh`, { method: "POST", headers: { authorization } });
  const answer = await fetch(`${backendUrl}/${index}/_count`, { headers: { authorization } });
  return ((await answer.json()) as { count: number }).count;
}

it("survives a kill of the back end and one of the console", async () => {
  launched = launch({ DATA_DIR: dataDir, PORT: "0", BACKEND_PORT: "0" });
  const pid = launched.child.pid ?? 0;
  const [, address = ""] = await launched.printed(/Searchdeck is ready: (\S+)/);
  const [, backendUrl = ""] = await launched.printed(/Back end: (\S+)/);
  await fill(backendUrl, "films");
  const signIn = new URLSearchParams({ intent: "sign-in", url: backendUrl, username: "admin", password: "system-test", redirectTo: "/" });
  const cookie = cookiesOf(await fetch(`${address}/login`, { method: "POST", redirect: "manual", headers: { Origin: address }, body: signIn }));
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { Origin: address, Cookie: cookie };
    const answer = await fetch(`${address}${path}`, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(form) });
    expect(answer.status).toBe(302);
    return answer.headers.get("Location") ?? "";
  };
  const chosen = await post("/app/films/reindex", { intent: "choose-reindex", where: "in-place", shards: "1", replicas: "0" });
  const started = await post(chosen, { intent: "reindex" });
  const id = /\/app\/films\/jobs\/(\w+)/.exec(started)?.[1] ?? "";
  const table = createJobTable(openDatabase(join(dataDir, "console.db")));
  const row = () => table.get(id);

  await eventually(() => row()?.progress?.includes('"watch"') ?? false);
  const [backendPid = 0] = childrenOf(pid, "dist/backend.js");
  process.kill(backendPid, "SIGKILL");
  await eventually(async () => (await statusOf(`${backendUrl}/arc/health`)) === 200);
  expect(await countOf(backendUrl, "films")).toBe(DOCUMENTS);

  // Started again, once what was left is cleared away.
  await eventually(() => /"watch".*"rounds":2/.test(row()?.progress ?? ""), 90_000);
  const [consolePid = 0] = childrenOf(pid, "dist/console.js");
  process.kill(consolePid, "SIGKILL");
  await eventually(() => row()?.state === "done", 60_000);
  expect(row()).toMatchObject({ done: DOCUMENTS, total: DOCUMENTS, failed: 0 });
  expect(await countOf(backendUrl, "films")).toBe(DOCUMENTS);
  const listed = await (await fetch(`${backendUrl}/_cat/indices/films*?format=json`, { headers: { authorization } })).text();
  expect(listed.match(/"index":"films_reindexed_\d+"/g)).toHaveLength(1);
});
