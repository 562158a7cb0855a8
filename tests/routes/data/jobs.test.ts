import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { createJobTable, type JobTable } from "~/services/platform/jobs/table.server";
import { openStore } from "~/services/platform/store/database.server";
import type { loader as discardPage } from "~/routes/data/import/discard";
import type { loader as jobPage } from "~/routes/data/jobs/job";
import type { loader as jobList } from "~/routes/data/jobs/jobs";
import { DISCARD } from "~/routes/data/import/intents";
import { RESUME, TRY_NOW } from "~/routes/data/jobs/intents";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, testContext } from "../../setup/console";
import { cookieOf, openScreen } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";
import "../../setup/runner/matchers";

// The list of jobs, the page of one, and deletions that are too large for a page to wait for.

const ROWS = 10_500;
let backend: TestBackend;
let gate: Gate;
let dataDir: string;
let table: JobTable;
let page: Awaited<ReturnType<typeof renderedConsole>>;
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const env = () => ({ DATA_DIR: dataDir });

beforeAll(async () => {
  page = await renderedConsole();
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  for (const index of ["films", "books"]) await backend.call("PUT", `/${index}`);
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});
beforeEach(() => {
  gate.decide(() => "pass");
  dataDir = mkdtempSync(join(tmpdir(), "jobs-routes-"));
  table = createJobTable(openStore(dataDir));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

const list = (path = "jobs", options: { at?: string; as?: { actions: string[]; indices: string[] } } = {}) =>
  openScreen<typeof jobList>(path, { backend: behind(), env: env(), ...options });

function addJob({ target = "films", owner = "ana", label = "year is 1927" } = {}): string {
  return table.create({
    kind: "delete-by-query",
    server: gate.url,
    target,
    owner,
    label,
    total: 9,
    input: { query: '{"match_all":{}}', count: 9 },
  });
}

function addUpload(): { id: string; path: string } {
  const path = join(dataDir, "films.upload");
  writeFileSync(path, "a\n1\n");
  return {
    id: createJobStore(openStore(dataDir)).create({
      url: gate.url,
      app: "films",
      username: "ana",
      name: "films.csv",
      size: 4,
      path,
    }).id,
    path,
  };
}

/** A text as a file keeps it: half a letter is none. */
const readable = (text: string) => Buffer.from(text).toString("utf8");

async function htmlOf(path: string) {
  const request = consoleRequest(path, { cookie: await cookieOf({ backend: behind(), env: env() }) });
  const answer = await page(request, testContext({ SEARCH_URL: gate.url, ...env() }));
  expect(answer.status).toBe(200);
  return answer.text();
}

async function fill(index: string) {
  const rows = Array.from({ length: ROWS }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`).join("");
  await backend.call("PUT", `/${index}`, { mappings: { properties: { n: { type: "long" } } } });
  const answer = await fetch(`${backend.url}/${index}/_bulk?refresh=true`, {
    method: "POST",
    headers: { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" },
    body: rows,
  });
  expect(answer.status).toBe(200);
}
const deleteAll = (index: string) =>
  openScreen("browse/documents/delete-many", {
    backend: behind(),
    env: env(),
    at: index,
    form: { intent: "delete-documents", confirmation: index, count: String(ROWS) },
  });

describe("the list", () => {
  it("shows what runs first, counts by state, and filters by kind, person and time", async () => {
    const [done, failed] = [addJob(), addJob({ owner: "ben" })];
    addUpload();
    table.setState({ id: done, state: "done", result: { deleted: 9, left: 0 } });
    table.setState({ id: failed, state: "failed", message: "No such field." });
    const paused = addJob();
    table.setState({
      id: paused,
      state: "paused",
      message: "search-us is not reachable.",
      nextTry: Date.now() + 30_000,
    });
    const { data } = await list();
    expect(data?.jobs.map(({ state }) => state)).toEqual(["paused", "draft", "failed", "done"]);
    expect(data?.numbers).toEqual({ "": 4, running: 1, waiting: 0, failed: 1, finished: 1, "not-started": 1 });
    expect(data?.jobs[0]?.notice).toMatch(/^search-us is not reachable\. Next try in \d+ sec\. Nothing is lost\.$/);
    expect(data?.jobs[2]?.notice).toBe("No such field. Nothing was deleted.");
    expect(data?.jobs[1]).toMatchObject({
      title: "Import films.csv",
      to: expect.stringMatching(/^\/app\/films\/import\//),
    });
    expect(data?.jobs[3]).toMatchObject({
      amount: "9 of 9 documents",
      links: [{ label: "Browse documents", to: "/app/films/browse" }],
    });
    expect((await list("jobs?state=failed")).data?.jobs.map(({ id }) => id)).toEqual([failed]);
    expect((await list("jobs?by=ben")).data?.jobs.map(({ id }) => id)).toEqual([failed]);
    expect((await list("jobs?kind=import")).data?.numbers["not-started"]).toBe(1);
    expect((await list("jobs?since=day")).data?.total).toBe(4);
  });

  it("is of those indices that the reader may use now, and of one under its address", async () => {
    const [films, books] = [addJob(), addJob({ target: "books" })];
    const as = { actions: ["develop"], indices: ["books"] };
    expect((await list("jobs", { as })).data?.jobs.map(({ id }) => id)).toEqual([books]);
    expect((await list("jobs", { at: "films" })).data?.jobs.map(({ id }) => id)).toEqual([films]);
    expect((await list("jobs", { as, at: "films" })).data).toBeUndefined();
    expect(await list(`jobs/${films}`, { as })).toMatchObject({ status: 404 });
    expect(await list(`jobs/${films}`, { as, at: "books" })).toMatchObject({ status: 404 });
    for (const intent of [RESUME, TRY_NOW])
      expect(
        await openScreen("jobs", { backend: behind(), env: env(), as, form: { intent, job: films } }),
      ).toMatchObject({ status: 404 });
    expect(
      await openScreen(`jobs/${films}/cancel`, { backend: behind(), env: env(), as, form: { intent: "cancel-job" } }),
    ).toMatchObject({ status: 404 });
    expect(table.get(films)?.state).toBe("draft");
  });

  it("while nobody's rights can be asked is that of one's own jobs", async () => {
    const own = addJob({ owner: backend.username });
    addJob();
    await list();
    gate.decide(() => "break");
    const { data } = await list();
    expect(data?.own).toBe(true);
    expect(data?.jobs.map(({ id }) => id)).toEqual([own]);
  });

  it("leads to the page that asks before it deletes an upload nobody started, and is led back to", async () => {
    const { id, path } = addUpload();
    const html = await htmlOf("/cluster/jobs");
    const to = `/cluster/import/${id}/discard?from=jobs`;
    expect(html).toContain(`href="${to}"`);
    expect(html).not.toContain(`value="${id}"`);
    const open = (form?: Record<string, string>) =>
      openScreen<typeof discardPage>(to, { backend: behind(), env: env(), ...(form ? { form } : {}) });
    expect((await open()).data).toEqual({ name: "films.csv", size: 4, back: "/cluster/jobs" });
    expect([table.get(id)?.state, existsSync(path)]).toEqual(["draft", true]);
    const done = await open({ intent: DISCARD });
    expect([done.response?.headers.get("Location"), done.flash]).toEqual([
      "/cluster/jobs",
      "Upload films.csv deleted. Nothing was imported from it.",
    ]);
    expect([table.get(id), existsSync(path)]).toEqual([null, false]);
  });

  it.each(["a\0b", "\0", "\u0001\u001b[31m\u007f\u0085", "\u2028\u202e<script>a", "\ud800"])(
    "takes a job with the label %j, as its page does",
    async (label) => {
      const id = addJob({ label });
      const after = addJob();
      table.setState({ id, state: "failed", message: `No field ${label}.` });
      expect(table.get(id)).toMatchObject({ label: readable(label), message: `No field ${readable(label)}.` });
      const { data } = await list();
      expect(data?.jobs.map((job) => job.id).sort()).toEqual([id, after].sort());
      const own = await openScreen<typeof jobPage>(`jobs/${id}`, { backend: behind(), env: env() });
      expect(own.data?.job).toMatchObject({ detail: readable(label), state: "failed" });
      const html = await htmlOf("/cluster/jobs");
      expect(html.match(/<article/g)).toHaveLength(2);
      expect(html).not.toContain("<script>a");
    },
  );
});

describe("a large deletion", () => {
  it("runs as a job that tells how far it is", async () => {
    await fill("large");
    const answer = await deleteAll("large");
    const to = answer.response?.headers.get("Location") ?? "";
    expect(to).toMatch(/^\/app\/large\/jobs\/[A-Za-z0-9]{12}$/);
    const id = to.split("/").at(-1) ?? "";
    await expect.poll(() => table.get(id)?.state).toBe("done");
    expect(table.get(id)).toMatchObject({
      done: ROWS,
      total: ROWS,
      result: `{"deleted":${ROWS},"left":0}`,
      credentials: null,
    });
    expect((await openScreen<typeof jobPage>(to, { backend: behind(), env: env() })).data?.job).toMatchObject({
      ...{
        title: "Delete by query in large",
        detail: "all documents",
        state: "done",
        amount: "10,500 of 10,500 documents",
      },
    });
    expect((await backend.call("GET", "/large/_count")).body).toMatchObject({ count: 0 });
  });

  it("pauses while the server is away, tries again when told, and can be cancelled with what is gone said", async () => {
    await fill("halfway");
    let deletions = 0;
    gate.decide((path) => (path.includes("_delete_by_query") && (deletions += 1) === 2 ? "break" : "pass"));
    const id = (await deleteAll("halfway")).response?.headers.get("Location")?.split("/").at(-1) ?? "";
    await expect.poll(() => table.get(id)?.state).toBe("paused");
    expect(table.get(id)?.done).toBe(2000);
    gate.decide((path) => (path.includes("_delete_by_query") && (deletions += 1) > 4 ? { status: 503 } : "pass"));
    await openScreen("jobs", { backend: behind(), env: env(), form: { intent: TRY_NOW, job: id } });
    await expect.poll(() => table.get(id)).toMatchObject({ state: "paused", done: 6000 });
    const page = await openScreen(`jobs/${id}/cancel`, { backend: behind(), env: env(), at: "halfway" });
    expect(page.data).toMatchObject({ unchanged: "Documents deleted before stay deleted; the others are unchanged." });
    const cancelled = await openScreen(`jobs/${id}/cancel`, {
      backend: behind(),
      env: env(),
      at: "halfway",
      form: { intent: "cancel-job" },
    });
    expect(cancelled.flash).toBe(
      "The job was cancelled. Documents deleted before stay deleted; the others are unchanged.",
    );
    expect(table.get(id)?.state).toBe("cancelled");
    expect((await backend.call("GET", "/halfway/_count")).body).toMatchObject({ count: ROWS - 6000 });
  });
});
