import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as goPage } from "~/routes/go/route";
import type { loader as aliasesPage } from "~/routes/indices/aliases/aliases";
import type { loader as aliasPage } from "~/routes/indices/aliases/edit";
import type { loader as switchPage } from "~/routes/indices/aliases/switch";
import type { loader as analyzePage } from "~/routes/indices/analyze/analyze";
import type { loader as mappingPage } from "~/routes/indices/mapping/mapping";
import type { loader as settingsReview } from "~/routes/indices/settings/review";
import type { loader as settingsPage } from "~/routes/indices/settings/settings";
import type { loader as tasksPage } from "~/routes/indices/tasks/tasks";
import type { loader as componentPage } from "~/routes/indices/templates/component";
import type { loader as componentsPage } from "~/routes/indices/templates/components";
import type { loader as templateDelete } from "~/routes/indices/templates/delete";
import type { loader as templateReview } from "~/routes/indices/templates/review";
import type { loader as templatePage } from "~/routes/indices/templates/template";
import type { loader as templatesPage } from "~/routes/indices/templates/templates";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { playServer, searchServer } from "../setup/console";
import { openScreen } from "../setup/open-screen";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films", {
    settings: { analysis: { analyzer: { folded: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding"] } } } },
    mappings: {
      properties: {
        title: { type: "text", analyzer: "folded", fields: { keyword: { type: "keyword", ignore_above: 256 } } },
        year: { type: "long" },
        director: { properties: { name: { type: "text" }, born: { type: "date" } } },
      },
    },
  });
  for (const id of ["1", "2", "3"]) await backend.call("PUT", `/films/_doc/${id}?refresh=true`, { title: `Film ${id}`, year: 1920 + Number(id) });
  await backend.call("PUT", "/films-2", { mappings: { properties: { title: { type: "text" } } } });
  await backend.call("PUT", "/films-2/_doc/1?refresh=true", { title: "New" });
});
afterAll(() => backend.close());

it("a mapping is a tree: objects before their fields, fields before their sub-fields", async () => {
  const { data } = await openScreen<typeof mappingPage>("mapping", { backend, at: "films" });
  expect(data?.rows.map(({ path, role, depth }) => `${"  ".repeat(depth)}${path} ${role}`)).toEqual([
    "director object",
    "  director.born field",
    "  director.name field",
    "title field",
    "  title.keyword sub-field",
    "year field",
  ]);
  expect(data?.rows.find(({ path }) => path === "title")).toMatchObject({ analyzer: "folded", type: "text" });
  const found = await openScreen<typeof mappingPage>("mapping?q=name&type=text", { backend, at: "films" });
  expect(found.data?.rows.map(({ path }) => path)).toEqual(["director.name"]);
  const json = await openScreen<typeof mappingPage>("mapping?view=json&sizes=1", { backend, at: "films" });
  expect(json.data).toMatchObject({ rows: [], sizes: { ok: true, value: null }, json: { cut: false } });
  expect(json.data?.json?.text).toContain('"ignore_above": 256');
});

it("sizes on disk are shown where the engine tells them", async () => {
  const usage = { _shards: {}, films: { store_size_in_bytes: 12, fields: { title: { total_in_bytes: 7 }, "title.keyword": { total_in_bytes: 5 } } } };
  const mapping = { films: { mappings: { properties: { title: { type: "text", fields: { keyword: { type: "keyword" } } } } } } };
  const row = { index: "films", health: "green", status: "open" };
  const played = await playServer(
    searchServer({ "/films/_disk_usage": { body: usage }, "/films/_mapping": { body: mapping }, "/_aliasedindices": { body: [row] } }),
  );
  const { data } = await openScreen<typeof mappingPage>("mapping?sizes=1", { backend: { url: played.url, username: "mira", password: "right" }, at: "films" });
  expect(data?.sizes).toEqual({ ok: true, value: { title: 7, "title.keyword": 5 } });
  await played.close();
});

const field = { intent: "add-field", type: "keyword", analyzer: "", definition: "" };

it("a field is added, one that exists is refused beside its name", async () => {
  const added = await openScreen("mapping/add", { backend, at: "films", form: { ...field, name: "director.country" } });
  expect(added).toRedirectTo(/\/app\/films\/mapping\?q=director\.country/);
  expect(added).toFlash(/director\.country added/);
  const { body } = await backend.call("GET", "/films/_mapping");
  expect(body).toMatchObject({ films: { mappings: { properties: { director: { properties: { country: { type: "keyword" }, born: { type: "date" } } } } } } });
  expect(await openScreen("mapping/add", { backend, at: "films", form: { ...field, name: "year" } })).toHaveFieldError(
    "name",
    /already exists as long.*re-index/,
  );
  const wrong = { ...field, name: "price", definition: '{ "type": "scaled_float", "scaling": 1 }' };
  expect((await openScreen("mapping/add", { backend, at: "films", form: wrong })).errors["definition"]).not.toBeUndefined();
});

