import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader } from "~/routes/go/resource";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { type As, openScreen } from "../../setup/open-screen";

// The palette: what it finds for whom, in which order, and what a source that fails does to the others.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["movies", "old-movies", "mood", "reviews"])
    await backend.call("PUT", `/${index}/_doc/tt1?refresh=true`, { title: "Heat" });
  await backend.call("PUT", "/reviews/_doc/a%2Fb?refresh=true", { title: "Heat" });
});
afterAll(() => backend.close());

async function find(query: string, as: As = "admin") {
  const { data } = await openScreen<typeof loader>(`/resources/go?${query}`, { backend, as });
  if (data === undefined) throw new Error("the palette did not answer");
  const titles = (id: string) =>
    data.groups.find((group) => group.id === id)?.entries.map(({ title, note }) => `${title} (${note})`) ?? [];
  return {
    order: data.groups.map(({ id }) => id),
    missing: data.missing,
    screens: titles("screens"),
    indices: titles("indices"),
    documents: titles("documents"),
    data,
  };
}

describe("the palette", () => {
  it("finds indices by the beginning of the name, of a word in it, and by its letters; the present one first", async () => {
    expect((await find("q=mo")).indices).toEqual(["mood (Index)", "movies (Index)", "old-movies (Index)"]);
    expect((await find("q=mo&app=movies")).indices).toEqual([
      "movies (This index)",
      "mood (Index)",
      "old-movies (Index)",
    ]);
    expect((await find("q=mvs")).indices).toEqual(["movies (Index)", "old-movies (Index)"]);
  });

  it("finds screens of the index that one is in before those of the cluster", async () => {
    expect((await find("q=overview&app=movies")).screens).toEqual([
      "App overview (movies)",
      "Analytics overview (movies · Analytics)",
      "Cluster overview (All indices)",
      "Analytics overview (All indices · Analytics)",
    ]);
    expect((await find("q=bro&app=movies")).screens).toEqual(["Browse (movies · Data)"]);
    expect((await find("q=bro")).screens).toEqual(["Browse (Choose an index · Data)"]);
    const [browse] = (await find("q=bro&app=movies")).data.groups[0]?.entries ?? [];
    expect(browse?.to).toBe("/app/movies/browse");
  });

  it("finds settings and actions by their words, in the index that one is in, for whom they are", async () => {
    const found = async (query: string, as?: As) =>
      (await find(query, as)).data.groups.flatMap(({ id, entries }) =>
        id === "settings" || id === "actions" ? entries.map(({ title, to }) => [title, to]) : [],
      );
    expect(await found("q=typo&app=movies")).toEqual([["Typo tolerance", "/app/movies/search"]]);
    expect(await found("q=misspell")).toEqual([["Typo tolerance", "/cluster/search"]]);
    expect(await found("q=pin&app=movies")).toContainEqual(["Create rule", "/cluster/rules/new"]);
    expect(await found("q=publish&app=movies")).toContainEqual([
      "Publish pending changes",
      "/app/movies/search/review",
    ]);
    // What has no page without an index is not offered there.
    expect(await found("q=publish")).toEqual([]);
    expect(await found("q=typo&app=movies", { actions: ["develop"] })).toEqual([]);
  });

  it("finds a document by its whole id, in the present index or the one that is named, slashes in it too", async () => {
    expect((await find("q=tt1&app=movies")).documents).toEqual(["tt1 (Document in movies)"]);
    expect((await find("q=reviews/tt1&app=movies")).documents).toEqual(["tt1 (Document in reviews)"]);
    const odd = await find("q=reviews/a/b");
    expect(odd.data.groups[0]?.entries[0]?.to).toBe("/app/reviews/browse/a%2Fb");
    expect((await find("q=tt")).documents).toEqual([]);
    expect((await find("q=nothing/tt1&app=movies")).documents).toEqual([]);
  });

  it("finds documents of the present index by their title, each once", async () => {
    expect((await find("q=heat&app=movies")).documents).toEqual(["Heat (Document in movies · tt1)"]);
    expect((await find("q=hea&app=movies")).documents).toEqual(["Heat (Document in movies · tt1)"]);
    expect((await find("q=he&app=movies")).documents).toEqual([]);
    expect((await find("q=heat")).documents).toEqual([]);
    // What is found in the text of a document alone is for its search.
    await backend.call("PUT", "/mood/_doc/m1?refresh=true", { title: "Calm", plot: "heat" });
    expect((await find("q=heat&app=mood")).documents).toEqual(["Heat (Document in mood · tt1)"]);
    expect((await find("q=heat&app=movies", { actions: ["analytics"], indices: ["*"] })).documents).toEqual([]);
  });

  it("finds rules and users by their names, for whom may see them", async () => {
    const { body } = await backend.call("POST", "/_rule", {
      ...{ name: "Batman first", enabled: true, trigger: { type: "always" } },
      actions: [{ type: "hide_result", data: ["tt9"] }],
    });
    const { id } = z.object({ id: z.string() }).parse(body);
    const entriesOf = async (query: string, group: string, as?: As) =>
      (await find(query, as)).data.groups
        .find((one) => one.id === group)
        ?.entries.map(({ title, note, to }) => [title, note, to]);
    expect(await entriesOf("q=batm&app=movies", "rules")).toEqual([
      ["Batman first", "Rule", `/app/movies/rules/${id}`],
    ]);
    expect(await entriesOf("q=batm", "rules")).toEqual([["Batman first", "Rule", `/cluster/rules/${id}`]]);
    expect(await entriesOf("q=batm", "rules", { actions: ["analytics"] })).toBeUndefined();
    const name = backend.username;
    expect(await entriesOf(`q=${name}`, "users")).toContainEqual([name, "User", `/cluster/user-management/${name}`]);
    expect(await entriesOf(`q=${name}`, "users", { actions: ["develop"] })).toBeUndefined();
  });

  it("offers where one may want to go when nothing is typed", async () => {
    const { order, indices } = await find("");
    expect(order).toEqual(["screens", "indices"]);
    expect(indices).toHaveLength(4);
  });

  it("answers one source alone for a chooser", async () => {
    expect((await find("q=mo&only=indices")).order).toEqual(["indices"]);
  });

  it.each<[As, { screens: boolean; indices: number; documents: number }]>([
    [
      { actions: ["develop"], indices: ["*"] },
      { screens: true, indices: 1, documents: 1 },
    ],
    [
      { actions: ["develop"], indices: ["movies"] },
      { screens: true, indices: 0, documents: 0 },
    ],
    [
      { actions: ["analytics"], indices: ["*"] },
      { screens: false, indices: 1, documents: 0 },
    ],
    [
      { actions: ["user-management"], indices: ["*"] },
      { screens: false, indices: 0, documents: 0 },
    ],
  ])("shows only what the user may see: %j", async (as, sees) => {
    expect((await find("q=browse&app=movies", as)).screens.length > 0).toBe(sees.screens);
    expect((await find("q=reviews", as)).indices).toHaveLength(sees.indices);
    expect((await find("q=reviews/tt1", as)).documents).toHaveLength(sees.documents);
  });

  it("names a source that fails, and shows the others", async () => {
    // One call of the real back end fails; no test could make it do so at this moment.
    const failing = setupServer(
      http.get(`${backend.url}/_aliasedindices`, () =>
        HttpResponse.json({ error: { message: "engine down" } }, { status: 500 }),
      ),
    );
    failing.listen({ onUnhandledRequest: "bypass" });
    // A user of his own, for whom no names are kept yet.
    const found = await find("q=pref", { actions: ["develop", "speed"], indices: ["*"] }).finally(() =>
      failing.close(),
    );
    expect(found.missing).toEqual(["Indices"]);
    expect(found.order).toEqual(["screens"]);
  });

  it("opens a document by the routing that it was written with", async () => {
    // The bundled engine has one shard, and tells no routing.
    const routed = setupServer(
      http.post(`${backend.url}/mood/_search`, () =>
        HttpResponse.json({
          hits: { hits: [{ _index: "mood", _id: "m2", _routing: "north", _source: { title: "Northern light" } }] },
        }),
      ),
    );
    routed.listen({ onUnhandledRequest: "bypass" });
    const found = await find("q=northern&app=mood").finally(() => routed.close());
    expect(found.data.groups.find(({ id }) => id === "documents")?.entries[0]?.to).toBe(
      "/app/mood/browse/m2?routing=north",
    );
  });

  it("is for whom is signed in", async () => {
    expect(await openScreen("/resources/go?q=a", { backend, as: "nobody" })).toRedirectTo(/^\/login/);
  });
});
