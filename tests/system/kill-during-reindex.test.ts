import { rmSync } from "node:fs";
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

// Long work on many documents, through the console, while back end and console are killed: it ends done, no document is
// lost on the way, and none is changed twice.

const DOCUMENTS = 60_000;
const UPDATED = 12_000;
/** How long a busy machine may take over what is left after a kill. */
const PATIENCE = 150_000;
const dataDir = temporaryFolder();
let launched: Launched | undefined;
let backendUrl = "";
let start: (path: string, form: Record<string, string>) => Promise<string>;
const rowOf = (id: string) => createJobTable(openDatabase(join(dataDir, "console.db"))).get(id);

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
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `{"index":{"_id":"${from + n}"}}\n{"title":"Film ${from + n}","n":${from + n}}\n`,
    ).join("");
    expect((await fetch(`${backendUrl}/${index}/_bulk`, { method: "POST", headers, body: rows })).status).toBe(200);
  }
}

async function countOf(backendUrl: string, index: string): Promise<number> {
  await fetch(`${backendUrl}/${index}/_refresh`, { method: "POST", headers: { authorization } });
  const answer = await fetch(`${backendUrl}/${index}/_count`, { headers: { authorization } });
  return ((await answer.json()) as { count: number }).count;
}

beforeAll(async () => {
  launched = launch({ DATA_DIR: dataDir, PORT: String(await freePort()), BACKEND_PORT: "0" });
  // A console that was killed comes back where it was.
  const [, address = ""] = await launched.printed(/Searchdeck is ready: (\S+)/);
  [, backendUrl = ""] = await launched.printed(/Back end: (\S+)/);
  await fill(backendUrl, "films");
  const signIn = new URLSearchParams({
    intent: "sign-in",
    url: backendUrl,
    username: "admin",
    password: "system-test",
    redirectTo: "/",
  });
  const cookie = cookiesOf(
    await fetch(`${address}/login`, { method: "POST", redirect: "manual", headers: { Origin: address }, body: signIn }),
  );
  start = async (path, form) => {
    const headers = { Origin: address, Cookie: cookie };
    const answer = await fetch(`${address}${path}`, {
      method: "POST",
      redirect: "manual",
      headers,
      body: new URLSearchParams(form),
    });
    expect(answer.status).toBe(302);
    return answer.headers.get("Location") ?? "";
  };
});

async function kill(script: "backend" | "console") {
  const [pid = 0] = childrenOf(launched?.child.pid ?? 0, `dist/${script}.js`);
  process.kill(pid, "SIGKILL");
  if (script === "backend") await eventually(async () => (await statusOf(`${backendUrl}/arc/health`)) === 200);
}

/**
 * Writes one document after the other until it is stopped, whatever dies meanwhile; gives the ids of those that were
 * acknowledged.
 */
