import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { parseJsonText } from "~/lib/json/text.server";
import {
  type Expectation,
  ExpectationSchema,
  MOST_PLACES,
  type RelevanceTest,
  NewTestSchema,
  requestFor,
  textOf,
} from "~/services/search-relevance/relevance-tests/records.server";
import { earlyRow, type ExpectationRow, KINDS, type TestShape } from "./fields";

const text = z.string().default("");
const rowSchema = z.object({
  kind: z
    .enum(KINDS.map(({ value }) => value))
    .catch("within")
    .default("within"),
  document: z.string().trim().default(""),
  other: z.string().trim().default(""),
  places: z.string().trim().default(""),
  least: z.string().trim().default(""),
  findDocument: z.string().trim().default(""),
  findOther: z.string().trim().default(""),
});

/** What is typed; only a save asks that it is whole. */
export const TypedSchema = z.object({
  label: z.string().trim().max(200, { error: "A label has at most 200 characters." }).default(""),
  search: z.string().trim().max(1000, { error: "A search has at most 1,000 characters." }).default(""),
  request: text,
  grades: text,
  sharing: text,
  expectations: z.array(rowSchema).max(50, { error: "A test has at most 50 expectations." }).default([]),
  version: text,
  then: text,
  find: z.string().trim().default(""),
  /** The document of a row that is looked for: "0.document". */ pick: text,
});
export type Typed = z.output<typeof TypedSchema>;

const rowOf = (expectation: Expectation): ExpectationRow => ({
  kind: expectation.kind === "measure" ? expectation.measure : expectation.kind,
  document: "document" in expectation ? expectation.document : "",
  other: "other" in expectation ? expectation.other : "",
  places: "places" in expectation ? String(expectation.places) : "",
  least: "least" in expectation ? String(expectation.least) : "",
  findDocument: "",
  findOther: "",
});

/** Grades as lines of the form. */
export const gradeLines = (grades: Readonly<Record<string, number>>) =>
  Object.entries(grades)
    .map(([id, grade]) => `${id} = ${grade}`)
    .join("\n");

/** A test as the fields of its form; `sharing` is one that it shares its grades with. */
export function shapeOf(test: RelevanceTest, { version, sharing }: { version: number; sharing: string }): TestShape {
  const simple = textOf(test.request);
  return {
    label: test.label,
    search: simple ?? "",
    request: simple === null ? stringifyJson(test.request, 2) : "",
    grades: gradeLines(test.grades),
    sharing,
    version: String(version),
    expectations: test.expectations.map(rowOf),
  };
}

/** The fields of a new test of a search, each document within the first three. */
export function newShape({ value, document }: { value: string; document: readonly string[] }): TestShape {
  const expectations = document.length > 0 ? document.map((id) => earlyRow(id)) : [earlyRow()];
  return { label: "", search: value, request: "", grades: "", sharing: "", version: "0", expectations };
}

/** Grades of lines such as `b1 = 3`; null where a line is not a grade. */
export function gradesIn(lines: string): Record<string, number> | null {
  const found = lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => /^(.{1,512}?)\s*=\s*([0-3])$/.exec(line));
  if (found.some((one) => one === null)) return null;
  return Object.fromEntries(found.flatMap((one) => (one ? [[one[1] ?? "", Number(one[2])]] : [])));
}

const numberOf = (typed: string) => (typed === "" ? NaN : Number(typed.replace(",", ".")));

function expectationOf({ kind, document, other, places, least }: ExpectationRow): unknown {
  if (kind === "notEmpty") return { kind };
  if (kind === "within") return { kind, document, places: numberOf(places) };
  if (kind === "above") return { kind, document, other };
  return { kind: "measure", measure: kind, places: places === "" ? 10 : numberOf(places), least: numberOf(least) };
}

const WORDS: Record<string, string> = {
  document: "Choose a document, or enter its ID.",
  other: "Choose another document, or enter its ID.",
  places: `Enter a whole number from 1 to ${MOST_PLACES}.`,
  least: "Enter a number from 0 to 1.",
};

/** The request that is typed; null where it is no search yet. */
export function requestTyped({ request, search }: Pick<TestShape, "request" | "search">): JsonObject | null {
  if (request.trim() === "") return search.trim() === "" ? null : requestFor(search.trim());
  const read = parseJsonText(request);
  const known = read.ok && isJsonObject(read.value) ? NewTestSchema.shape.request.safeParse(read.value) : undefined;
  return known?.success ? known.data : null;
}

/** The test that was typed, or what is wrong with it by field; `joined` are grades that it will have besides its own. */
export function testTyped(
  typed: Typed,
  joined: Readonly<Record<string, number>>,
): { ok: true; test: RelevanceTest } | { ok: false; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const grades = gradesIn(typed.grades);
  if (grades === null) errors["grades"] = ["Write a document ID and its grade from 0 to 3 on each line, as in: b1 = 3"];
  const given = typed.request.trim() === "" ? undefined : parseJsonText(typed.request);
  if (given && !given.ok) errors["request"] = [given.message];
  else if (given && !isJsonObject(given.value)) errors["request"] = ["The request must be an object: { … }"];
  if (!given && typed.search === "") errors["search"] = ["Enter what is searched for."];
  if (typed.expectations.length === 0) errors["expectations"] = ["Add at least one expectation."];
  for (const [at, row] of typed.expectations.entries()) {
    const read = ExpectationSchema.safeParse(expectationOf(row));
    for (const { path } of read.error?.issues ?? []) {
      const name = String(path[0] ?? "kind");
      errors[`expectations[${at}].${name}`] = [WORDS[name] ?? "Choose what is expected."];
    }
  }
  const measured = typed.expectations.findIndex(
    ({ kind }) => kind === "ndcg" || kind === "precision" || kind === "reciprocalRank",
  );
  const whole = { ...joined, ...grades };
  if (measured >= 0 && grades !== null && !Object.values(whole).some((grade) => grade > 0))
    errors["grades"] = ["A measure needs a document with a grade above 0: without one it is always 0."];
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const request = given?.ok ? given.value : requestFor(typed.search);
  const label = typed.label === "" ? typed.search.slice(0, 200) : typed.label;
  const read = NewTestSchema.safeParse({
    label,
    request,
    expectations: typed.expectations.map(expectationOf),
    grades: grades ?? {},
  });
  if (read.success) return { ok: true, test: read.data };
  const [issue] = read.error.issues;
  if (issue?.path[0] === "label") return { ok: false, errors: { label: ["Enter a label."] } };
  return {
    ok: false,
    errors: {
      [issue?.path[0] === "request" ? "request" : "expectations"]: [issue?.message ?? "The test is incomplete."],
    },
  };
}
