import { MAX_PIECE_ROWS } from "~/services/data/import/read/pieces.server";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createJobClient } from "~/services/platform/changes/job-client.server";
import { detectFile } from "~/services/data/import/read/detect.server";
import { makePlan, shownFields } from "~/services/data/import/shape/plan.server";
import { createRunner, type ImportRunner } from "~/services/data/import/run/runner.server";
import { indexTarget } from "~/services/data/import/send/target.server";
import { openDatabase } from "~/services/platform/store/database.server";
import { createJobStore, type Job, type JobStore } from "~/services/data/import/run/import-store.server";
import { testContext } from "../setup/console";
import { type GatedCluster, startGatedCluster } from "./gated-cluster";

// A cluster whose write queue is full, seen through the whole product: remote engine, gateway, import. The gate plays
// the refusal: which rows a full queue of a real one puts off is a matter of milliseconds.
// `tests/engines/remote.engines.ts` has real ones refuse a whole bulk.

const ROWS = 2 * MAX_PIECE_ROWS + 500;
const FULL =
  "rejected execution of coordinating operation [coordinating_and_primary_bytes=53687091, replica_bytes=0, all_bytes=53687091, coordinating_operation_bytes=120000, max_coordinating_and_primary_bytes=53687091]";
// Elasticsearch's type; OpenSearch leaves its own prefix out.
const TYPES = ["es_rejected_execution_exception", "rejected_execution_exception"];

const folder = mkdtempSync(join(tmpdir(), "rejected-"));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let cluster: GatedCluster;
let store: JobStore;
let runner: ImportRunner;
let jobs = 0;

beforeAll(async () => {
  cluster = await startGatedCluster();
});
afterAll(async () => {
  await cluster.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  cluster.gate.decide(() => "pass");
  cluster.gate.bulks.length = 0;
  store = createJobStore(openDatabase(":memory:"));
  runner = newRunner();
});
afterEach(() => runner.close());

function newRunner(patienceMs?: number): ImportRunner {
  const http = createJobClient({
    baseUrl: cluster.url,
    token: cluster.token,
    context: testContext({ SEARCH_URL: cluster.url }),
  });
  return createRunner({ store, log, targetOf: (job) => indexTarget({ http, index: job.app }), patienceMs });
}

async function newJob(): Promise<Job> {
  const path = join(folder, `job-${++jobs}`);
  const content = `n,text\n${Array.from({ length: ROWS }, (_, at) => `${at},word ${at}\n`).join("")}`;
  writeFileSync(path, content);
  const detection = await detectFile({ path, name: "rows.csv" });
  const plan = makePlan({
    detection,
    shown: shownFields({ detection, existing: new Map(), stored: null }),
    chosen: [],
    idField: null,
  });
  const job = store.create({
    url: cluster.url,
    app: `rejected-${jobs}`,
    username: "admin",
    name: "rows.csv",
    size: Buffer.byteLength(content),
    path,
  });
  store.setPlan({ id: job.id, plan });
  await cluster.call("PUT", `/${job.app}`, '{"mappings":{"dynamic":false,"properties":{"n":{"type":"long"}}}}');
  return { ...job, plan };
}

async function imported(job: Job): Promise<{ job: Job | null; said: string[]; count: number }> {
  const said: string[] = [];
  runner.subscribe({ id: job.id, listener: () => said.push(runner.view(job.id)?.message ?? "") });
  runner.start(job.id);
  await expect
    .poll(() => ["done", "interrupted", "failed"].includes(store.get(job.id)?.state ?? ""), {
      timeout: 15_000,
      interval: 20,
    })
    .toBe(true);
  cluster.gate.decide(() => "pass");
  const { text } = await cluster.call("GET", `/${job.app}/_count?q=*:*`);
  return { job: store.get(job.id), said, count: (JSON.parse(text) as { count: number }).count };
}