/** The values of the settings form as the page shows them, some changed. */
async function settingsForm(at: string, changed: Record<string, string>) {
  const { data } = await openScreen<typeof settingsPage>("settings", { backend, at });
  return { intent: "review-changes", version: data?.version ?? "", ...data?.values, ...changed };
}
const draftIn = (location: string | null | undefined) => location ?? "";

async function reviewed(at: string, changed: Record<string, string>) {
  const form = await settingsForm(at, changed);
  const taken = await openScreen("settings", { backend, at, form });
  return draftIn(taken.response?.headers.get("Location"));
}

it("settings are saved after a review, dynamic ones in place, and can be undone", async () => {
  const review = await reviewed("films", { refresh: "30s" });
  expect(review).toMatch(/settings\/review\?draft=/);
  const page = await openScreen<typeof settingsReview>(review, { backend });
  expect(page.data?.review).toMatchObject({ state: "ready", remark: null });
  const version = page.data?.review.state === "ready" ? page.data.review.version : "";
  const saved = await openScreen(review, { backend, form: { intent: "save-changes", version } });
  expect(saved).toRedirectTo("/app/films/settings");
  const { body } = await backend.call("GET", "/films/_settings");
  expect(body).toMatchObject({ films: { settings: { index: { refresh_interval: "30s" } } } });
});

it("static settings are saved by closing and opening, said before", async () => {
  const review = await reviewed("films", { codec: "best_compression" });
  const page = await openScreen<typeof settingsReview>(review, { backend });
  const shown = page.data?.review;
  if (shown?.state !== "ready") throw new Error("not ready");
  expect(shown.remark).toMatch(/index\.codec is static: films is closed/);
  expect(await openScreen(review, { backend, form: { intent: "save-changes", version: shown.version } })).toRedirectTo("/app/films/settings");
  expect(await backend.call("GET", "/films/_settings")).toMatchObject({ body: { films: { settings: { index: { codec: "best_compression" } } } } });
  // It answers again.
  expect((await backend.call("GET", "/films/_count")).status).toBe(200);
});

it("settings that somebody else changed meanwhile are not overwritten", async () => {
  const review = await reviewed("films", { window: "20000" });
  const page = await openScreen<typeof settingsReview>(review, { backend });
  const shown = page.data?.review;
  if (shown?.state !== "ready") throw new Error("not ready");
  await backend.call("PUT", "/films/_settings", { index: { max_result_window: 5000 } });
  expect(await openScreen(review, { backend, form: { intent: "save-changes", version: shown.version } })).toFlash(/changed in the meantime/);
  const again = await openScreen<typeof settingsReview>(review, { backend });
  expect(again.data?.review.state).toBe("conflict");
});

it("what is fixed at creation is refused as JSON", async () => {
  const form = { intent: "review-changes", version: "", text: '{ "index": { "number_of_shards": 3 } }' };
  expect(await openScreen("settings/edit", { backend, at: "films", form })).toHaveFieldError("text", /index\.number_of_shards.*re-index/);
});

const alias = { intent: "save-alias", writes: "", indexRouting: "", searchRouting: "", filter: "" };

it("an alias is added with its filter, listed at both levels, and switched in one call", async () => {
  const added = await openScreen("aliases/edit", {
    backend,
    form: { ...alias, alias: "current", index: "films", filter: '{ "range": { "year": { "gte": 1922 } } }' },
  });
  expect(added).toRedirectTo("/cluster/aliases");
  for (const at of ["films", undefined]) {
    const { data } = await openScreen<typeof aliasesPage>("aliases?q=current", { backend, ...(at === undefined ? {} : { at }) });
    expect(data?.rows).toMatchObject([{ alias: "current", index: "films", filter: '{"range":{"year":{"gte":1922}}}' }]);
  }
  const path = "aliases/switch?alias=current&to=films-2";
  const page = await openScreen<typeof switchPage>(path, { backend });
  expect(page.data?.plan).toMatchObject({ before: [{ index: "films", documents: 2 }], after: [{ index: "films-2", documents: 0 }] });
  const form = { intent: "switch-alias", seen: page.data?.plan?.seen ?? "" };
  expect(await openScreen(path, { backend, form: { ...form, seen: "other" } })).toFlash(/changed in the meantime/);
  expect(await openScreen(path, { backend, form })).toFlash(/switched to films-2/);
  const { body } = await backend.call("GET", "/_alias/current");
  expect(Object.keys(body as object)).toEqual(["films-2"]);
});

