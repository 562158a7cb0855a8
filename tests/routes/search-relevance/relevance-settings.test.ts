import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as discardPage } from "~/routes/search-relevance/settings/discard";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as resetPage } from "~/routes/search-relevance/settings/reset";
import type { loader as settingsPage } from "~/routes/search-relevance/settings/search";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

const mappings = {
  properties: {
    name: { type: "text", fields: { keyword: { type: "keyword" } } },
    note: { type: "text" },
    price: { type: "float" },
  },
};
const names = ["set-search", "set-aggs", "set-results", "together", "discarded", "two-tabs", "taken-back", "bounds"];

beforeAll(async () => {
  backend = await startTestBackend();
  for (const name of names) await backend.call("PUT", `/${name}`, { mappings });
});
afterAll(() => backend.close());

type Form = Record<string, string>;
const INTENT = { intent: "save-draft" };
const search = {
  queryType: "default",
  queryFormat: "or",
  fuzziness: "0",
  distinctField: "",
  synonyms: "on",
  enableNgram: "on",
};
const aggs = { queryFormat: "or", size: "10", sortBy: "count" };
const results = {
  size: "10",
  includeFields: "*",
  excludeFields: "",
  highlightFields: "",
  highlightTag: "<mark>",
  fragmentSize: "100",
  fragments: "5",
};

const keep = (at: string, screen: string, form: Form, env = {}) =>
  openScreen(screen, { backend, at, env, form: { ...INTENT, ...form } });
const review = (at: string, env: Form) => openScreen<typeof reviewPage>("search/review", { backend, at, env });
const versionOf = async (at: string, env: Form) => {
  const { data } = await review(at, env);
  return data && "version" in data ? (data.version ?? "") : "";
};
async function deploy(at: string, env: Form) {
  return openScreen("search/review", {
    backend,
    at,
    env,
    form: { intent: "deploy", version: await versionOf(at, env) },
  });
}
const stored = async (index: string) => {
  const { body } = await backend.call("GET", `/_searchrelevancy/${index}`);
  return body ?? {};
};

