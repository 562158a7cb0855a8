import { tzOffset } from "@date-fns/tz/tzOffset";
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Zones by the names that readers gave, as the runtime spells them. The name comes from a cookie, and the arithmetic
 * keeps a format for each: so only so many.
 */
const zones = new Map<string, string | null>();
const MOST_ZONES = 600;

function zoneOf(name: string): string | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (zones.size >= MOST_ZONES) zones.clear();
  const zone = spelled(name);
  zones.set(name, zone);
  return zone;
}

function spelled(name: string) {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** True for a zone that this runtime knows, `Europe/Oslo` or `UTC`. */
export function isTimeZone(zone: string) {
  return zoneOf(zone) !== null;
}

/**
 * The offset of a zone for each day in which it stays the same; the dates of a table lie on few days, and asking the
 * runtime takes long.
 */
const steady = new Map<string, number | null>();
const MOST_DAYS = 5_000;

function steadyOffset(day: number, zone: string): number | null {
  const key = `${day} ${zone}`;
  const known = steady.get(key);
  if (known !== undefined) return known;
  const [begin, end] = [day, day + 1].map((at) => tzOffset(zone, new Date(at * millisecondsInDay)));
  // No zone changes twice in a day.
  const offset = begin === end && begin !== undefined ? begin * millisecondsInMinute : null;
  if (steady.size >= MOST_DAYS) steady.clear();
  steady.set(key, offset);
  return offset;
}

/** By how many milliseconds clocks in `zone` are ahead of UTC at an instant. */
export function offsetAt(instant: number, zone: string): number {
  const name = zoneOf(zone) ?? "UTC";
  return (
    steadyOffset(Math.floor(instant / millisecondsInDay), name) ??
    tzOffset(name, new Date(instant)) * millisecondsInMinute
  );
}

/** The parts of an instant as a clock in `zone` shows them; month from 1. */
export function zonedParts(instant: number, zone: string) {
  // Faster than asking the runtime for the parts: a table has hundreds of dates.
  const clock = new Date(instant + offsetAt(instant, zone));
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth() + 1,
    day: clock.getUTCDate(),
    hour: clock.getUTCHours(),
    minute: clock.getUTCMinutes(),
    second: clock.getUTCSeconds(),
  };
}

const two = (value: number) => String(value).padStart(2, "0");

/** The instant in full, `21 Nov 2026, 14:03:09`; with the zone's name when `named`. */
export function formatDateTime({ instant, zone, named = false }: { instant: number; zone: string; named?: boolean }) {
  const { year, month, day, hour, minute, second } = zonedParts(instant, zone);
  const text = `${day} ${months[month - 1]} ${year}, ${two(hour)}:${two(minute)}:${two(second)}`;
  return named ? `${text} ${zone}` : text;
}

/** The day alone, `21 Nov 2026`; the year is left out when it is `now`'s. */
export function formatDay({ instant, zone, now }: { instant: number; zone: string; now?: number }) {
  const { year, month, day } = zonedParts(instant, zone);
  const short = `${day} ${months[month - 1]}`;
  return now !== undefined && zonedParts(now, zone).year === year ? short : `${short} ${year}`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * The day over a group of rows: `Today, 22 Nov`, `Yesterday, 21 Nov`, `Friday, 20 Nov`, with the year where it is
 * another one.
 */
export function formatNamedDay({ instant, zone, now }: { instant: number; zone: string; now: number }) {
  const dayOf = (time: number) => {
    const { year, month, day } = zonedParts(time, zone);
    return Date.UTC(year, month - 1, day);
  };
  const day = dayOf(instant);
  const name = ["Today", "Yesterday"][(dayOf(now) - day) / millisecondsInDay] ?? weekdays[new Date(day).getUTCDay()];
  return `${name}, ${formatDay({ instant, zone, now })}`;
}

/** The time of day, `14:03:09`. */
export function formatClock({ instant, zone }: { instant: number; zone: string }) {
  const { hour, minute, second } = zonedParts(instant, zone);
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** From a day to a day, `24 Oct – 22 Nov 2026`, or with `clock` from a minute to a minute; `to` is not included. */
export function formatDays({
  from,
  to,
  zone,
  clock = false,
}: {
  from: number;
  to: number;
  zone: string;
  clock?: boolean;
}) {
  const last = clock ? to : Math.max(from, to - 1);
  const [a, b] = [zonedParts(from, zone), zonedParts(last, zone)];
  const minute = ({ hour, minute: minutes }: typeof a) => `, ${two(hour)}:${two(minutes)}`;
  const end = `${b.day} ${months[b.month - 1]} ${b.year}`;
  const sameDay = a.year === b.year && a.month === b.month && a.day === b.day;
  if (sameDay) return clock ? `${end}${minute(a)} – ${minute(b).slice(2)}` : end;
  const sameMonth = a.year === b.year && a.month === b.month && !clock;
  const start = `${a.day}${sameMonth ? "" : ` ${months[a.month - 1]}`}${a.year === b.year ? "" : ` ${a.year}`}`;
  return clock ? `${start}${minute(a)} – ${end}${minute(b)}` : `${start} – ${end}`;
}

/** How long ago, in the units of the product (day, hr, min, sec, ms); beyond a week the day itself. */
export function formatRelative({ instant, zone, now }: { instant: number; zone: string; now: number }) {
  const age = now - instant;
  if (age < 0 && -age < millisecondsInMinute) return "just now";
  if (age < 0)
    return -age < millisecondsInHour
      ? `in ${Math.round(-age / millisecondsInMinute)} min`
      : -age < millisecondsInDay
        ? `in ${Math.round(-age / millisecondsInHour)} hr`
        : formatDay({ instant, zone, now });
  if (age < 5000) return "just now";
  if (age < millisecondsInMinute) return `${Math.floor(age / 1000)} sec ago`;
  if (age < millisecondsInHour) return `${Math.floor(age / millisecondsInMinute)} min ago`;
  if (age < millisecondsInDay) return `${Math.floor(age / millisecondsInHour)} hr ago`;
  if (age < 2 * millisecondsInDay) return "1 day ago";
  if (age < 7 * millisecondsInDay) return `${Math.floor(age / millisecondsInDay)} days ago`;
  return formatDay({ instant, zone, now });
}

/** A length of time with its unit: `38 ms`, `4.2 sec`, `3 min`, `2 hr`, `5 days`. */
export function formatDuration(ms: number) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < millisecondsInMinute) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} sec`;
  if (ms < millisecondsInHour) return `${Math.round(ms / millisecondsInMinute)} min`;
  if (ms < millisecondsInDay) return `${Math.round(ms / millisecondsInHour)} hr`;
  const days = Math.round(ms / millisecondsInDay);
  return days === 1 ? "1 day" : `${days} days`;
}

/**
 * Milliseconds since 1970 of what a back end sends as a date: RFC 3339 text, seconds or milliseconds; undefined when it
 * is not one.
 */
export function parseInstant(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value;
  const instant = /^\d+$/.test(value) ? parseInstant(Number(value)) : Date.parse(value);
  return instant === undefined || Number.isNaN(instant) ? undefined : instant;
}
