import { expect, it } from "vitest";
import type { loader as aliasesPage } from "~/routes/indices/aliases/aliases";
import type { loader as aliasPage } from "~/routes/indices/aliases/edit";
import type { loader as switchPage } from "~/routes/indices/aliases/switch";
import type { loader as mappingPage } from "~/routes/indices/mapping/mapping";
import type { loader as settingsReview } from "~/routes/indices/settings/review";
import type { loader as settingsPage } from "~/routes/indices/settings/settings";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { backend, draftIn, startIndices } from "./support/index-screens";

startIndices();

it("a mapping is a tree: objects before their fields, fields before their sub-fields", async () => {
  const { data } = await openScreen<typeof mappingPage>("mapping?sub=1", { backend, at: "films" });
  expect(data?.rows.map(({ path, role, depth }) => `${"  ".repeat(depth)}${path} ${role}`)).toEqual([
    "director object",
    "  director.born field",
    "  director.name field",
    "title field",
    "  title.keyword sub-field",
    "year field",
  ]);
  // Sub-fields are folded at first, and found by their names all the same.
  const { data: folded } = await openScreen<typeof mappingPage>("mapping", { backend, at: "films" });
  expect(folded).toMatchObject({ found: 5, subFields: 1 });
  const { data: sought } = await openScreen<typeof mappingPage>("mapping?q=keyword", { backend, at: "films" });
  expect(sought?.rows.map(({ path }) => path)).toEqual(["title.keyword"]);
  expect(data?.rows.find(({ path }) => path === "title")).toMatchObject({ analyzer: "folded", type: "text" });
  const found = await openScreen<typeof mappingPage>("mapping?q=name&type=text", { backend, at: "films" });
  expect(found.data?.rows.map(({ path }) => path)).toEqual(["director.name"]);
  const json = await openScreen<typeof mappingPage>("mapping?view=json&sizes=1", { backend, at: "films" });
  expect(json.data).toMatchObject({ rows: [], sizes: { ok: true, value: null }, json: { cut: false } });
  expect(json.data?.json?.text).toContain('"ignore_above": 256');
});

it("sizes on disk are shown where the engine tells them", async () => {
  const usage = {
    _shards: {},
    films: {
      store_size_in_bytes: 12,
      fields: { title: { total_in_bytes: 7 }, "title.keyword": { total_in_bytes: 5 } },
    },
  };
  const mapping = {
    films: { mappings: { properties: { title: { type: "text", fields: { keyword: { type: "keyword" } } } } } },
  };
  const row = { index: "films", health: "green", status: "open" };
  const played = await playServer(
    searchServer({
      "/films/_disk_usage": { body: usage },
      "/films/_mapping": { body: mapping },
      "/_aliasedindices": { body: [row] },
    }),
  );
  const { data } = await openScreen<typeof mappingPage>("mapping?sizes=1", {
    backend: { url: played.url, username: "mira", password: "right" },
    at: "films",
  });
  expect(data?.sizes).toEqual({ ok: true, value: { title: 7, "title.keyword": 5 } });
  await played.close();
});

const field = { intent: "add-field", type: "keyword", analyzer: "", definition: "" };

it("a field is added, one that exists is refused beside its name", async () => {
  const added = await openScreen("mapping/add", { backend, at: "films", form: { ...field, name: "director.country" } });
  expect(added).toRedirectTo(/\/app\/films\/mapping\?q=director\.country/);
  expect(added).toFlash(/director\.country added/);
  const { body } = await backend.call("GET", "/films/_mapping");
  expect(body).toMatchObject({
    films: {
      mappings: { properties: { director: { properties: { country: { type: "keyword" }, born: { type: "date" } } } } },
    },
  });
  expect(await openScreen("mapping/add", { backend, at: "films", form: { ...field, name: "year" } })).toHaveFieldError(
    "name",
    /already exists as long.*re-index/,
  );
  const wrong = { ...field, name: "price", definition: '{ "type": "scaled_float", "scaling": 1 }' };
  expect(
    (await openScreen("mapping/add", { backend, at: "films", form: wrong })).errors["definition"],
  ).not.toBeUndefined();
});

/** The values of the settings form as the page shows them, some changed. */
async function settingsForm(at: string, changed: Record<string, string>) {
  const { data } = await openScreen<typeof settingsPage>("settings", { backend, at });
  return { intent: "review-changes", version: data?.version ?? "", ...data?.values, ...changed };
}

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
  expect(await openScreen(review, { backend, form: { intent: "save-changes", version: shown.version } })).toRedirectTo(
    "/app/films/settings",
  );
  expect(await backend.call("GET", "/films/_settings")).toMatchObject({
    body: { films: { settings: { index: { codec: "best_compression" } } } },
  });
  // It answers again.
  expect((await backend.call("GET", "/films/_count")).status).toBe(200);
});

