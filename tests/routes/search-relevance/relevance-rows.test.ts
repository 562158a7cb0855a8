import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as settingsPage } from "~/routes/search-relevance/settings/search";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

const many = Object.fromEntries(
  Array.from({ length: 2000 }, (_, at) => [`field_${at}`, { type: "text", fields: { search: { type: "text" } } }]),
);
const hostile = ["__proto__", "constructor", '"><script>', "a:b", "x[0]"];
const title = {
  type: "text",
  fields: { keyword: { type: "keyword" }, search: { type: "text" }, lang: { type: "text" } },
};
const properties = {
  ...{
    title,
    note: { type: "text" },
    brand: { type: "keyword" },
    price: { type: "float" },
    votes: { type: "rank_feature" },
    fame: { type: "rank_feature" },
  },
  ...Object.fromEntries(hostile.map((name) => [name, { type: "text" }])),
};
const mapping = (fields: object) => ({ mappings: { properties: fields } });

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["rows", "gone", "ranks", "named", "all"])
    await backend.call("PUT", `/${index}`, mapping(properties));
  await backend.call("PUT", "/many", { ...mapping(many), settings: { "index.mapping.total_fields.limit": 5000 } });
});
afterAll(() => backend.close());

type Form = Record<string, string>;
const options = {
  intent: "save-draft",
  queryType: "default",
  queryFormat: "or",
  fuzziness: "0",
  distinctField: "",
  synonyms: "on",
  enableNgram: "on",
};
const counting = { intent: "save-draft", queryFormat: "or", size: "10", sortBy: "count" };

function screenOf(at: string, env: Form = {}) {
  return {
    save: (form: Form, screen = "search") =>
      openScreen(screen, { backend, at, env, form: { ...(screen === "search" ? options : counting), ...form } }),
    async load(address = "search") {
      const { data } = await openScreen<typeof settingsPage>(address, { backend, at, env });
      if (data?.kind !== "form") throw new Error("no form");
      return data;
    },
    async changes() {
      const { data } = await openScreen<typeof reviewPage>("search/review", { backend, at, env });
      return data && "changes" in data ? data.changes : [];
    },
  };
}
const locationOf = ({ response }: { response: Response | undefined }) =>
  decodeURIComponent(response?.headers.get("Location") ?? "");

