import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as listPage } from "~/routes/data/request-logs/list";
import type { loader as logPage } from "~/routes/data/request-logs/log";
import type { loader as performancePage } from "~/routes/data/request-logs/performance";
import { loader as rawFile } from "~/routes/data/request-logs/raw";
import type { loader as replayPage } from "~/routes/data/request-logs/replay";
import type { loader as retentionPage } from "~/routes/data/request-logs/retention";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import { logRecord, seedLogs } from "../../setup/seeds/log";

let backend: TestBackend;
let gate: Gate;
const MASK = "••••••";

// What a server that keeps differences recorded: its translation of a suggestion, with an emoji in the text.
const deltas = {
  diffLogs: true,
  request: {
    uri: "/films/_reactivesearch",
    method: "POST",
    header: { Authorization: ["Basic d2ViLXNob3A6c2VjcmV0"], "Content-Type": ["application/json"] },
    body: '{"query":"🎬"}',
  },
  requestChanges: [
    { uri: "=7\t+_search", headers: "=1", method: "=4", body: "=11\t+!\t=2", stage: "second", took: 2 },
    { uri: "=7\t-15", headers: "=77", method: "", body: "=10\t-1\t+🎭\t=2", stage: "first", took: 1 },
  ],
  responseChanges: [],
  origin: undefined,
};

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  for (const id of ["1", "2"])
    await backend.call("PUT", `/films/_doc/${id}?refresh=true`, { title: id === "1" ? "Metropolis" : "Nosferatu" });
  const write = {
    uri: "/films/_doc/9",
    method: "PUT",
    header: { "X-Api": ["x"], Via: ["1.1 proxy"], "Content-Type": ["application/json"] },
    body: '{"title":"Replayed"}',
  };
  const origin = {
    kind: "user",
    name: "ida",
    address: "192.0.2.4",
    route: "PUT /:index/_doc/:id",
    url: "/films/_doc/9?refresh=true",
    took: 3,
    text: "",
  };
  const at = Date.now();
  await seedLogs(backend.call, [
    logRecord({ id: "search-1", index: "films", at: at - 3000 }),
    logRecord({
      id: "write-1",
      index: "films",
      at: at - 2000,
      category: "docs",
      request: write,
      requestChanges: null,
      origin,
    }),
    logRecord({ id: "delta-1", index: "films", at: at - 1000, ...deltas }),
    logRecord({
      id: "user-1",
      index: "films",
      at,
      category: "user",
      request: { ...write, uri: "/_user", body: '{"username":"a","password":"***"}' },
    }),
  ]);
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const open = <Loader extends (args: never) => unknown>(
  path: string,
  options: {
    at?: string;
    form?: Record<string, string>;
    as?: Parameters<typeof openScreen>[1]["as"];
    env?: Record<string, string>;
  } = {},
) => openScreen<Loader>(path, { backend, ...options });

it("lists what the address asks for, with who called from where", async () => {
  const { data } = await open<typeof listPage>(
    "request-logs?filter=search&user=web-shop&q=metropolis&address=203.0.113.9",
    { at: "films" },
  );
  if (data === undefined) throw new Error("no list");
  expect(data.ignored).toEqual([]);
  expect(data.rows).toMatchObject([
    {
      id: "search-1",
      took: 4,
      duration: 12.5,
      code: 200,
      caller: { kind: "credential", name: "web-shop" },
      address: "203.0.113.9",
    },
  ]);
});

it("leaves out what the console reads by itself, until it is asked for", async () => {
  const asked: (string | null)[] = [];
  gate.decide((path) => {
    const { pathname, searchParams } = new URL(path, "http://x");
    if (pathname.endsWith("/_logs")) asked.push(searchParams.get("by"));
    return "pass";
  });
  const foreign = { url: gate.url, username: backend.username, password: backend.password };
  for (const query of ["", "?by=all", "?by=console"])
    expect((await openScreen<typeof listPage>(`request-logs${query}`, { backend: foreign })).data?.ignored).toEqual([]);
  expect(asked).toEqual(["apps", null, "console"]);
});

it("sorts and bounds searches by latency", async () => {
  const { data } = await open<typeof listPage>("request-logs?filter=search&order=fastest&most=10", { at: "films" });
  expect(data?.timed).toBe(true);
  const { data: none } = await open<typeof listPage>("request-logs?filter=search&least=50000", { at: "films" });
  expect(none?.total).toBe(0);
});

