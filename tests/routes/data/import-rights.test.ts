import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJobStore, type Job } from "~/services/data/import/run/import-store.server";
import { openStore } from "~/services/platform/store/database.server";
import { getImports } from "~/services/data/import/imports.server";
import { CANCEL, DISCARD, RESUME, RETRY, RETRY_EDITED, START } from "~/routes/data/import/intents";
import { loader as overview } from "~/routes/overview/cluster";
import { createClient } from "~/services/platform/http/client.server";
import { seal, sessionSecrets } from "~/session/seal.server";
import { createSession } from "~/sessions.server";
import { buildRoutes } from "../../../routes.js";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, responseOf, testContext } from "../../setup/console";
import { startWholeConsole, type WholeConsole } from "../../setup/whole-console";

// What the console keeps about an index is for those who may use the index now, on the server that it belongs to, while
// that server may be called.

let backend: TestBackend;
let other: TestBackend;
/** The way to the second server, which can be closed. */
let gate: Gate;
let site: WholeConsole;
const users = { ana: ["films"], ben: ["books"], eve: ["films"] };
beforeAll(async () => {
  [backend, other] = await Promise.all([startTestBackend(), startTestBackend({ apart: true })]);
  for (const server of [backend, other]) {
    for (const index of ["films", "books"]) await server.call("PUT", `/${index}`);
    for (const [username, indices] of Object.entries(users))
      await server.call("POST", "/_user", { username, password: username, allowed_actions: ["develop"], indices });
  }
  gate = await openGate(other.url);
  site = await startWholeConsole({ SEARCH_URL: backend.url, ALLOWED_CLUSTER_URLS: `${other.url},${gate.url}` });
});
afterAll(async () => {
  await site.close();
  await gate.close();
  await Promise.all([backend.close(), other.close()]);
});

async function signIn(username: keyof typeof users, server: { url: string } = backend) {
  const body = new URLSearchParams({ intent: "sign-in", url: server.url, username, password: username });
  const answer = await fetch(`${site.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url },
    body,
  });
  const cookie = cookiesOf(answer.headers);
  expect(cookie).toContain("sd_session");
  return cookie;
}

const SECRET = "s3cret-row";
const jobs = () => createJobStore(openStore(site.dataDir));
const plan = {
  options: { format: "csv", encoding: "utf-8", gzip: false, delimiter: ",", header: true },
  columns: ["a"],
  fields: [{ name: "a", type: "text", useCase: "search", dateFormat: "iso", list: false, include: true }],
  idField: null,
} as const;

/** A job of ana's into films in some state, with a failed row. */
function job(
  state: Job["state"],
  { url, name }: { url: string; name: string } = { url: backend.url, name: `${SECRET}.csv` },
) {
  const store = jobs();
  const made = store.create({ url, app: "films", username: "ana", name, size: 9, path: "/nonexistent/rows" });
  store.setPlan({ id: made.id, plan: { ...plan, columns: [...plan.columns], fields: [...plan.fields] } });
  store.commit({
    id: made.id,
    progress: {
      ackedRow: 1,
      rows: 1,
      indexed: 0,
      updated: 0,
      bytesRead: 9,
      failures: [{ row: 1, line: 2, raw: Buffer.from(SECRET), reason: SECRET, field: null }],
    },
  });
  // A paused one is not to be taken up while the test looks.
  if (state !== "draft")
    store.table.setState({ id: made.id, state, nextTry: state === "paused" ? Date.now() + 3600_000 : null });
  return made.id;
}

/** Every address of routes.js that names a job, under an index, as a page and as data. */
function addresses(index: string, id: string) {
  const routes = buildRoutes();
  const full = ({ path = "", parentId }: { path?: string; parentId: string }): string =>
    `${parentId === "root" ? "" : full(routes[parentId]!)}${path === "" ? "" : `/${path}`}`;
  const all = Object.values(routes)
    .map(full)
    .filter((path) => path.includes(":jobId"));
  expect(all.length).toBeGreaterThanOrEqual(5);
  return all
    .map((path) => path.replace(":appName", index).replace(":jobId", id))
    .flatMap((path) => [path, `${path}.data`, `${path}?as=report`]);
}
const intents = [CANCEL, RESUME, RETRY, RETRY_EDITED, START, DISCARD];

/**
 * Asks for everything about a job by every method, and tells what showed something of it. Of the intents each address
 * gets two, `turn` says which: over the states and callers each gets all of them.
 */
async function shown({ cookie, index, id, turn }: { cookie: string; index: string; id: string; turn: number }) {
  const found: string[] = [];
  let asked = 0;
  async function ask(path: string, init: RequestInit = {}) {
    asked += 1;
    const answer = await fetch(`${site.url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { Cookie: cookie, Origin: site.url, "Accept-Encoding": "identity", ...(init.headers ?? {}) },
      signal: AbortSignal.timeout(5000),
    });
    const text = await answer.text();
    if (
      text.includes(SECRET) ||
      (answer.headers.get("Location") ?? "").includes(id) ||
      (answer.status < 300 && !path.includes(".data"))
    )
      found.push(`${init.method ?? "GET"} ${path} ${answer.status}`);
  }
  for (const [at, path] of addresses(index, id).entries()) {
    await ask(path);
    if (path.endsWith("?as=report")) continue;
    if (!path.endsWith(".data")) await ask(path, { method: (at + turn) % 2 === 0 ? "PUT" : "DELETE" });
    for (const intent of path.endsWith(".data") ? [CANCEL] : intents.filter((_, n) => n % 3 === (at + turn) % 3))
      await ask(path, { method: "POST", body: new URLSearchParams({ intent, rows: "x" }) });
  }
  return { found, asked };
}

