import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { detectFile } from "~/services/data/import/read/detect.server";
import { makePlan, shownFields } from "~/services/data/import/shape/plan.server";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { addJob, getJobs, startJob } from "~/services/platform/jobs/jobs.server";
import { openStore } from "~/services/platform/store/database.server";
import { RESUME } from "~/routes/data/jobs/intents";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// As whom a job of each kind runs: as who started it, by his rights of that moment, and as who resumed it from then on.

const dataDir = mkdtempSync(join(tmpdir(), "job-rights-"));
const ben = { username: "ben", password: "a-quiet-owl" };
const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

let backend: TestBackend;
let gate: Gate;
/** Who called the server by way of the console. */
const callers = new Set<string | undefined>();

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  expect(
    (
      await backend.call("POST", "/_user", {
        ...ben,
        is_admin: false,
        allowed_actions: ["develop"],
        indices: ["films*"],
      })
    ).status,
  ).toBeLessThan(300);
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});
beforeEach(async () => {
  callers.clear();
  gate.decide(() => "pass");
  await backend.call("PATCH", "/_user/ben", { indices: ["films*"] });
});

const ROWS = 4_100;
async function fill(index: string): Promise<void> {
  await backend.call("PUT", `/${index}`, { mappings: { properties: { n: { type: "long" } } } });
  const body = Array.from({ length: ROWS }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":1}\n`).join("");
  const headers = { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" };
  expect((await fetch(`${backend.url}/${index}/_bulk?refresh=true`, { method: "POST", headers, body })).status).toBe(
    200,
  );
}

const context = () => testContext({ SEARCH_URL: gate.url, DATA_DIR: dataDir });
const scopeOf = ({ username, password }: typeof ben) => ({
  context: context(),
  session: { id: `session of ${username}`, url: gate.url, username, password },
});
async function count(index: string, query: object): Promise<unknown> {
  await backend.call("POST", `/${index}/_refresh`);
  return (await backend.call("POST", `/${index}/_count`, { query })).body;
}

/** A copy of an index into another one. */
const copied = (kind: "reindex" | "clone", index: string) =>
  addJob(scopeOf(ben), {
    kind,
    target: index,
    label: `into ${index}-b`,
    input: { source: index, target: `${index}-b`, clone: kind === "clone" },
  });

/** An upload that its person starts. */
async function imported(index: string): Promise<string> {
  const path = join(dataDir, index);
  writeFileSync(path, `n\n${"1\n".repeat(ROWS)}`);
  const store = createJobStore(openStore(dataDir));
  const detection = await detectFile({ path, name: "rows.csv" });
  const plan = makePlan({
    detection,
    shown: shownFields({ detection, existing: new Map(), stored: null }),
    chosen: [],
    idField: null,
  });
  const { id } = store.create({
    url: gate.url,
    app: index,
    username: ben.username,
    name: "rows.csv",
    size: statSync(path).size,
    path,
  });
  store.setPlan({ id, plan });
  expect(startJob(scopeOf(ben), id)).toBe(true);
  return id;
}

type Case = {
  kind: string;
  /** The call of the job before which its person loses the index, and which of them. */
  changing: RegExp;
  nth: number;
  start: (index: string) => string | null | Promise<string>;
  /** What stands in the server when all of it is done. */
  done: (index: string) => Promise<unknown>;
  all: object;
};

const QUERY = { query: '{"match_all":{}}', count: ROWS };
const CASES: Case[] = [
  {
    ...{ kind: "delete-by-query", changing: /_delete_by_query/, nth: 2, all: { count: 0 } },
    start: (index) => addJob(scopeOf(ben), { kind: "delete-by-query", target: index, label: "all", input: QUERY }),
    done: (index) => count(index, { match_all: {} }),
  },
  {
    ...{ kind: "update-by-query", changing: /_bulk/, nth: 2, all: { count: ROWS } },
    start: (index) =>
      addJob(scopeOf(ben), {
        ...{ kind: "update-by-query", target: index, label: "all" },
        input: { ...QUERY, edit: { operation: "set", field: "n", value: "2" } },
      }),
    done: (index) => count(index, { term: { n: 2 } }),
  },
  ...(["reindex", "clone"] as const).map((kind): Case => ({
    ...{ kind, changing: /^\/_reindex/, nth: 1, all: { count: ROWS } },
    start: (index) => copied(kind, index),
    done: (index) => count(`${index}-b`, { match_all: {} }),
  })),
  {
    ...{ kind: "import", changing: /_bulk/, nth: 2, all: { count: 2 * ROWS } },
    start: imported,
    done: (index) => count(index, { match_all: {} }),
  },
];

async function ended(id: string) {
  const { table } = getJobs(context());
  await expect.poll(() => table.get(id)?.state, { timeout: 20_000 }).toMatch(/^(?:done|interrupted|failed|cancelled)$/);
  return table.get(id);
}

describe.each(CASES)("a job of the kind $kind", ({ kind, changing, nth, start, done, all }) => {
  it("runs as who started it, ends with his rights, and goes on as who resumes it", async () => {
    const index = `films-${kind}`;
    await fill(index);
    let changes = 0;
    gate.decide(async (path, _bulks, { headers }): Promise<Verdict> => {
      callers.add(headers.authorization);
      if (changing.test(path) && (changes += 1) === nth)
        await backend.call("PATCH", "/_user/ben", { indices: ["books"] });
      return "pass";
    });
    const id = (await start(index)) ?? "";
    expect(await ended(id)).toMatchObject({ state: "interrupted", owner: "ben" });
    expect(callers).toEqual(new Set([basic(ben.username, ben.password)]));
    const before = await done(index);
    expect(before).not.toMatchObject(all);

    callers.clear();
    const resumed = await openScreen("jobs", {
      ...{ backend: { ...backend, url: gate.url }, env: { DATA_DIR: dataDir }, form: { intent: RESUME, job: id } },
    });
    expect(resumed.flash).toBe("The job continues where it stopped.");
    expect(await ended(id)).toMatchObject({ state: "done", owner: backend.username });
    expect(await done(index)).toMatchObject(all);
    expect(callers).toEqual(new Set([`Basic ${backend.token}`]));
  });
});
