import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as aggsPage } from "~/routes/search-relevance/settings/aggs";
import type { loader as languagesPage } from "~/routes/search-relevance/settings/languages";
import type { loader as resultsPage } from "~/routes/search-relevance/settings/results";
import type { loader as searchPage } from "~/routes/search-relevance/settings/search";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { documentAt } from "../../setup/document-at";
import { openScreen } from "../../setup/open-screen";

// The search beside relevance settings: with the draft of whoever looks, as a client gets it, and counted nowhere.

let backend: TestBackend;
let gate: Gate;
const at = "films";
const env = {};

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  const text = { type: "text", fields: { keyword: { type: "keyword" } } };
  await backend.call("PUT", `/${at}`, { mappings: { properties: { title: text, plot: text, genre: text } } });
  const films = [
    { title: "Alien", plot: "a ship in space", genre: "horror" },
    { title: "Space walk", plot: "a man", genre: "drama" },
    { title: "Space <b>crew</b>", plot: "space and space again", genre: "horror" },
  ];
  for (const [n, film] of films.entries()) await backend.call("PUT", `/${at}/_doc/${n}?refresh=true`, film);
  await backend.call("PUT", `/_searchrelevancy/${at}`, {
    search: { dataField: ["title", "plot"], fieldWeights: ["9.0", "0.1"] },
    aggregations: { dataField: { "genre.keyword": "term" }, size: 1, sortBy: "desc" },
    results: { highlight: true, highlightOptions: { pre_tags: ["<em>"], post_tags: ["</em>"] } },
  });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

type Opened = Awaited<ReturnType<typeof openScreen<typeof searchPage>>>["data"];
const foundIn = (data: Opened) => {
  const of = data?.kind === "form" ? data.example?.found : undefined;
  return of && "ok" in of && of.ok ? of.value : null;
};
const titles = (found: ReturnType<typeof foundIn>) =>
  found?.hits.map(({ title }) => title.map(({ text }) => text).join(""));

describe("the example beside settings", () => {
  it("is found with the settings in force, and then with what waits, which tells what moved", async () => {
    const before = foundIn((await openScreen<typeof searchPage>("search?try=space", { backend, at, env })).data);
    expect(titles(before)).toEqual([expect.stringMatching(/^Space/), expect.stringMatching(/^Space/), "Alien"]);
    expect(before?.hits.every(({ moved }) => moved === null)).toBe(true);
    const weights = {
      "weights[0].field": "title",
      "weights[0].value": "0.1",
      "weights[1].field": "plot",
      "weights[1].value": "9",
    };
    const form = {
      queryType: "default",
      queryFormat: "or",
      fuzziness: "0",
      distinctField: "",
      synonyms: "on",
      ...weights,
    };
    const saved = await openScreen("search?try=space", { backend, at, env, form: { intent: "save-draft", ...form } });
    expect(saved.response?.headers.get("Location")).toBe(`/app/${at}/search?try=space`);
    const after = foundIn((await openScreen<typeof searchPage>("search?try=space", { backend, at, env })).data);
    expect(titles(after)?.at(-1)).toBe("Space walk");
    expect(after?.hits.find(({ id }) => id === "0")?.moved).toMatch(/^up \d$/);
    // The draft of another person is not this one's.
    const { data } = await openScreen<typeof searchPage>("search?try=space", {
      backend,
      at,
      as: { actions: ["search-relevancy"] },
    });
    expect(titles(foundIn(data))?.at(-1)).toBe("Alien");
  });

  it("shows results as a client gets them, values as they are counted, and the same order beside languages", async () => {
    const results = foundIn((await openScreen<typeof resultsPage>("results?try=crew", { backend, at })).data);
    expect(titles(results)).toEqual(["Space <b><em>crew</em></b>"]);
    const counted = foundIn((await openScreen<typeof aggsPage>("aggs?try=space", { backend, at })).data);
    expect(counted).toMatchObject({
      total: 3,
      hits: [],
      facets: [{ label: "genre", values: [{ key: "horror", count: 2 }] }],
    });
    const { data } = await openScreen<typeof languagesPage>("languages?try=space", { backend, at });
    expect(titles(foundIn(data?.loaded))?.at(-1)).toBe("Alien");
    const page = await documentAt({ backend, path: `/app/${at}/results?try=crew` });
    expect(page.querySelector("main ol em, main ol b")).toBeNull();
  });

  it("begins with what visitors search for most, and is no search of a visitor itself", async () => {
    const searches = async () =>
      (await backend.call("GET", `/_analytics/${at}/popular-searches`)).body as { popular_searches?: unknown[] };
    expect(foundIn((await openScreen<typeof searchPage>("search", { backend, at })).data)).toBeNull();
    await backend.call("POST", `/${at}/_reactivesearch.v3`, {
      query: [{ id: "q", type: "search", dataField: ["title"], value: "walk" }],
      settings: { recordAnalytics: true },
    });
    await expect
      .poll(async () => foundIn((await openScreen<typeof searchPage>("search", { backend, at })).data)?.text)
      .toBe("walk");
    expect(JSON.stringify(await searches())).not.toContain("space");
  });

  it("is left out where searches may not be made, and fails alone", async () => {
    const { username, password } = backend;
    gate.decide((path) => (path.includes("/_reactivesearch") ? { status: 500, body: "{}" } : "pass"));
    const { data, status } = await openScreen<typeof searchPage>("search?try=space", {
      backend: { url: gate.url, username, password },
      at,
    });
    expect(status).toBe(200);
    expect(data?.kind === "form" && data.example?.found).toMatchObject({ ok: false, failure: { status: 500 } });
  });
});
