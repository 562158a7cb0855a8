import { rmSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createJobTable } from "~/services/platform/jobs/table.server";
import { openDatabase } from "~/services/platform/store/database.server";
import {
  authorization,
  childrenOf,
  eventually,
  freePort,
  launch,
  type Launched,
  statusOf,
  temporaryFolder,
} from "./processes";

// A deploy that re-indexes, while console and back end are killed at its worst moments. The console calls the back end
// through a door that kills at the answer of the call that it waits for, before the console has that answer.

const DOCUMENTS = 3_000;
const dataDir = temporaryFolder();
let launched: Launched | undefined;
let [site, backend, cookie] = ["", "", ""];

type Fatal = { method: string; path: RegExp; kill: "backend" | "console" };
let fatal: Fatal | null = null;

const gate = createServer((incoming, answer) => {
  const { method = "GET", url = "/", headers } = incoming;
  const outgoing = send(`${backend}${url}`, { method, headers }, (come) => {
    const mine = fatal !== null && fatal.method === method && fatal.path.test(url) ? fatal : null;
    if (mine !== null) {
      fatal = null;
      kill(mine.kill);
    }
    answer.writeHead(come.statusCode ?? 502, come.headers);
    come.pipe(answer);
  });
  outgoing.on("error", () => answer.destroy());
  incoming.pipe(outgoing);
});

function kill(script: "backend" | "console") {
  const [pid = 0] = childrenOf(launched?.child.pid ?? 0, `dist/${script}.js`);
  process.kill(pid, "SIGKILL");
}

/** Both are there again after a kill. */
const back = () =>
  eventually(
    async () =>
      fatal === null &&
      (await statusOf(`${backend}/arc/health`)) === 200 &&
      [200, 302].includes(await statusOf(`${site}/login`)),
  );

async function post(path: string, form: Record<string, string>): Promise<string> {
  const headers = { Origin: site, Cookie: cookie };
  const answer = await fetch(`${site}${path}`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(form),
  });
  await answer.text();
  return answer.headers.get("Location") ?? `${answer.status}`;
}
const page = async (path: string) =>
  (await (await fetch(`${site}/app/films/${path}`, { headers: { Cookie: cookie } })).text()).replaceAll("<!-- -->", "");
