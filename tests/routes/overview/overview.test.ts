import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as appOverview } from "~/routes/overview/app";
import type { loader as overview } from "~/routes/overview/cluster";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films", {
    mappings: { properties: { code: { type: "keyword" }, title: { type: "text" } } },
  });
  await backend.call("PUT", "/codes", { mappings: { properties: { code: { type: "keyword" } } } });
});
afterAll(() => backend.close());

it("the example request of an index looks into texts before keywords", async () => {
  const curl = async (at: string) => {
    const connect = (await openScreen<typeof appOverview>("", { backend, at })).data?.connect;
    return connect !== undefined && "ok" in connect && connect.ok ? connect.value.snippets[0]?.files[0]?.text : null;
  };
  expect(await curl("films")).toContain('"dataField":["title"]');
  expect(await curl("codes")).toContain('"dataField":["code"]');
});

it("requests of a server that keeps no log are unknown, not none", async () => {
  const played = await playServer(
    searchServer({ "/_logs": { body: { logs: null, total: 0 } }, "/_logs/search": { body: { logs: null, total: 0 } } }),
  );
  const requests = async (behind: { url: string; username: string; password: string }) =>
    (await openScreen<typeof overview>("/cluster", { backend: behind })).data?.traffic;
  expect(await requests({ url: played.url, username: "mira", password: "right" })).toMatchObject({
    ok: true,
    value: { requests: null },
  });
  expect(await requests(backend)).toMatchObject({ ok: true, value: { requests: expect.any(Number) } });
  await played.close();
});

it("an index is created, and a name that is taken is refused beside its field", async () => {
  const form = { intent: "create-index", name: "books", shards: "1", replicas: "0", settings: "", mappings: "" };
  const made = await openScreen("create-index", { backend, form });
  expect(made).toRedirectTo("/app/books");
  expect(made).toFlash(/books/);
  expect(await openScreen("create-index", { backend, form })).toHaveFieldError("name", /already/);
});

type Drawn = {
  empty: boolean;
  legend: { key: string; total: string | null; hidden: boolean }[];
  table: { rows: string[][] };
  svg: string;
};
const settled = (panel: unknown) =>
  panel as { ok: true; value: Drawn | null } | { ok: false; failure: { kind: string } };

it("requests and latency of the last hour are drawn out of the log, of the cluster and of an index", async () => {
  await backend.call("PUT", "/shows");
  for (let n = 0; n < 3; n++) await backend.call("POST", "/shows/_search", { size: 0 });
  await backend.call("GET", "/shows/_doc/none");
  const charts = (await openScreen<typeof appOverview>("?hide=requests.4xx", { backend, at: "shows" })).data?.beside
    ?.charts;
  const requests = settled(charts?.requests);
  if (!requests.ok || requests.value === null) throw new Error("no chart");
  expect(requests.value.legend).toMatchObject([{ key: "2xx" }, { key: "4xx", total: "1", hidden: true }]);
  expect(requests.value.table.rows).toHaveLength(24);
  expect(requests.value.svg).toContain("<title id=");
  const latency = settled(charts?.latency);
  if (!latency.ok || latency.value === null) throw new Error("no chart");
  expect(latency.value).toMatchObject({ empty: false, legend: [{ key: "p95" }, { key: "p50" }] });
  const codes = (await openScreen<typeof appOverview>("?traffic=day", { backend, at: "codes" })).data?.beside?.charts;
  expect(settled(codes?.latency)).toMatchObject({ ok: true, value: { empty: true } });
});

it("a period out of the address is shown, and a bad one never fails the page", async () => {
  const opened = async (query: string) =>
    settled((await openScreen<typeof overview>(`/cluster?${query}`, { backend })).data?.charts.requests);
  const past = await opened("from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z");
  expect(past).toMatchObject({ ok: true, value: { empty: true } });
  if (past.ok) expect(past.value?.table.rows[0]?.[0]).toMatch(/1 Jan 2026/);
  expect(await opened("from=yesterday&to=never")).toMatchObject({ ok: true, value: { empty: false } });
});

it("charts are honestly absent where the server has no report, and where the user lacks the right", async () => {
  const played = await playServer(searchServer({}));
  const open = async (behind: Parameters<typeof openScreen>[1]) =>
    settled((await openScreen<typeof overview>("/cluster", behind)).data?.charts.requests);
  expect(await open({ backend: { url: played.url, username: "mira", password: "right" } })).toMatchObject({
    ok: true,
    value: null,
  });
  expect(await open({ backend, as: { actions: ["develop"] } })).toMatchObject({
    ok: false,
    failure: { kind: "not-allowed" },
  });
  await played.close();
});

it("objects of nested fields are no documents, on every screen that tells how many there are", async () => {
  await backend.call("PUT", "/nests", {
    mappings: { properties: { parts: { type: "nested", properties: { name: { type: "keyword" } } } } },
  });
  for (let n = 0; n < 3; n++)
    await backend.call("PUT", `/nests/_doc/${n}?refresh=true`, { parts: [{ name: "a" }, { name: "b" }] });
  const { body } = await backend.call("GET", "/_cat/indices/nests?format=json");
  expect(body).toMatchObject([{ "docs.count": "9" }]);
  expect((await backend.call("GET", "/_aliasedindices")).body).toContainEqual(
    expect.objectContaining({ index: "nests", "docs.count": 9, documents: 3, "creation.date": expect.any(Number) }),
  );
  const scope = { as: { actions: ["develop"], indices: ["nest*"] } };
  for (const [path, options] of [
    ["/cluster", {}],
    ["/indices", {}],
    ["", { at: "nests" }],
    ["delete", { at: "nests" }],
    ["data-usage", {}],
    ["monitoring", {}],
    ["/indices", scope],
  ] as const) {
    const text = JSON.stringify((await openScreen(path, { backend, ...options })).data ?? null);
    const found = [...text.matchAll(/"nests"[^{}]*"documents":(\d+)/g)].map(([, count]) => count);
    expect(
      [...new Set(found)].filter((count) => count !== "3"),
      path,
    ).toEqual([]);
  }
  const { data } = await openScreen<typeof overview>("/cluster", { backend });
  expect(JSON.stringify(data)).toContain('"documents":3');
});
