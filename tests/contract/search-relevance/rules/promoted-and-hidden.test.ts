import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { randomFrom } from "../../../engines/generate/random";
import { type Api, openApi } from "../../api";

// What rules promote and hide is so in totals, pages and facets alike: whoever leafs through all pages of a search sees
// each document that it counts, once.

let api: Api;

const DOCUMENTS = 40;
const BRANDS = ["acme", "other", "third"];
const COLORS = ["red", "blue"];
const idOf = (at: number) => `d${at}`;
const documentOf = (at: number) => ({
  // Three of four are found by "boot".
  name: at % 4 === 0 ? `sandal number ${at}` : `boot number ${at}`,
  brand: BRANDS[at % 3],
  color: COLORS[at % 2],
  price: 100 - at,
});

beforeAll(async () => {
  api = await openApi();
  const properties = {
    name: { type: "text" },
    brand: { type: "keyword" },
    color: { type: "keyword" },
    price: { type: "integer" },
  };
  for (const index of ["wares", "others"]) {
    await api.call("PUT", `/${index}`, { mappings: { properties } });
    const lines = Array.from(
      { length: DOCUMENTS },
      (_, at) => `{"index":{"_id":"${idOf(at)}"}}\n${JSON.stringify(documentOf(at))}\n`,
    );
    await api.call("POST", `/${index}/_bulk?refresh=true`, lines.join(""));
  }
  await api.call("POST", "/_aliases", { actions: [{ add: { index: "wares", alias: "shop" } }] });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
    await api.call("DELETE", `/_rule/${id}`);
});

const HitSchema = z.looseObject({
  _id: z.string(),
  _index: z.string().nullish(),
  _source: z.record(z.string(), z.unknown()),
});
const PartSchema = z.looseObject({
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(HitSchema) }),
  promoted: z.array(z.object({ doc: HitSchema, position: z.number().optional() })).default([]),
  hidden: z.number().optional(),
  aggregations: z
    .record(z.string(), z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }))
    .optional(),
});
const AnswerSchema = z.record(z.string(), z.unknown());
type Part = z.infer<typeof PartSchema>;

async function rule(actions: object[], expression?: string): Promise<string> {
  const trigger = expression === undefined ? { type: "always" } : { type: "filter", expression };
  const made = await api.call("POST", "/_rule", { trigger, actions });
  expect(made.status, made.text).toBe(201);
  return z.object({ id: z.string() }).parse(made.body).id;
}
const promotes = (...pins: (readonly [id: string, position?: number])[]) => ({
  type: "promote_result",
  data: pins.map(([_id, position]) => ({
    doc: { _id, _source: { name: "as it was", price: 1 } },
    ...(position === undefined ? {} : { position }),
  })),
});
const hides = (...data: string[]) => ({ type: "hide_result", data });

const QUERY = { id: "s", dataField: ["name"], value: "boot" };

async function parts(
  query: object[],
  { index = "wares", as }: { index?: string; as?: string } = {},
): Promise<Record<string, Part>> {
  const { status, body, text } = await api.call(
    "POST",
    `/${index}/_reactivesearch`,
    { query },
    as === undefined ? {} : { as },
  );
  expect(status, text).toBe(200);
  const { settings: _settings, ...answers } = AnswerSchema.parse(body);
  return Object.fromEntries(Object.entries(answers).map(([id, part]) => [id, PartSchema.parse(part)]));
}
async function part(query: object = QUERY, options: Parameters<typeof parts>[1] = {}): Promise<Part> {
  const found = (await parts([query], options))["s"];
  if (!found) throw new Error("no answer");
  return found;
}
const hitsOf = ({ hits }: Part) => hits.hits.map(({ _id }) => _id);
const promotedOf = ({ promoted }: Part) => promoted.map(({ doc }) => doc._id);

/** All documents that a search shows, page by page. */
async function leafed(query: object, size: number): Promise<string[]> {
  const all: string[] = [];
  for (let from = 0; from <= DOCUMENTS + size; from += size) {
    const one = await part({ ...query, from, size });
    expect(hitsOf(one).length + promotedOf(one).length).toBeLessThanOrEqual(size);
    all.push(...hitsOf(one), ...promotedOf(one));
  }
  return all;
}

