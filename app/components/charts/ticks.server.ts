import { TZDate } from "@date-fns/tz";
import { scaleLinear } from "d3-scale";
import { addDays, addMonths, startOfDay, startOfMonth } from "date-fns";
import { formatDay, offsetAt, zonedParts } from "~/lib/values/dates";
import type { ValueFormat } from "./types";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const clockSteps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * MINUTE);
const secondSteps = [1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000);
const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];

/** How near the upper edge the highest value may come, as a share of the step between two lines. */
const HEADROOM = 0.05;

export type TimeTick = { at: number; label: string };

type Span = { from: number; to: number; zone: string };

const two = (value: number) => String(value).padStart(2, "0");

// Round times of the clock on the wall, which on the day that the clocks change are not evenly far apart.
function clockTicks({ from, to, zone }: Span, step: number): number[] {
  const found: number[] = [];
  const first = Math.ceil((from + offsetAt(from, zone)) / step) * step;
  for (let wall = first; found.length < 100; wall += step) {
    const guess = wall - offsetAt(wall - offsetAt(from, zone), zone);
    const instant = wall - offsetAt(guess, zone);
    if (instant > to) break;
    if (instant >= from && instant > (found.at(-1) ?? Number.NEGATIVE_INFINITY)) found.push(instant);
  }
  return found;
}

function calendarTicks(
  { from, to, zone }: Span,
  { days = 0, months = 0 }: { days?: number; months?: number },
): number[] {
  const found: number[] = [];
  const start = new TZDate(from, zone);
  // Months are counted from the start of a year, or of a decade, so that the same ones are named whatever the range.
  const year = months > 12 ? start.getFullYear() - (start.getFullYear() % (months / 12)) : start.getFullYear();
  const first = months > 0 ? startOfMonth(new TZDate(year, 0, 1, zone)) : startOfDay(start);
  for (let n = 0; n < 1000; n++) {
    const at = (months > 0 ? addMonths(first, n * months) : startOfDay(addDays(first, n * days))).getTime();
    if (at > to) break;
    if (at >= from) found.push(at);
  }
  return found;
}

function labelOf({
  at,
  zone,
  step,
  years,
}: {
  at: number;
  zone: string;
  step: "second" | "clock" | "day" | "month" | "year";
  years: boolean;
}) {
  const { year, month, hour, minute, second } = zonedParts(at, zone);
  if (step === "year") return String(year);
  if (step === "month")
    return month === 1 || years
      ? formatDay({ instant: at, zone }).replace(/^\d+ /, "")
      : formatDay({ instant: at, zone, now: at }).replace(/^\d+ /, "");
  if (step === "day" || (hour === 0 && minute === 0 && second === 0)) return formatDay({ instant: at, zone, now: at });
  return step === "second" ? `${two(hour)}:${two(minute)}:${two(second)}` : `${two(hour)}:${two(minute)}`;
}

/** At most `most` round moments of the reader's own clock between two instants. */
export function timeTicks({ from, to, zone, most = 6 }: Span & { most?: number }): TimeTick[] {
  const span = { from, to, zone };
  const length = Math.max(to - from, 1);
  const fits = (step: number) => length / step <= most;
  const named = (instants: number[], step: "second" | "clock" | "day" | "month" | "year") =>
    instants.map((at) => ({ at, label: labelOf({ at, zone, step, years: length > 330 * DAY }) }));
  const seconds = secondSteps.find(fits);
  if (seconds !== undefined) return named(clockTicks(span, seconds), "second");
  const clock = clockSteps.find(fits);
  if (clock !== undefined) return named(clockTicks(span, clock), "clock");
  const days = daySteps.find((step) => fits(step * DAY));
  if (days !== undefined) return named(calendarTicks(span, { days }), "day");
  const months = monthSteps.find((step) => fits(step * 30.4 * DAY)) ?? 1200;
  return named(calendarTicks(span, { months }), months >= 12 ? "year" : "month");
}

/**
 * The range of values that a chart shows, from zero and to round ends, and the lines drawn in it. Counts get whole
 * numbers only. A highest value that is round itself gets one step more above it, else half of its line or dot lay
 * outside of the drawing.
 */
export function valueScale({
  values,
  format,
  most = 4,
}: {
  values: readonly (number | null)[];
  format: ValueFormat;
  most?: number;
}) {
  let low = 0;
  let high = 0;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const empty = low === 0 && high === 0;
  if (empty) high = 1;
  const scale = scaleLinear().domain([low, high]).nice(most);
  const [bottom = low, top = high] = scale.domain();
  const [first = 0, second = 0] = scale.ticks(most);
  const step = second - first;
  // A hundred percent is the whole.
  const isWhole = format === "percent" && top === 100;
  if (!empty && high > 0 && !isWhole && top - high < step * HEADROOM) scale.domain([bottom, top + step]);
  const ticks = scale.ticks(most).filter((tick) => format !== "count" || Number.isInteger(tick));
  return { scale, ticks };
}