it("an alias that exists is not overwritten by adding it, nor one that somebody else changed", async () => {
  const form = { ...alias, alias: "taken", index: "films" };
  expect(await openScreen("aliases/edit", { backend, form })).toRedirectTo("/cluster/aliases");
  expect(await openScreen("aliases/edit", { backend, form })).toHaveFieldError("alias", /already has an alias taken/);
  const path = "aliases/edit?alias=taken&index=films";
  const { data } = await openScreen<typeof aliasPage>(path, { backend });
  const edit = { ...form, seen: data?.seen ?? "", searchRouting: "a" };
  expect(await openScreen(path, { backend, form: edit })).toFlash(/taken changed for films/);
  expect(await openScreen(path, { backend, form: edit })).toMatchObject({ status: 409, errors: { "": [expect.stringMatching(/Somebody else changed it/)] } });
});

it("somebody who is held to an index sees its aliases, and may give it those that he may use", async () => {
  const as = { actions: ["develop"], indices: ["films", "mine"] };
  const { data } = await openScreen<typeof aliasesPage>("aliases", { backend, at: "films", as });
  expect(data?.rows.every(({ index }) => index === "films")).toBe(true);
  const form = { ...alias, index: "films", alias: "mine", writes: "true" };
  expect(await openScreen("aliases/edit", { backend, at: "films", as, form })).toFlash(/mine added to films/);
  expect((await openScreen("aliases/edit", { backend, at: "films", as, form: { ...form, alias: "other" } })).status).toBe(403);
  const all = await openScreen<typeof aliasesPage>("aliases", { backend, as });
  expect(new Set(all.data?.rows.map(({ index }) => index))).toEqual(new Set(["films"]));
});

it("a re-indexed index keeps its name as an alias, and the list says so", async () => {
  await backend.call("PUT", "/books/_doc/1?refresh=true", { title: "A" });
  expect((await backend.call("POST", "/_reindex/books?wait_for_completion=true", {})).status).toBe(200);
  const { data } = await openScreen<typeof aliasesPage>("aliases", { backend, at: "books" });
  expect(data?.rows).toMatchObject([{ alias: "books", name: "books", isName: true }]);
});

it("a second write index takes the place of the first", async () => {
  const form = { ...alias, alias: "writer", writes: "true" };
  expect(await openScreen("aliases/edit", { backend, form: { ...form, index: "films" } })).toRedirectTo("/cluster/aliases");
  expect(await openScreen("aliases/edit", { backend, form: { ...form, index: "films-2" } })).toRedirectTo("/cluster/aliases");
  const { body } = await backend.call("GET", "/_alias/writer");
  expect(body).toMatchObject({ films: { aliases: { writer: { is_write_index: false } } }, "films-2": { aliases: { writer: { is_write_index: true } } } });
  const removed = await openScreen("aliases/remove?alias=writer", { backend, at: "films", form: { intent: "remove-alias" } });
  expect(removed).toFlash(/writer removed from films/);
});

it("a text is analyzed by a field and by an analyzer, and step by step", async () => {
  const tokensOf = async (query: string) => {
    const { data } = await openScreen<typeof analyzePage>(`analyze?${query}`, { backend, at: "films" });
    if (!data?.analysis?.ok) throw new Error("not analyzed");
    return data.analysis.value;
  };
  expect((await tokensOf("text=Caf%C3%A9+Noir&field=title")).tokens).toMatchObject([
    { token: "cafe", start: 0, end: 4, position: 0 },
    { token: "noir", start: 5, end: 9, position: 1 },
  ]);
  expect((await tokensOf("text=Caf%C3%A9+Noir&analyzer=whitespace")).tokens.map(({ token }) => token)).toEqual(["Café", "Noir"]);
  const { steps, tokens } = await tokensOf("text=Caf%C3%A9&field=title&steps=1");
  expect(steps.map(({ name, result }) => `${name} ${result}`)).toEqual(["standard Café", "lowercase café", "asciifolding cafe"]);
  expect(tokens.map(({ token }) => token)).toEqual(["cafe"]);
  const { data } = await openScreen<typeof analyzePage>("analyze?text=a&analyzer=nosuch", { backend, at: "films" });
  expect(data?.analysis).toMatchObject({ ok: false, failure: { status: 400 } });
  expect(data?.analyzers).toContain("folded");
});

