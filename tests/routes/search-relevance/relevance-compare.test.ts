import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { isJsonObject, type JsonObject } from "@common/text/json";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as previewPage } from "~/routes/data/search-preview/search-preview";
import type { loader as comparePage } from "~/routes/search-relevance/compare/compare";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import { seedDraft } from "../../setup/seeds/draft";
import { seedTest } from "../../setup/seeds/test";

let backend: TestBackend;
let gate: Gate;

const INDEX = "compared";
const FILMS: [id: string, title: string, plot: string, votes: number][] = [
  ["begins", "Batman Begins", "fear of bats", 900],
  ["robin", "Batman & Robin", "ice", 300],
  ["knight", "The Dark Knight", "batman fights a joker, batman falls", 2_000],
  ["a/b%41 <i>", "Batman", "a joker in gotham", 700],
];
const SAVED = { search: { dataField: ["title"], fieldWeights: ["1.0"], fuzziness: 0, queryFormat: "or" } };

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  const text = { type: "text", fields: { keyword: { type: "keyword" } } };
  await backend.call("PUT", `/${INDEX}`, {
    mappings: {
      properties: { title: text, plot: { type: "text" }, votes: { type: "integer" }, fame: { type: "rank_feature" } },
    },
  });
  for (const [id, title, plot, votes] of FILMS)
    await backend.call("PUT", `/${INDEX}/_doc/${encodeURIComponent(id)}?refresh=true`, {
      title,
      plot,
      votes,
      fame: votes,
    });
  await backend.call("PUT", `/_searchrelevancy/${INDEX}`, SAVED);
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

async function record(): Promise<JsonObject> {
  const { body } = await backend.call("GET", `/_searchrelevancy/${INDEX}`);
  if (!isJsonObject(body)) throw new Error("no record");
  return body;
}

/** A console of its own, with a draft where there are values. */
async function withDraft(
  values: JsonObject | null,
  { behind = backend, base }: { behind?: { url: string; username: string }; base?: JsonObject } = {},
) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "searchdeck-compare-"));
  const whose = { url: behind.url, index: INDEX, username: behind.username };
  if (values) seedDraft({ dataDir: DATA_DIR, whose, base: { record: base ?? (await record()), saved: true }, values });
  return { DATA_DIR };
}
const open = (query: string, more: Partial<Parameters<typeof openScreen>[1]> = {}) =>
  openScreen<typeof comparePage>(`search/compare${query}`, { backend, at: INDEX, ...more });
async function compared(query: string, more: Partial<Parameters<typeof openScreen>[1]> = {}) {
  const { data, thrown } = await open(query, more);
  if (data?.comparison.state !== "compared") throw new Error(`${data?.comparison.state} ${String(thrown)}`);
  return data.comparison;
}
const idsOf = (side: Awaited<ReturnType<typeof compared>>["draft"]) =>
  side?.kind === "hits" ? side.rows.map(({ id, moved }) => `${id}: ${moved?.text}`) : side;

