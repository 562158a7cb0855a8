type Span = { from: number; to: number };

const MINUTE = 60_000;
/** Points of less than that tell little of a time. */
const SHORTEST = 30 * MINUTE;
/** From which share of a span on the start without anything is left out. */
const EMPTY = 0.5;

/**
 * The part of a span that begins with the first of something, where at least half of the time until now has nothing; it
 * can be asked for in finer steps. Null where the whole span tells as much.
 */
export function sinceFirst({ from, to }: Span, first: number | undefined, now = Date.now()): Span | null {
  // What comes in this minute belongs to it.
  const end = Math.min(to, Math.ceil(now / MINUTE) * MINUTE);
  if (first === undefined || first - from < (end - from) * EMPTY) return null;
  const start = Math.min(first, end - SHORTEST);
  return start <= from || end - start > (end - from) * (1 - EMPTY) ? null : { from: start, to: end };
}
