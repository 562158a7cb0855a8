import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Api, openApi } from "../api";

// Scripts of plain assignments, in a change by query and in a re-index, on every engine.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const index of ["films", "films_reindexed_1", "films_reindexed_2", "copy"])
    await api.call("DELETE", `/${index}`);
  await api.call("PUT", "/films", { mappings: { properties: { title: { type: "text" }, year: { type: "long" } } } });
  const rows = [
    { title: "Alien", year: 1979, cost: 11, place: { city: "Ulm", lat: 1 } },
    { title: "Heat", year: 1995, cost: 60, place: { city: "Bonn", lat: 2 } },
  ];
  await api.call(
    "POST",
    "/films/_bulk?refresh=true",
    rows.map((row, at) => `{"index":{"_id":"${at + 1}"}}\n${JSON.stringify(row)}\n`).join(""),
  );
});

async function stored(index: string): Promise<unknown[]> {
  await api.call("POST", `/${index}/_refresh`);
  const { body } = await api.call("POST", `/${index}/_search`, { sort: [{ year: "asc" }] });
  return (body as { hits: { hits: { _source: unknown }[] } }).hits.hits.map(({ _source }) => _source);
}

const SCRIPT = `ctx._source.plot = "edited"; ctx._source.title2 = ctx._source.title; ctx._source.remove("cost"); ctx._source.place.city = null`;
const CHANGED = [
  { title: "Alien", year: 1979, plot: "edited", title2: "Alien", place: { city: null, lat: 1 } },
  { title: "Heat", year: 1995, plot: "edited", title2: "Heat", place: { city: null, lat: 2 } },
];

it("edits what a query finds", async () => {
  const query = { range: { year: { gt: 1990 } } };
  const answer = await api.call("POST", "/films/_update_by_query?refresh=true", {
    query,
    script: { source: SCRIPT, lang: "painless" },
  });
  expect(answer).toMatchObject({ status: 200, body: { total: 1, updated: 1, failures: [] } });
  expect(await stored("films")).toEqual([
    { title: "Alien", year: 1979, cost: 11, place: { city: "Ulm", lat: 1 } },
    CHANGED[1],
  ]);
  const params = { tags: ["a", "b"], n: 7 };
  const script = { source: "ctx._source.tags = params.tags; ctx._source.n = params.n", params };
  expect((await api.call("POST", "/films/_update_by_query?refresh=true", { script })).status).toBe(200);
  expect(await stored("films")).toMatchObject([params, params]);
});

it("edits what is copied", async () => {
  const body = { source: { index: "films" }, dest: { index: "copy" }, script: SCRIPT };
  // A script that is only a text is taken by all engines here, for it goes on as ours.
  expect(await api.call("POST", "/_reindex?refresh=true", body)).toMatchObject({ status: 200, body: { created: 2 } });
  expect(await stored("copy")).toEqual(CHANGED);
  expect(await api.call("POST", "/_reindex/films", { script: SCRIPT })).toMatchObject({
    status: 200,
    body: { created: 2 },
  });
  expect(await stored("films")).toEqual(CHANGED);
});

it("is carried out on what is written while it is copied", async () => {
  let over = false;
  const running = api
    .call("POST", "/_reindex/films?wait_for_completion=true", { script: `ctx._source.seen = true` })
    .finally(() => (over = true));
  let written = 0;
  while (!over)
    expect(
      (await api.call("PUT", `/films/_doc/new-${written++}`, { title: "New", year: 2_000 + written })).status,
    ).toBe(201);
  expect((await running).status).toBe(200);
  await api.call("POST", "/films/_refresh");
  const { body } = await api.call("POST", "/films/_search", { size: 10_000, query: { match: { title: "new" } } });
  const hits = (body as { hits: { hits: { _id: string; _source: { seen?: boolean } }[] } }).hits.hits;
  const seen = new Map(hits.map(({ _id, _source }) => [_id, _source.seen === true]));
  const inOrder = Array.from({ length: written }, (_, at) => seen.get(`new-${at}`));
  // None is lost. The last ones may have come after the end, of which the answer tells a moment later.
  const first = inOrder.indexOf(false);
  expect(inOrder).toEqual(inOrder.map((_, at) => first === -1 || at < first));
  expect(first).not.toBe(0);
});