describe("live and draft beside each other", () => {
  it("says what moved, with the reasons of both", async () => {
    const env = await withDraft({ "search.weights": { title: 1, plot: 5 } });
    const found = await compared("?q=batman&why=knight", { env });
    expect(idsOf(found.live)).toEqual(["a/b%41 <i>: down 1", "begins: down 1", "robin: down 1"]);
    expect(idsOf(found.draft)).toEqual(["knight: new", "a/b%41 <i>: down 1", "begins: down 1", "robin: down 1"]);
    expect(found.counts).toEqual({ up: 0, down: 3, same: 0, new: 1, gone: 0 });
    expect(found.why).toMatchObject({
      title: "The Dark Knight",
      live: null,
      draft: 1,
      rows: [{ kind: "match", field: "plot", words: "batman", reason: "new field, weight 5.0", live: null }],
      sums: { live: null },
    });
    const moved = await compared(`?${new URLSearchParams({ q: "batman", why: "a/b%41 <i>" })}`, { env });
    expect(moved.why).toMatchObject({ live: 1, draft: 2, rows: [{ field: "title", reason: "weight 1.0, unchanged" }] });
    // What the page says is what a deployment does.
    expect(found.requests.draft?.body).toContain('"draft": {');
    await backend.call("PUT", `/_searchrelevancy/${INDEX}`, {
      search: { ...SAVED.search, dataField: ["title", "plot"], fieldWeights: ["1.0", "5.0"] },
    });
    const deployed = await compared("?q=batman", { env: await withDraft(null) });
    const scores = (side: typeof found.draft) =>
      side?.kind === "hits" ? side.rows.map(({ id, score }) => [id, score]) : [];
    expect(scores(deployed.live)).toEqual(scores(found.draft));
    await backend.call("PUT", `/_searchrelevancy/${INDEX}`, SAVED);
  });

  it("says that nothing moved", async () => {
    const env = await withDraft({ "search.queryFormat": "and" });
    const found = await compared("?q=batman&why=begins", { env });
    expect(found.counts).toMatchObject({ same: 3, new: 0, gone: 0 });
    expect(found.figures).toEqual({ live: null, draft: null });
  });

  it("compares nothing where no changes wait", async () => {
    const found = await compared("?q=batman", { env: await withDraft(null) });
    expect([found.draft, found.counts, found.waits.total]).toEqual([null, null, 0]);
    expect(idsOf(found.live)).toHaveLength(3);
    expect((await open("")).data?.comparison.state).toBe("empty");
  });

  it("finds nothing, pages, and takes odd addresses", async () => {
    const env = await withDraft({ "search.weights": { plot: 1 } });
    expect(await compared("?q=zeppelin&why=nobody", { env })).toMatchObject({
      live: { rows: [] },
      draft: { rows: [] },
      why: null,
      counts: { gone: 0 },
    });
    expect(await compared("?q=batman&page=2", { env })).toMatchObject({
      live: { rows: [], total: 3 },
      draft: { rows: [], total: 1 },
    });
    const { remarks } = await compared("?q=batman&size=7&page=x", { env });
    expect(remarks.map(({ name }) => name)).toEqual(["size", "page"]);
    for (const q of ['"<script>', "*:*", "a".repeat(1_200), "\\", "AND OR (", "\u0000 \ud800"])
      expect((await compared(`?${new URLSearchParams({ q, why: "<b>/%2F" })}`, { env })).live.kind, q).toBe("hits");
  });

  it("filters both sides as the search preview does, and counts what the filters leave", async () => {
    const env = await withDraft({ "search.weights": { title: 1, plot: 5 } });
    expect((await compared("?q=batman", { env })).filters).toBeNull();
    const open = await compared("?q=batman&filters=on&facet=votes&facet=title.keyword", { env });
    expect(open.filters?.facets).toMatchObject([
      { path: "votes", min: "300", max: "900" },
      {
        path: "title.keyword",
        values: [{ key: "Batman", count: 1, chosen: false }, { key: "Batman & Robin" }, { key: "Batman Begins" }],
      },
    ]);
    const many = await compared("?q=batman&from.votes=600&why=knight", { env });
    expect(idsOf(many.live)).toEqual(["a/b%41 <i>: down 1", "begins: down 1"]);
    expect(idsOf(many.draft)).toEqual(["knight: new", "a/b%41 <i>: down 1", "begins: down 1"]);
    expect([many.filters?.facets.some(({ from }) => from === "600"), many.why?.draft]).toEqual([true, 1]);
    const one = await compared(`?${new URLSearchParams({ q: "batman", "is.title.keyword": "Batman Begins" })}`, {
      env,
    });
    expect([idsOf(one.live), idsOf(one.draft)]).toEqual([["begins: same"], ["begins: same"]]);
    const odd = await compared("?q=batman&is.nothing=1&from.votes=many", { env });
    expect([odd.filters, odd.remarks.length]).toEqual([null, 2]);
  });

  it("keeps its filters where the server counts none and gives no reasons", async () => {
    const env = await withDraft(
      { "search.weights": { title: 1, plot: 5 } },
      { behind: { url: gate.url, username: backend.username } },
    );
    let refused = 0;
    gate.decide((path) =>
      path.includes("_reactivesearch") && (refused += 1) <= 2
        ? { status: 400, body: '{"error":{"message":"no"}}' }
        : "pass",
    );
    const found = await compared("?q=batman&from.votes=600", {
      env,
      backend: { url: gate.url, username: backend.username, password: backend.password },
    });
    gate.decide(() => "pass");
    expect([idsOf(found.live), refused]).toEqual([["a/b%41 <i>: down 1", "begins: down 1"], 4]);
    expect(found.filters?.facets).toContainEqual(
      expect.objectContaining({ path: "votes", from: "600", min: "", max: "" }),
    );
  });

  it("names the version that is live, and how the relevance tests ended", async () => {
    const env = await withDraft({ "search.weights": { title: 1, plot: 5 } });
    expect(await compared("?q=batman", { env })).toMatchObject({ version: null, tests: null });
    const review = await openScreen<typeof reviewPage>("search/review", { backend, at: INDEX, env });
    const version = review.data && "version" in review.data ? review.data.version : "";
    seedTest({ dataDir: env.DATA_DIR, id: "first", server: backend.url, index: INDEX });
    expect((await compared("?q=batman", { env })).tests).toMatchObject({ tests: 1, ran: 0, draft: null });
    await openScreen("relevance-tests/run", { backend, at: INDEX, env });
    expect((await compared("?q=batman", { env })).tests).toMatchObject({
      tests: 1,
      ran: 1,
      live: 0,
      draft: { ran: 1, passes: 0 },
    });
    await openScreen("search/review", { backend, at: INDEX, env, form: { intent: "deploy", version, note: "" } });
    expect((await compared("?q=batman", { env })).version).toMatchObject({ number: 2, elsewhere: false });
    await backend.call("PUT", `/_searchrelevancy/${INDEX}`, { search: { dataField: ["title"], fieldWeights: ["9"] } });
    expect((await compared("?q=batman", { env })).version).toMatchObject({ number: 2, elsewhere: true });
    // Saved otherwise, but as it was at version 1: that one is live again.
    await backend.call("PUT", `/_searchrelevancy/${INDEX}`, SAVED);
    expect((await compared("?q=batman", { env })).version).toMatchObject({ number: 1, elsewhere: false });
  });

  it("says that a draft stands on other settings by now", async () => {
    const env = await withDraft({ "search.queryFormat": "and" }, { base: { search: {} } });
    expect((await compared("?q=batman", { env })).changedMeanwhile).toBe(true);
  });
});

