import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { loader as clonePage } from "~/routes/indices/copy/clone";
import type { loader as startPage } from "~/routes/indices/copy/clone-start";
import type { loader as reindexPage } from "~/routes/indices/copy/reindex";
import type { loader as reindexStartPage } from "~/routes/indices/copy/reindex-start";
import type { loader as cancelPage } from "~/routes/data/jobs/cancel";
import type { loader as jobPage } from "~/routes/data/jobs/job";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import "../../setup/runner/matchers";

// Clone and re-index from the form over the page of checks to the end of their job.

let backend: TestBackend;
let gate: Gate;
let dataDir: string;
let made = 0;
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const env = () => ({ DATA_DIR: dataDir });
const DOCUMENTS = 2_500;

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});
beforeEach(() => {
  gate.decide(() => "pass");
  dataDir = mkdtempSync(join(tmpdir(), "copy-"));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

async function fill(documents = DOCUMENTS): Promise<string> {
  const index = `films-${(made += 1)}`;
  const mappings = { properties: { title: { type: "keyword" }, year: { type: "long" } } };
  await backend.call("PUT", `/${index}`, { mappings, settings: { number_of_replicas: 0 } });
  const rows = Array.from(
    { length: documents },
    (_, n) => `{"index":{"_id":"${n}"}}\n{"title":"Film ${n}","year":${1900 + (n % 100)}}\n`,
  ).join("");
  const answer = await fetch(`${backend.url}/${index}/_bulk?refresh=true`, {
    method: "POST",
    headers: { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" },
    body: rows,
  });
  expect(answer.status).toBe(200);
  return index;
}

async function countOf(index: string): Promise<number | undefined> {
  return ((await backend.call("GET", `/${index}/_count`)).body as { count?: number }).count;
}

const open = <Load extends (args: never) => unknown>(path: string, at: string, form?: Record<string, string>) =>
  openScreen<Load>(path, { backend: behind(), env: env(), at, ...(form ? { form } : {}) });

/** Sends the form and gives the path of the page that checks it. */
async function choose(screen: "clone" | "reindex", at: string, form: Record<string, string>): Promise<string> {
  const chosen = await open(screen, at, { intent: `choose-${screen}`, ...form });
  expect(chosen.errors).toEqual({});
  const to = chosen.response?.headers.get("Location") ?? "";
  expect(to).toContain(`/app/${at}/${screen}/start?draft=`);
  return to;
}

/** Confirms, and gives the path of the job. */
async function start(path: string, at: string): Promise<string> {
  const started = await open(path, at, { intent: path.includes("/clone/") ? "clone" : "reindex" });
  expect(started.response?.headers.get("Location")).toContain(`/app/${at}/jobs/`);
  return started.response?.headers.get("Location") ?? "";
}

async function ended(path: string, at: string) {
  const job = async () => (await open<typeof jobPage>(path, at)).data?.job;
  await expect.poll(async () => (await job())?.state, { timeout: 20_000 }).not.toMatch(/queued|running|paused/);
  return job();
}

const whole = { "action[0]": "mappings", "action[1]": "settings", "action[2]": "data" };

it("clones an index with its documents, as a job that leads to the new one", async () => {
  const index = await fill();
  expect((await open<typeof clonePage>("clone", index)).data?.values).toEqual({
    target: `${index}-copy`,
    action: ["mappings", "settings", "data"],
  });
  const path = await choose("clone", index, { target: `${index}-copy`, ...whole });
  const { data } = await open<typeof startPage>(path, index);
  expect(data?.checks).toMatchObject([
    { key: "source", tone: "good", detail: expect.stringContaining("2,500 documents") },
    { key: "target", tone: "good", detail: "The name is free." },
    { key: "disk", tone: "good", detail: expect.stringMatching(/needed, .* free/) },
  ]);
  expect(data?.request).toMatchObject({
    method: "POST",
    path: `/_reindex/${index}/${index}-copy?wait_for_completion=false`,
  });
  const job = await ended(await start(path, index), index);
  expect(job).toMatchObject({ state: "done", kind: "Clone", amount: "2,500 of 2,500 documents" });
  expect(job?.links).toEqual([{ label: `View ${index}-copy`, to: `/app/${index}-copy` }]);
  expect(await countOf(`${index}-copy`)).toBe(DOCUMENTS);
  expect(await countOf(index)).toBe(DOCUMENTS);
});

it("clones without documents, and documents alone into an index that is there", async () => {
  const index = await fill(3);
  const empty = await choose("clone", index, {
    target: `${index}-empty`,
    "action[0]": "mappings",
    "action[1]": "settings",
  });
  expect(await ended(await start(empty, index), index)).toMatchObject({ state: "done" });
  expect(await countOf(`${index}-empty`)).toBe(0);
  expect(JSON.stringify((await backend.call("GET", `/${index}-empty/_mapping`)).body)).toContain(
    '"year":{"type":"long"}',
  );
  const data = await choose("clone", index, { target: `${index}-empty`, "action[0]": "data" });
  expect((await open<typeof startPage>(data, index)).data?.checks[1]).toMatchObject({
    tone: "warn",
    detail: expect.stringContaining("what was copied until then stays"),
  });
  expect(await ended(await start(data, index), index)).toMatchObject({ state: "done" });
  expect(await countOf(`${index}-empty`)).toBe(3);
});

it("does not start where the name is taken, the target missing, or the index closed", async () => {
  const index = await fill(1);
  const taken = await choose("clone", index, { target: index, ...whole });
  expect((await open<typeof startPage>(taken, index)).data?.checks[1]).toMatchObject({ tone: "bad" });
  expect(await open(taken, index, { intent: "clone" })).toFlash(/^Nothing was started\. Target/);
  const missing = await choose("clone", index, { target: "nowhere", "action[0]": "data" });
  expect(await open(missing, index, { intent: "clone" })).toFlash(/There is no index of this name/);
  await backend.call("POST", `/${index}/_close`);
  const closed = await choose("clone", index, { target: `${index}-b`, ...whole });
  expect(await open(closed, index, { intent: "clone" })).toFlash(/The index is closed/);
});

it("re-indexes in place with another mapping, shards and without a field; the name and the aliases stay", async () => {
  const index = await fill();
  await backend.call("POST", "/_aliases", { actions: [{ add: { index, alias: `${index}-shown` } }] });
  const { data } = await open<typeof reindexPage>("reindex", index);
  const mappings = JSON.stringify({ properties: { title: { type: "text" } } });
  const form = {
    where: "in-place",
    target: "",
    shards: "1",
    replicas: "0",
    settings: "",
    exclude: "year",
    ...{ mappings },
  };
  expect(data?.values).toMatchObject({ where: "in-place", shards: 1, mappings: expect.stringContaining('"keyword"') });
  const path = await choose("reindex", index, form);
  expect((await open<typeof startPage>(path, index)).data?.request?.body).toContain('"exclude_fields"');
  expect(await ended(await start(path, index), index)).toMatchObject({ state: "done", kind: "Re-index" });
  expect(await countOf(index)).toBe(DOCUMENTS);
  const found = JSON.stringify((await backend.call("GET", `/${index}`)).body);
  expect((await backend.call("GET", "/_aliasedindices")).body).toContainEqual(
    expect.objectContaining({ alias: index, index: `${index}_reindexed_1` }),
  );
  expect(found).toContain(`"${index}-shown"`);
  expect(found).toContain('"title":{"type":"text"}');
  expect(JSON.stringify((await backend.call("GET", `/${index}/_doc/7`)).body)).not.toContain("year");
});

it("tells before a re-index in place which aliases the server may drop, and that writes meanwhile are lost, where it is not ours", async () => {
  // Ours in all but the plan, by which products are told apart.
  const elsewhere = await openGate(backend.url);
  elsewhere.decide((path) => (path === "/arc/plan" ? { status: 405, body: "" } : "pass"));
  const index = await fill(5);
  const add = (...names: string[]) =>
    backend.call("POST", "/_aliases", { actions: names.map((alias) => ({ add: { index, alias } })) });
  const note = async (url: string) => {
    const at = { backend: { ...behind(), url }, env: env(), at: index };
    const chosen = await openScreen("reindex", {
      ...at,
      form: {
        intent: "choose-reindex",
        where: "in-place",
        target: "",
        shards: "1",
        replicas: "0",
        settings: "",
        mappings: "",
      },
    });
    const page = await openScreen<typeof reindexStartPage>(chosen.response?.headers.get("Location") ?? "", at);
    expect(page.data?.checks.map(({ key }) => key)).toContain("source");
    expect(page.data?.keepsWrites).toBe(url === gate.url);
    return page.data?.checks.find(({ key }) => key === "aliases");
  };
  expect(await note(elsewhere.url)).toBeUndefined();
  await add(`${index}-shown`, `${index}-sold`);
  expect(await note(elsewhere.url)).toEqual({
    key: "aliases",
    label: "Aliases",
    tone: "warn",
    detail: `This server may drop ${index}-shown and ${index}-sold at the end. The job adds them again; until then, searches by these names fail.`,
  });
  expect(await note(gate.url)).toBeUndefined();
  await elsewhere.close();
});

it("copies the included fields alone into a new index", async () => {
  const index = await fill(3);
  const path = await choose("reindex", index, {
    where: "into",
    target: `${index}-titles`,
    shards: "1",
    replicas: "0",
    include: "ti*, nothing",
    exclude: "",
  });
  expect((await open<typeof startPage>(path, index)).data?.plan?.include).toEqual(["ti*", "nothing"]);
  expect(await ended(await start(path, index), index)).toMatchObject({ state: "done" });
  expect((await backend.call("GET", `/${index}-titles/_doc/1`)).body).toMatchObject({ _source: { title: "Film 1" } });
  expect(JSON.stringify((await backend.call("GET", `/${index}-titles/_doc/1`)).body)).not.toContain("year");
});

it("a re-index that fails tells which documents, and leaves the index as it was", async () => {
  const index = await fill();
  const mappings = JSON.stringify({ properties: { title: { type: "long" } } });
  const path = await choose("reindex", index, { where: "in-place", shards: "1", replicas: "0", mappings });
  const at = await start(path, index);
  expect(await ended(at, index)).toMatchObject({
    state: "failed",
    notice: expect.stringMatching(
      /could not be copied\. films-\d+ is unchanged\. What was written to it meanwhile is kept\. The unfinished copy is removed\./,
    ),
  });
  const { data } = await open<typeof jobPage>(at, index);
  expect(data?.failed[0]).toMatchObject({ id: "0", reason: expect.stringContaining("title") });
  expect(await countOf(index)).toBe(DOCUMENTS);
  await expect
    .poll(async () => JSON.stringify((await backend.call("GET", `/${index}*`)).body))
    .not.toContain("_reindexed_");
  await expect
    .poll(async () => (await backend.call("PUT", `/${index}/_doc/0`, { title: "written again" })).status)
    .toBe(200);
});

it("a cancel stops the task of the server, and takes the new index back", async () => {
  const index = await fill(30_000);
  const at = await start(await choose("clone", index, { target: `${index}-b`, ...whole }), index);
  await expect.poll(async () => (await backend.call("HEAD", `/${index}-b`)).status, { timeout: 10_000 }).toBe(200);
  expect((await open(`${at}/cancel`, index, { intent: "cancel-job" })).flash).toContain("The job was cancelled.");
  expect(await ended(at, index)).toMatchObject({
    state: "cancelled",
    notice: `${index} is unchanged. ${index}-b is removed.`,
  });
  expect((await backend.call("GET", "/_tasks?actions=*reindex")).body).toEqual({ nodes: {} });
  expect((await backend.call("HEAD", `/${index}-b`)).status).toBe(404);
  expect(await countOf(index)).toBe(30_000);
});

it("starts nothing while the index is being re-indexed, by this console or by anybody else", async () => {
  const index = await fill(1);
  let release: () => void = () => undefined;
  const held = new Promise<"pass">((resolve) => (release = () => resolve("pass")));
  gate.decide((path) => (path.startsWith(`/_reindex/${index}`) ? held : "pass"));
  const first = await start(await choose("clone", index, { target: `${index}-b`, ...whole }), index);
  const again = await choose("reindex", index, { where: "in-place", shards: "1", replicas: "0", mappings: "" });
  const said = `Nothing was started. Index ${index}: It is being re-indexed. Try again when that has finished.`;
  const tried = async () => (await open(again, index, { intent: "reindex" })).flash;
  expect(await tried()).toBe(said);
  release();
  expect(await ended(first, index)).toMatchObject({ state: "done" });
  const description = `reindex from [${index}] to [${index}_reindexed_1][_doc]`;
  const running = JSON.stringify({ nodes: { n: { tasks: { "n:7": { description } } } } });
  gate.decide((path) => (path.startsWith("/_tasks?") ? { status: 200, body: running } : "pass"));
  expect(await tried()).toBe(said);
  gate.decide(() => "pass");
  expect(await tried()).toBe(`Index ${index} is being re-indexed.`);
});

it("sends the mappings of the source to a server that cannot read them by itself", async () => {
  const index = await fill(20);
  const sent: string[] = [];
  gate.decide((path, _, __, body) => {
    if (!path.startsWith(`/_reindex/${index}`)) return "pass";
    sent.push(body);
    return body.includes("properties")
      ? "pass"
      : {
          status: 400,
          body: JSON.stringify({ error: { code: 400, message: "error fetching mappings: elastic: Error 400" } }),
        };
  });
  const location = await start(await choose("clone", index, { target: `${index}-sent`, ...whole }), index);
  expect(await ended(location, index)).toMatchObject({ state: "done" });
  expect(sent.map((body) => body.includes('"year"'))).toEqual([false, true]);
  expect(await countOf(`${index}-sent`)).toBe(20);
});

it("the page that asks before a cancel says what stays", async () => {
  const index = await fill(30_000);
  const at = await start(await choose("reindex", index, { where: "in-place", shards: "1", replicas: "0" }), index);
  const asks = async () => (await open<typeof cancelPage>(`${at}/cancel`, index)).data?.unchanged;
  await expect.poll(asks, { timeout: 10_000 }).toContain("The unfinished copy is removed.");
  expect(await asks()).toContain(`${index} is unchanged. What was written to it meanwhile is kept.`);
  expect((await open(`${at}/cancel`, index, { intent: "cancel-job" })).flash).toContain(
    `${index} is unchanged. What was written to it meanwhile is kept.`,
  );
  expect(await countOf(index)).toBe(30_000);
});

it("a server that does not answer in time is in progress, and is followed to its end", async () => {
  const index = await fill();
  gate.decide(async (path) => {
    if (!path.startsWith("/_reindex/")) return "pass";
    await backend.call("POST", path, {});
    return { status: 504, body: "" };
  });
  const path = await choose("clone", index, { target: `${index}-late`, ...whole });
  expect(await ended(await start(path, index), index)).toMatchObject({ state: "done" });
  expect(await countOf(`${index}-late`)).toBe(DOCUMENTS);
});

it.each([
  [400, "", /^You need to upgrade ReactiveSearch to v7\.11\.0 or above to take advantage of this feature\./],
  [406, "odd words", /^You need to upgrade ReactiveSearch to v7\.11\.0/],
  [400, "odd words", /^An error occurred while cloning the index\. Please try again\. The server said: odd words/],
  [500, "odd words", /^An error occurred while cloning the index\. Please try again\./],
])("an answer of %d with “%s” is told in the words of the specification", async (status, message, words) => {
  const index = await fill(1);
  const body = message === "" ? "" : JSON.stringify({ error: { code: status, message } });
  gate.decide((path) => (path.startsWith("/_reindex/") ? { status, body } : "pass"));
  const path = await choose("clone", index, { target: `${index}-b`, ...whole });
  expect(await ended(await start(path, index), index)).toMatchObject({
    state: "failed",
    notice: expect.stringMatching(words),
  });
});
