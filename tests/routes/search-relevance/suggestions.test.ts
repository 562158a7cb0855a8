import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as preferencesPage } from "~/routes/search-relevance/suggestions/preferences";
import type { loader as previewPage } from "~/routes/search-relevance/suggestions/preview";
import type { loader as reviewPage } from "~/routes/search-relevance/suggestions/review";
import type { loader as featuredPage } from "~/routes/search-relevance/suggestions/featured/edit";
import { clusterLevel } from "~/navigation/paths";
import { shortLink } from "~/navigation/short-links.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { documentAt } from "../../setup/document-at";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/shoes/_doc/1?refresh=true", { name: "Snow boot" });
  // By name it is the first, by documents the last.
  await backend.call("PUT", "/empty");
  await backend.call("PUT", "/_storedquery/top", { index: "shoes", query: { query: { match_all: {} } } });
});
afterAll(() => backend.close());

const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";
const INTENT = { intent: "take-preferences" };

/** Saves a form by way of the review, as a browser does. */
async function save(path: string, form: Record<string, string>): Promise<string | undefined> {
  const env = {};
  const before = await openScreen<typeof preferencesPage>(path, { backend, env });
  const { version, values } = before.data?.kind === "form" ? before.data : { version: "", values: {} };
  const kept = await openScreen(path, { backend, env, form: { ...INTENT, ...values, version, ...form } });
  expect(kept.errors).toEqual({});
  const review = locationOf(kept).replace("/cluster/", "");
  const shown = await openScreen<typeof reviewPage>(review, { backend, env });
  expect(shown.data?.review.state).toBe("ready");
  return (await openScreen(review, { backend, env, form: { intent: "save-changes", version } })).flash;
}

describe("preferences of suggestions", () => {
  it.each([
    ["suggestions", "popular", { numberOfDays: "30", minHits: "5", size: "0" }],
    ["suggestions/recent", "recent", { minHits: "0", size: "5" }],
    ["suggestions/index", "index", { size: "", enableSynonyms: "" }],
  ])("%s shows what is stored, with what stands where nothing is", async (path, of, values) => {
    const { data } = await openScreen<typeof preferencesPage>(path, { backend });
    expect(data).toMatchObject({ kind: "form", of, values, featured: true, gate: { ok: true } });
  });

  it.each<[string, Record<string, string>, string, object]>([
    [
      "suggestions",
      {
        minHits: "0",
        blacklist: "bad word\nworse",
        indices: "shoes",
        externalSuggestions: '[{"key":"sale","count":4}]',
      },
      "/_popular_suggestions/preferences",
      {
        minHits: 0,
        blacklist: ["bad word", "worse"],
        indices: ["shoes"],
        externalSuggestions: [{ key: "sale", count: 4 }],
        transformDiacritics: false,
      },
    ],
    ["suggestions/recent", { size: "7" }, "/_recent_suggestions/preferences", { size: 7, indices: null }],
    [
      "suggestions/index",
      { enableSynonyms: "off", maxPredictedWords: "3", customQuery: "top" },
      "/_index_suggestions/preferences",
      { enableSynonyms: false, applyStopwords: null, maxPredictedWords: 3, customQuery: "top", size: null },
    ],
  ])("%s with %j is saved by way of the review", async (path, form, call, stored) => {
    expect(await save(path, form)).toBe("Suggestion preferences saved.");
    expect((await backend.call("GET", call)).body).toMatchObject(stored);
  });

  it.each([
    ["suggestions", { numberOfDays: "91" }, "numberOfDays", /from 1 to 90/],
    ["suggestions", { numberOfDays: "" }, "numberOfDays", /from 1 to 90/],
    ["suggestions", { externalSuggestions: '[{"key":"a"}]' }, "externalSuggestions", /needs a key/],
    ["suggestions", { externalSuggestions: "{" }, "externalSuggestions", /Not valid JSON/],
    ["suggestions/recent", { size: "0" }, "size", /from 1 to 20/],
    ["suggestions/index", { maxPredictedWords: "6" }, "maxPredictedWords", /from 1 to 5/],
  ])("%s refuses %j", async (path, form, field, message) => {
    const base = { numberOfDays: "30", minCount: "1", minHits: "5", minChars: "3", size: "5" };
    const { status, errors } = await openScreen(path, { backend, form: { ...INTENT, ...base, version: "", ...form } });
    expect([status, errors[field]]).toEqual([400, [expect.stringMatching(message)]]);
  });

  it("tell on a server without them", async () => {
    const server = await playServer(
      searchServer({
        "/_user": { body: { username: "mira", is_admin: true } },
        "/_popular_suggestions/preferences": { status: 405, body: "" },
      }),
    );
    const opened = await openScreen<typeof preferencesPage>("suggestions", {
      backend: { url: server.url, username: "mira", password: "right" },
    });
    expect([opened.status, opened.data]).toEqual([200, { kind: "not-offered" }]);
  });

  it("are led to by what servers recommend", async () => {
    expect(shortLink({ ...clusterLevel, can: () => true }, { link: "cluster/query-suggestions" })).toBe(
      "/cluster/suggestions",
    );
  });
});

