import { illegalArgument } from "../errors";

const MINUTE = 60_000;
const formatters = new Map<string, Intl.DateTimeFormat | null>();

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    try {
      formatter = new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        era: "short",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      });
    } catch {
      formatter = null;
    }
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** Milliseconds of `Z`, `+01`, `+0100`, `+01:00`, `UTC+1`; undefined when it is no fixed offset. */
export function fixedOffset(zone: string): number | undefined {
  if (/^(?:Z|UTC|GMT|UT|Etc\/UTC)$/i.test(zone)) return 0;
  const match = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(zone);
  if (!match) return undefined;
  const size = Number(match[2]) * 60 * MINUTE + Number(match[3] ?? 0) * MINUTE + Number(match[4] ?? 0) * 1000;
  if (size > 18 * 60 * MINUTE) return undefined;
  return match[1] === "-" ? -size : size;
}

/** Throws 400 when `zone` is neither an offset nor a name of the time zone data base. */
export function checkZone(zone: string): void {
  if (fixedOffset(zone) === undefined && formatterOf(zone) === null)
    throw illegalArgument(`Unknown time-zone ID: ${zone}`);
}

/** How far local time of `zone` is ahead of UTC at an instant, in milliseconds. */
export function zoneOffset(zone: string, epochMs: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return fixed;
  const formatter = formatterOf(zone);
  if (formatter === null) throw illegalArgument(`Unknown time-zone ID: ${zone}`);
  const parts = new Map(formatter.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
  const local = utcTime({
    year,
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
    ms: 0,
  });
  return local - Math.floor(epochMs / 1000) * 1000;
}

/**
 * The instant of a local time. A time that a clock change skips moves on by the gap; one that comes twice is the first.
 */
export function localToEpoch(zone: string, localMs: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return localMs - fixed;
  const before = zoneOffset(zone, localMs - 86_400_000);
  const after = zoneOffset(zone, localMs + 86_400_000);
  if (before === after) return localMs - before;
  if (zoneOffset(zone, localMs - before) === before) return localMs - before;
  return zoneOffset(zone, localMs - after) === after ? localMs - after : localMs - before;
}

export type DateFields = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
};

/** Milliseconds since 1970 of calendar fields read as UTC; the year is astronomical (0 is 1 BC). */
export function utcTime({ year, month, day, hour, minute, second, ms }: DateFields): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, ms);
  return date.getTime();
}

/** Calendar fields of an instant on the clock of `zone`. */
export function fieldsAt(zone: string, epochMs: number): DateFields {
  const date = new Date(epochMs + zoneOffset(zone, epochMs));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    ms: date.getUTCMilliseconds(),
  };
}