it.each(["composable", "legacy"])("a %s template is created, read, changed and deleted", async (kind) => {
  const name = `made-${kind}`;
  const form = {
    intent: "create-template",
    kind,
    name,
    patterns: `film*, ${kind}-*`,
    rank: "5",
    settings: '{ "number_of_replicas": 0 }',
    mappings: "",
    aliases: "",
  };
  expect(await openScreen("templates/new", { backend, form })).toRedirectTo(`/cluster/templates/${kind}/${name}`);
  expect(await openScreen("templates/new", { backend, form })).toHaveFieldError("name", /already exists/);
  const { data } = await openScreen<typeof templatePage>(`templates/${kind}/${name}`, { backend });
  expect(data).toMatchObject({ view: { patterns: ["film*", `${kind}-*`], rank: 5 }, met: { total: 2 } });
  const list = await openScreen<typeof templatesPage>(`templates?name=${kind}-1`, { backend });
  expect(list.data?.gets?.map((template) => template.name)).toContain(name);
  expect(list.data?.list.rows.find((row) => row.name === name)).toMatchObject({ indices: 2 });
  const edit = { intent: "review-changes", version: "", text: `{ "index_patterns": ["${kind}-*"] }` };
  const taken = await openScreen(`templates/${kind}/${name}/edit`, { backend, form: edit });
  const review = draftIn(taken.response?.headers.get("Location"));
  const page = await openScreen<typeof templateReview>(review, { backend });
  const shown = page.data?.review;
  if (shown?.state !== "conflict") throw new Error("no conflict");
  expect(await openScreen(review, { backend, form: { intent: "save-changes", version: shown.version } })).toFlash(/Template saved/);
  const removal = await openScreen<typeof templateDelete>(`templates/${kind}/${name}/delete`, { backend });
  const gone = await openScreen(`templates/${kind}/${name}/delete`, { backend, form: { intent: "delete", version: removal.data?.page.version ?? "" } });
  expect(gone).toRedirectTo("/cluster/templates");
  const missing = await openScreen(`templates/${kind}/${name}`, { backend });
  expect(missing).toMatchObject({ status: 404, thrown: { failure: { path: `/${kind === "composable" ? "_index_template" : "_template"}/${name}` } } });
});

it("a component template is created, listed with what is composed of it, and not deleted while it is in use", async () => {
  const [part, whole] = ["made-part", "made-whole"];
  const form = { intent: "create-component", name: part, settings: "", mappings: '{ "properties": { "title": { "type": "keyword" } } }', aliases: "" };
  expect(await openScreen("templates/components/new", { backend, form })).toRedirectTo(`/cluster/templates/component/${part}`);
  expect(await openScreen("templates/components/new", { backend, form })).toHaveFieldError("name", /already exists/);
  const composed = { intent: "create-template", kind: "composable", name: whole, patterns: `${whole}-*`, rank: "5", components: `${part}, no-such-part` };
  expect(await openScreen("templates/new", { backend, form: composed })).toHaveFieldError("components", /no-such-part/);
  expect(await openScreen("templates/new", { backend, form: { ...composed, kind: "legacy" } })).toHaveFieldError("components", /Only index templates/);
  expect(await openScreen("templates/new", { backend, form: { ...composed, components: part } })).toRedirectTo(`/cluster/templates/composable/${whole}`);

  const list = await openScreen<typeof componentsPage>("templates/components?q=made", { backend });
  expect(list.data?.list.rows).toEqual([{ name: part, parts: ["mappings"], managed: false, users: [whole] }]);
  const { data } = await openScreen<typeof componentPage>(`templates/component/${part}`, { backend });
  expect(data).toMatchObject({ view: { users: [whole] }, known: true });
  const removal = await openScreen<typeof templateDelete>(`templates/component/${part}/delete`, { backend });
  expect(removal.data?.users).toEqual([whole]);
  const deletion = { intent: "delete", version: removal.data?.page.version ?? "" };
  const refused = await openScreen(`templates/component/${part}/delete`, { backend, form: deletion });
  expect(refused.errors[""]?.[0]).toMatch(/still in use/);
  await backend.call("DELETE", `/_index_template/${whole}`);
  expect(await openScreen(`templates/component/${part}/delete`, { backend, form: deletion })).toRedirectTo("/cluster/templates/components");
});