describe("the preview", () => {
  it("shows what a search box would be given", async () => {
    const { data } = await openScreen<typeof previewPage>("suggestions/preview?q=snow", { backend });
    expect(data?.index).toBe("shoes");
    expect(data?.preview).toMatchObject({
      ok: true,
      value: { found: [{ label: "Snow boot", kind: "index", value: "snow boot" }] },
    });
  });
});

describe("what is tried", () => {
  /** Controls of the page's own forms without a label that is seen. */
  const unlabelled = (page: Document) =>
    [...page.querySelectorAll<HTMLInputElement>("main form :is(input:not([type=hidden]), select, textarea)")]
      .filter(({ labels }) => ![...(labels ?? [])].some((label) => label.querySelector(".sr-only") === null))
      .map(({ name }) => name);
  const chosenIn = (page: Document) => page.querySelector<HTMLSelectElement>("main select[name=index]")?.value;

  it.each(["suggestions", "suggestions/recent", "suggestions/index", "suggestions/preview"])(
    "%s: every control has a label, and the index with the most documents is chosen unless the page is about one",
    async (path) => {
      const page = await documentAt({ backend, path: `/cluster/${path}` });
      expect(unlabelled(page)).toEqual([]);
      expect(chosenIn(page)).toBe("shoes");
      expect(chosenIn(await documentAt({ backend, path: `/cluster/${path}?index=empty` }))).toBe("empty");
    },
  );

  it("featured suggestions find documents in it too", async () => {
    expect(chosenIn(await documentAt({ backend, path: "/cluster/suggestions/featured/side" }))).toBe("shoes");
  });
});

describe("the indices of a kind", () => {
  it.each(["suggestions", "suggestions/recent", "suggestions/index"])(
    "%s: those there are are offered, patterns and names of none are kept",
    async (path) => {
      const page = await documentAt({ backend, path: `/cluster/${path}` });
      const offered = page.querySelector("textarea[name=indices]")?.closest("div.mb-4")?.textContent;
      expect(offered).toContain("Known: empty, shoes");
      const indices = "shoes\nfilms-*\nnot-there";
      await save(path, { indices, minHits: "0" });
      const again = await openScreen<typeof preferencesPage>(path, { backend });
      expect(again.data).toMatchObject({ values: { indices } });
    },
  );
});

describe("featured suggestions", () => {
  it("are opened by the ID of a search box, saved, and deleted", async () => {
    expect(locationOf(await openScreen("suggestions/featured?box=front", { backend }))).toBe(
      "/cluster/suggestions/featured/front",
    );
    const env = {};
    const page = "suggestions/featured/front";
    const opened = await openScreen<typeof featuredPage>(page, { backend, env });
    const text = '{"sections":[{"id":"help","suggestions":[{"label":"Returns","url":"/returns"}]}]}';
    const version = opened.data?.editor.version ?? "";
    const kept = await openScreen(page, { backend, env, form: { intent: "review-changes", text, version } });
    const saved = await openScreen(locationOf(kept).replace("/cluster/", ""), {
      backend,
      env,
      form: { intent: "save-changes", version },
    });
    expect(saved.flash).toBe("Featured suggestions saved.");
    expect((await backend.call("GET", "/_featured_suggestions_group/front")).body).toMatchObject({
      sections: [{ id: "help" }],
    });
  });
});
