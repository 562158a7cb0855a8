const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats by zone; making one takes longer than a hundred uses. The zone comes from a cookie, so only so many are kept. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 600;

function formatOf(zone: string) {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  // Digits only: the words of a locale differ between Node and browsers, and hydration would complain.
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}

/** True for a zone that this runtime knows, `Europe/Oslo` or `UTC`. */
export function isTimeZone(zone: string) {
  try {
    return formatOf(zone).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The parts of an instant as a clock in `zone` shows them; month from 1. */
export function zonedParts(instant: number, zone: string) {
  const format = formatOf(zone);
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(instant)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
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

/** How long ago, in the units of the product (day, hr, min, sec, ms); beyond a week the day itself. */
export function formatRelative({ instant, zone, now }: { instant: number; zone: string; now: number }) {
  const age = now - instant;
  if (age < 0 && -age < MINUTE) return "just now";
  if (age < 0) return -age < HOUR ? `in ${Math.round(-age / MINUTE)} min` : -age < DAY ? `in ${Math.round(-age / HOUR)} hr` : formatDay({ instant, zone, now });
  if (age < 5000) return "just now";
  if (age < MINUTE) return `${Math.floor(age / 1000)} sec ago`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} hr ago`;
  if (age < 2 * DAY) return "1 day ago";
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} days ago`;
  return formatDay({ instant, zone, now });
}

/** A length of time with its unit: `38 ms`, `4.2 sec`, `3 min`, `2 hr`, `5 days`. */
export function formatDuration(ms: number) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} sec`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.round(ms / HOUR)} hr`;
  const days = Math.round(ms / DAY);
  return days === 1 ? "1 day" : `${days} days`;
}

/** Milliseconds since 1970 of what a back end sends as a date: RFC 3339 text, seconds or milliseconds; undefined when it is none. */
export function parseInstant(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value;
  const instant = /^\d+$/.test(value) ? parseInstant(Number(value)) : Date.parse(value);
  return instant === undefined || Number.isNaN(instant) ? undefined : instant;
}