describe("rows of fields", () => {
  it("come with a weight of one, and go, by buttons of the form; what is typed counts as well", async () => {
    const { save, load, changes } = screenOf("rows");
    expect((await load()).rows["weights"]).toMatchObject({
      total: 0,
      made: 1,
      offered: expect.arrayContaining(["title", "note", "brand"]),
    });
    expect(locationOf(await save({ "add-weights": "title" }))).toBe("/app/rows/search?at=weights:title");
    const { values, rows } = await load();
    expect(values["weights"]).toEqual([
      {
        field: "title",
        value: "1.0",
        subs: ["keyword", "lang", "search"].map((name) => ({ path: `title.${name}`, on: "", value: "" })),
      },
    ]);
    expect(rows["weights"]?.offered).not.toContain("title");
    await save({
      ...{
        "weights[0].field": "title",
        "weights[0].value": "5",
        "weights[0].subs[0].path": "title.lang",
        "weights[0].subs[0].on": "on",
      },
      ...{
        "weights[0].subs[1].path": "title.search",
        "weights[0].subs[1].on": "on",
        "weights[0].subs[1].value": "0.3",
        "add-weights": "note",
      },
    });
    expect((await changes()).map(({ field, new: now }) => [field, now])).toEqual([
      ["title", "5"],
      ["title.lang", "4.5"],
      ["title.search", "0.3"],
      ["note", "1"],
    ]);
    const row = {
      "weights[0].field": "title",
      "weights[0].value": "no number",
      "weights[0].subs[0].path": "title.lang",
      "weights[0].subs[0].on": "on",
    };
    const removed = await save({
      ...row,
      "weights[0].subs[1].path": "title.search",
      "weights[0].subs[1].on": "on",
      remove: "weights:title",
    });
    expect(locationOf(removed)).toBe("/app/rows/search?at=weights");
    expect((await changes()).map(({ field }) => field)).toEqual(["note"]);
  });

  it.each<[Form, string]>([
    [{ "add-weights": "price" }, "add-weights"],
    [{ "add-weights": "no such field" }, "add-weights"],
    [{ "add-rankFeatures": "title" }, "add-rankFeatures"],
    [{ "weights[0].field": "title", "weights[0].value": "1.234" }, "weights[0].value"],
    [
      {
        "weights[0].field": "title",
        "weights[0].value": "1",
        "weights[0].subs[0].path": "title.lang",
        "weights[0].subs[0].on": "on",
        "weights[0].subs[0].value": "0",
      },
      "weights[0].subs[0].value",
    ],
    [
      { "rankFeatures[0].field": "votes", "rankFeatures[0].function": "sigmoid", "rankFeatures[0].exponent": "1.1" },
      "rankFeatures[0].exponent",
    ],
    [
      { "rankFeatures[0].field": "votes", "rankFeatures[0].function": "saturation", "rankFeatures[0].pivot": "0.5" },
      "rankFeatures[0].pivot",
    ],
    [
      { "rankFeatures[0].field": "votes", "rankFeatures[0].function": "log", "rankFeatures[0].scaling_factor": "0" },
      "rankFeatures[0].scaling_factor",
    ],
    [{ "rankFeatures[0].field": "votes", "rankFeatures[0].function": "linear" }, "rankFeatures[0].function"],
    [
      { "rankFeatures[0].field": "votes", "rankFeatures[0].function": "log", "rankFeatures[0].boost": "-1" },
      "rankFeatures[0].boost",
    ],
  ])("refuse %j", async (form, field) => {
    const { status, errors } = await screenOf("rows").save(form);
    expect([status, Object.keys(errors)]).toEqual([400, [field]]);
  });

  it("that the mapping does not have any more are shown so, and stay", async () => {
    await backend.call("PUT", "/_searchrelevancy/gone", {
      search: { dataField: ["title", "old", "note.lang"], fieldWeights: ["2.0", "3.0", "0.5"], mine: 1 },
    });
    const { load, save, changes } = screenOf("gone");
    expect((await load()).rows["weights"]?.gone).toEqual(["old", "note.lang"]);
    await save({ "weights[0].field": "title", "weights[0].value": "4" });
    expect((await changes()).map(({ field, old, new: now }) => [field, old, now])).toEqual([["title", "2", "4"]]);
  });

  it("of 2,000 fields are those that were chosen; the others can be", async () => {
    const { load, save } = screenOf("many");
    const before = await load();
    expect(before.values["weights"]).toEqual([]);
    expect([before.rows["weights"]?.offered.length, before.rows["weights"]?.made]).toEqual([2000, 0]);
    await backend.call("PUT", "/_searchrelevancy/many", {
      search: {
        dataField: Object.keys(many).slice(0, 250),
        fieldWeights: Object.keys(many)
          .slice(0, 250)
          .map(() => "1.0"),
      },
    });
    const { values, rows } = await load("search?page=3");
    expect([values["weights"]?.length, rows["weights"]]).toMatchObject([50, { total: 250, page: 3, pages: 3 }]);
    await save({ "add-weights": "field_1999" });
    expect((await load("search?at=weights:field_1999")).rows["weights"]).toMatchObject({ total: 251, page: 3 });
    await save({ "weights[0].field": "field_7", "weights[0].value": "", remove: "weights:field_7" });
    expect((await load()).rows["weights"]?.total).toBe(250);
  });

  it("are turned to another page by a button that saves what was typed", async () => {
    const { save, load, changes } = screenOf("ranks");
    const typed = { "add-weights": "title" };
    expect(locationOf(await save({ ...typed, "turn-to": "2" }))).toContain("at=weights:title");
    const row = { "weights[0].field": "title", "weights[0].value": "7" };
    const turned = await save({ ...row, "turn-to": "2" });
    expect([locationOf(turned), turned.flash]).toEqual([
      "/app/ranks/search?page=2",
      expect.stringContaining("Draft saved."),
    ]);
    expect((await changes()).map(({ field, new: now }) => [field, now])).toEqual([["title", "7"]]);
    // Nothing new was typed: no news.
    const again = await save({ ...row, "turn-to": "1" });
    expect([locationOf(again), again.flash]).toEqual(["/app/ranks/search?page=1", undefined]);
    expect(await save({ ...row, "weights[0].value": "x", "turn-to": "1" })).toHaveFieldError("weights[0].value", /./);
    await save({ ...row, remove: "weights:title" });
    expect((await load()).rows["weights"]?.total).toBe(0);
  });

  it("may be called as they like", async () => {
    const { load, save, changes } = screenOf("named");
    for (const name of hostile) expect((await save({ "add-weights": name })).errors).toEqual({});
    expect((await changes()).map(({ field }) => field).sort()).toEqual([...hostile].sort());
    for (const name of hostile)
      expect(locationOf(await save({ "weights[0].field": name, remove: `weights:${name}` }))).toBe(
        "/app/named/search?at=weights",
      );
    expect((await load()).rows["weights"]?.total).toBe(0);
  });

  it("all that were made for search come at once, with the sub-fields by which language, synonyms and grams act", async () => {
    const { save, changes } = screenOf("all");
    await save({ "add-all": "weights" });
    expect((await changes()).map(({ field, new: now }) => [field, now])).toEqual([
      ["title", "1"],
      ["title.lang", "0.9"],
      ["title.search", "0.1"],
    ]);
  });

  it("get such sub-fields by a button, and the page says in which fields they do not act", async () => {
    const { save, load, changes } = screenOf("acting");
    await backend.call("PUT", "/acting", { mappings: { properties: { day: { type: "date" } } } });
    await backend.call("PUT", "/acting/_doc/1?refresh=true", { title: "x", brand: "y" });
    const search = { dataField: ["title", "brand", "brand.lang"], fieldWeights: ["2.0", "1.0", "0.5"] };
    await backend.call("PUT", "/_searchrelevancy/acting", {
      search,
      language: { language: "french" },
      indexSettings: { enableNgram: true },
    });
    const before = await load();
    expect([before.unused, before.rows["weights"]?.lacking]).toEqual([
      [
        { part: "n-grams", fields: ["brand", "title"] },
        { part: "language", fields: ["title"] },
      ],
      2,
    ]);
    // This server looks for synonyms itself: no sub-field is lacking for them.
    const everywhere = "Synonyms act on every searched field.";
    expect(before.rows["weights"]?.acting).toBe(
      `N-grams are off for brand, title. Stemming is off for title. ${everywhere}`,
    );
    await save({ "add-sub-fields": "weights" });
    expect((await changes()).map(({ field, new: now }) => [field, now]).sort()).toEqual([
      ["brand.search", "0.1"],
      ["brand.synonyms", "0.7"],
      ["title.lang", "1.8"],
      ["title.search", "0.2"],
      ["title.synonyms", "1.4"],
    ]);
    expect((await load()).rows["weights"]).toMatchObject({ lacking: 0, acting: everywhere });
  });

  it("of rank features have the numbers of their function, as text", async () => {
    const { load, save, changes } = screenOf("ranks");
    expect((await load()).rows["rankFeatures"]).toMatchObject({ total: 0, offered: ["fame", "votes"] });
    await save({ "add-rankFeatures": "votes" });
    expect((await load()).values["rankFeatures"]).toEqual([
      { field: "votes", function: "saturation", pivot: "", boost: "1.0", scaling_factor: "1.0", exponent: "0.5" },
    ]);
    await save({
      "rankFeatures[0].field": "votes",
      "rankFeatures[0].function": "sigmoid",
      "rankFeatures[0].boost": "2",
      "rankFeatures[0].exponent": "0.6",
    });
    expect(await changes()).toMatchObject([
      { setting: "Rank feature", field: "votes", old: "Not set", new: "Sigmoid, pivot 1.0, exponent 0.6, boost 2.0" },
    ]);
  });

  it("of aggregations are kept by the path that can be counted", async () => {
    const { load, save, changes } = screenOf("rows");
    expect((await load("aggs")).rows["fields"]?.offered).toEqual(["brand", "price", "title"]);
    await save({ "add-fields": "title" }, "aggs");
    await save({ "add-fields": "price" }, "aggs");
    expect((await load("aggs")).ranged).toEqual(["price"]);
    expect(
      (await changes()).filter(({ group }) => group === "Aggregations").map(({ field, new: now }) => [field, now]),
    ).toEqual([
      ["title.keyword", "term"],
      ["price", "term"],
    ]);
  });
});
