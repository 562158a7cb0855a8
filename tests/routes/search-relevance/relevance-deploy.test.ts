import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as schemaPage } from "~/routes/search-relevance/schema/schema";
import type { loader as languagesPage } from "~/routes/search-relevance/settings/languages";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as versionPage } from "~/routes/search-relevance/settings/version";
import type { loader as versionsPage } from "~/routes/search-relevance/settings/versions";
import { openGate } from "../../setup/backend";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import {
  backend,
  deploy,
  type Env,
  first,
  inside,
  jobEnds,
  review,
  settingsAt,
  startDeploys,
} from "./support/relevance-deploy";

startDeploys();

const LANGUAGE = {
  intent: "save-draft",
  language: "universal",
  applyStopwords: "on",
  customStopwords: "",
  stemmingExceptions: "",
  normalizeDiacritics: "on",
};

const SEARCH = {
  intent: "save-draft",
  queryType: "default",
  queryFormat: "or",
  fuzziness: "0",
  distinctField: "",
  synonyms: "on",
};

const chooses = (at: string, env: Env, form: Env) =>
  openScreen("languages", { backend, at, env, form: { ...LANGUAGE, ...form } });

const languages = async (at: string, env: Env, text = "") => {
  const { data } = await openScreen<typeof languagesPage>(`languages?text=${encodeURIComponent(text)}`, {
    backend,
    at,
    env,
  });
  return data && { tokens: data.tokens, state: data.loaded.kind === "form" ? data.loaded.state : undefined };
};

const tokens = (side: { tried: { ok: boolean } | null } | null | undefined) => JSON.stringify(side?.tried);

