import { weekAfter, weekOf } from "~/lib/analytics/iso-week";
import { dueDay, type Schedule } from "~/lib/schedule/when";

/** The week whose report was due last: the one before that in which the day of sending came round. */
export function dueWeek(schedule: Schedule, now: number): string {
  return weekAfter(weekOf(dueDay(schedule, now)), -1);
}