describe("jobs and their failed rows", () => {
  it("are shown to who may use the index", async () => {
    const cookie = await signIn("ana");
    const id = job("done");
    for (const path of [
      `/app/films/import/${id}`,
      `/app/films/import/${id}/failed`,
      `/resources/import/${id}/failed`,
      `/resources/import/${id}/events`,
      "/app/films/import",
    ]) {
      const answer = await fetch(`${site.url}${path}`, { headers: { Cookie: cookie } });
      expect(await answer.text(), path).toContain(SECRET);
    }
    // Another user of the same index sees them too.
    expect(
      await (await fetch(`${site.url}/app/films/import/${id}`, { headers: { Cookie: await signIn("eve") } })).text(),
    ).toContain(SECRET);
  });

  it.each([
    { state: "draft", turn: 0 },
    { state: "paused", turn: 1 },
    { state: "interrupted", turn: 2 },
    { state: "done", turn: 3 },
  ] as const)(
    "in state $state are nothing to others: other index, other server, rights taken away meanwhile",
    async ({ state, turn }) => {
      const id = job(state);
      const before = jobs().get(id);
      const count = () => openStore(site.dataDir).prepare<{ n: number }>("SELECT count(*) AS n FROM jobs").get()?.n;
      const known = count();
      const ben = await signIn("ben");
      const away = await signIn("ana", other);
      const eve = await signIn("eve");
      expect((await fetch(`${site.url}/app/films/import/${id}`, { headers: { Cookie: eve } })).status).toBe(200);
      await backend.call("PATCH", "/_user/eve", { indices: ["books"] });
      let asked = 0;
      // Under an index that he may use the id is still another one's.
      for (const [cookie, index] of [
        [ben, "films"],
        [ben, "books"],
        [away, "films"],
        [eve, "films"],
      ] as const) {
        const result = await shown({ cookie, index, id, turn });
        asked += result.asked;
        expect(result.found).toEqual([]);
      }
      await backend.call("PATCH", "/_user/eve", { indices: ["films"] });
      expect(jobs().get(id)).toEqual(before);
      expect(count()).toBe(known);
      if (state === "draft") console.log(`jobs by others: ${asked} requests for each of four states`);
    },
  );

  it("while nobody's rights can be asked: how far it is, and its end, for the one who began it; nothing of the file, nothing for others", async () => {
    const id = job("paused", { url: gate.url, name: "rows.csv" });
    const [ana, eve] = [await signIn("ana", gate), await signIn("eve", gate)];
    const get = (path: string, cookie: string) =>
      fetch(`${site.url}${path}`, { headers: { Cookie: cookie }, signal: AbortSignal.timeout(10_000) });
    for (const cookie of [ana, eve])
      expect(await (await get(`/app/films/import/${id}`, cookie)).text()).toContain(SECRET);
    gate.decide(() => "break");
    try {
      const page = await get(`/app/films/import/${id}`, ana);
      expect([page.status, (await page.text()).includes(SECRET)]).toEqual([200, false]);
      for (const path of [`/app/films/import/${id}/failed`, `/resources/import/${id}/failed`])
        expect((await get(path, ana)).status, path).toBeGreaterThanOrEqual(500);
      expect((await get(`/app/films/import/${id}`, eve)).status).toBeGreaterThanOrEqual(500);
      const cancel = (cookie: string) =>
        fetch(`${site.url}/app/films/import/${id}`, {
          method: "POST",
          redirect: "manual",
          headers: { Cookie: cookie, Origin: site.url },
          body: new URLSearchParams({ intent: CANCEL }),
        });
      await cancel(eve);
      expect(jobs().get(id)?.state).toBe("paused");
      await cancel(ana);
      expect(jobs().get(id)?.state).toBe("cancelled");
    } finally {
      gate.decide(() => "pass");
    }
  });

  it("are nothing to who lost the action, and uploads are refused before they are taken in", async () => {
    const cookie = await signIn("eve");
    const id = job("done");
    await fetch(`${site.url}/app/films/import/${id}`, { headers: { Cookie: cookie } });
    await backend.call("PATCH", "/_user/eve", { allowed_actions: ["analytics"] });
    expect((await shown({ cookie, index: "films", id, turn: 0 })).found).toEqual([]);
    const body = new FormData();
    body.append("intent", "paste-rows");
    body.append("rows", "a\n1");
    const upload = await fetch(`${site.url}/app/films/import`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, Origin: site.url },
      body,
    });
    expect(upload.status).toBeGreaterThanOrEqual(400);
    await backend.call("PATCH", "/_user/eve", { allowed_actions: ["develop"] });
  });
});

