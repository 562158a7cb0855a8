import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { parseJsonText } from "~/lib/json/text.server";
import { countOf } from "~/lib/values/numbers";
import { gradedTerm } from "../grades/grades.server";
import { type Put, NewTestSchema, type RelevanceTest, requestFor, textOf } from "./records.server";
import { MOST_TESTS, newTestId, type StoredTest } from "./store.server";

// Judgment lists of other tools: how good an answer a document is to a query. Quepid writes them as CSV with the columns
// query, docid and rating; OpenSearch's Search Relevance Workbench as JSON with `judgmentRatings`.

/** A document's rating as an answer to a query, on the list's own scale; `at` is where it stands, for messages. */
type Rating = { at: string; query: string; document: string; rating: number };
type Read = { ok: true; ratings: Rating[] } | { ok: false; message: string };

/** The highest rating of the scales that lists are on. */
export const SCALES = [1, 3, 4, 10, 100] as const;
const BEST_GRADE = 3;
/** Faults that a message lists. */
const MOST_TOLD = 5;

const cell = z.string().trim();
const ratingSchema = z.object({
  query: cell.min(1, "no query").max(1000, "the query is longer than 1,000 characters"),
  document: cell.min(1, "no document").max(512, "the document's ID is longer than 512 characters"),
  rating: z
    .union([z.number(), cell.min(1).transform(Number)], { error: "no rating" })
    .pipe(
      z
        .number({ error: "the rating is not a number" })
        .min(0, "the rating is negative")
        .max(100, "the rating is over 100"),
    ),
});

type Found = { at: string; query: unknown; document: unknown; rating: unknown };

function checked(found: readonly Found[]): Read {
  if (found.length === 0) return { ok: false, message: "The list has no ratings." };
  const faults: string[] = [];
  const ratings = found.flatMap(({ at, ...one }): Rating[] => {
    const read = ratingSchema.safeParse(one);
    if (read.success) return [{ at, ...read.data }];
    faults.push(`${at}: ${read.error.issues[0]?.message ?? "it cannot be read"}`);
    return [];
  });
  if (faults.length === 0) return { ok: true, ratings };
  const more = faults.length > MOST_TOLD ? `; and ${countOf(faults.length - MOST_TOLD, "other")}` : "";
  return { ok: false, message: `${faults.slice(0, MOST_TOLD).join("; ")}${more}.` };
}

const rowsSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

function fromCsv(text: string): Read {
  let rows: z.infer<typeof rowsSchema>;
  try {
    rows = rowsSchema.parse(
      parse(text, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: false }),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, message: `The list cannot be read as CSV: ${error.message}.` };
  }
  const [head, ...body] = rows;
  const columns = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  const [query, document, rating] = ["query", "docid", "rating"].map((name) => columns.indexOf(name));
  if (query === undefined || document === undefined || rating === undefined || Math.min(query, document, rating) < 0)
    return { ok: false, message: "This is neither JSON nor CSV whose first line names query, docid and rating." };
  return checked(
    body.map(({ record, info }) => ({
      at: `Line ${info.lines}`,
      ...{ query: record[query], document: record[document], rating: record[rating] },
    })),
  );
}

const listIn = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** The lists of a text of the workbench: one as it is sent, as it is read, or as a search for several gives them. */
function workbenchLists(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(workbenchLists);
  if (!isJsonObject(value)) return [];
  if (Array.isArray(value["judgmentRatings"])) return [value];
  const { hits, _source } = value;
  if (_source !== undefined) return workbenchLists(_source);
  return hits === undefined ? [] : workbenchLists(hits);
}

function fromWorkbench(lists: readonly JsonObject[]): Read {
  const queries = lists.flatMap((list) => listIn(list["judgmentRatings"]));
  return checked(
    queries.flatMap((one, at) => {
      const { query, ratings } = isJsonObject(one) ? one : {};
      return listIn(ratings).map((rated, place) => {
        const { docId, rating } = isJsonObject(rated) ? rated : {};
        return { at: `Query ${at + 1}, rating ${place + 1}`, query, document: docId, rating };
      });
    }),
  );
}