describe("relevance settings", () => {
  it.each<[string, string, Form, object[], object]>([
    [
      "set-search",
      "search",
      {
        ...search,
        queryFormat: "and",
        fuzziness: "AUTO",
        distinctField: "name.keyword",
        synonyms: "",
        "weights[0].field": "name",
        "weights[0].value": "5",
      },
      [
        { setting: "Weight of", field: "name", old: "Not set", new: "5", effect: "at once" },
        { setting: "Match", old: "Any word", new: "All words" },
        { setting: "Typo tolerance", old: "Off", new: "Automatic, up to 2 per word" },
        { setting: "Distinct field", old: "Not set", new: "name.keyword" },
        { setting: "Use synonyms", old: "On", new: "Off" },
      ],
      {
        search: {
          dataField: ["name"],
          fieldWeights: ["5.0"],
          queryFormat: "and",
          fuzziness: "AUTO",
          distinctField: "name.keyword",
        },
        synonyms: { enabled: false },
      },
    ],
    [
      "set-aggs",
      "aggs",
      { ...aggs, sortBy: "asc", includeNullValues: "on", "fields[0].field": "price", "fields[0].value": "range" },
      [
        { setting: "Aggregation of", field: "price", new: "range" },
        { setting: "Default sort", new: "By value, A to Z" },
        { group: "Aggregations", new: "On" },
      ],
      { aggregations: { dataField: { price: "range" }, sortBy: "asc", includeNullValues: true, size: 10 } },
    ],
    [
      "set-results",
      "results",
      {
        ...results,
        size: "25",
        excludeFields: "note",
        highlight: "on",
        highlightTag: '<em class="hit">',
        fragments: "3",
      },
      [
        { setting: "Page size", old: "10", new: "25" },
        { setting: "Exclude fields", new: "note" },
        { setting: "Highlight what was found", new: "On" },
        { setting: "Highlight tag", old: "<mark>" },
        { setting: "Number of fragments", new: "3" },
      ],
      {
        results: {
          ...{ size: 25, includeFields: ["*"], excludeFields: ["note"], highlight: true },
          highlightOptions: {
            pre_tags: ['<em class="hit">'],
            post_tags: ["</em>"],
            number_of_fragments: 3,
            fragment_size: 100,
          },
        },
      },
    ],
  ])("%s: %s waits in the draft, and is deployed", async (at, screen, form, changes, saved) => {
    const env = {};
    const kept = await keep(at, screen, form, env);
    expect(kept.errors).toEqual({});
    expect((await backend.call("GET", `/_searchrelevancy/${at}`)).status).toBe(404);
    expect((await openScreen<typeof settingsPage>(screen, { backend, at, env })).data).toMatchObject({
      kind: "form",
      draft: { total: changes.length },
    });
    const { data } = await review(at, env);
    expect(data).toMatchObject({ state: "ready", changes, theirs: [], gate: { ok: true } });
    expect((await deploy(at, env)).flash).toBe("Settings published. They apply to the next search.");
    expect(await stored(at)).toMatchObject(saved);
    expect((await review(at, env)).data).toMatchObject({ state: "none" });
  });

  it.each([
    ["all", { includeFields: "", excludeFields: "note" }, []],
    ["except", { includeFields: "name", excludeFields: "note" }, [{ setting: "Exclude fields", new: "note" }]],
    ["only", { includeFields: "name", excludeFields: "note" }, [{ setting: "Include fields", new: "name" }]],
  ])("of fields in results are a choice: %s", async (fieldsChoice, lists, changes) => {
    const env = {};
    expect((await keep("bounds", "results", { ...results, ...lists, fieldsChoice }, env)).errors).toEqual({});
    const { data } = await openScreen<typeof settingsPage>("results", { backend, at: "bounds", env });
    expect(data).toMatchObject({ kind: "form", values: { fieldsChoice } });
    const waits = (await review("bounds", env)).data;
    expect(waits).toMatchObject(changes.length === 0 ? { state: "none" } : { changes });
  });

  it.each<[string, Form, string]>([
    ["search", { ...search, fuzziness: "3" }, "fuzziness"],
    ["search", { ...search, "weights[0].field": "name", "weights[0].value": "-1" }, "weights[0].value"],
    ["aggs", { ...aggs, size: "1001" }, "size"],
    ["aggs", { ...aggs, size: "0" }, "size"],
    ["aggs", { ...aggs, "fields[0].field": "price", "fields[0].value": "sum" }, "fields[0].value"],
    ["results", { ...results, size: "1001" }, "size"],
    ["results", { ...results, highlightTag: "mark" }, "highlightTag"],
  ])("%s refuses %j", async (screen, form, field) => {
    const { status, errors } = await keep("bounds", screen, form);
    expect([status, Object.keys(errors)]).toEqual([400, [field]]);
  });

  it("deployed by somebody else meanwhile are shown, and what does not overlap can be kept", async () => {
    const env = {};
    const at = "together";
    await keep(at, "search", { ...search, fuzziness: "1", queryFormat: "and" }, env);
    const before = await versionOf(at, env);
    await backend.call("PUT", `/_searchrelevancy/${at}`, {
      search: { dataField: ["note"], fieldWeights: ["2.0"], fuzziness: "2", queryFormat: "or" },
    });
    const refused = await openScreen("search/review", {
      backend,
      at,
      env,
      form: { intent: "deploy", version: before },
    });
    expect(refused.flash).toBe("Not published: the settings or the draft were changed in the meantime.");
    expect((await review(at, env)).data).toMatchObject({
      state: "changed",
      theirs: [{ field: "note" }, { setting: "Typo tolerance", new: "2 per word" }],
      kept: 1,
    });
    await openScreen("search/review", { backend, at, env, form: { intent: "keep-other-changes" } });
    expect((await review(at, env)).data).toMatchObject({
      state: "ready",
      changes: [{ setting: "Match", new: "All words" }],
    });
    await deploy(at, env);
    expect(await stored(at)).toMatchObject({
      search: { dataField: ["note"], fieldWeights: ["2.0"], queryFormat: "and" },
    });
  });

  it("are not deployed from a draft that another tab has changed since the review", async () => {
    const env = {};
    const at = "two-tabs";
    await keep(at, "results", { ...results, size: "11" }, env);
    const shown = await versionOf(at, env);
    await keep(at, "results", { ...results, size: "12" }, env);
    const refused = await openScreen("search/review", { backend, at, env, form: { intent: "deploy", version: shown } });
    expect(refused.flash).toBe("Not published: the settings or the draft were changed in the meantime.");
    await deploy(at, env);
    expect(await stored(at)).toMatchObject({ results: { size: 12 } });
  });

  it("are left alone when a draft is discarded, or says what is stored", async () => {
    const env = {};
    const at = "discarded";
    await keep(at, "results", { ...results, size: "11" }, env);
    await keep(at, "results", results, env);
    expect((await review(at, env)).data).toMatchObject({ state: "none" });
    await keep(at, "results", { ...results, size: "11" }, env);
    expect((await openScreen<typeof discardPage>("search/discard", { backend, at, env })).data).toMatchObject({
      draft: { total: 1 },
    });
    expect((await openScreen("search/discard", { backend, at, env, form: { intent: "discard-draft" } })).flash).toBe(
      "Draft discarded.",
    );
    expect((await openScreen<typeof discardPage>("search/discard", { backend, at, env })).data).toMatchObject({
      draft: { total: 0 },
    });
  });

  it("are reset, and both deployment and reset can be taken back", async () => {
    const env = {};
    const at = "taken-back";
    const undo = async (answer: { response: Response | undefined }) => {
      const id = /"undo":"([^"]+)"/.exec(decodeURIComponent(answer.response?.headers.get("Set-Cookie") ?? ""))?.[1];
      const found = id ?? (await newestChange(env));
      return openScreen(`changes/${found}/undo`, { backend, env, at, form: { intent: "undo-change" } });
    };
    await keep(at, "results", { ...results, size: "30" }, env);
    await deploy(at, env);
    expect((await openScreen<typeof resetPage>("search/reset", { backend, at, env })).data?.request).toMatchObject({
      method: "DELETE",
    });
    const reset = await openScreen("search/reset", { backend, at, env, form: { intent: "reset-relevance" } });
    expect(reset.flash).toBe(`Settings of ${at} reset to default.`);
    expect((await backend.call("GET", `/_searchrelevancy/${at}`)).status).toBe(404);
    expect((await undo(reset)).flash).toMatch(/^Restored relevance settings of /);
    expect(await stored(at)).toMatchObject({ results: { size: 30 } });
  });

  it("tell on a server without them", async () => {
    const server = await playServer(
      searchServer({
        "/_user": { body: { username: "mira", is_admin: true } },
        "/films/_mapping": { body: { films: { mappings: {} } } },
        "/_searchrelevancy/films": { status: 404, body: "" },
        "/_searchrelevancy/_default": { status: 405, body: "" },
      }),
    );
    const behind = { url: server.url, username: "mira", password: "right" };
    for (const screen of ["search", "aggs", "results"])
      expect((await openScreen<typeof settingsPage>(screen, { backend: behind, at: "films" })).data).toEqual({
        kind: "not-offered",
      });
    expect((await openScreen<typeof reviewPage>("search/review", { backend: behind, at: "films" })).data).toMatchObject(
      { state: "not-offered" },
    );
    await server.close();
  });

  async function newestChange(env: Form): Promise<string> {
    const { data } = await openScreen<typeof changesPage>("/cluster/changes", { backend, env });
    return data?.rows[0]?.id ?? "";
  }
});
