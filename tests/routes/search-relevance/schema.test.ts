import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as fieldPage } from "~/routes/search-relevance/schema/field";
import type { loader as schemaPage } from "~/routes/search-relevance/schema/schema";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

const properties = {
  name: {
    type: "text",
    fields: { keyword: { type: "keyword", ignore_above: 256 }, search: { type: "text", analyzer: "standard" } },
  },
  note: { type: "text" },
  amount: { type: "keyword" },
  place: { properties: { city: { type: "keyword" }, deep: { properties: { er: { type: "long" } } } } },
  list: { type: "nested", properties: { of: { type: "date" } } },
  other: { type: "alias", path: "amount" },
  "50%41": { type: "keyword" },
  "sl/ash": { type: "keyword" },
  new: { type: "long" },
  Straße: { type: "text" },
};
const indices = ["schema-tree", "schema-draft", "schema-values", "schema-used", "schema-clash", "schema-empty"];

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of indices)
    await backend.call("PUT", `/${index}`, index === "schema-empty" ? {} : { mappings: { properties } });
});
afterAll(() => backend.close());

type Env = Record<string, string>;
const encoded = (path: string) => (path === "new" ? "~new" : encodeURIComponent(path));
const list = (at: string, query = "", env: Env = {}) =>
  openScreen<typeof schemaPage>(`schema${query}`, { backend, at, env });
const field = (at: string, path: string, env: Env = {}, query = "") =>
  openScreen<typeof fieldPage>(`schema/${encoded(path)}${query}`, { backend, at, env });
const change = (at: string, path: string, form: Env, env: Env = {}) =>
  openScreen(`schema/${encoded(path)}`, { backend, at, env, form });
const add = (at: string, form: Env, env: Env = {}) =>
  openScreen("schema/new", { backend, at, env, form: { intent: "add-to-schema", useCase: "searchaggs", ...form } });
const save = (at: string, path: string, form: Env, env: Env = {}) =>
  change(at, path, { intent: "save-field", useCase: "searchaggs", ...form }, env);
const review = async (at: string, env: Env) => {
  const { data } = await openScreen<typeof reviewPage>("search/review", { backend, at, env });
  return data && "changes" in data
    ? (data.changes ?? []).map(({ setting, field: of, old, new: now }) => `${setting} ${of}: ${old} > ${now}`)
    : [];
};
const pathsOf = async (at: string, query = "", env: Env = {}) =>
  (await list(at, query, env)).data?.schema?.rows.map(({ path }) => path);

it("shows all fields as a tree, and those that are folded out with their sub-fields", async () => {
  const opened = await list("schema-tree", "?open=name");
  expect(opened).toOpen();
  expect(opened.data?.schema).toMatchObject({ found: 14, counts: { fields: 11, all: 13, changed: 0, unused: 10 } });
  const rows = opened.data?.schema?.rows ?? [];
  expect(rows.map(({ path, depth, type, useCase }) => [path, depth, type, useCase].join(" "))).toEqual([
    ..."50%41 0 keyword aggs,amount 0 keyword aggs,list 0 nested ,list.of 1 date aggs,name 0 text searchaggs,new 0 long aggs,note 0 text none".split(
      ",",
    ),
    ..."other 0 alias aggs,place 0 object ,place.city 1 keyword aggs,place.deep 1 object ,place.deep.er 2 long aggs,sl/ash 0 keyword aggs,Straße 0 text none".split(
      ",",
    ),
  ]);
  expect(rows.find(({ path }) => path === "name")?.subFields).toEqual([
    { path: "name.keyword", name: "keyword", type: "keyword", analysis: "up to 256 characters" },
    { path: "name.search", name: "search", type: "text", analysis: "standard" },
  ]);
  expect(await pathsOf("schema-tree", "?closed=place")).not.toContain("place.city");
  expect(await pathsOf("schema-tree", "?q=city&closed=place")).toEqual(["place.city"]);
  expect(await pathsOf("schema-tree", "?type=date")).toEqual(["list.of"]);
  expect(await pathsOf("schema-tree", "?use=searchaggs")).toEqual(["name"]);
  expect((await list("schema-empty")).data?.schema).toMatchObject({ rows: [], counts: { fields: 0 } });
});

