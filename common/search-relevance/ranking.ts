/** Grades of documents by id: 3 best, 2 good, 1 weak, 0 no answer. */
export type Grades = ReadonlyMap<string, number>;
/** The ids of results, the first one first, what was graded, and how many of the first places count. */
type Ranked = { results: readonly string[]; grades: Grades; places: number };

// The common form: a document of grade 3 is worth seven of grade 1, and less with each place further down.
function gain(grades: readonly number[], places: number): number {
  return grades.slice(0, places).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}

/** nDCG: 1 for the best order that the graded documents allow, 0 where none of the good ones is among the results. */
export function ndcg({ results, grades, places }: Ranked): number {
  const ideal = gain(
    [...grades.values()].sort((a, b) => b - a),
    places,
  );
  if (ideal === 0) return 0;
  return (
    gain(
      results.map((id) => grades.get(id) ?? 0),
      places,
    ) / ideal
  );
}

/** Which share of the places holds an answer, a weak one included; places that stay empty count as without. */
export function precision({ results, grades, places }: Ranked): number {
  const good = results.slice(0, places).filter((id) => (grades.get(id) ?? 0) > 0).length;
  return places === 0 ? 0 : good / places;
}

/** One divided by the place of the first answer; 0 where there is none among the places. */
export function reciprocalRank({ results, grades, places }: Ranked): number {
  const place = results.slice(0, places).findIndex((id) => (grades.get(id) ?? 0) > 0);
  return place < 0 ? 0 : 1 / (place + 1);
}

/**
 * The order that nDCG holds results against: the best grades first, those of one grade as they are found, and what is
 * not among the results last. It has each result and each document with a grade above 0 once.
 */
export function idealOrder({ results, grades }: Pick<Ranked, "results" | "grades">): string[] {
  const good = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
  const ids = [...new Set([...results, ...good])];
  // A sort of equal ones keeps their order.
  return ids.sort((one, other) => (grades.get(other) ?? 0) - (grades.get(one) ?? 0));
}