describe("a promoted document", () => {
  test("is shown as it is now, and not once it is gone", async () => {
    await api.call("PUT", "/wares/_doc/new?refresh=true", { name: "clog", price: 10 });
    await rule([promotes(["new", 1])]);
    expect((await part()).promoted).toEqual([
      { doc: { _id: "new", _index: "wares", _source: { name: "clog", price: 10 } }, position: 1 },
    ]);
    await api.call("PUT", "/wares/_doc/new?refresh=true", { name: "clog", price: 7 });
    expect((await part()).promoted).toMatchObject([{ doc: { _source: { price: 7 } } }]);
    const { total } = (await part()).hits;
    await api.call("DELETE", "/wares/_doc/new?refresh=true");
    const after = await part();
    expect(after.promoted).toEqual([]);
    expect(after.hits.total.value).toBe(total.value - 1);
    expect(hitsOf(after)).toHaveLength(10);
  });

  test("stands on its page alone, and not in its old place as well", async () => {
    await rule([promotes(["d1", 1], ["d4", 2], ["d2", 13])]);
    const pages = [await part(), await part({ ...QUERY, from: 10 }), await part({ ...QUERY, from: 20 })];
    expect(pages.map(promotedOf)).toEqual([["d1", "d4"], ["d2"], []]);
    for (const one of pages) expect(hitsOf(one).filter((id) => ["d1", "d4", "d2"].includes(id))).toEqual([]);
    expect(pages.map((one) => hitsOf(one).length)).toEqual([8, 9, 10]);
    expect(pages[1]?.promoted[0]?.position).toBe(13);
  });

  test("of a place behind the last document follows that one", async () => {
    await rule([promotes(["d0", 200])]);
    const last = await part({ ...QUERY, value: "number", from: 35, size: 10 });
    expect(promotedOf(last)).toEqual(["d0"]);
    expect(hitsOf(last)).toHaveLength(4);
  });

  test("is counted where the search does not find it, by its facets too", async () => {
    const facet = { id: "f", type: "term", dataField: ["brand"], react: { and: "s" }, pagination: false };
    const total = async (found: Record<string, Part>) => found["s"]?.hits.total.value ?? 0;
    const counted = (found: Record<string, Part>) =>
      (found["f"]?.aggregations?.["brand"]?.buckets ?? []).reduce((sum, { doc_count }) => sum + doc_count, 0);
    const before = await parts([QUERY, facet]);
    expect(await total(before)).toBe(30);
    await rule([promotes(["d0", 1], ["d1", 2])]);
    const after = await parts([QUERY, facet]);
    expect(await total(after)).toBe(31);
    expect(counted(after)).toBe(31);
  });

  test("does not pass a filter that the visitor has set", async () => {
    await rule([promotes(["d0", 1], ["d1", 2])]);
    const filter = { id: "t", type: "term", dataField: ["brand"], value: ["acme"], execute: false };
    const found = (await parts([{ ...QUERY, react: { and: "t" } }, filter]))["s"];
    expect(found && promotedOf(found)).toEqual(["d0"]);
  });

  test("is not shown by a sort or a cursor on a later page", async () => {
    await rule([promotes(["d0", 1])]);
    const sorted = { ...QUERY, sortField: "price", sortBy: "asc", size: 5 };
    const first = await part(sorted);
    expect(promotedOf(first)).toEqual(["d0"]);
    expect(hitsOf(first)).toEqual(["d39", "d38", "d37", "d35"]);
    expect(promotedOf(await part({ ...sorted, from: 5 }))).toEqual([]);
    const behind = await part({ ...sorted, deepPagination: true, deepPaginationConfig: { cursor: "63" } });
    expect(promotedOf(behind)).toEqual([]);
    expect(hitsOf(behind)).not.toContain("d0");
  });

  test("of an index is that one's where several are searched, also for who sees some fields alone", async () => {
    const data = [{ doc: { _id: "d0", _index: "others" }, position: 1 }];
    await rule([{ type: "promote_result", data }]);
    const as = await api.credential({
      indices: ["*"],
      categories: ["reactivesearch"],
      ops: ["read"],
      include_fields: ["name"],
    });
    for (const options of [{}, { as }]) {
      const both = await part({ ...QUERY, size: 80 }, { ...options, index: "wares,others" });
      expect(both.promoted.map(({ doc }) => doc._index)).toEqual(["others"]);
      expect(both.hits.total.value).toBe(61);
      expect(hitsOf(both)).not.toContain("d0");
    }
    expect((await part(QUERY, { as })).promoted).toMatchObject([
      { doc: { _index: "wares", _source: { name: "sandal number 0" } } },
    ]);
    expect(Object.keys((await part(QUERY, { as })).promoted[0]?.doc._source ?? {})).toEqual(["name"]);
  });

  test("is the first suggestion, as it is now, in every way in which suggestions are asked for", async () => {
    await rule([promotes(["d0", 1], ["gone", 2])]);
    for (const more of [{}, { value: "" }, { enableIndexSuggestions: false }]) {
      const found = await part({ ...QUERY, type: "suggestion", ...more });
      expect(found.hits.hits[0], JSON.stringify(more)).toMatchObject({
        _id: "d0",
        label: "sandal number 0",
        _suggestion_type: "promoted",
      });
      expect(hitsOf(found)).not.toContain("gone");
      expect(found.hits.total.value).toBe(found.hits.hits.length);
    }
  });

  test("beyond the limit is not promoted", async () => {
    const gone = Array.from({ length: 999 }, (_, at) => [`gone-${at}`, at + 1] as const);
    await rule([promotes(...gone, ["d0", 1000], ["d4", 1001])]);
    const last = await part({ ...QUERY, value: "boot", from: 30 });
    expect(promotedOf(last)).toEqual(["d0"]);
  });
});