it("keeps changes in the draft, which the review tells of, and takes them back", async () => {
  const env = {};
  const at = "schema-draft";
  expect(await save(at, "name", { type: "text", useCase: "search" }, env)).toFlash(
    "Draft saved. The field changes once it is published.",
  );
  await save(at, "amount", { type: "long" }, env);
  await save(at, "list", { type: "object" }, env);
  await change(at, "place.deep", { intent: "remove-field" }, env);
  expect(await add(at, { name: "place.street", type: "text" }, env)).toRedirectTo("/app/schema-draft/schema");
  expect(await review(at, env)).toEqual([
    "Use case of name: Search and aggregate > Search",
    "Type of amount: keyword > long",
    "Type of list: nested > object",
    "Field place.deep: object > Removed",
    "Field place.street: Not there > text, search and aggregate",
  ]);
  const { data } = await list(at, "?show=changed", env);
  expect(data?.schema?.rows.map(({ path, wish }) => [path, wish?.effect, wish?.to?.type])).toEqual([
    ["amount", "re-index", "long"],
    ["list", "re-index", "object"],
    ["name", "re-index", "text"],
    ["place.deep", "re-index", undefined],
    ["place.street", "in place", "text"],
  ]);
  expect((await field(at, "place.street", env)).data?.field).toMatchObject({
    found: null,
    wish: { adds: true, words: "text, search and aggregate" },
  });
  // As it is, is no change; neither is one that is taken back.
  await save(at, "name", { type: "text", useCase: "searchaggs" }, env);
  await change(at, "list", { intent: "discard-field" }, env);
  await change(at, "place.street", { intent: "remove-field" }, env);
  expect(await review(at, env)).toEqual(["Type of amount: keyword > long", "Field place.deep: object > Removed"]);
});

it.each<[string, string, Env]>([
  ["Only fields with fields below them are objects.", "amount", { type: "nested" }],
  ["Other values are no places on a map.", "note", { type: "geo_point" }],
  ["A vector needs its number of dimensions.", "note", { type: "dense_vector" }],
  ["cannot become", "new", { type: "date" }],
  ["Choose a type.", "note", { type: "" }],
])("refuses what cannot work: %s", async (reason, path, form) => {
  expect(await save("schema-tree", path, form)).toHaveFieldError("type", new RegExp(reason));
});

it.each<[RegExp, Env, string?]>([
  [/already exists/, { name: "place.city", type: "text" }],
  [/already exists/, { name: "place", type: "text" }],
  [/Only objects have fields/, { name: "amount.deep", type: "text" }],
  [/Each step between dots/, { name: "a..b", type: "text" }],
  [/underscore/, { name: "_own", type: "text" }],
  [/Enter a name/, { name: "", type: "text" }],
  [/cannot be added as object/, { name: "fresh", type: "object" }, "type"],
])("refuses to add: %s", async (reason, form, of = "name") => {
  expect(await add("schema-tree", form)).toHaveFieldError(of, reason);
});

it("names that addresses have trouble with lead to their pages", async () => {
  for (const path of ["50%41", "sl/ash", "new", "Straße", "place.city", "place.deep"]) {
    const opened = await field("schema-tree", path);
    expect(opened, path).toOpen();
    expect(opened.data?.field?.path).toBe(path);
  }
  expect((await field("schema-tree", "constructor")).status).toBe(404);
  expect((await field("schema-tree", "name.keyword")).status).toBe(404);
});

it("a dry run counts the documents that would not take a type", async () => {
  const env = {};
  const at = "schema-values";
  const values = ["1", 2, "n/a", null, ["3", "~4"], ""];
  for (const [id, amount] of values.entries())
    await backend.call("PUT", `/${at}/_doc/${id}?refresh=true`, { name: `n${id}`, amount });
  await save(at, "amount", { type: "long" }, env);
  expect((await field(at, "amount", env)).data?.field?.run).toMatchObject({
    ...{ ok: true, type: "long", total: 6, read: 6, failing: 2, estimate: 2 },
    misfits: [
      { id: "2", title: "n2", value: '"n/a"', to: "/app/schema-values/browse/2" },
      { id: "4", value: '"~4"' },
    ],
  });
  const { data } = await field(at, "name", {}, "?text=Red+Shoes");
  expect(data?.field?.tokens).toEqual([
    { path: "name", ok: true, total: 2, tokens: ["red", "shoes"] },
    { path: "name.keyword", ok: true, total: 1, tokens: ["Red Shoes"] },
    { path: "name.search", ok: true, total: 2, tokens: ["red", "shoes"] },
  ]);
});

