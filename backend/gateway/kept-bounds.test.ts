import { expect, test } from "vitest";
import * as z from "zod";
import { KEPT_LIMITS } from "@common/limits/kept";
import type { Engine } from "../engine/port";
import { readGrades, termOf } from "./resources/search-relevance/grades/schema";
import { createGradeStore } from "./resources/search-relevance/grades/store";
import { createSystemPlaces } from "./platform/store/system-places";
import { readGroup } from "./resources/search-relevance/suggestions/featured/schema";
import { createPopularIndex } from "./resources/search-relevance/suggestions/popular/popular-index";
import { readIndex, readPopular, readRecent } from "./resources/search-relevance/suggestions/schema";
import { createSynonymStore } from "./resources/search-relevance/synonyms/store";
import { synonymsOf } from "./resources/search-relevance/synonyms/schema";

// Each bound of grades, synonyms and suggestions, and one past it.

const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const synonymsIn = (items: readonly unknown[]) =>
  synonymsOf({ body: JSON.stringify(items), index: "shop", isOther: () => false });
const groupOf = (sections: number, suggestions: number, label = "a") =>
  readGroup(
    JSON.stringify({
      sections: many(sections, (at) => ({ id: String(at), suggestions: many(suggestions, () => ({ label })) })),
    }),
  );

const {
  gradeQuery,
  gradeDocuments,
  gradesAtOnce,
  synonyms,
  synonym,
  suggestions,
  sections,
  sectionSuggestions,
  featuredText,
  popularAtOnce,
  synonymsAtOnce,
} = KEPT_LIMITS;

test.each<[string, number, number, (count: number) => unknown]>([
  ["gradeQuery", gradeQuery.most, 400, (count) => termOf("a".repeat(count))],
  [
    "gradeDocuments",
    gradeDocuments.most,
    400,
    (count) => readGrades(JSON.stringify({ query: "a", docs: Object.fromEntries(many(count, (at) => [`d${at}`, 1])) })),
  ],
  ["synonyms", synonyms.most, 400, (count) => synonymsIn(many(count, () => ({ type: "equivalent", synonym: "a,b" })))],
  ["synonym", synonym.most, 400, (count) => synonymsIn([{ type: "equivalent", synonym: "a,".padEnd(count, "b") }])],
  ["suggestions, popular", suggestions.most, 500, (size) => readPopular(JSON.stringify({ size }))],
  ["suggestions, recent", suggestions.most, 500, (size) => readRecent(JSON.stringify({ size }))],
  ["suggestions, index", suggestions.most, 500, (size) => readIndex(JSON.stringify({ size }))],
  ["sections", sections.most, 400, (count) => groupOf(count, 1)],
  ["sectionSuggestions", sectionSuggestions.most, 400, (count) => groupOf(1, count)],
  ["featuredText", featuredText.most, 400, (count) => groupOf(1, 1, "a".repeat(count))],
])("%s", (_name, most, status, read) => {
  expect(() => read(most)).not.toThrow();
  expect(() => read(most + 1)).toThrow(expect.objectContaining({ status }));
});

/** An engine that keeps how many lines each bulk had, and answers with these grades page by page. */
function counting(pages: readonly object[][] = []) {
  const lines: number[] = [];
  const sizes: unknown[] = [];
  const left = [...pages];
  const engine: Engine = async ({ path, body }) => {
    const text = typeof body === "string" ? body : Buffer.from(body ?? "").toString("utf8");
    if (path.endsWith("/_bulk")) lines.push(text.trimEnd().split("\n").length);
    else if (text.includes('"size"')) sizes.push((JSON.parse(text) as { size?: unknown }).size);
    const hits = ((path.includes("_search") ? left.shift() : undefined) ?? []).map((_source, at) => ({
      _id: String(at),
      _source,
    }));
    return {
      status: 200,
      headers: {},
      contentType: "application/json",
      body: JSON.stringify({ errors: false, items: [], _scroll_id: "s", hits: { hits } }),
    };
  };
  return { engine, lines, sizes };
}

test("gradesAtOnce", async () => {
  const grade = (at: number) => ({
    index: "shop",
    query: "a",
    document: String(at),
    grade: 1,
    username: "u",
    timestamp: "t",
  });
  const { engine, lines, sizes } = counting([many(gradesAtOnce.most, grade), [grade(gradesAtOnce.most)]]);
  expect(await createGradeStore({ engine, places: createSystemPlaces() }).remove("shop")).toBe(gradesAtOnce.most + 1);
  expect([sizes[0], lines]).toEqual([gradesAtOnce.most, [gradesAtOnce.most, 1]]);
});

test("synonymsAtOnce", async () => {
  const places = createSystemPlaces();
  const known = (at: number) => ({ _id: String(at), index: "shop", type: "equivalent" as const, synonym: "a,b" });
  const all = many(synonymsAtOnce.most + 1, known);
  const writing = counting();
  await createSynonymStore({ engine: writing.engine, places }).put(all);
  expect(writing.lines).toEqual([synonymsAtOnce.most * 2, 2]);
  const removing = counting([all.slice(0, -1), all.slice(-1)]);
  const pieces: number[] = [];
  const IdsSchema = z.object({ query: z.object({ ids: z.object({ values: z.array(z.string()) }) }) });
  const engine: Engine = async (request) => {
    if (!request.path.endsWith("/_delete_by_query")) return removing.engine(request);
    const { values } = IdsSchema.parse(JSON.parse(String(request.body))).query.ids;
    pieces.push(values.length);
    return {
      status: 200,
      headers: {},
      contentType: "application/json",
      body: JSON.stringify({ deleted: values.length }),
    };
  };
  expect(await createSynonymStore({ engine, places }).removeAll("shop")).toBe(synonymsAtOnce.most + 1);
  expect([removing.sizes[0], pieces]).toEqual([synonymsAtOnce.most, [synonymsAtOnce.most, 1]]);
});

test("popularAtOnce", async () => {
  const { engine, lines } = counting();
  const broken: Engine = async (request) =>
    request.method === "GET"
      ? { status: 404, headers: {}, contentType: "application/json", body: "{}" }
      : engine(request);
  const one = { key: "a", count: 1, indices: [], chars: 1, counts: [] };
  await createPopularIndex({ engine: broken, places: createSystemPlaces() }).replace(
    many(popularAtOnce.most + 1, () => one),
    { now: 0, check: () => undefined },
  );
  expect(lines).toEqual([popularAtOnce.most * 2, 2]);
});
