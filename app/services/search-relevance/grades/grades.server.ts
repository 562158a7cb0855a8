import * as z from "zod";
import { countOf } from "~/lib/values/numbers";
import type { Change } from "~/services/platform/changes/types";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

/** 3 best, 2 good, 1 weak, 0 no answer. */
export const grades = [3, 2, 1, 0] as const;
const LONGEST_TERM = 500;

const gradesSchema = z.object({ docs: z.record(z.string(), z.object({ grade: z.number() })).catch({}) });
const path = (index: string) => apiPath`/_grade/${index}`;

/** A term as servers keep grades of it: capitals and spaces make no other one. */
export const gradedTerm = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase().slice(0, LONGEST_TERM);

/** Grades of documents for a search term; null where the server has no such call. Throws BackendError. */
export async function getGrades(
  { http }: Pick<Scope, "http">,
  { index, term }: { index: string; term: string },
): Promise<Map<string, number> | null> {
  const found = await whereOffered(
    http.call({ path: path(index), query: { query: gradedTerm(term) }, schema: gradesSchema }),
  );
  return found && new Map(Object.entries(found.docs).map(([id, { grade }]) => [id, grade]));
}

type Given = Record<string, number | null>;

const MOST_NAMED = 3;

function gradesInWords(docs: Given, titles: Readonly<Record<string, string>>): string {
  const given = Object.entries(docs);
  if (given.length > MOST_NAMED) return countOf(given.length, "document");
  return given.map(([id, grade]) => `${titles[id] ?? id}: ${grade ?? "no grade"}`).join(", ");
}

/**
 * Gives documents grades for a term; null takes one back. `before` is what each had, `titles` what readers call them,
 * by ID, as far as that is known.
 */
export function toGrade({
  index,
  term,
  docs,
  before,
  titles = {},
}: {
  index: string;
  term: string;
  docs: Given;
  before: Given;
  titles?: Readonly<Record<string, string>>;
}): Change<void> {
  return {
    resource: { kind: "grades", id: term, index },
    verb: "update",
    noun: "grades",
    right: "grades:write",
    request: { method: "PUT", path: path(index), json: { query: gradedTerm(term), docs } },
    read: (answer) => {
      if (!gradesSchema.safeParse(answer.body).success) throw answer.failed("malformed");
    },
    before,
    after: docs,
    stored: async (http) => {
      const now = await getGrades({ http }, { index, term });
      return now === null ? undefined : Object.fromEntries(Object.keys(docs).map((id) => [id, now.get(id) ?? null]));
    },
    summary: () => gradesInWords(docs, titles),
    undo: () => ({ kind: "set-grades", value: { index, term, docs: before, set: docs, titles } }),
  };
}