it("the palette finds the tabs of the index and of all, for those who may open them", async () => {
  const titles = async (query: string, actions: string[]) => {
    const { data } = await openScreen<typeof goPage>(`/go?${query}`, { backend, as: { actions } });
    return data?.groups.flatMap(({ entries }) => entries.map(({ title, note, to }) => `${title} ${note} ${to}`)) ?? [];
  };
  expect(await titles("q=mapping&app=films", ["develop"])).toContain("Mapping films /app/films/mapping");
  expect(await titles("q=templates", ["develop"])).toContain("Templates All indices /cluster/templates");
  expect((await titles("q=templates", ["analytics"])).join()).not.toContain("/cluster/templates");
});

it("a server without a kind of template says so, and shows the other", async () => {
  const legacy = { "/_template": { body: { old: { order: 1, index_patterns: ["a*"], settings: {}, mappings: {}, aliases: {} } } } };
  const played = await playServer(searchServer({ ...legacy, "/_index_template": { status: 405 }, "/_aliasedindices": { body: [] } }));
  const { data } = await openScreen<typeof templatesPage>("templates", { backend: { url: played.url, username: "mira", password: "right" } });
  expect(data).toMatchObject({ missing: ["composable"], list: { rows: [{ name: "old", rank: 1 }] } });
  await played.close();
});

const running = {
  nodes: {
    n1: {
      name: "node-1",
      tasks: {
        "n1:12": {
          ...{ node: "n1", id: 12, type: "transport", action: "indices:data/write/reindex", description: "reindex from [a] to [b]", cancellable: true },
          ...{ start_time_in_millis: 1_700_000_000_000, running_time_in_nanos: 65_000_000_000, status: { total: 10, created: 4, updated: 0, deleted: 0 } },
        },
        "n1:13": { node: "n1", id: 13, action: "cluster:monitor/tasks/lists", cancellable: false },
      },
    },
  },
};

it("a re-index that runs is stopped from its page, and is gone afterwards", async () => {
  const documents = 20_000;
  await backend.call("PUT", "/slow");
  await fetch(`${backend.url}/slow/_bulk?refresh=true`, {
    method: "POST",
    headers: { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" },
    body: Array.from({ length: documents }, (_, n) => `{"index":{"_id":"${n}"}}\n{"title":"Film ${n}"}\n`).join(""),
  });
  // A real engine waits after the first thousand; the embedded one takes a moment for all of them.
  const copy = { source: { index: "slow" }, dest: { index: "slow-copy" } };
  const { body } = await backend.call("POST", "/_reindex?wait_for_completion=false&requests_per_second=1", copy);
  const id = (body as { task: string }).task;
  const rows = async () => (await openScreen<typeof tasksPage>("tasks?show=all", { backend })).data?.rows ?? [];
  expect((await rows()).find((task) => task.id === id)).toMatchObject({ action: "indices:data/write/reindex", cancellable: true });
  expect(await openScreen(`tasks/cancel?task=${id}`, { backend, form: { intent: "cancel-task" } })).toFlash(/asked to stop/);
  await expect.poll(async () => (await rows()).some((task) => task.id === id), { timeout: 10_000 }).toBe(false);
  await backend.call("POST", "/slow-copy/_refresh");
  expect(((await backend.call("GET", "/slow-copy/_count")).body as { count: number }).count).toBeLessThan(documents);
  await backend.call("DELETE", "/slow-copy");
  await backend.call("DELETE", "/slow");
});

it("tasks are listed with their progress, and asked to stop", async () => {
  const stopped = { body: { nodes: running.nodes } };
  const played = await playServer(searchServer({ "/_tasks": { body: running }, "/_tasks/n1%3A12/_cancel": stopped, "/_tasks/n1:12/_cancel": stopped }));
  const behind = { url: played.url, username: "mira", password: "right" };
  const { data } = await openScreen<typeof tasksPage>("tasks", { backend: behind });
  expect(data?.rows).toMatchObject([{ id: "n1:12", node: "node-1", running: 65_000, progress: { done: 4, total: 10 } }]);
  expect(data?.all).toBe(1);
  const cancelled = await openScreen("tasks/cancel?task=n1:12", { backend: behind, form: { intent: "cancel-task" } });
  expect(cancelled).toFlash(/asked to stop/);
  expect(await openScreen("tasks/cancel?task=n1:99", { backend: behind, form: { intent: "cancel-task" } })).toFlash(/no longer running/);
  await played.close();
});