describe("a server that was taken off the list", () => {
  const here = () => ({ SEARCH_URL: "http://127.0.0.1:9" });

  it("ends its sessions at the next page or form, with the reason", async () => {
    const before = testContext({ ...here(), ALLOWED_CLUSTER_URLS: backend.url });
    const made = createSession({
      request: consoleRequest("/"),
      context: before,
      url: backend.url,
      username: "ana",
      password: "ana",
    });
    const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
    const after = testContext({ ...here(), DATA_DIR: before.config.dataDir });
    for (const form of [undefined, { intent: "x" }]) {
      const request = consoleRequest("/cluster", { cookie, ...(form ? { form } : {}) });
      const again = createSession({
        request: consoleRequest("/"),
        context: after,
        url: backend.url,
        username: "ana",
        password: "ana",
      });
      const fresh = form
        ? consoleRequest("/cluster", { cookie: cookiesOf(new Headers({ "Set-Cookie": again })), form })
        : request;
      const answer = await responseOf(overview({ request: fresh, params: {}, context: after }));
      expect(answer.headers.get("Location")).toMatch(/^\/login/);
      expect(decodeURIComponent(answer.headers.getSetCookie().join("\n"))).toContain(
        `You were signed out. This console may no longer call ${backend.url}.`,
      );
      expect(answer.headers.getSetCookie().join("\n")).toMatch(/sd_session=; .*Max-Age=0/);
    }
    // Ended for good: it does not come back with the server.
    expect(
      (
        await responseOf(overview({ request: consoleRequest("/cluster", { cookie }), params: {}, context: before }))
      ).headers.get("Location"),
    ).toMatch(/^\/login/);
  });

  it("is not called by anything that holds a client", async () => {
    const context = testContext(here());
    const http = createClient({ baseUrl: backend.url, token: backend.token, context });
    await expect(http.send({ path: "/" })).rejects.toMatchObject({ status: 403, failure: { kind: "server-refused" } });
    await expect(http.open({ path: "/" })).rejects.toThrow("may no longer call");
  });

  it("stops its jobs, which say why and go on when it is allowed again", async () => {
    const context = testContext(here());
    const { config } = context;
    const store = createJobStore(openStore(config.dataDir));
    const made = store.create({
      url: backend.url,
      app: "films",
      username: "ana",
      name: "rows.csv",
      size: 9,
      path: "/nonexistent/rows",
    });
    store.setPlan({ id: made.id, plan: { ...plan, columns: [...plan.columns], fields: [...plan.fields] } });
    store.setCredentials({
      id: made.id,
      username: "ana",
      credentials: seal({
        text: Buffer.from("ana:ana").toString("base64"),
        purpose: "job credentials",
        secrets: sessionSecrets(config),
      }),
    });
    store.setState({ id: made.id, state: "running" });
    getImports(context);
    await expect
      .poll(() => store.get(made.id))
      .toMatchObject({
        state: "interrupted",
        credentials: null,
        message: expect.stringContaining(`may no longer call ${backend.url}`),
      });
  });
});
