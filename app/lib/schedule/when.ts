import { zonedParts } from "~/lib/values/dates";

const DAY = 24 * 3600_000;

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `07:00`. */
export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** When something is done again and again: from Monday, 1, to Sunday, 7, or every day, 0; at an hour, on the clocks of a zone. */
export type Schedule = { weekday: number; hour: number; zone: string };

/**
 * The day (`2026-11-27`, on the clocks of its zone) on which a schedule came round last. By the calendar and not by
 * adding hours, so that an hour that a change of the clocks leaves out is over when the next one begins.
 */
export function dueDay({ weekday, hour, zone }: Schedule, now: number): string {
  const clock = zonedParts(now, zone);
  const today = Date.UTC(clock.year, clock.month - 1, clock.day);
  const isoDay = ((new Date(today).getUTCDay() + 6) % 7) + 1;
  const every = weekday === 0 ? 1 : 7;
  const since = (isoDay - (weekday === 0 ? isoDay : weekday) + 7) % 7;
  const days = since === 0 && clock.hour < hour ? every : since;
  return new Date(today - days * DAY).toISOString().slice(0, 10);
}