describe("a deploy with a re-index", () => {
  it("changes the language: the draft tells, the job does it, a version is kept, and one can return", async () => {
    const env = {};
    const at = "deploy-language";
    await chooses(at, env, { language: "french", customStopwords: "rue" });
    const shown = await languages(at, env, "les chevaux");
    expect([tokens(shown?.tokens?.live), tokens(shown?.tokens?.drafted)]).toEqual([
      expect.stringContaining('"chevaux"'),
      expect.stringContaining('"cheval"'),
    ]);
    expect(await review(at, env)).toMatchObject({
      changes: [
        { group: "Language", setting: "Language", old: "Universal", new: "French", effect: "re-index" },
        { group: "Language", new: "rue" },
      ],
      copy: { documents: 1 },
      requests: [{ method: "PUT" }, { method: "POST" }],
      next: 2,
    });
    const answer = await deploy(at, env, "French it is");
    expect(answer.flash).toBe("Settings published. The index is being re-indexed for them.");
    expect(await jobEnds(answer, at, env)).toBe("done");
    expect(
      inside(
        first((await backend.call("GET", `/${at}/_settings`)).body),
        "settings",
        "index",
        "analysis",
        "filter",
        "french_stop",
        "stopwords",
      ),
    ).toEqual(["_french_", "rue"]);
    expect(
      inside(
        first((await backend.call("GET", `/${at}/_mapping`)).body),
        "mappings",
        "properties",
        "title",
        "fields",
        "lang",
        "analyzer",
      ),
    ).toBe("french");
    const after = await languages(at, env, "les chevaux");
    expect(after).toMatchObject({ state: { state: "good" }, tokens: { live: { language: "french" }, drafted: null } });

    const list = (await openScreen<typeof versionsPage>("search/versions", { backend, at, env })).data;
    expect(list).toMatchObject({
      elsewhere: null,
      rows: [
        { number: 2, note: "French it is", person: "admin", reindexed: true, live: true },
        { number: 1, person: "" },
      ],
    });
    const one = await openScreen<typeof versionPage>("search/versions/1", { backend, at, env });
    expect(one.data).toMatchObject({
      fromLive: [{ setting: "Language", old: "French", new: "Universal" }, { old: "rue" }],
      before: null,
    });
    expect((await openScreen<typeof versionPage>("search/versions/2", { backend, at, env })).data).toMatchObject({
      fromLive: [],
      fromBefore: [{ new: "French" }, {}],
    });
    expect((await openScreen("search/versions/9", { backend, at, env })).status).toBe(404);
    expect(
      (await openScreen("search/versions/1", { backend, at, env, form: { intent: "return-to-version" } })).flash,
    ).toContain("Version 1 is in your draft");
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
    expect(await languages(at, env)).toMatchObject({
      state: { state: "good" },
      tokens: { live: { language: "universal" } },
    });
  });

  it("switches n-grams off with their weights, and an undo of the settings tells that the index is behind", async () => {
    const env = {};
    const at = "deploy-grams";
    const bad = await openScreen("search", {
      backend,
      at,
      env,
      form: { ...SEARCH, enableNgram: "on", ngramMin: "2", ngramMax: "9", autosuggestMin: "3", autosuggestMax: "2" },
    });
    expect([bad.status, Object.keys(bad.errors)]).toEqual([400, ["ngramMax", "autosuggestMax"]]);
    await openScreen("search", { backend, at, env, form: SEARCH });
    expect(await review(at, env)).toMatchObject({
      changes: [{ group: "Index", setting: "N-grams", new: "Off", effect: "re-index" }],
    });
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
    const mapped = async () =>
      inside(
        first((await backend.call("GET", `/${at}/_mapping`)).body),
        "mappings",
        "properties",
        "title",
        "fields",
        "search",
      );
    expect(await mapped()).toBeUndefined();
    const { data } = await openScreen<typeof changesPage>("/cluster/changes", { backend, env });
    const id = data?.rows.find(({ title }) => /relevance settings/.test(title))?.id ?? "";
    expect(
      (await openScreen(`changes/${id}/undo`, { backend, at, env, form: { intent: "undo-change" } })).flash,
    ).toMatch(/^Restored relevance settings of /);
    expect(await languages(at, env)).toMatchObject({ state: { state: "behind", missing: [{ what: "n-grams" }] } });
    expect([
      await settingsAt("search", at, env),
      await settingsAt("aggs", at, env),
      await settingsAt("results", at, env),
    ]).toMatchObject([{ state: { state: "behind" } }, { state: { state: "good" } }, { state: { state: "good" } }]);
    expect((await openScreen<typeof schemaPage>("schema", { backend, at, env })).data?.schema?.state).toMatchObject({
      missing: [{ part: "ngram" }],
    });
    // The page goes without what it cannot read.
    const gate = await openGate(backend.url);
    gate.decide((path) => (/_settings/.test(path) ? { status: 503 } : "pass"));
    expect(await settingsAt("search", at, {}, { ...backend, url: gate.url })).toEqual({
      state: null,
      draft: expect.objectContaining({ total: 0 }),
    });
    await gate.close();
    await openScreen("languages", { backend, at, env, form: { intent: "reindex-again" } });
    expect((await review(at, env))?.changes).toMatchObject([
      { setting: "Documents indexed for the published settings", effect: "re-index" },
    ]);
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
    expect([await mapped(), (await languages(at, env))?.state]).toEqual([
      expect.objectContaining({ analyzer: "ngram_analyzer" }),
      { state: "good" },
    ]);
  });

  it("of a language that the engine has not stops before anything is saved", async () => {
    const env = {};
    const at = "deploy-plugin";
    await chooses(at, env, { language: "polish" });
    expect((await review(at, env))?.checks?.find(({ key }) => key === "language")).toMatchObject({
      tone: "bad",
      detail: expect.stringContaining("analysis-stempel"),
    });
    expect((await deploy(at, env)).flash).toMatch(/^Nothing was published. Analyzer of Polish/);
    expect((await backend.call("GET", `/_searchrelevancy/${at}`)).status).toBe(404);
  });

  it("is refused after somebody else changed the index, and goes on with one that was cut off", async () => {
    const env = {};
    const at = "deploy-cut";
    await chooses(at, env, { language: "greek" });
    const version = (await review(at, env))?.version ?? "";
    await backend.call("PUT", `/${at}/_mapping`, { properties: { more: { type: "keyword" } } });
    const stale = await openScreen("search/review", { backend, at, env, form: { intent: "deploy", version } });
    expect(stale.flash).toMatch(/^Not published/);
    // As a console leaves it that dies once the settings are saved.
    await backend.call("PUT", `/_searchrelevancy/${at}`, {
      language: { ...{ language: "greek", applyStopwords: true, normalizeDiacritics: true } },
    });
    expect(await languages(at, env)).toMatchObject({
      state: { state: "behind", missing: [{ what: "the language Greek" }] },
    });
    expect(await review(at, env)).toMatchObject({
      state: "ready",
      saves: false,
      changes: [{ effect: "re-index" }],
      copy: { documents: 1 },
    });
    // What is chosen after it goes out from what was saved.
    await chooses(at, env, { language: "greek", customStopwords: "και" });
    expect(await review(at, env)).toMatchObject({
      state: "ready",
      saves: true,
      changes: [{ setting: "More stop words" }, { effect: "re-index" }],
    });
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
    expect((await languages(at, env))?.state).toEqual({ state: "good" });
  });

  it("saves nothing while the index is being re-indexed, but what is about searches alone", async () => {
    const at = "deploy-busy";
    const gate = await openGate(backend.url);
    const behind = { ...backend, url: gate.url };
    let release: () => void = () => undefined;
    const held = new Promise<"pass">((resolve) => (release = () => resolve("pass")));
    gate.decide((path) => (path.startsWith(`/_reindex/${at}`) ? held : "pass"));
    const env = {};
    const screen = (path: string, form?: Env) =>
      openScreen<typeof reviewPage>(path, { backend: behind, at, env, ...(form && { form }) });
    const tried = async () => {
      const { data } = await screen("search/review");
      return screen("search/review", {
        intent: "deploy",
        version: data && "version" in data ? data.version : "",
        note: "",
      });
    };
    const stored = async () => (await backend.call("GET", `/_searchrelevancy/${at}`)).body;
    await screen("languages", { ...LANGUAGE, language: "greek" });
    const first = await tried();
    expect(first.flash).toBe("Settings published. The index is being re-indexed for them.");
    const before = await stored();
    const busy = `Nothing was published. Index ${at}: It is being re-indexed. Try again when that has finished.`;
    await screen("languages", { ...LANGUAGE, language: "french" });
    const shown = (await screen("search/review")).data;
    expect(shown && "checks" in shown && shown.checks).toContainEqual(
      expect.objectContaining({ key: "running", tone: "bad" }),
    );
    expect([(await tried()).flash, await stored()]).toEqual([busy, before]);
    // A field that is added now would be one of the index that goes.
    await screen("search/discard", { intent: "discard-draft" });
    await screen("schema/new", { intent: "add-to-schema", name: "more", type: "date" });
    expect((await tried()).flash).toBe(busy);
    await screen("search/discard", { intent: "discard-draft" });
    await screen("search", { ...SEARCH, enableNgram: "on", queryFormat: "and" });
    expect((await tried()).flash).toBe("Settings published. They apply to the next search.");
    release();
    expect(await jobEnds(first, at, env, behind)).toBe("done");
    await gate.close();
  });

  it("saves nothing while so many jobs wait that no other is taken", async () => {
    const at = "deploy-full";
    const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "searchdeck-")) };
    await chooses(at, env, { language: "greek" });
    const { runner } = getJobs(testContext({ SEARCH_URL: backend.url, ...env }));
    const full = vi.spyOn(runner, "isFull").mockReturnValue(true);
    expect((await deploy(at, env)).flash).toBe(
      "Nothing was published. Jobs: Too many are waiting. Try again when some have finished.",
    );
    expect((await backend.call("GET", `/_searchrelevancy/${at}`)).status).toBe(404);
    full.mockRestore();
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
  });

  it("wants the rights to what it does", async () => {
    const env = {};
    const at = "deploy-rights";
    const as = { actions: ["search-relevancy"], indices: [at] };
    const chosen = await openScreen("languages", { backend, at, env, as, form: { ...LANGUAGE, language: "greek" } });
    expect(chosen.flash).toMatch(/^Draft saved/);
    const { data, status } = await openScreen<typeof reviewPage>("search/review", { backend, at, env, as });
    expect([status, data && "gate" in data && data.gate?.ok]).toEqual([200, false]);
    expect(
      (await openScreen("languages", { backend, at, env, as: { actions: ["analytics"], indices: [at] } })).status,
    ).toBe(403);
  });
});