it("says by what another server cannot filter, and takes its rows as they are", async () => {
  gate.decide((path) => {
    const { pathname } = new URL(path, "http://x");
    if (!pathname.endsWith("/_logs")) return "pass";
    const request = {
      uri: "/films/_search",
      method: "GET",
      header: { Authorization: ["Basic Zm9vOmJhcg=="], "X-Forwarded-For": ["198.51.100.7, 10.0.0.1"] },
      body: "",
    };
    const log = {
      id: "a",
      category: "search",
      request,
      response: { code: 200, Headers: {}, body: "" },
      timestamp: "2026-11-21T10:16:37.066574561Z",
      requestChanges: null,
    };
    return { status: 200, body: JSON.stringify({ logs: [log], total: 1, took: 1 }) };
  });
  const foreign = { url: gate.url, username: backend.username, password: backend.password };
  const { data } = await openScreen<typeof listPage>("request-logs?user=ida&status=4xx", { backend: foreign });
  gate.decide(() => "pass");
  if (data === undefined) throw new Error("no list");
  expect(data.ignored).toEqual(["user", "status"]);
  expect(data.rows).toMatchObject([{ caller: { name: "foo" }, address: "198.51.100.7", duration: null }]);
});

it("leads who is held to some indices to them, and opens their requests", async () => {
  const as = { actions: ["develop"], indices: ["films"] };
  const away = await open<typeof listPage>("request-logs", { as });
  expect(away).toRedirectTo("/indices");
  expect(away).toFlash("Open an index to see its requests.");
  expect(await open<typeof logPage>("request-logs/search-1", { at: "films", as })).toOpen();
  await backend.call("PUT", "/other");
  expect((await open<typeof logPage>("request-logs/search-1", { at: "other" })).status).toBe(404);
});

it("shows a request without its secrets, and its neighbours in the list", async () => {
  const { data } = await open<typeof logPage>("request-logs/write-1?list=user%3Dida&row=4", { at: "films" });
  expect(data?.near).toBeNull();
  const { data: found } = await open<typeof logPage>("request-logs/write-1?row=1", { at: "films" });
  expect(found?.near?.previous?.id).toBe("delta-1");
  expect(found?.near?.next?.id).toBe("search-1");
  const { data: search } = await open<typeof logPage>("request-logs/search-1", { at: "films" });
  expect(search?.part?.headers).toContainEqual({ name: "Cookie", value: MASK });
  expect(search?.preview).toEqual({ index: "films", q: "metropolis", field: ["title"] });
  expect(search?.curl?.text).toContain("curl -X POST");
  expect(search?.curl?.text).not.toMatch(/X-Forwarded|User-Agent|cart=|shop\/1/);
});

it("resolves stages that are kept as differences, in whatever order they came", async () => {
  const { data } = await open<typeof logPage>("request-logs/delta-1?view=stages", { at: "films" });
  expect(data?.stages?.request.map(({ name, resolved }) => [name, resolved])).toEqual([
    ["first", true],
    ["second", true],
  ]);
  expect(data?.stages?.request[1]?.text).toContain("POST /films/_search");
  expect(data?.stages?.request[1]?.text).toContain("🎭");
  expect(data?.stages?.request[1]?.text).not.toContain("d2ViLXNob3A6c2VjcmV0");
});

it("gives out the whole record as text, without secrets", async () => {
  const { response } = await openScreen("/resources/films/request-logs/delta-1/raw", { backend });
  expect(rawFile).toBeDefined();
  const text = (await response?.text()) ?? "";
  expect(text).toContain(`"Authorization": "${MASK}"`);
  expect(text).not.toContain("d2ViLXNob3A6c2VjcmV0");
});

it("replays a search with the reader's credentials, and finds the same hits", async () => {
  const path = "request-logs/search-1/replay";
  const { data } = await open<typeof replayPage>(path, { at: "films" });
  expect(data?.plan).toMatchObject({
    reads: true,
    username: "admin",
    request: { method: "POST", path: "/films/_reactivesearch" },
  });
  const sent = await open(path, { at: "films", form: { intent: "replay-request", confirmation: "yes" } });
  expect(sent).toFlash(/Request replayed successfully\. Reload the view to see it/);
  expect(sent.response?.headers.get("Location")).toContain("answer=");
});

it("replays a change as a change: logged, and not where the server is protected", async () => {
  const path = "request-logs/write-1/replay";
  const form = { intent: "replay-request", confirmation: "yes" };
  const { data } = await open<typeof replayPage>(path, { at: "films" });
  expect(data?.plan).toMatchObject({
    reads: false,
    gate: { ok: true },
    headers: [],
    request: { path: "/films/_doc/9?refresh=true" },
  });
  expect((await open(path, { at: "films", form })).status).toBe(302);
  expect((await backend.call("GET", "/films/_doc/9")).body).toMatchObject({ _source: { title: "Replayed" } });
  const refused = await open(path, { at: "films", form, env: { READ_ONLY_SERVERS: "*" } });
  expect(refused.status).toBe(403);
});