function writeOn(index: string): () => Promise<string[]> {
  let isOver = false;
  const written = (async () => {
    const ids: string[] = [];
    for (let n = 0; !isOver; n++) {
      const id = `live-${n}`;
      const sent = {
        method: "PUT",
        headers: { authorization, "content-type": "application/json" },
        body: '{"title":"Live"}',
      };
      const status = await fetch(`${backendUrl}/${index}/_doc/${id}`, sent).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200 || status === 201) ids.push(id);
      // Nothing is refused while a back end is there; one that has just come back says 503 until it is ready.
      else if (status !== 0 && status !== 503) throw new Error(`a write was answered ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return ids;
  })();
  written.catch(() => undefined);
  return async () => {
    isOver = true;
    return written;
  };
}

const jobOf = (location: string) => /\/app\/films\/jobs\/(\w+)/.exec(location)?.[1] ?? "";

it("a re-index survives a kill of the back end and one of the console", async () => {
  const chosen = await start("/app/films/reindex", {
    intent: "choose-reindex",
    where: "in-place",
    shards: "1",
    replicas: "0",
  });
  const id = jobOf(await start(chosen, { intent: "reindex" }));
  const row = () => rowOf(id);

  await eventually(() => row()?.progress?.includes('"watch"') ?? false);
  const stop = writeOn("films");
  await kill("backend");
  expect(await countOf(backendUrl, "films")).toBeGreaterThanOrEqual(DOCUMENTS);

  // Started again, once what was left is cleared away.
  await eventually(() => /"watch".*"rounds":2/.test(row()?.progress ?? ""), 90_000);
  await kill("console");
  // Whatever comes of it, the next test begins without a writer.
  await eventually(() => row()?.state === "done", PATIENCE).finally(stop);
  expect(row()).toMatchObject({ failed: 0 });
  const live = await stop();
  expect(live.length).toBeGreaterThan(20);
  // A write that died with its back end may be there as well, though nobody was told so.
  const found = await countOf(backendUrl, "films");
  expect(found).toBeGreaterThanOrEqual(DOCUMENTS + live.length);
  for (const id of live)
    expect((await fetch(`${backendUrl}/films/_source/${id}`, { headers: { authorization } })).status).toBe(200);
  const gone = {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: '{"query":{"term":{"title.keyword":"Live"}}}',
  };
  await fetch(`${backendUrl}/films/_delete_by_query?refresh=true`, gone);
  expect(await countOf(backendUrl, "films")).toBe(DOCUMENTS);
  // The block of the run that was killed is gone with it.
  const late = {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: '{"title":"Late"}',
  };
  expect((await fetch(`${backendUrl}/films/_doc/late`, late)).status).toBe(201);
  expect(
    (await fetch(`${backendUrl}/films/_doc/late?refresh=true`, { method: "DELETE", headers: { authorization } }))
      .status,
  ).toBe(200);
  const listed = await (
    await fetch(`${backendUrl}/_cat/indices/films*?format=json`, { headers: { authorization } })
  ).text();
  expect(listed.match(/"index":"films_reindexed_\d+"/g)).toHaveLength(1);
});

type Hit = { _id: string; _version: number; _source: { tags?: string[] } };

/** Every document, as it is stored now. */
async function allDocuments(): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (;;) {
    const after = hits.at(-1);
    const body = {
      size: 10_000,
      version: true,
      _source: ["tags"],
      sort: [{ _id: "asc" }],
      ...(after ? { search_after: [after._id] } : {}),
    };
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(`${backendUrl}/films/_search`, { method: "POST", headers, body: JSON.stringify(body) });
    const page = ((await answer.json()) as { hits: { hits: Hit[] } }).hits.hits;
    if (page.length === 0) return hits;
    hits.push(...page);
  }
}

it("an update by query survives them too, and edits no document twice", async () => {
  const before = new Map((await allDocuments()).map(({ _id, _version }) => [_id, _version]));
  const id = jobOf(
    await start(`/app/films/browse/documents/update-many?edit=append&path=tags&with=seen&f=below:n:${UPDATED}`, {
      intent: "update-documents",
      count: String(UPDATED),
    }),
  );
  const row = () => rowOf(id);
  await eventually(() => (row()?.done ?? 0) > 1_000);
  await kill("backend");
  const then = row()?.done ?? 0;
  expect(then).toBeLessThan(UPDATED);
  await eventually(() => (row()?.done ?? 0) > then + 1_000, 60_000);
  await kill("console");
  await eventually(() => row()?.state === "done", PATIENCE);
  expect(row()).toMatchObject({ done: UPDATED, total: UPDATED, failed: 0 });
  const after = await allDocuments();
  expect(after).toHaveLength(DOCUMENTS);
  const wrong = after.filter(({ _id, _version, _source }) => {
    const meant = Number(_id) < UPDATED;
    return (
      (_source.tags ?? []).join() !== (meant ? "seen" : "") || _version !== (before.get(_id) ?? 0) + (meant ? 1 : 0)
    );
  });
  expect(wrong.slice(0, 5)).toEqual([]);
});