describe("a hidden document", () => {
  const found = Array.from({ length: DOCUMENTS }, (_, at) => idOf(at)).filter((_, at) => at % 4 !== 0);

  test("is out of the total, and its place is taken by another one", async () => {
    const before = await part();
    await rule([hides(...hitsOf(before), "nowhere", "d0")]);
    const after = await part();
    expect(hitsOf(after)).toHaveLength(10);
    expect(hitsOf(after).filter((id) => hitsOf(before).includes(id))).toEqual([]);
    expect(after.hits.total.value).toBe(20);
    expect(after.hidden).toBe(10);
  });

  test("is in no facet, no second query, no suggestion, and is not counted by who reacts to the search", async () => {
    await rule([hides(...found.slice(0, 12))]);
    const facet = { id: "f", type: "term", dataField: ["color"], react: { and: "s" }, pagination: false };
    const answers = await parts([
      QUERY,
      facet,
      { ...QUERY, id: "b", value: "number", size: 50 },
      { ...QUERY, id: "g", type: "suggestion", size: 50 },
    ]);
    const buckets = answers["f"]?.aggregations?.["color"]?.buckets ?? [];
    expect(buckets.reduce((sum, { doc_count }) => sum + doc_count, 0)).toBe(18);
    expect(answers["s"]?.hits.total.value).toBe(18);
    expect(answers["b"]?.hits.total.value).toBe(28);
    expect(answers["g"]?.hits.hits).toHaveLength(18);
    for (const one of Object.values(answers))
      expect(hitsOf(one).filter((id) => found.slice(0, 12).includes(id))).toEqual([]);
  });

  test("under a condition that one query alone meets is in no facet of that one", async () => {
    await rule([hides(...found.slice(0, 12))], "$query == 'boot'");
    const facet = { id: "f", type: "term", dataField: ["color"], react: { and: { or: ["s"] } }, pagination: false };
    const answers = await parts([{ ...QUERY, id: "a", value: "sandal" }, QUERY, facet]);
    const counted = (answers["f"]?.aggregations?.["color"]?.buckets ?? []).reduce(
      (sum, { doc_count }) => sum + doc_count,
      0,
    );
    expect([answers["a"]?.hits.total.value, answers["s"]?.hits.total.value, counted]).toEqual([10, 18, 18]);
  });
});

describe.each(Array.from({ length: 12 }, (_, seed) => seed + 1))("by chance, %i", (seed) => {
  const { below, pick, chance } = randomFrom(seed);
  const some = (most: number) => Array.from({ length: below(most + 1) }, () => idOf(below(DOCUMENTS + 4)));

  test("pages put together hold each document that the total counts, once, and facets count the same", async () => {
    for (let run = 0; run < 3; run++) {
      const value = pick(["boot", "number", "sandal", "nothing"]);
      const base = { ...QUERY, value, ...(chance(0.4) ? { sortField: "price", sortBy: pick(["asc", "desc"]) } : {}) };
      const wanted = some(6).map((id): [string, number] => [id, 1 + below(30)]);
      const hidden = some(14);
      await rule(
        [promotes(...wanted.slice(0, 3)), ...(hidden.length > 0 ? [hides(...hidden)] : [])]
          .filter(({ data }) => data.length > 0)
          .concat({ type: "custom_data", data: [] }),
      );
      if (wanted.length > 3) await rule([promotes(...wanted.slice(3))]);
      const all = Array.from({ length: DOCUMENTS }, (_, at) => at);
      const matches = (at: number) => documentOf(at).name.split(" ").includes(value);
      const expected = all.filter(
        (at) => (matches(at) || wanted.some(([id]) => id === idOf(at))) && !hidden.includes(idOf(at)),
      );
      const told = JSON.stringify({ base, wanted, hidden });
      const facet = { id: "f", type: "term", dataField: ["brand"], react: { and: "s" }, pagination: false };
      const answers = await parts([base, facet]);
      expect(answers["s"]?.hits.total.value, told).toBe(expected.length);
      const counts = Object.fromEntries(
        (answers["f"]?.aggregations?.["brand"]?.buckets ?? []).map(({ key, doc_count }) => [key, doc_count]),
      );
      for (const brand of BRANDS)
        expect(counts[brand] ?? 0, told).toBe(expected.filter((at) => documentOf(at).brand === brand).length);
      const pages = await leafed(base, pick([3, 7, 10]));
      expect([...pages].sort(), told).toEqual(expected.map(idOf).sort());
      for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
        await api.call("DELETE", `/_rule/${id}`);
    }
  });
});