it("tells where a field is used, before it is removed", async () => {
  const at = "schema-used";
  await backend.call("PUT", `/_searchrelevancy/${at}`, {
    search: { dataField: ["name", "name.search"], fieldWeights: ["2.0", "1.0"] },
    aggregations: { dataField: { "name.keyword": "term" } },
    results: { includeFields: ["pla*"], excludeFields: ["*"] },
  });
  const rule = (name: string, expression: string) => ({
    name,
    enabled: true,
    trigger: { type: "filter", expression },
    actions: [{ type: "add_filter", data: { amount: "1" } }],
  });
  await backend.call("POST", "/_rule", rule("names", `'${at}' in $index and $filter.name.keyword == 'x'`));
  await backend.call("POST", "/_rule", rule("elsewhere", "'others' in $index and $query == 'x'"));
  await backend.call("PUT", "/_storedquery/by-name", {
    index: at,
    query: { query: { match: { name: "{{x}}" } }, sort: [{ amount: "asc" }] },
    params: {},
  });
  const { data } = await list(at);
  const used = Object.fromEntries(
    (data?.schema?.rows ?? []).flatMap(({ path, uses }) =>
      uses.length > 0 ? [[path, uses.map(({ label }) => label).join()]] : [],
    ),
  );
  expect(used).toEqual({
    name: "Search,Aggregations,1 rule,1 stored query",
    amount: "1 rule,1 stored query",
    place: "Results",
    "place.city": "Results",
    "place.deep": "Results",
    "place.deep.er": "Results",
  });
  expect((await field(at, "name")).data?.field?.uses).toMatchObject([
    { label: "Search", to: "/app/schema-used/search" },
    { label: "Aggregations" },
    { kind: "rule", label: "names" },
    { kind: "stored query", label: "by-name", to: "/app/schema-used/stored-queries/by-name" },
  ]);
  expect((await list(at, "?show=unused")).data?.schema?.rows.map(({ path }) => path)).not.toContain("amount");
});

it("shows what somebody else changed in the meantime, and lets one decide", async () => {
  const env = {};
  const at = "schema-clash";
  await add(at, { name: "fresh", type: "text" }, env);
  await add(at, { name: "other-one", type: "long" }, env);
  await backend.call("PUT", `/${at}/_mapping`, {
    properties: { fresh: { type: "keyword" }, "other-one": { type: "double" } },
  });
  expect((await list(at, "", env)).data?.schema?.conflicts).toEqual([
    { path: "fresh", to: "/app/schema-clash/schema/fresh", was: null, found: "keyword" },
    { path: "other-one", to: "/app/schema-clash/schema/other-one", was: null, found: "double" },
  ]);
  await save(at, "fresh", { type: "text" }, env);
  await change(at, "other-one", { intent: "discard-field" }, env);
  expect((await list(at, "", env)).data?.schema?.conflicts).toEqual([]);
  expect(await review(at, env)).toEqual(["Type of fresh: keyword > text, search and aggregate"]);
});

it("a field that the draft removes may be added again, with a word of warning", async () => {
  const env = {};
  const at = "schema-tree";
  await change(at, "amount", { intent: "remove-field" }, env);
  expect(await add(at, { name: "amount", type: "geo_point" }, env)).toHaveFieldError(
    "type",
    /Publish the removal of amount first/,
  );
  const added = await add(at, { name: "amount", type: "long" }, env);
  expect(added).toFlash(/was to be removed by this draft/);
  expect(await review(at, env)).toEqual(["Type of amount: keyword > long"]);
  await change(at, "amount", { intent: "discard-field" }, env);
});

it("wants the permission to tune relevance", async () => {
  for (const screen of ["schema", "schema/new", "schema/name"]) {
    expect(await openScreen(screen, { backend, at: "schema-tree", as: { actions: ["analytics"] } })).toRequire(
      "Search relevancy",
    );
  }
});

it("2,000 fields are shown in pages", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [
      `field_${at}`,
      { type: "text", fields: { keyword: { type: "keyword" } } },
    ]),
  );
  await backend.call("PUT", "/schema-many", {
    settings: { "index.mapping.total_fields.limit": 5000 },
    mappings: { properties: many },
  });
  const { data } = await list("schema-many", "?page=2");
  expect(data?.schema).toMatchObject({ found: 2000, page: 2, counts: { fields: 2000, all: 4000 } });
  expect(data?.schema?.rows.map(({ path }) => path).slice(0, 2)).toEqual(["field_100", "field_101"]);
});