describe("grades", () => {
  const grade = (
    graded: string | string[],
    { term = "batman", ...more }: { term?: string } & Partial<Parameters<typeof openScreen>[1]> = {},
  ) =>
    open("?q=batman&grade=on", {
      form: [
        ["intent", "grade-results"],
        ["term", term],
        ...[graded].flat().map((one): [string, string] => ["graded", one]),
      ],
      ...more,
    });
  const kept = async () => (await backend.call("GET", `/_grade/${INDEX}?query=batman`)).body;

  it("are saved by a button, count for both sides, and are taken back", async () => {
    const env = await withDraft({ "search.weights": { title: 1, plot: 5 } });
    expect((await grade("3 knight", { env })).flash).toBe("Grade of The Dark Knight saved.");
    const odd = await grade("1 a/b%41 <i>", { env, term: " Batman " });
    expect(odd.response?.headers.get("Location")).toContain("q=batman&grade=on");
    expect(await kept()).toMatchObject({ docs: { knight: { grade: 3 }, "a/b%41 <i>": { grade: 1 } } });
    const found = await compared("?q=batman&grade=on", { env });
    expect(found.figures).toEqual({ live: expect.closeTo(0.13, 2), draft: 1 });
    expect(found.grading?.rows.map(({ id, grade: given, remark }) => [id, given, remark])).toEqual([
      ["knight", 3, "draft 1"],
      ["a/b%41 <i>", 1, "live 1, draft 2"],
      ["begins", null, "live 2, draft 3"],
      ["robin", null, "live 3, draft 4"],
    ]);
    const id = /"undo":"([^"]+)"/.exec(decodeURIComponent(odd.response?.headers.get("Set-Cookie") ?? ""))?.[1];
    const changes = await openScreen<typeof changesPage>("/cluster/changes", { backend, env });
    expect(changes.data?.rows.map(({ note }) => note)).toContain("The Dark Knight: 3");
    const undone = await openScreen(`changes/${id ?? changes.data?.rows[0]?.id ?? ""}/undo`, {
      backend,
      env,
      at: INDEX,
      form: { intent: "undo-change" },
    });
    expect(undone.flash).toMatch(/^Restored grades of /);
    expect(Object.keys(z.object({ docs: z.record(z.string(), z.unknown()) }).parse(await kept()).docs)).toEqual([
      "knight",
    ]);
    expect((await grade("- knight", { env })).flash).toBe("Grade of The Dark Knight removed.");
  });

  it("are given in the search preview too", async () => {
    const preview = "search-preview?q=batman&grade=on";
    const saved = await openScreen(preview, {
      backend,
      at: INDEX,
      form: { intent: "grade-results", term: "batman", graded: "2 robin" },
    });
    expect(saved.flash).toBe("Grade of Batman & Robin saved.");
    const { data } = await openScreen<typeof previewPage>(preview, { backend, at: INDEX });
    expect(data?.preview?.grades).toEqual([["robin", 2]]);
    await grade("- robin");
  });

  it.each(["", "4 knight", "3", "best knight"])("refuses “%s”", async (graded) => {
    expect(await grade(graded)).toMatchObject({ status: 400 });
  });

  it("are for who may tune relevance", async () => {
    expect(await grade("3 knight", { as: { actions: ["develop"] } })).toRequire("Search relevancy");
  });

  it("are proposed from clicks by their places, and accepted together", async () => {
    const behind = { url: gate.url, username: backend.username, password: backend.password };
    const top_clicks = [
      ["robin", 60],
      ["begins", 30],
      ["a/b%41 <i>", 2],
      ["gone", 9],
    ].map(([key, count]) => ({ key, count, index: INDEX }));
    gate.decide((path) =>
      path.includes("query-overview")
        ? { status: 200, body: JSON.stringify({ histogram: [], top_results: [], top_clicks }) }
        : "pass",
    );
    const { grading } = await compared("?q=batman&grade=on", { backend: behind });
    gate.decide(() => "pass");
    expect(grading?.rows.map(({ id, proposed }) => [id, proposed])).toEqual([
      ["a/b%41 <i>", 0],
      ["begins", 2],
      ["robin", 3],
    ]);
    expect(grading?.rows[2]?.remark).toBe("live 3 · 65 % of the clicks, its place gets 18 % · proposed: 3");
    expect((await grade(["3 robin", "2 begins"])).flash).toBe("2 grades saved.");
    expect(await kept()).toMatchObject({ docs: { robin: { grade: 3 }, begins: { grade: 2 } } });
  });
});