it.each([
  ["more than that", `ctx._source.year += 1`, /only plain assignments.*\+= 1.*character 18/],
  ["another index", `ctx._index = "users"`, /only plain assignments/],
  ["a call", `ctx._source.tags.add("x")`, /only plain assignments/],
  ["nothing", ` `, /only plain assignments/],
])("refuses %s, and changes nothing", async (_what, source, words) => {
  const before = await stored("films");
  for (const [path, body] of [
    ["/films/_update_by_query", { script: { source } }],
    ["/_reindex", { source: { index: "films" }, dest: { index: "copy" }, script: { source } }],
    ["/_reindex/films", { script: source }],
  ] as const) {
    const { status, body: said } = await api.call("POST", path, body);
    expect([path, status, (said as { error: { message: string } }).error.message]).toEqual([
      path,
      400,
      expect.stringMatching(words),
    ]);
  }
  expect(await stored("films")).toEqual(before);
});

it("refuses scripts of other kinds, and those of deletes and of single updates", async () => {
  const ok = "ctx._source.a = 1";
  for (const script of [
    { id: "stored" },
    { source: ok, lang: "expression" },
    { source: ok, options: {} },
    7,
    [ok],
    { source: ok, params: [] },
  ])
    expect([script, (await api.call("POST", "/films/_update_by_query", { script })).status]).toEqual([script, 400]);
  expect(
    (await api.call("POST", "/films/_delete_by_query", { query: { match_all: {} }, script: { source: ok } })).status,
  ).toBe(400);
  expect((await api.call("POST", "/films/_update/1", { script: { source: ok } })).status).toBe(400);
  const query = { script: { script: { source: ok } } };
  expect((await api.call("POST", "/films/_update_by_query", { query, script: { source: ok } })).status).toBe(400);
});

it("ends at a document in which an object on the way is none, and writes nothing of it", async () => {
  const before = await stored("films");
  const answer = await api.call("POST", "/films/_update_by_query", {
    script: { source: `ctx._source.title.inner = 1` },
  });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("script_exception")]);
  expect(await stored("films")).toEqual(before);
});

it("holds fields against the rights of the caller", async () => {
  const as = await api.credential({
    indices: ["*"],
    ops: ["read", "write"],
    exclude_fields: ["cost", "place.lat"],
    categories: ["docs", "search"],
  });
  const change = (source: string) =>
    api.call("POST", "/films/_update_by_query?refresh=true", { script: { source } }, { as });
  for (const source of [
    `ctx._source.open = ctx._source.cost`,
    `ctx._source.open = ctx._source["cost"]`,
    `ctx._source.open = ctx._source.place`,
    `ctx._source.open = ctx._source["place.lat"]`,
    `ctx._source.cost = 1`,
    `ctx._source.remove("cost")`,
    `ctx._source.place.remove("lat")`,
    `ctx._source.remove("place")`,
    `ctx._source.place = null`,
  ])
    expect([source, (await change(source)).status]).toEqual([source, 401]);
  expect((await change(`ctx._source.open = ctx._source.title; ctx._source.place.city = "Köln"`)).status).toBe(200);
  const copy = {
    source: { index: "films" },
    dest: { index: "copy" },
    script: { source: `ctx._source.open = ctx._source.cost` },
  };
  expect((await api.call("POST", "/_reindex", copy, { as })).status).toBe(401);
  expect((await api.call("POST", "/_reindex/films/copy", { script: copy.script.source }, { as })).status).toBe(401);
});