it("settings that somebody else changed meanwhile are not overwritten", async () => {
  const review = await reviewed("films", { window: "20000" });
  const page = await openScreen<typeof settingsReview>(review, { backend });
  const shown = page.data?.review;
  if (shown?.state !== "ready") throw new Error("not ready");
  await backend.call("PUT", "/films/_settings", { index: { max_result_window: 5000 } });
  expect(await openScreen(review, { backend, form: { intent: "save-changes", version: shown.version } })).toFlash(
    /changed in the meantime/,
  );
  const again = await openScreen<typeof settingsReview>(review, { backend });
  expect(again.data?.review.state).toBe("conflict");
});

it("what is fixed at creation is refused as JSON", async () => {
  const form = { intent: "review-changes", version: "", text: '{ "index": { "number_of_shards": 3 } }' };
  expect(await openScreen("settings/edit", { backend, at: "films", form })).toHaveFieldError(
    "text",
    /index\.number_of_shards.*re-index/,
  );
});

const alias = { intent: "save-alias", writes: "", indexRouting: "", searchRouting: "", filter: "" };

it("an alias is added with its filter, listed at both levels, and switched in one call", async () => {
  const added = await openScreen("aliases/edit", {
    backend,
    form: { ...alias, alias: "current", index: "films", filter: '{ "range": { "year": { "gte": 1922 } } }' },
  });
  expect(added).toRedirectTo("/cluster/aliases");
  for (const at of ["films", undefined]) {
    const { data } = await openScreen<typeof aliasesPage>("aliases?q=current", {
      backend,
      ...(at === undefined ? {} : { at }),
    });
    expect(data?.list.rows).toMatchObject([
      { alias: "current", index: "films", filter: '{"range":{"year":{"gte":1922}}}' },
    ]);
  }
  const path = "aliases/switch?alias=current&to=films-2";
  const page = await openScreen<typeof switchPage>(path, { backend });
  expect(page.data?.plan).toMatchObject({
    before: [{ index: "films", documents: 2 }],
    after: [{ index: "films-2", documents: 0 }],
  });
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
  expect(await openScreen(path, { backend, form: edit })).toMatchObject({
    status: 409,
    errors: { "": [expect.stringMatching(/Somebody else changed it/)] },
  });
});

it("somebody who is held to an index sees its aliases, and may give it those that he may use", async () => {
  const as = { actions: ["develop"], indices: ["films", "mine"] };
  const { data } = await openScreen<typeof aliasesPage>("aliases", { backend, at: "films", as });
  expect(data?.list.rows.every(({ index }) => index === "films")).toBe(true);
  const form = { ...alias, index: "films", alias: "mine", writes: "true" };
  expect(await openScreen("aliases/edit", { backend, at: "films", as, form })).toFlash(/mine added to films/);
  expect(
    (await openScreen("aliases/edit", { backend, at: "films", as, form: { ...form, alias: "other" } })).status,
  ).toBe(403);
  const all = await openScreen<typeof aliasesPage>("aliases", { backend, as });
  expect(new Set(all.data?.list.rows.map(({ index }) => index))).toEqual(new Set(["films"]));
});

it("a re-indexed index keeps its name as an alias, and the list says so", async () => {
  await backend.call("PUT", "/books/_doc/1?refresh=true", { title: "A" });
  expect((await backend.call("POST", "/_reindex/books?wait_for_completion=true", {})).status).toBe(200);
  const { data } = await openScreen<typeof aliasesPage>("aliases", { backend, at: "books" });
  expect(data?.list.rows).toMatchObject([{ alias: "books", name: "books", isName: true }]);
});

it("a second write index takes the place of the first", async () => {
  const form = { ...alias, alias: "writer", writes: "true" };
  expect(await openScreen("aliases/edit", { backend, form: { ...form, index: "films" } })).toRedirectTo(
    "/cluster/aliases",
  );
  expect(await openScreen("aliases/edit", { backend, form: { ...form, index: "films-2" } })).toRedirectTo(
    "/cluster/aliases",
  );
  const { body } = await backend.call("GET", "/_alias/writer");
  expect(body).toMatchObject({
    films: { aliases: { writer: { is_write_index: false } } },
    "films-2": { aliases: { writer: { is_write_index: true } } },
  });
  const removed = await openScreen("aliases/remove?alias=writer", {
    backend,
    at: "films",
    form: { intent: "remove-alias" },
  });
  expect(removed).toFlash(/writer removed from films/);
});