describe("what fails on the way", () => {
  const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

  it("on one side leaves the other", async () => {
    const env = await withDraft({ "search.queryFormat": "and" }, { behind: behind() });
    let searches = 0;
    gate.decide((path) => {
      if (!path.includes("_reactivesearch")) return "pass";
      searches += 1;
      return searches === 1 ? { status: 503 } : "pass";
    });
    const found = await compared("?q=batman", { backend: behind(), env });
    gate.decide(() => "pass");
    expect([found.live.kind, found.draft?.kind].sort()).toEqual(["failed", "hits"]);
    expect(found.counts).toBeNull();
  });

  it("an index that is not there, a credential without the search API, whoever may not", async () => {
    expect((await openScreen("search/compare?q=a", { backend, at: "nowhere" })).status).toBe(404);
    expect(await open("?q=a", { as: { actions: ["develop"] } })).toRequire("Search relevancy");
  });

  it("a server without relevance settings", async () => {
    gate.decide((path) =>
      path.startsWith("/_searchrelevancy/_default")
        ? { status: 405 }
        : path.startsWith("/_searchrelevancy")
          ? { status: 404 }
          : "pass",
    );
    expect((await open("?q=a", { backend: behind() })).data?.comparison.state).toBe("not-offered");
    gate.decide(() => "pass");
  });
});