it("does not replay what the log does not hold whole", async () => {
  const { data } = await open<typeof replayPage>("request-logs/user-1/replay");
  expect(data?.plan).toBeNull();
  expect(data?.reason).toMatch(/passwords/);
});

it("logs a replayed bulk by what was stored of it", async () => {
  const body = '{"index":{"_id":"r1"}}\n{"n":1}\n{"create":{"_id":"1"}}\n{"title":"taken"}\n';
  const write = { uri: "/films/_bulk", method: "POST", header: { "Content-Type": ["application/x-ndjson"] }, body };
  await seedLogs(backend.call, [
    logRecord({
      id: "bulk-1",
      index: "films",
      at: Date.now(),
      category: "docs",
      request: write,
      requestChanges: null,
      origin: undefined,
    }),
  ]);
  const replayed = await open("request-logs/bulk-1/replay", {
    at: "films",
    form: { intent: "replay-request", confirmation: "yes" },
  });
  const { data } = await open<typeof changesPage>("changes");
  expect(replayed).toFlash(/The server answered 200 to the replayed request\. 1 of 2 operations were refused/);
  expect(data?.rows[0]).toMatchObject({
    outcome: "partial",
    note: expect.stringMatching(/1 of 2 operations were refused/) as string,
  });
});

it("shows percentiles and rates with links to their rows, slowest routes, errors by reason", async () => {
  const { data } = await open<typeof performancePage>("request-logs/performance?range=last-30-minutes", {
    at: "films",
  });
  if (!data || "later" in data.latency || !data.latency.ok || "later" in data.routes || !data.routes.ok)
    throw new Error("no figures");
  const { table } = data.latency.value ?? { table: { head: [], links: [] } };
  expect(table.head).toEqual(["Time", "p50", "p90", "p95", "p99"]);
  expect(table.links?.[0]).toMatch(/^\/app\/films\/request-logs\?from=\d{4}-\d\d-\d\dT/);
  expect(data.routes.value?.map(({ route }) => route)).toContain("POST /:index/_reactivesearch");
});

it("sets the retention, and takes it back", async () => {
  const form = { intent: "set-retention", days: "14", records: "250000", megabytes: "2048" };
  expect(await open("request-logs/retention", { form: { ...form, days: "0" } })).toHaveFieldError(
    "days",
    /from 1 to 3,650/,
  );
  const saved = await open("request-logs/retention", { form });
  expect(saved).toRedirectTo("/cluster/request-logs/retention");
  const { data } = await open<typeof retentionPage>("request-logs/retention");
  expect(data?.found).toMatchObject({ days: 14, records: 250_000, bytes: 2 * 1024 ** 3, usual: { days: 30 } });
  const held = await open<typeof retentionPage>("request-logs/retention", { as: { actions: ["develop"] } });
  expect(held.data?.found && held.data.form.gate).toMatchObject({ ok: false, missing: "Requires an administrator" });
});

it("tells what lower limits remove, and from when requests stay, before it saves them", async () => {
  const old = Date.now() - 5 * 86_400_000;
  await seedLogs(
    backend.call,
    [1, 2, 3].map((n) => logRecord({ id: `old-${n}`, index: "films", at: old + n * 1000 })),
  );
  const form = { intent: "set-retention", days: "3", records: "250000", megabytes: "2048" };
  const asks = await open("request-logs/retention", { form });
  expect(asks).toRedirectTo("/cluster/request-logs/retention?days=3&records=250000&megabytes=2048");
  const { data } = await open<typeof retentionPage>("request-logs/retention?days=3&records=250000&megabytes=2048");
  if (!data || data.found === null) throw new Error("no form");
  expect(data.form).toMatchObject({ values: { days: 3 }, removes: { records: 3, from: expect.any(Number) as number } });
  expect(data.form.removes?.from).toBeGreaterThan(old + 3000);
  expect(data.found.days).not.toBe(3);
  // Other values than those that were told are told first.
  expect(
    await open("request-logs/retention", { form: { ...form, days: "2", confirmed: "3-250000-2048" } }),
  ).toRedirectTo(/days=2/);
  expect(await open("request-logs/retention", { form: { ...form, confirmed: "3-250000-2048" } })).toRedirectTo(
    "/cluster/request-logs/retention",
  );
  const saved = await open<typeof retentionPage>("request-logs/retention");
  expect(saved.data?.found).toMatchObject({ days: 3, removes: { records: 3 } });
});
