import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as jobPage } from "~/routes/data/jobs/job";
import type { loader as fieldPage } from "~/routes/search-relevance/schema/field";
import type { loader as schemaPage } from "~/routes/search-relevance/schema/schema";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as applyPage } from "~/routes/search-relevance/synonyms/apply";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// What a deploy makes of values, analyzers and sub-fields, and how fields are told of that are no plain fields.

let backend: TestBackend;
beforeAll(async () => void (backend = await startTestBackend()));
afterAll(() => backend.close());

type Env = Record<string, string>;
const field = async (
  at: string,
  path: string,
  env: Env = {},
  behind: Parameters<typeof openScreen>[1]["backend"] = backend,
) => (await openScreen<typeof fieldPage>(`schema/${path}`, { backend: behind, at, env })).data?.field;
const posts = (screen: string, at: string, env: Env, form: Env) => openScreen(screen, { backend, at, env, form });
const review = async (at: string, env: Env, query = "") => {
  const { data } = await openScreen<typeof reviewPage>(`search/review${query}`, { backend, at, env });
  return data && "changes" in data ? data : undefined;
};

/** Deploys what waits, and gives how its job ended. */
async function deployed(at: string, env: Env): Promise<string> {
  const answer = await posts("search/review", at, env, {
    intent: "deploy",
    version: (await review(at, env))?.version ?? "",
    note: "",
  });
  const id = /\/jobs\/([^?]+)/.exec(answer.response?.headers.get("Location") ?? "")?.[1] ?? "";
  for (let looks = 0; looks < 200; looks++) {
    const state = /"state":"(done|failed|cancelled|interrupted)"/.exec(
      JSON.stringify((await openScreen<typeof jobPage>(`jobs/${id}`, { backend, at, env })).data),
    );
    if (state) return state[1] ?? "";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return answer.flash ?? "none";
}

const inside = (of: unknown, ...path: string[]) =>
  path.reduce<JsonValue | undefined>(
    (here, step) => (here !== undefined && isJsonObject(here) ? here[step] : undefined),
    of as JsonValue,
  );
const mapped = async (at: string, ...path: string[]) =>
  inside(Object.values((await backend.call("GET", `/${at}/_mapping`)).body ?? {})[0], "mappings", ...path);
const analyzers = async (at: string) =>
  inside(
    Object.values((await backend.call("GET", `/${at}/_settings`)).body ?? {})[0],
    "settings",
    "index",
    "analysis",
    "analyzer",
  );
const found = async (at: string, query: JsonObject) =>
  (inside((await backend.call("POST", `/${at}/_search`, { query })).body, "hits", "hits") as { _id: string }[])
    .map(({ _id }) => _id)
    .sort();

describe("values that do not fit a new type", () => {
  it("are left out where that was chosen: the deploy goes on, and documents keep them", async () => {
    const env = {};
    const at = "values-lenient";
    await backend.call("PUT", `/${at}`, { mappings: { properties: { amount: { type: "keyword" } } } });
    for (const [id, amount] of ["7", "n/a", ["3", "~4"]].entries())
      await backend.call("PUT", `/${at}/_doc/${id}?refresh=true`, { amount });
    await posts("schema/amount", at, env, { intent: "save-field", type: "long", useCase: "searchaggs" });
    expect((await field(at, "amount", env))?.run).toMatchObject({
      failing: 2,
      objects: 0,
      lenient: false,
      mayLeaveOut: true,
    });
    expect((await posts("schema/amount", at, env, { intent: "leave-out-misfits" })).flash).toBe(
      "Draft saved. Values that do not fit are left out.",
    );
    expect(await field(at, "amount", env)).toMatchObject({
      wish: { words: "long, values that do not fit left out" },
      run: { failing: 2, lenient: true },
    });
    await posts("schema/amount", at, env, { intent: "fail-misfits" });
    expect((await field(at, "amount", env))?.wish?.words).toBe("long");
    await posts("schema/amount", at, env, { intent: "leave-out-misfits" });
    // The same type once more keeps the choice.
    await posts("schema/amount", at, env, { intent: "save-field", type: "long", useCase: "searchaggs" });
    expect(await review(at, env)).toMatchObject({
      changes: [{ field: "amount", new: "long, values that do not fit left out" }],
    });
    expect(await deployed(at, env)).toBe("done");
    expect(await mapped(at, "properties", "amount")).toEqual({ type: "long", ignore_malformed: true });
    expect([await found(at, { range: { amount: { gte: 0 } } }), await found(at, { match_all: {} })]).toEqual([
      ["0", "2"],
      ["0", "1", "2"],
    ]);
    expect(inside((await backend.call("GET", `/${at}/_doc/1`)).body, "_source", "amount")).toBe("n/a");
  });

  it("that are objects fail all the same, and other types leave nothing out", async () => {
    const env = {};
    const at = "values-objects";
    await backend.call("PUT", `/${at}`, {
      mappings: { properties: { odd: { type: "keyword", index: false }, on: { type: "keyword" } } },
    });
    await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { on: "perhaps" });
    await posts("schema/on", at, env, { intent: "save-field", type: "boolean", useCase: "none" });
    await posts("schema/on", at, env, { intent: "leave-out-misfits" });
    expect(await field(at, "on", env)).toMatchObject({
      wish: { words: "boolean" },
      run: { failing: 1, lenient: false, mayLeaveOut: false },
    });
    expect((await posts("schema/odd", at, env, { intent: "leave-out-misfits" })).flash).toMatch(/^Nothing was saved/);
  });

  it("are reckoned from 5,000 documents at random where there are more", async () => {
    const env = {};
    const at = "values-many";
    await backend.call("PUT", `/${at}`, { mappings: { dynamic: false, properties: { n: { type: "keyword" } } } });
    const lines = Array.from(
      { length: 5_300 },
      (_, place) => `{"index":{}}\n{"n":"${place % 10 === 0 ? "no" : place}"}\n`,
    ).join("");
    const headers = { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" };
    await fetch(`${backend.url}/${at}/_bulk?refresh=true`, { method: "POST", headers, body: lines });
    await posts("schema/n", at, env, { intent: "save-field", type: "long", useCase: "none" });
    const run = (await field(at, "n", env))?.run;
    expect(run).toMatchObject({ ok: true, total: 5_300, read: 5_000 });
    // A tenth of them, whichever were read.
    const { failing, estimate } = run?.ok ? run : { failing: 0, estimate: 0 };
    expect([failing > 400 && failing < 600, Math.abs(estimate - failing * 1.06) < 1]).toEqual([true, true]);
    // Not every engine draws: here one does, and one that does not gives the first ones.
    const drawn = JSON.stringify({
      hits: {
        hits: Array.from({ length: 1_000 }, (_, id) => ({ _id: `${id}`, _source: { n: id === 0 ? "no" : id } })),
      },
    });
    const gate = await openGate(backend.url);
    const behind = { ...backend, url: gate.url };
    const own = {};
    await openScreen("schema/n", {
      backend: behind,
      at,
      env: own,
      form: { intent: "save-field", type: "long", useCase: "none" },
    });
    for (const [status, random, count] of [
      [200, true, 5],
      [400, false, 500],
    ] as const) {
      gate.decide((_path, _bulk, _incoming, body) =>
        body.includes("random_score") ? { status, body: drawn } : "pass",
      );
      expect((await field(at, "n", own, behind))?.run).toMatchObject({
        read: 5_000,
        random,
        failing: count,
        estimate: Math.round(count * 1.06),
      });
    }
    await gate.close();
  });
});

describe("what is no plain field", () => {
  it("an index behind an alias shows its fields, and an alias of a field is not changed here", async () => {
    await backend.call("PUT", "/aliased-1", {
      aliases: { aliased: {} },
      mappings: { properties: { year: { type: "long" }, when: { type: "alias", path: "year" } } },
    });
    const { data } = await openScreen<typeof schemaPage>("schema", { backend, at: "aliased", env: {} });
    expect(data?.schema?.rows.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["when alias", "year field"]);
    const env = {};
    expect(await field("aliased", "when", env)).toMatchObject({ kind: "alias", types: { offered: ["alias"] } });
    expect(
      await posts("schema/when", "aliased", env, { intent: "save-field", type: "long", useCase: "none" }),
    ).toHaveFieldError("type", /cannot become long/);
    await posts("schema/year", "aliased", env, { intent: "save-field", type: "double", useCase: "none" });
    expect((await review("aliased", env))?.changes).toMatchObject([{ field: "year", old: "long", new: "double" }]);
  });

  it("runtime fields come last and are not changed here", async () => {
    const at = "with-runtime";
    await backend.call("PUT", `/${at}`, { mappings: { properties: { year: { type: "long" } } } });
    const mappings = {
      properties: { year: { type: "long" } },
      runtime: { decade: { type: "long", script: { source: "emit(1)" } } },
    };
    const gate = await openGate(backend.url);
    gate.decide((path) =>
      path.includes("_mapping") ? { status: 200, body: JSON.stringify({ [at]: { mappings } }) } : "pass",
    );
    const behind = { ...backend, url: gate.url };
    const { data } = await openScreen<typeof schemaPage>("schema", { backend: behind, at, env: {} });
    expect(data?.schema?.rows.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["year field", "decade runtime"]);
    expect(await field(at, "decade", {}, behind)).toMatchObject({
      isRuntime: true,
      found: null,
      types: { offered: [] },
    });
    await gate.close();
  });
});

describe("what a draft wishes of the index besides", () => {
  it("the sub-field of synonyms, for all text fields that lack it", async () => {
    const env = {};
    const at = "wishes-synonyms";
    await backend.call("PUT", `/${at}`, {
      mappings: { properties: { title: { type: "text" }, of: { properties: { text: { type: "text" } } } } },
    });
    await backend.call("PUT", `/_synonym/${at}`, [{ type: "equivalent", synonym: "sofa,couch" }]);
    expect((await openScreen<typeof applyPage>("synonyms/apply", { backend, at, env })).data).toMatchObject({
      mayTune: true,
      fields: { without: ["of.text", "title"] },
    });
    expect(await posts("synonyms/apply", at, env, { intent: "add-synonym-fields" })).toRedirectTo(
      `/app/${at}/search/review`,
    );
    expect(await review(at, env, "?json=1")).toMatchObject({
      changes: [{ group: "Synonyms", old: "Not all", new: "All", effect: "re-index" }],
      unchanged: ["Language", "Search", "Index", "Schema", "Aggregations", "Results", "Rules"],
      json: expect.stringContaining('"setting": "index.synonyms"'),
      saves: false,
    });
    expect(await deployed(at, env)).toBe("done");
    for (const path of [["title"], ["of", "properties", "text"]])
      expect(await mapped(at, "properties", ...path, "fields", "synonyms")).toEqual({
        type: "text",
        analyzer: "synonyms",
        search_analyzer: "synonyms_search",
      });
    expect(await review(at, env)).toBeUndefined();
    // What is there already is nothing to deploy.
    await posts("synonyms/apply", at, env, { intent: "add-synonym-fields" });
    expect([
      await review(at, env),
      (await openScreen<typeof schemaPage>("schema", { backend, at, env })).data?.schema?.draft.total,
    ]).toEqual([undefined, 0]);
  });

  it("the analyzers of a version that somebody took away since", async () => {
    const env = {};
    const at = "wishes-analyzers";
    const analysis = {
      analyzer: { mine: { type: "custom", tokenizer: "cut", filter: ["lowercase"] } },
      tokenizer: { cut: { type: "pattern", pattern: "-" } },
    };
    const properties = { code: { type: "text", analyzer: "mine", search_analyzer: "mine" }, day: { type: "date" } };
    await backend.call("PUT", `/${at}`, { settings: { analysis }, mappings: { properties } });
    await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { code: "A-b" });
    await posts("schema/day", at, env, { intent: "save-field", type: "keyword", useCase: "none" });
    expect(await deployed(at, env)).toBe("done");
    const plain = {
      mappings: { properties: { code: { type: "text" }, day: { type: "keyword" } } },
      settings: { index: { analysis: { analyzer: {}, tokenizer: {} } } },
    };
    expect((await backend.call("POST", `/_reindex/${at}`, plain)).status).toBe(200);
    expect(Object.keys((await analyzers(at)) ?? {})).not.toContain("mine");
    expect((await posts("search/versions/2", at, env, { intent: "return-to-version" })).flash).toContain(
      "Version 2 is in your draft",
    );
    expect((await review(at, env))?.changes).toMatchObject([
      { setting: "Analyzer", field: "mine", effect: "re-index" },
      { setting: "Analyzers of", field: "code", old: "standard", new: "mine" },
    ]);
    expect(await deployed(at, env)).toBe("done");
    expect(await analyzers(at)).toMatchObject({ mine: { tokenizer: "cut" } });
    expect(await mapped(at, "properties", "code", "analyzer")).toBe("mine");
    expect(await found(at, { match: { code: "b" } })).toEqual(["1"]);
  });
});
