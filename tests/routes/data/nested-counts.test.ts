import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import type { loader as dataUsage } from "~/routes/analytics/data-usage/data-usage";
import type { loader as monitoring } from "~/routes/analytics/monitoring/monitoring";
import { loadIndexChoice } from "~/routes/_levels/choose.server";
import { loadIndexTable } from "~/routes/overview/_parts/index-list.server";
import { indexList } from "~/routes/overview/_parts/index-list-address";
import { countedRows } from "~/services/indices/counted.server";
import type { IndexRow } from "~/services/indices/index-row";
import { requireScope, type Scope } from "~/session/scope.server";
import { createSession } from "~/sessions.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// Lists of indices of a server that tells documents as its engine counts them: ours, without the figure that it adds.

let backend: TestBackend;
let gate: Gate;
/** Bodies of the calls that count. */
let asked: string[] = [];

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", "/films", {
    mappings: { properties: { cast: { type: "nested", properties: { name: { type: "keyword" } } } } },
  });
  for (const id of [1, 2])
    await backend.call("PUT", `/films/_doc/${id}`, {
      title: "Emma",
      cast: [{ name: "a" }, { name: "b" }, { name: "c" }],
    });
  await backend.call("PUT", "/books/_doc/1", { title: "Emma" });
  await backend.call("PUT", "/empty", {});
  await backend.call("PUT", "/shut/_doc/1", { title: "Emma" });
  await backend.call("POST", "/_refresh");
  await backend.call("POST", "/shut/_close");
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

async function elsewhere() {
  const { body } = await backend.call("GET", "/_aliasedindices");
  const rows = rowsSchema.parse(body).map(({ documents: _, ...row }) => row);
  return { status: 200, body: JSON.stringify(rows) };
}
beforeEach(() => {
  asked = [];
  gate.decide((path, _bulks, _incoming, body) => {
    if (path.endsWith("/_msearch")) asked.push(body);
    return path === "/_aliasedindices" ? elsewhere() : "pass";
  });
});

const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

async function scopeOf(path: string): Promise<{ scope: Scope; request: Request }> {
  const context = testContext({ SEARCH_URL: gate.url });
  const cookie = cookiesOf(
    new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, ...behind() }) }),
  );
  const request = consoleRequest(path, { cookie });
  return { scope: await requireScope(request, {}, "overview", context), request };
}

const documentsOf = (rows: readonly Pick<IndexRow, "name" | "documents">[]) =>
  Object.fromEntries(rows.map(({ name, documents }) => [name, documents]));
const COUNTED = { books: 1, empty: 0, films: 2, shut: null };

it("the engine's figures are others", async () => {
  const rows = rowsSchema.parse(JSON.parse((await elsewhere()).body));
  expect(rows.find(({ index }) => index === "films")).toMatchObject({ "docs.count": 8 });
  expect(JSON.stringify(rows)).not.toContain('"documents"');
});

it("the overview, the chooser and the pages of figures count documents, with one call each for all that have any", async () => {
  const { scope, request } = await scopeOf("/cluster");
  const table = await loadIndexTable(scope, indexList.at(request).state);
  expect(documentsOf(table.rows)).toEqual(COUNTED);
  expect(table.documents).toBe(3);
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toMatch(/empty|shut/);

  expect(documentsOf((await loadIndexChoice(scope, request)).rows)).toEqual(COUNTED);
  expect(asked).toHaveLength(2);

  const usage = await openScreen<typeof dataUsage>("data-usage?of=own", { backend: behind() });
  expect(JSON.stringify(usage.data?.indices)).toMatch(/"name":"films"[^}]*"documents":2,/);
  const { data } = await openScreen<typeof monitoring>("monitoring", { backend: behind() });
  const [, total] = /"documents":(\d+)/.exec(JSON.stringify(data?.data)) ?? [];
  // The six objects are in no sum; the log may have grown since.
  const after = rowsSchema
    .parse(JSON.parse((await elsewhere()).body))
    .reduce((sum, row) => sum + Number(row["docs.count"] ?? 0), 0);
  expect(Number(total)).toBeLessThanOrEqual(after - 6);
});

it("a list of ours is not counted again", async () => {
  gate.decide((path, _bulks, _incoming, body) => {
    if (path.endsWith("/_msearch")) asked.push(body);
    return "pass";
  });
  const { scope, request } = await scopeOf("/cluster");
  expect(documentsOf((await loadIndexTable(scope, indexList.at(request).state)).rows)).toEqual(COUNTED);
  expect(asked).toEqual([]);
});

it("a server that does not count leaves the list as it is", async () => {
  for (const answer of [
    { status: 400, body: "" },
    { status: 200, body: '{"responses":[{"error":{"type":"odd"},"status":500}]}' },
    "break",
  ] as const) {
    gate.decide((path) => (path === "/_aliasedindices" ? elsewhere() : path.endsWith("/_msearch") ? answer : "pass"));
    const { scope, request } = await scopeOf("/cluster");
    expect(documentsOf((await loadIndexTable(scope, indexList.at(request).state)).rows)).toEqual({
      ...COUNTED,
      films: 8,
    });
  }
});

it("a hundred are counted at once, and a longer list is left to the page of it", async () => {
  const row = (at: number): IndexRow => ({
    ...{ name: `i${at}`, index: "films", health: "green", open: true, system: false },
    ...{ documents: 8, bytes: null, shards: 1, replicas: 0 },
  });
  const many = Array.from({ length: 101 }, (_, at) => row(at));
  const { scope } = await scopeOf("/cluster");
  expect((await countedRows(scope, many)).map(({ documents }) => documents)).toEqual(many.map(() => 8));
  expect(asked).toEqual([]);
  expect((await countedRows(scope, many.slice(0, 100))).map(({ documents }) => documents)).toEqual(
    many.slice(0, 100).map(() => 2),
  );
  expect(asked).toHaveLength(1);
});
