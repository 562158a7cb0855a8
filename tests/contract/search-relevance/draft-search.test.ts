import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, openApi } from "../api";

// A search with what nobody has published: settings, synonyms and rules, for those who may publish them.

const index = "draft-films";
const PATH = `/${index}/_reactivesearch/draft`;
const FILMS = [
  { title: "Batman", plot: "A bat" },
  { title: "The Hero", plot: "Batman returns" },
  { title: "Science fiction double feature", plot: "Songs" },
];
const HitsSchema = z.object({
  r: z.object({
    hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }),
    promoted: z.array(z.object({ doc: z.object({ _id: z.string() }) })).optional(),
  }),
});

let api: Api;
const idsOf = (body: unknown) => {
  const { r } = HitsSchema.parse(body);
  return [...(r.promoted ?? []).map(({ doc }) => doc._id), ...r.hits.hits.map(({ _id }) => _id)];
};
async function tried(value: string, draft: object, as?: object): Promise<string[]> {
  const { status, text, body } = await api.call("POST", PATH, { query: [{ id: "r", value }], draft }, as);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return idsOf(body);
}
async function live(value: string): Promise<string[]> {
  const { body } = await api.call("POST", `/${index}/_reactivesearch`, {
    query: [{ id: "r", value }],
    settings: { recordAnalytics: false },
  });
  return idsOf(body);
}
const onTitle = { search: { dataField: ["title"], fieldWeights: ["1"] } };
const PIN = {
  name: "Pin",
  trigger: { type: "filter", expression: `'${index}' in $index and $query == 'batman'` },
  actions: [{ type: "promote_result", data: [{ doc: { _id: "2" }, position: 1 }] }],
};

beforeAll(async () => {
  api = await openApi();
  for (const [at, film] of FILMS.entries()) await api.call("PUT", `/${index}/_doc/${at + 1}`, film);
  await api.call("POST", `/${index}/_refresh`);
  await api.call("PUT", `/_searchrelevancy/${index}`, onTitle);
}, 60_000);
afterAll(() => api.close());

describe("a search with a draft", () => {
  test("has the draft's settings, synonyms and rules in the place of what is kept, and leaves that as it is", async () => {
    expect([await live("batman"), await live("sci-fi")]).toEqual([["1"], []]);
    expect(await tried("batman", {})).toEqual(["1"]);
    const settings = { search: { dataField: ["title", "plot"], fieldWeights: ["1", "9"] } };
    expect(await tried("batman", { settings })).toEqual(["2", "1"]);
    expect(await tried("sci-fi", { synonyms: { add: ["sci-fi,science fiction"] } })).toEqual(["3"]);
    expect(await tried("batman", { rules: { put: [PIN] } })).toEqual(["2", "1"]);
    expect(await tried("hero", { synonyms: { add: ["hero => batman"] }, rules: { put: [PIN] }, settings })).toEqual([
      "2",
      "1",
    ]);
    expect([await live("batman"), await live("sci-fi")]).toEqual([["1"], []]);
  });

  test("leaves out what it takes away, and changes a kept rule by its id", async () => {
    expect((await api.call("PUT", `/_synonym/${index}`, [{ type: "equivalent", synonym: "hero,batman" }])).status).toBe(
      202,
    );
    const { id } = z.object({ id: z.string() }).parse((await api.call("POST", "/_rule", PIN)).body);
    expect(await live("batman")).toEqual(["2", "1"]);
    expect((await tried("hero", {})).sort()).toEqual(["1", "2"]);
    expect(await tried("hero", { synonyms: { remove: ["hero,batman"] } })).toEqual(["2"]);
    expect(await tried("batman", { rules: { remove: [id] }, synonyms: { remove: ["hero,batman"] } })).toEqual(["1"]);
    const third = [{ type: "promote_result", data: [{ doc: { _id: "3" }, position: 1 }] }];
    expect((await tried("batman", { rules: { put: [{ id, actions: third }] } }))[0]).toBe("3");
    expect((await live("batman"))[0]).toBe("2");
    await api.call("DELETE", `/_rule/${id}`);
    await api.call("DELETE", `/_synonyms/${index}`);
  });

  test("is in neither the log nor analytics", async () => {
    const value = "unmistakable-words";
    await tried(value, { synonyms: { add: ["a,b"] } });
    await api.call("POST", "/.analytics/_refresh");
    await api.call("POST", "/.logs/_refresh");
    for (const place of [".analytics", ".logs"]) {
      const { text } = await api.call("POST", `/${place}/_search`, { query: { match_all: {} }, size: 200 });
      expect(text).not.toContain(value);
    }
  });

  test.each([
    [{ settings: 1 }, "draft.settings"],
    [{ synonyms: { add: "x" } }, "draft.synonyms.add"],
    [{ other: {} }, "draft: "],
    [{ rules: { put: [{}] } }, "trigger can not be empty"],
    [undefined, "draft"],
  ])("%j is refused with its place", async (draft, message) => {
    const { status, text } = await api.call("POST", PATH, { query: [{ id: "r", value: "a" }], draft });
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  });

  test("is for those who could publish it, and finds no more than their own search", async () => {
    const credential = (categories: string[], more: object = {}) =>
      api.credential({ categories, ops: ["read", "write"], indices: [index], ...more });
    const searcher = await credential(["reactivesearch"]);
    const settings = { search: { dataField: ["title", "plot"], fieldWeights: ["1", "9"] } };
    const ask = async (draft: object, as: string) =>
      api.call("POST", PATH, { query: [{ id: "r", value: "batman" }], draft }, { as });
    for (const draft of [{ settings }, { synonyms: {} }, { rules: { put: [PIN] } }])
      expect((await ask(draft, searcher)).status).toBe(401);
    const tuner = await credential(["reactivesearch", "searchrelevancy", "synonyms"]);
    expect(idsOf((await ask({ settings, synonyms: {} }, tuner)).body)).toEqual(["2", "1"]);
    expect((await ask({ rules: { put: [PIN] } }, tuner)).status).toBe(401);
    expect((await ask({ settings }, await credential(["searchrelevancy"]))).status).toBe(401);
    const reader = await credential(["reactivesearch", "searchrelevancy"], { ops: ["read"] });
    expect((await ask({ settings }, reader)).status).toBe(401);
    const limited = await credential(["reactivesearch", "searchrelevancy"], { exclude_fields: ["plot"] });
    expect(idsOf((await ask({ settings }, limited)).body)).toEqual(["1"]);
    expect(
      (await api.call("POST", "/other/_reactivesearch/draft", { query: [], draft: {} }, { as: tuner })).status,
    ).toBe(401);
  });

  test("is of one index", async () => {
    for (const path of ["/draft-*/_reactivesearch/draft", `/${index},${index}/_reactivesearch/draft`])
      expect((await api.call("POST", path, { query: [], draft: {} })).status).toBe(400);
  });
});