const idsOf = (bulk: string) => [...bulk.matchAll(/^\{"index":\{"_id":"([^"]+)"/gm)].map(([, id]) => id);

test.each(TYPES)("rows that the cluster puts off with %s are sent again, and only those", async (type) => {
  // Of the second bulk every third row; the others of it reach the cluster in a bulk of the test's own, as the cluster
  // would have stored them.
  const putOff: string[] = [];
  let stored: string[] = [];
  cluster.gate.decide(async (path, bulk) => {
    if (!path.endsWith("/_bulk") || bulk !== 2) return "pass";
    const body = cluster.gate.bulks[1] ?? "";
    const ids = idsOf(body).map(String);
    putOff.push(...ids.filter((_, at) => at % 3 === 0));
    stored = ids.filter((id) => !putOff.includes(id));
    const pairs = body.trimEnd().split("\n");
    const kept = ids.flatMap((id, at) => (stored.includes(id) ? [pairs[at * 2], pairs[at * 2 + 1]] : []));
    const answer = await cluster.call("POST", path.replace(/\?.*/, ""), `${kept.join("\n")}\n`);
    expect(JSON.parse(answer.text)).toMatchObject({ errors: false });
    const items = ids.map((id) => ({
      index: putOff.includes(id)
        ? { _id: id, status: 429, error: { type, reason: FULL } }
        : { _id: id, status: 201, result: "created" },
    }));
    return { status: 200, body: JSON.stringify({ took: 1, errors: true, items }) };
  });
  const { job, said, count } = await imported(await newJob());
  expect(job).toMatchObject({ state: "done", rowsRead: ROWS, indexed: ROWS, updated: 0, failed: 0 });
  expect(count).toBe(ROWS);
  expect(said).toContainEqual(
    expect.stringMatching(/The server is busy and refused some rows for now\. Trying again in \d+ s\./),
  );
  // The third bulk is the test's own.
  const again = cluster.gate.bulks
    .slice(3)
    .map(idsOf)
    .find((ids) => ids.includes(putOff[0]));
  expect(again).toEqual(putOff);
  expect(putOff.length).toBeGreaterThan(100);
});

test.each(TYPES)("a bulk that is refused as a whole with %s goes again, and every row arrives once", async (type) => {
  const refusal = {
    status: 429,
    body: JSON.stringify({ error: { root_cause: [{ type, reason: FULL }], type, reason: FULL }, status: 429 }),
  };
  cluster.gate.decide((path, bulk) => (path.endsWith("/_bulk") && (bulk === 1 || bulk === 3) ? refusal : "pass"));
  const { job, said, count } = await imported(await newJob());
  expect(job).toMatchObject({ state: "done", rowsRead: ROWS, indexed: ROWS, updated: 0, failed: 0 });
  expect(count).toBe(ROWS);
  expect(said).toContainEqual(expect.stringContaining("The server asks for fewer calls (429)."));
  const sent = cluster.gate.bulks.flatMap(idsOf);
  expect(new Set(sent).size).toBe(ROWS);
});

test("a queue that stays full interrupts the import, which says how far it came and goes on when it is resumed", async () => {
  runner = newRunner(300);
  // The first rows pass, whichever bulk comes first.
  cluster.gate.decide((path, bulk) =>
    path.endsWith("/_bulk") && !/"n":"?0\b/.test(cluster.gate.bulks[bulk - 1] ?? "")
      ? { status: 429, body: JSON.stringify({ error: { type: TYPES[0], reason: FULL }, status: 429 }) }
      : "pass",
  );
  const begun = await newJob();
  const { job, count } = await imported(begun);
  expect(job).toMatchObject({
    state: "interrupted",
    message: expect.stringMatching(/fewer calls \(429\)\. The import gave up waiting; resume it/) as string,
  });
  expect(job?.indexed).toBe(count);
  expect(count).toBeLessThan(ROWS);
  const resumed = await imported(begun);
  expect(resumed).toMatchObject({ job: { state: "done", indexed: ROWS, failed: 0 }, count: ROWS });
});

test("a caller of the gateway gets the cluster's words, for a whole bulk and for its rows", async () => {
  cluster.gate.decide((path) =>
    path.endsWith("/_bulk")
      ? { status: 429, body: JSON.stringify({ error: { type: TYPES[0], reason: FULL }, status: 429 }) }
      : "pass",
  );
  const line = '{"index":{"_index":"said","_id":"1"}}\n{"a":1}\n';
  const whole = await cluster.call("POST", "/_bulk", line);
  expect(whole.status).toBe(429);
  expect(JSON.parse(whole.text)).toMatchObject({
    error: {
      code: 429,
      message: `elastic: Error 429 (Too Many Requests): ${FULL} [type=es_rejected_execution_exception]`,
    },
  });
  // A bulk is never sent a second time by the back end itself: what of it was stored nobody knows.
  expect(cluster.gate.bulks).toHaveLength(1);
  const item = { index: { _index: "said", _id: "1", status: 429, error: { type: TYPES[0], reason: FULL } } };
  cluster.gate.decide((path) =>
    path.endsWith("/_bulk") ? { status: 200, body: JSON.stringify({ took: 1, errors: true, items: [item] }) } : "pass",
  );
  const rows = await cluster.call("POST", "/_bulk", line);
  expect([rows.status, JSON.parse(rows.text)]).toEqual([200, expect.objectContaining({ errors: true, items: [item] })]);
});
