// The only module here that counts with calendars. Loaders call it and send the answer, so that no page carries the
// arithmetic.
import { TZDateMini } from "@date-fns/tz/date/mini";
import {
  addDays,
  addMonths,
  addWeeks,
  differenceInCalendarDays,
  formatISO,
  parseISO,
  startOfDay,
  startOfMonth,
  startOfWeek,
  subHours,
  subMinutes,
} from "date-fns";
import { formatDays } from "../values/dates";
import { type DateRange, type Preset, presetNames } from "./date-range";

/** A stretch of time in milliseconds since 1970; `to` is not included. */
export type Span = { from: number; to: number };

export type Range = Span & {
  /**
   * As long and ending where this one begins, by the calendar: a month before a month, Monday to now before Monday to
   * now.
   */
  before: Span;
  zone: string;
  /** `Last 30 days`. */
  label: string;
  /** `24 Oct – 22 Nov 2026`. */
  dates: string;
  /** First and last day, `2026-10-24`, for inputs and back ends. */
  days: { from: string; to: string };
  /** The same dates for whoever opens the link, whenever and wherever. */
  fixed: DateRange;
  /** The same moments: what has come in by now and no more. */
  frozen: DateRange;
};

type Clock = { zone: string; now: number; /** 0 is Sunday. */ weekStartsOn?: 0 | 1 | 6 };
type Step = (date: Date, count: number) => Date;
/** Where a range begins and ends, and the step back to the one before. */
type Ends = { from: Date; to: Date; step: Step; count: number };

/** What a date range is on the clock. `zone` is the reader's; a range that is fixed to another one keeps its own. */
export function rangeOf(range: DateRange, { zone: own, now, weekStartsOn = 1 }: Clock): Range {
  const zone = range.zone ?? own;
  const { from, to, step, count } =
    "preset" in range ? presetEnds(range.preset, { zone, now, weekStartsOn }) : customEnds(range, zone);
  const span = { from: from.getTime(), to: to.getTime() };
  const back = (date: Date) => {
    const found = step(date, -count);
    // A day may begin at one in the morning, and the one before it at midnight.
    return (isDayStart(date) ? startOfDay(found) : found).getTime();
  };
  const days = { from: dayOf(from), to: dayOf(new TZDateMini(Math.max(span.from, span.to - 1), zone)) };
  const byDay = isDayStart(from);
  const frozen = { from: momentOf(span.from), to: momentOf(span.to), zone };
  return {
    ...span,
    before: { from: back(from), to: back(to) },
    zone,
    label: "preset" in range ? presetNames[range.preset] : "Custom range",
    dates: formatDays({ ...span, zone, clock: !byDay }),
    days,
    fixed: byDay ? { ...days, zone } : frozen,
    frozen,
  };
}

function presetEnds(preset: Preset, { zone, now, weekStartsOn }: Required<Clock>): Ends {
  // To the next full second: what happens now belongs to it, and at midnight the day is not empty.
  const clock = new TZDateMini((Math.floor(now / 1000) + 1) * 1000, zone);
  const today = startOfDay(clock);
  const lastDays = (count: number): Ends => ({
    from: startOfDay(addDays(today, 1 - count)),
    to: clock,
    step: addDays,
    count,
  });
  switch (preset) {
    case "today":
      return lastDays(1);
    case "yesterday":
      return { from: startOfDay(addDays(today, -1)), to: today, step: addDays, count: 1 };
    case "last-day":
      return { from: subHours(clock, 24), to: clock, step: subDaysOfHours, count: 1 };
    case "last-30-minutes":
      return { from: subMinutes(clock, 30), to: clock, step: (date, count) => subMinutes(date, -30 * count), count: 1 };
    case "last-7-days":
      return lastDays(7);
    case "last-30-days":
      return lastDays(30);
    case "last-60-days":
      return lastDays(60);
    case "last-90-days":
      return lastDays(90);
    case "this-week":
      return { from: startOfWeek(clock, { weekStartsOn }), to: clock, step: addWeeks, count: 1 };
    case "last-week": {
      const to = startOfWeek(clock, { weekStartsOn });
      return { from: startOfDay(addWeeks(to, -1)), to, step: addWeeks, count: 1 };
    }
    case "this-month":
      return { from: startOfMonth(clock), to: clock, step: addMonths, count: 1 };
    case "last-month": {
      const to = startOfMonth(clock);
      return { from: startOfMonth(addMonths(to, -1)), to, step: addMonths, count: 1 };
    }
  }
}

/** Days of 24 hours, whatever the clock does. */
const subDaysOfHours: Step = (date, count) => subHours(date, -24 * count);

function customEnds({ from, to }: { from: string; to: string }, zone: string): Ends {
  if (from.includes("T")) {
    const [first, last] = [parseISO(from).getTime(), parseISO(to).getTime()];
    const length = last - first;
    return {
      from: new TZDateMini(first, zone),
      to: new TZDateMini(last, zone),
      step: (date, count) => new TZDateMini(date.getTime() + count * length, zone),
      count: 1,
    };
  }
  const [first, last] = [dayIn(from, zone), dayIn(to, zone)];
  return {
    from: first,
    to: startOfDay(addDays(last, 1)),
    step: addDays,
    count: differenceInCalendarDays(last, first) + 1,
  };
}

/** The beginning of a day, `2026-11-22`, in a zone. */
function dayIn(day: string, zone: string) {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  // Noon is on every clock; midnight is not.
  return startOfDay(new TZDateMini(year, month - 1, date, 12, zone));
}

const isDayStart = (date: Date) => startOfDay(date).getTime() === date.getTime();
const dayOf = (date: Date) => formatISO(date, { representation: "date" });
const momentOf = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`;
