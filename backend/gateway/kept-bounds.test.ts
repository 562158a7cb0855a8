import { expect, test } from "vitest";
import { KEPT_LIMITS } from "@common/limits/kept";
import type { Engine } from "../engine/port";
import { readGrades, termOf } from "./grades/schema";
import { createGradeStore } from "./grades/store";
import { createSystemPlaces } from "./store/system-places";
import { readGroup } from "./suggestions/featured/schema";
import { createPopularIndex } from "./suggestions/popular/popular-index";
import { readIndex, readPopular, readRecent } from "./suggestions/schema";
import { synonymsOf } from "./synonyms/schema";

// Each bound of grades, synonyms and suggestions, and one past it.

const many = <Item>(count: number, item: (at: number) => Item): Item[] => Array.from({ length: count }, (_, at) => item(at));
const synonymsIn = (items: readonly unknown[]) => synonymsOf({ body: JSON.stringify(items), index: "shop", isOther: () => false });
const groupOf = (sections: number, suggestions: number, label = "a") =>
  readGroup(JSON.stringify({ sections: many(sections, (at) => ({ id: String(at), suggestions: many(suggestions, () => ({ label })) })) }));

const { gradeQuery, gradeDocuments, gradesAtOnce, synonyms, synonym, suggestions, sections, sectionSuggestions, featuredText, popularAtOnce } = KEPT_LIMITS;

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
    const hits = ((path.includes("_search") ? left.shift() : undefined) ?? []).map((_source, at) => ({ _id: String(at), _source }));
    return { status: 200, headers: {}, contentType: "application/json", body: JSON.stringify({ errors: false, items: [], _scroll_id: "s", hits: { hits } }) };
  };
  return { engine, lines, sizes };
}

test("gradesAtOnce", async () => {
  const grade = (at: number) => ({ index: "shop", query: "a", document: String(at), grade: 1, username: "u", timestamp: "t" });
  const { engine, lines, sizes } = counting([many(gradesAtOnce.most, grade), [grade(gradesAtOnce.most)]]);
  expect(await createGradeStore({ engine, places: createSystemPlaces() }).remove("shop")).toBe(gradesAtOnce.most + 1);
  expect([sizes[0], lines]).toEqual([gradesAtOnce.most, [gradesAtOnce.most, 1]]);
});

test("popularAtOnce", async () => {
  const { engine, lines } = counting();
  const broken: Engine = async (request) =>
    request.method === "GET" ? { status: 404, headers: {}, contentType: "application/json", body: "{}" } : engine(request);
  const one = { key: "a", count: 1, indices: [], chars: 1, counts: [] };
  await createPopularIndex({ engine: broken, places: createSystemPlaces() }).replace(
    many(popularAtOnce.most + 1, () => one),
    { now: 0, check: () => undefined },
  );
  expect(lines).toEqual([popularAtOnce.most * 2, 2]);
});