/** The ratings of a text that is a judgment list, or what is wrong with it; null for JSON that is none. */
export function judgmentsIn(text: string): Read | null {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return fromCsv(text);
  const read = parseJsonText(text);
  const lists = read.ok ? workbenchLists(read.value) : [];
  return lists.length === 0 ? null : fromWorkbench(lists);
}

/** The scale of ratings of which nobody said it: the smallest that has them all. */
const scaleOf = (ratings: readonly Rating[]) => {
  const most = ratings.reduce((high, { rating }) => Math.max(high, rating), 0);
  return SCALES.find((scale) => most <= scale) ?? BEST_GRADE;
};

export type JudgmentsPlan = { put: Put[]; added: number; changed: number; same: number; scale: number };

/**
 * What a list changes: its ratings, brought to grades of 0 to 3, are joined to those of the test that searches for the
 * query, whatever its capitals are; a query without a test gets one, which expects that something is found. `scale` is
 * the highest rating of the list's scale, 0 where nobody said.
 */
export function planJudgments(
  stored: readonly StoredTest[],
  { ratings, scale: said }: { ratings: readonly Rating[]; scale: number },
): { ok: true; plan: JudgmentsPlan } | { ok: false; message: string } {
  const scale = said === 0 ? scaleOf(ratings) : said;
  const beyond = ratings.find(({ rating }) => rating > scale);
  if (beyond) return { ok: false, message: `${beyond.at}: the rating ${beyond.rating} is over ${scale}.` };
  const byQuery = new Map<string, { query: string; grades: Map<string, number> }>();
  for (const { query, document, rating } of ratings) {
    const one = byQuery.get(gradedTerm(query)) ?? { query, grades: new Map<string, number>() };
    one.grades.set(document, Math.round((rating / scale) * BEST_GRADE));
    byQuery.set(gradedTerm(query), one);
  }
  if (byQuery.size > MOST_TESTS)
    return { ok: false, message: `The list has ${byQuery.size} queries; an index can have ${MOST_TESTS} tests.` };
  const known = new Map(stored.map((test) => [gradedTerm(textOf(test.request) ?? test.label), test]));
  const plan: JudgmentsPlan = { put: [], added: 0, changed: 0, same: 0, scale };
  for (const [term, { query, grades }] of byQuery) {
    const before = known.get(term);
    const test = NewTestSchema.safeParse({
      ...(before ?? { label: query.slice(0, 200), request: requestFor(query), expectations: [{ kind: "notEmpty" }] }),
      grades: { ...before?.grades, ...Object.fromEntries(grades) },
    });
    if (!test.success) return { ok: false, message: `${query.slice(0, 200)}: ${test.error.issues[0]?.message ?? ""}` };
    if (before && stringifyJson(before.grades) === stringifyJson(test.data.grades)) plan.same += 1;
    else {
      plan[before ? "changed" : "added"] += 1;
      plan.put.push({ id: before?.id ?? newTestId(), version: before?.version ?? 0, test: test.data });
    }
  }
  return { ok: true, plan };
}

type Graded = Pick<RelevanceTest, "label" | "request" | "grades">;
const gradesOf = (tests: readonly Graded[]) =>
  tests.flatMap(({ label, request, grades }) => {
    const rated = Object.entries(grades);
    return rated.length === 0 ? [] : [{ query: textOf(request) ?? label, rated }];
  });

/** The grades of tests as Quepid reads them. Cells stay as they are, for the list is read again. */
export function judgmentsCsv(tests: readonly Graded[]): string {
  const rows = gradesOf(tests).flatMap(({ query, rated }) => rated.map(([id, grade]) => [query, id, String(grade)]));
  return stringify([["query", "docid", "rating"], ...rows]);
}

/** The same as the workbench takes it: the body of `PUT /_plugins/_search_relevance/judgments`. */
export function judgmentsJson(index: string, tests: readonly Graded[]): string {
  const judgmentRatings = gradesOf(tests).map(({ query, rated }) => ({
    query,
    ratings: rated.map(([docId, grade]) => ({ docId, rating: grade.toFixed(1) })),
  }));
  const list = {
    name: `Relevance tests of ${index}`,
    description: "Grades from 0, no answer, to 3, best",
    type: "IMPORT_JUDGMENT",
    judgmentRatings,
  };
  return `${stringifyJson(list, 2)}\n`;
}
