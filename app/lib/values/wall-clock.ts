import { millisecondsInDay } from "date-fns/constants";
import { offsetAt, zonedParts } from "./dates";

const two = (value: number) => String(value).padStart(2, "0");

/**
 * An instant (ms) as a clock in `zone` shows it, in the form that a `datetime-local` control takes; seconds only where
 * there are some.
 */
export function wallOf(instant: number, zone: string): string {
  const { year, month, day, hour, minute, second } = zonedParts(instant, zone);
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
  return second === 0 ? text : `${text}:${two(second)}`;
}

/**
 * The instant (ms) at which a clock in `zone` shows what a `datetime-local` control holds; undefined for what is no
 * date. A time that clocks show twice is the first of the two; one that they leave out is as long after the hour was
 * left out as it would have been.
 */
export function instantOf(wall: string, zone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/.test(wall)) return undefined;
  const at = Date.parse(`${wall}Z`);
  // The 30th of February reads as a day in March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 16) !== wall.slice(0, 16)) return undefined;
  const [before, after] = [at - offsetAt(at - millisecondsInDay, zone), at - offsetAt(at + millisecondsInDay, zone)];
  const shown = [before, after].filter((instant) => instant + offsetAt(instant, zone) === at);
  return shown.length > 0 ? Math.min(...shown) : before;
}
