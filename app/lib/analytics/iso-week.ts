// Weeks of ISO 8601: from Monday to Sunday; the first of a year is the one with its first Thursday. All by the
// calendar, in no zone.

const DAY = 24 * 3600_000;
const WEEK = /^(\d{4})-W(\d{2})$/;
const EARLIEST = 1970;

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The Monday of the first week of a year. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
}

/** The week that a day, `2026-11-22`, is in: `2026-W47`. */
export function weekOf(day: string): string {
  const at = Date.parse(day);
  const thursday = at + (3 - ((new Date(at).getUTCDay() + 6) % 7)) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  const number = Math.floor((thursday - firstMonday(year)) / (7 * DAY)) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** Monday and Sunday of a week; undefined for a week that the year does not have: it has 52 or 53. */
export function daysOfWeek(week: string): { from: string; to: string } | undefined {
  const [, year, number] = (WEEK.exec(week) ?? []).map(Number);
  if (year === undefined || number === undefined || year < EARLIEST || number < 1) return undefined;
  const monday = firstMonday(year) + (number - 1) * 7 * DAY;
  const days = { from: dayText(monday), to: dayText(monday + 6 * DAY) };
  return weekOf(days.from) === week ? days : undefined;
}

/** The week so many after another one. */
export function weekAfter(week: string, count: number): string {
  const days = daysOfWeek(week);
  if (days === undefined) throw new Error(`${week} is no week`);
  return weekOf(dayText(Date.parse(days.from) + count * 7 * DAY));
}

/** `Week 47, 2026`. */
export function weekInWords(week: string): string {
  const [year = "", number = ""] = week.split("-W");
  return `Week ${Number(number)}, ${year}`;
}
