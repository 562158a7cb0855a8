import { isJsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { parseJsonText } from "~/lib/json/text.server";
import { type Put, NewTestSchema, type RelevanceTest, RelevanceTestSchema, requestFor, textOf } from "./records.server";
import { MOST_TESTS, newTestId, type StoredTest } from "./store.server";

/** Largest file that is read, in bytes. */
export const LARGEST_TESTS_FILE = 10 * 1024 ** 2;

/**
 * Tests as a file: readable, in the order of their labels, and the same text for the same tests. `search` stands for
 * the request of a mere text.
 */
export function fileOf(index: string, tests: readonly RelevanceTest[]): string {
  const written = tests.map(({ label, request, expectations, grades, sharing, names }) => {
    const search = textOf(request);
    return {
      label,
      ...(search === null ? { request } : { search }),
      expectations: [...expectations],
      ...(Object.keys(grades).length > 0 && { grades }),
      ...(sharing !== undefined && { sharing }),
      ...(Object.keys(names).length > 0 && { names }),
    };
  });
  return `${stringifyJson({ kind: "relevance-tests", index, tests: written }, 2)}\n`;
}

const entrySchema = z
  .looseObject({ search: z.string().min(1).max(1000).optional() })
  .transform(({ search, ...rest }) => (search === undefined ? rest : { ...rest, request: requestFor(search) }))
  .pipe(NewTestSchema);

/** The tests of a file, or the first thing that is wrong with it. */
export function testsIn(text: string): { ok: true; tests: RelevanceTest[] } | { ok: false; message: string } {
  const read = parseJsonText(text);
  if (!read.ok) return read;
  const list = isJsonObject(read.value) ? read.value["tests"] : read.value;
  if (!Array.isArray(list)) return { ok: false, message: "The file has no list called tests." };
  if (list.length === 0) return { ok: false, message: "The file has no tests." };
  if (list.length > MOST_TESTS)
    return { ok: false, message: `The file has ${list.length} tests; an index can have ${MOST_TESTS}.` };
  const tests: RelevanceTest[] = [];
  const labels = new Set<string>();
  for (const [at, entry] of list.entries()) {
    const one = entrySchema.safeParse(entry);
    if (!one.success) {
      const [issue] = one.error.issues;
      return {
        ok: false,
        message: `Test ${at + 1}${issue && issue.path.length > 0 ? `, ${issue.path.join(".")}` : ""}: ${issue?.message ?? "it cannot be read"}`,
      };
    }
    if (labels.has(one.data.label))
      return { ok: false, message: `Test ${at + 1}: the label ${one.data.label} stands there twice.` };
    labels.add(one.data.label);
    tests.push(one.data);
  }
  return { ok: true, tests };
}

/**
 * What an import changes: a test of the same label is replaced where it says something else, others are added, and
 * nothing is deleted.
 */
export function importOf(
  stored: readonly StoredTest[],
  tests: readonly RelevanceTest[],
): { put: Put[]; added: number; changed: number; same: number } {
  const byLabel = new Map(stored.map((test) => [test.label, test]));
  const put: Put[] = [];
  let changed = 0;
  for (const test of tests) {
    const before = byLabel.get(test.label);
    if (before && stringifyJson(RelevanceTestSchema.parse(before)) === stringifyJson(test)) continue;
    if (before) changed++;
    put.push({ id: before?.id ?? newTestId(), version: before?.version ?? 0, test });
  }
  return { put, added: put.length - changed, changed, same: tests.length - put.length };
}
