/** A stretch of time in ms; `to` is not included. */
export type Span = { from: number; to: number };
/** What a range is read from: stretches of time from the records, whole days from the rows of these runs. */
export type Plan = { records: Span[]; runs: string[] };

export const DAY = 86_400_000;

/** The name of the day in UTC that a moment is in: `2026-03-28`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * Splits a range: days that are in it as a whole and have sums, and what is left between them. `runs` by the name of
 * the day.
 */
export function planOf({ from, to }: Span, runs: ReadonlyMap<string, string>): Plan {
  const plan: Plan = { records: [], runs: [] };
  let rest = from;
  // By the days that have sums: a range may be of a thousand years.
  const days = [...runs.keys()].sort();
  for (const day of days) {
    const start = Date.parse(day);
    const run = runs.get(day);
    if (run === undefined || start < from || start + DAY > to) continue;
    if (start > rest) plan.records.push({ from: rest, to: start });
    plan.runs.push(run);
    rest = start + DAY;
  }
  if (rest < to) plan.records.push({ from: rest, to });
  return plan;
}
