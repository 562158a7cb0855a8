// Grades proposed from what visitors clicked. Pure.

/** Fewer clicks on a term say nothing. */
const LEAST_CLICKS = 10;
/** From so many on, a document that hardly anybody takes at one of the first places is no answer. */
const MANY_CLICKS = 50;
const FIRST_PLACES = 3;

/** `place` is from 1, `expected` the share of the clicks that its place alone would get. */
export type Proposal = {
  id: string;
  place: number;
  clicks: number;
  share: number;
  expected: number;
  grade: number | null;
};

function gradeOf({
  place,
  share,
  expected,
  total,
}: {
  place: number;
  share: number;
  expected: number;
  total: number;
}): number | null {
  const ratio = share / expected;
  if (ratio >= 2) return 3;
  if (ratio >= 0.9) return 2;
  if (ratio >= 0.5) return 1;
  return place <= FIRST_PLACES && total >= MANY_CLICKS && ratio < 0.1 ? 0 : null;
}

/**
 * What the clicks on a term say of its results, the first one first: each share of them against that of its place. A
 * place is looked at as often as one divided by its number (Joachims, Swaminathan, Schnabel, 2017; Craswell and others,
 * 2008). None where there are too few clicks.
 */
export function proposalsOf({
  results,
  clicks,
}: {
  results: readonly string[];
  clicks: ReadonlyMap<string, number>;
}): Proposal[] {
  const ids = [...new Set(results)];
  const total = ids.reduce((sum, id) => sum + (clicks.get(id) ?? 0), 0);
  const looks = ids.reduce((sum, _id, at) => sum + 1 / (at + 1), 0);
  if (total < LEAST_CLICKS) return [];
  return ids.map((id, at) => {
    const place = at + 1;
    const own = clicks.get(id) ?? 0;
    const [share, expected] = [own / total, 1 / place / looks];
    return { id, place, clicks: own, share, expected, grade: gradeOf({ place, share, expected, total }) };
  });
}
