import { findDocuments, titlesOf } from "~/services/data/documents/find.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Order } from "~/services/search-relevance/relevance-tests/runs/order.server";
import type { Scope } from "~/session/scope.server";
import { documentPlace, type TestShape } from "./fields";

type Grades = Readonly<Record<string, number>>;
type Shown = { index: string; values: TestShape };

/** The documents to choose from for the row that an address names; null where it names none, or no words. */
export async function findPicked(scope: Scope, { index, values, pick }: Shown & { pick: string }) {
  const place = documentPlace(pick);
  const text = place === null ? "" : (values.expectations[place.row]?.[place.words] ?? "");
  return text === "" ? null : { place: pick, found: await findDocuments(scope, { index, text }) };
}

/** What readers call the documents of a form, by ID; none of those that are not in the index, or cannot be read. */
export async function titlesIn(scope: Scope, { index, values, grades }: Shown & { grades: Grades }) {
  const expected = values.expectations.flatMap(({ document, other }) => [document, other]).filter((id) => id !== "");
  const titles = await settle(titlesOf(scope, { index, ids: [...new Set([...expected, ...Object.keys(grades)])] }));
  return titles.ok ? titles.value : {};
}

export type OtherGrade = { id: string; title: string; grade: number };

/** Graded documents that the results do not show, the best first. */
export function otherGrades({
  grades,
  names,
  order,
}: {
  grades: Grades;
  names: Readonly<Record<string, string>>;
  order: Order | null;
}): OtherGrade[] {
  const shown = new Set(order?.kind === "order" ? order.rows.map(({ id }) => id) : []);
  return Object.entries(grades)
    .filter(([id]) => !shown.has(id))
    .map(([id, grade]) => ({ id, title: names[id] ?? id, grade }))
    .sort((a, b) => b.grade - a.grade || a.title.localeCompare(b.title));
}
