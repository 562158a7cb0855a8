import { createChance } from "./chance";

/** One visit: who, when it begins (ms), how many searches, and the seed of all that happens in it. */
export type Visit = { visitor: string; at: number; searches: number; seed: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How busy each hour of a day is, beside the busiest. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 9, 9, 10, 9, 8, 8, 8, 9, 11, 12, 12, 10, 7, 4].map(
  (weight) => weight / 12,
);
const SUNDAY_AND_ON = [0.7, 1, 1, 1, 1, 0.9, 0.75];
const MOST_SEARCHES = 5;

/** Names of visitors begin so; the server finds by it what they keep. */
export const VISITORS = "demo-traffic-";

/**
 * Visits with so many searches together, in the order of their times, over the days up to now; by day more than by
 * night, on workdays more than at weekends.
 */
export function planVisits({
  searches,
  days,
  seed,
  now,
}: {
  searches: number;
  days: number;
  seed: number;
  now: number;
}): Visit[] {
  const chance = createChance(seed);
  const visitors = Array.from(
    { length: Math.max(3, Math.ceil(searches / 6)) },
    (_, at) => `${VISITORS}${String(at + 1).padStart(4, "0")}`,
  );
  // The newest visit must be over by now.
  const span = Math.max(0, days * DAY - HOUR);

  function timeOf(): number {
    for (;;) {
      const at = now - HOUR - Math.floor(chance.next() * span);
      const date = new Date(at);
      if (chance.is((HOURS[date.getHours()] ?? 1) * (SUNDAY_AND_ON[date.getDay()] ?? 1))) return at;
    }
  }

  const visits: Visit[] = [];
  for (let left = searches; left > 0;) {
    let count = 1;
    while (count < Math.min(left, MOST_SEARCHES) && chance.is(0.45)) count++;
    visits.push({
      visitor: chance.popular(visitors),
      at: days === 0 ? now : timeOf(),
      searches: count,
      seed: chance.below(2 ** 32),
    });
    left -= count;
  }
  return visits.sort((one, other) => one.at - other.at);
}