async function asked(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${backend}${path}`, {
    ...init,
    headers: { authorization, "content-type": "application/json" },
  });
  return { status: answer.status, text: await answer.text() };
}

const chooses = (language: string) =>
  post("/app/films/languages", {
    intent: "save-draft",
    language,
    applyStopwords: "on",
    customStopwords: "",
    stemmingExceptions: "",
    normalizeDiacritics: "on",
  });
const versionShown = async () => /name="version"[^>]*value="([^"]*)"/.exec(await page("search/review"))?.[1] ?? "";
const deploys = async () =>
  post("/app/films/search/review", { intent: "deploy", version: await versionShown(), note: "" });
const jobOf = (location: string) => /\/jobs\/(\w+)/.exec(location)?.[1] ?? "";
const stateOf = (id: string) => createJobTable(openDatabase(join(dataDir, "console.db"))).get(id)?.state;

/** Every document is found, and no index is left beside the one that has them. */
async function answersWhole() {
  await asked("/films/_refresh", { method: "POST" });
  expect(JSON.parse((await asked("/films/_count")).text)).toMatchObject({ count: DOCUMENTS });
  expect((await asked("/_cat/indices/films*?format=json")).text.match(/"index":"films[^"]*"/g)).toHaveLength(1);
}
const indexed = async () =>
  /"lang":\{"type":"text","analyzer":"(\w+)"/.exec((await asked("/films/_mapping")).text)?.[1];

beforeAll(async () => {
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const door = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  launched = launch({
    ALLOWED_CLUSTER_URLS: door,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    BACKEND_PORT: "0",
  });
  [, site = ""] = await launched.printed(/Searchdeck is ready: (\S+)/);
  [, backend = ""] = await launched.printed(/Back end: (\S+)/);
  const rows = Array.from(
    { length: DOCUMENTS },
    (_, n) => `{"index":{"_id":"${n}"}}\n{"title":"Les chevaux ${n}"}\n`,
  ).join("");
  await asked("/films/_bulk", { method: "POST", body: rows });
  const body = new URLSearchParams({
    intent: "sign-in",
    url: door,
    username: "admin",
    password: "system-test",
    redirectTo: "/",
  });
  const answer = await fetch(`${site}/login`, { method: "POST", redirect: "manual", headers: { Origin: site }, body });
  expect(answer.status).toBe(302);
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
});

afterAll(async () => {
  gate.close();
  gate.closeAllConnections();
  launched?.child.kill("SIGTERM");
  await launched?.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

it.each(["console", "backend"] as const)(
  "waits in the draft where the %s is killed once the settings are saved",
  async (script) => {
    const language = script === "console" ? "French" : "Greek";
    await post("/app/films/search/discard", { intent: "discard-draft" });
    expect(await chooses(language.toLowerCase())).toContain("/languages");
    const before = await indexed();
    fatal = { method: "PUT", path: /^\/_searchrelevancy\/films/, kill: script };
    await deploys().catch(() => "cut off");
    await back();
    await answersWhole();
    expect(await indexed()).toBe(before);
    expect((await asked("/_searchrelevancy/films")).text).toContain(`"language":"${language.toLowerCase()}"`);
    expect(await page("languages")).toMatch(new RegExp(`</strong> to apply the language ${language}`));
    expect(await page("search/review")).toMatch(/is re-indexed[^]*Publish 1 change/);
  },
);

it("goes on with the job where both are killed during it", async () => {
  fatal = { method: "POST", path: /^\/_reindex\/films/, kill: "backend" };
  const id = jobOf(await deploys());
  await back();
  expect(await page("languages")).toContain("is being re-indexed");
  kill("console");
  await back();
  await eventually(() => stateOf(id) === "done");
  await answersWhole();
  expect(await indexed()).toBe("greek");
  const languages = await page("languages");
  expect(languages).not.toMatch(/<\/strong> to apply|is being re-indexed/);
  expect(await page("search/review")).toContain("No pending changes");
});

it("tells what lacks where the console is killed on the way back to a version, and goes on with its job", async () => {
  expect(await post("/app/films/search/versions/1", { intent: "return-to-version" })).toContain("/search/review");
  fatal = { method: "PUT", path: /^\/_searchrelevancy\/films/, kill: "console" };
  await deploys().catch(() => "cut off");
  await back();
  await answersWhole();
  expect(await indexed()).toBe("greek");
  expect(await page("languages")).toMatch(/<\/strong> to apply the language Universal/);

  fatal = { method: "POST", path: /^\/_reindex\/films/, kill: "console" };
  await deploys().catch(() => "cut off");
  await back();
  await eventually(async () => (await indexed()) === "universal");
  await eventually(async () => !/<\/strong> to apply|is being re-indexed/.test(await page("languages")));
  await answersWhole();
});

const fuzziness = async () => /"fuzziness":"?(\w+)/.exec((await asked("/_searchrelevancy/films")).text)?.[1];

it.each(["console", "backend"] as const)(
  "undoes a deploy once where the %s is killed while the settings are put back",
  async (script) => {
    const before = await fuzziness();
    const search = { queryType: "default", queryFormat: "or", distinctField: "", synonyms: "on", enableNgram: "on" };
    expect(await post("/app/films/search", { intent: "save-draft", ...search, fuzziness: "2" })).toContain("/search");
    expect(await deploys()).toContain("/search");
    expect(await fuzziness()).toBe("2");
    const id = /\/changes\/(c-\w+)/.exec(await page("changes"))?.[1] ?? "";
    fatal = { method: "PUT", path: /^\/_searchrelevancy\/films/, kill: script };
    await post(`/app/films/changes/${id}/undo`, { intent: "undo-change" }).catch(() => "cut off");
    await back();
    expect(await fuzziness()).toBe(before);
    // Whether it was told as undone or not: it is offered once.
    expect(await page(`changes/${id}/undo`)).toMatch(/was undone already|changed since/);
    expect(await post(`/app/films/changes/${id}/undo`, { intent: "undo-change" })).toContain("/undo");
    expect(await fuzziness()).toBe(before);
    expect(await page("search/review")).toContain("No pending changes");
    await answersWhole();
  },
);
