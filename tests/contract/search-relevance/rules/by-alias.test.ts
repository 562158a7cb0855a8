import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../../api";

// A rule acts on an index by whatever name that is asked, as settings do.

let api: Api;

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
  await makeShoes(api, "wares_reindexed_2");
  await api.call("POST", "/_aliases", {
    actions: [
      { add: { index: "shoes", alias: "footwear" } },
      { add: { index: "wares_reindexed_2", alias: "wares" } },
      { add: { index: "hats", alias: "all-of-it" } },
      { add: { index: "shoes", alias: "all-of-it" } },
    ],
  });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
    await api.call("DELETE", `/_rule/${id}`);
});

const AnswerSchema = z.looseObject({
  settings: z.looseObject({ queryRules: z.array(z.string()).default([]) }),
  s: z.looseObject({ promoted: z.array(z.unknown()).default([]) }),
});
const ACTIONS = [
  [{ type: "promote_result", data: [{ doc: { _id: "3" }, position: 1 }] }],
  [{ type: "replace_search_term", data: "sandal" }],
  [{ type: "custom_data", data: 1 }],
  [{ type: "hide_result", data: ["1"] }],
];

test.each<[condition: string, asked: string, holds: boolean]>([
  ["'shoes' in $index", "shoes", true],
  ["'shoes' in $index", "footwear", true],
  ["'footwear' in $index", "shoes", true],
  ["'footwear' in $index", "footwear", true],
  ["'Footwear' in $index", "shoes", true],
  ["'shoes' in $index", "all-of-it", true],
  ["'shoes' in $index", "foot*", true],
  ["'shoes' in $index", "hats,footwear", true],
  ["'foot*' in $index", "shoes", true],
  ["'shoes' in $index", "hats", false],
  ["'footwear' in $index", "hats", false],
  ["'hats' in $index", "footwear", false],
  ["'wares' in $index", "wares", true],
  ["'wares' in $index", "wares_reindexed_2", true],
  ["'wares_reindexed_2' in $index", "wares", true],
  ["'wares_reindexed_1' in $index", "wares", true],
  ["'wares_reindexed_1' in $index", "shoes", false],
  ["$index == 'shoes'", "footwear", true],
  ["not ('shoes' in $index)", "footwear", false],
  ["not ('footwear' in $index)", "hats", true],
  ["'footwear' in $index and $query == 'boot'", "shoes", true],
])("%s of a search of %s is %s", async (expression, index, holds) => {
  for (const actions of ACTIONS) {
    const made = await api.call("POST", "/_rule", { trigger: { type: "filter", expression }, actions });
    const { id } = z.object({ id: z.string() }).parse(made.body);
    const { body, text } = await api.call("POST", `/${index}/_reactivesearch`, {
      query: [{ id: "s", dataField: ["name"], value: "boot" }],
    });
    const { settings, s } = AnswerSchema.parse(body);
    expect(settings.queryRules, `${JSON.stringify(actions)} ${text}`).toEqual(holds ? [id] : []);
    if (actions === ACTIONS[0]) expect(s.promoted.length > 0).toBe(holds);
    await api.call("DELETE", `/_rule/${id}`);
  }
});

test("an index rule acts on what is written through an alias", async () => {
  const script =
    "function handleRequest() { return { body: JSON.stringify({ ...JSON.parse(context.request.body), seen: true }) } }";
  for (const [name, written] of [
    ["shoes", "footwear"],
    ["footwear", "shoes"],
  ] as const) {
    const made = await api.call("POST", "/_rule", {
      trigger: { type: "index", expression: `'${name}' in $index` },
      actions: [{ type: "script", script }],
    });
    await api.call("PUT", `/${written}/_doc/new?refresh=true`, { name: "Clog" });
    expect((await api.call("GET", "/shoes/_doc/new")).body).toMatchObject({ _source: { name: "Clog", seen: true } });
    await api.call("DELETE", "/shoes/_doc/new?refresh=true");
    await api.call("DELETE", `/_rule/${z.object({ id: z.string() }).parse(made.body).id}`);
  }
});
