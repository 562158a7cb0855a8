import { RE2JS } from "re2js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { RULES_LIMITS } from "@common/limits/rules";
import { type Api, makeShoes, openApi } from "../../api";

// Each bound of what rules may hold and of how far a search is looked at for them, and one past it.

const {
  rules,
  expression,
  expressionDepth,
  pattern,
  patternSize,
  patternText,
  indicesAlone,
  indicesWithQueries,
  settingsLookedAt,
} = RULES_LIMITS;
const QUERY = { id: "s", dataField: ["name"], value: "boot" };
const HIDE = [{ type: "hide_result", data: ["1"] }];
const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.looseObject({}) })) }) });

let api: Api;
/** He searches all indices, and writes no rules. */
let visitor: string;

beforeAll(async () => {
  api = await openApi();
  for (const index of ["shoes", "hats"]) await makeShoes(api, index);
  visitor = await api.credential({
    indices: ["*"],
    categories: ["reactivesearch"],
    ops: ["read"],
    limits: { ip_limit: 100_000, reactivesearch_limit: 10_000 },
  });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  const hits = { query: { match_all: {} } };
  await api.call("POST", "/.rules/_delete_by_query?refresh=true", hits);
});

const make = (source: string) =>
  api.call("POST", "/_rule", { trigger: { type: "filter", expression: source }, actions: HIDE });
async function hideBy(source: string): Promise<void> {
  const { status, text } = await make(source);
  expect(status, text).toBe(201);
}

/** Whether a visitor sees the first document of the shoes, which rules hide. */
async function isSeen(index: string, query: object[] = [QUERY]): Promise<boolean> {
  const { status, text } = await api.call("POST", `/${index}/_reactivesearch`, { query }, { as: visitor });
  expect(status, text).toBe(200);
  return text.includes("Snow boot");
}

const instructions = (source: string) => RE2JS.compile(source).programSize();
/** A pattern of so many instructions. */
function patternOf(size: number): string {
  const whole = "a{900}b{900}";
  return `${whole}c{${size - instructions(`${whole}c`) + 1}}`;
}

describe("what an expression may hold", () => {
  test.each<[string, number, (count: number) => string]>([
    ["expression", expression.most, (length) => "$query == 'x'".padEnd(length, " ")],
    ["expressionDepth", expressionDepth.most, (levels) => `${"(".repeat(levels)}true${")".repeat(levels)}`],
    ["pattern", pattern.most, (length) => `$query matches '${"a".repeat(length)}'`],
    ["patternSize", patternSize.most, (size) => `$query matches '${patternOf(size)}'`],
  ])("%s", async (_name, most, of) => {
    await hideBy(of(most));
    const { status, text } = await make(of(most + 1));
    expect(status, text).toBe(400);
    expect(text).toContain("invalid trigger expression");
  });

  test("patternText", async () => {
    await hideBy("$query matches 'z'");
    const query = (length: number) => [{ ...QUERY, value: `boot ${"z".padStart(length - "boot ".length, "a")}` }];
    expect(await isSeen("shoes", query(patternText.most))).toBe(false);
    expect(await isSeen("shoes", query(patternText.most + 1))).toBe(true);
  });
});

test("rules that are kept", async () => {
  await hideBy("$query == 'x'");
  const [rule] = HitsSchema.parse((await api.call("POST", "/.rules/_search", {})).body).hits.hits;
  const lines = many(
    rules.most - 2,
    (at) => `{"index":{"_id":"r${at}"}}\n${JSON.stringify({ ...rule?._source, id: `r${at}` })}\n`,
  );
  expect((await api.call("POST", "/.rules/_bulk?refresh=true", lines.join(""))).status).toBe(200);
  expect(z.array(z.unknown()).parse((await api.call("GET", "/_rules")).body)).toHaveLength(rules.most - 1);
  await hideBy("$query == 'x'");
  expect(await make("$query == 'x'")).toMatchObject({
    status: 400,
    text: expect.stringContaining("maximum rules") as unknown,
  });
}, 60_000);

describe("indices that a search is looked at for", () => {
  const all = many(settingsLookedAt.most + 1, (at) => `part-${at}`);
  beforeAll(async () => {
    for (const index of all) await api.call("PUT", `/${index}`, {});
  }, 120_000);
  /** The shoes, the hats, and as many others as make so many. */
  const names = (count: number) => ["shoes", "hats", ...all.slice(0, count - 2)].join(",");

  test("indicesAlone", async () => {
    await hideBy("$query == 'other' and not ('hats' in $index)");
    const query = [{ ...QUERY, id: "t", value: "boot" }];
    expect(await isSeen(names(indicesAlone.most), query)).toBe(true);
    expect(await isSeen(names(indicesAlone.most + 1), query)).toBe(false);
  });

  test("indicesWithQueries", async () => {
    await hideBy("$query == 'none' and not ('hats' in $index)");
    const queries = 8;
    const query = many(queries, (at) => ({ ...QUERY, id: `t${at}` }));
    expect(await isSeen(names(indicesWithQueries.most / queries), query)).toBe(true);
    expect(await isSeen(names(indicesWithQueries.most / queries + 1), query)).toBe(false);
  });

  test.each([
    "not ('hats' in $index)",
    "$query == 'boot' and !('hats' in $index)",
    "'shoes' in $index and $index != 'hats'",
  ])("what hides by %s is not passed by more indices than are looked at", async (condition) => {
    await hideBy(condition);
    const query = [{ ...QUERY, id: "t", value: "other" }, QUERY];
    for (const count of [2, 5, indicesAlone.most, indicesAlone.most + 1])
      expect([count, await isSeen(names(count), query)]).toEqual([count, false]);
  });

  test("a rule that names where it holds hides nothing elsewhere, however many are searched", async () => {
    await hideBy("'none' in $index");
    expect(await isSeen(names(indicesAlone.most + 1))).toBe(true);
  });

  test("settingsLookedAt", async () => {
    for (const index of ["shoes", "hats", ...all])
      await api.call("PUT", `/_searchrelevancy/${index}`, { rules: { enabled: false } });
    await hideBy("$query == 'boot'");
    expect(await isSeen(names(settingsLookedAt.most))).toBe(true);
    expect(await isSeen(names(settingsLookedAt.most + 1))).toBe(false);
  }, 60_000);
});
