import { zonedParts } from "~/lib/values/dates";
import { weekAfter, weekOf } from "~/lib/analytics/iso-week";

const DAY = 24 * 3600_000;

/** When a report is mailed: from Monday, 1, to Sunday, 7; at an hour of the day, on the clocks of a zone. */
export type Schedule = { weekday: number; hour: number; zone: string };

/**
 * The week whose report was due last: the one before that in which the day of sending came round. By the calendar and
 * not by adding hours, so that an hour that a change of the clocks leaves out is over when the next one begins.
 */
export function dueWeek({ weekday, hour, zone }: Schedule, now: number): string {
  const clock = zonedParts(now, zone);
  const today = Date.UTC(clock.year, clock.month - 1, clock.day);
  const isoDay = ((new Date(today).getUTCDay() + 6) % 7) + 1;
  const since = (isoDay - weekday + 7) % 7;
  const days = since === 0 && clock.hour < hour ? 7 : since;
  const day = new Date(today - days * DAY).toISOString().slice(0, 10);
  return weekAfter(weekOf(day), -1);
}
