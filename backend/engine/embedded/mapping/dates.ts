import { EngineError, illegalArgument } from "../errors";
import { toEpoch } from "./date-pattern/fields";
import { dateFormats, DEFAULT_DATE_FORMAT, hasSeveralParsers } from "./date-formats";
import { fieldsAt, localToEpoch, utcTime, zoneOffset } from "./time-zone";

export { dateFormats, DEFAULT_DATE_FORMAT } from "./date-formats";
export { checkZone, fieldsAt, localToEpoch, utcTime, zoneOffset } from "./time-zone";

export type DateOptions = { format?: string; zone?: string; roundUp?: boolean };

/**
 * Epoch milliseconds of a text in one of the formats (`a||b`). `zone` counts where the text has none; `roundUp` fills a
 * missing time with its end. Throws 400 `illegal_argument_exception` caused by `date_time_parse_exception`.
 */
export function parseDate(
  text: string,
  { format = DEFAULT_DATE_FORMAT, zone = "UTC", roundUp = false }: DateOptions = {},
): number {
  if (text === "") throw illegalArgument("cannot parse empty date");
  for (const pattern of dateFormats(format)) {
    const fields = pattern.parse(text);
    if (fields) return toEpoch(fields, { zone, roundUp });
  }
  throw illegalArgument(`failed to parse date field [${text}] with format [${format}]`, {
    causedBy: new EngineError(
      400,
      "date_time_parse_exception",
      hasSeveralParsers(format)
        ? "Failed to parse with all enclosed parsers"
        : `Text '${text}' could not be parsed at index 0`,
    ),
  });
}

/** A date in the first of the formats, as buckets and the fields option show it. */
export function formatDate(
  epochMs: number,
  { format = DEFAULT_DATE_FORMAT, zone = "UTC" }: Omit<DateOptions, "roundUp"> = {},
): string {
  return dateFormats(format)[0]?.format(epochMs, zone) ?? String(epochMs);
}

export type DateUnit = "y" | "M" | "w" | "d" | "h" | "m" | "s" | "q";

/** The start of the unit that holds an instant, on the clock of `zone`. Weeks begin on Monday. */
export function startOfUnit(epochMs: number, unit: DateUnit, zone = "UTC"): number {
  const at = fieldsAt(zone, epochMs);
  if (unit === "s" || unit === "m") {
    const size = unit === "s" ? 1000 : 60_000;
    const offset = zoneOffset(zone, epochMs);
    return Math.floor((epochMs + offset) / size) * size - offset;
  }
  if (unit === "h") {
    const offset = zoneOffset(zone, epochMs);
    return Math.floor((epochMs + offset) / 3_600_000) * 3_600_000 - offset;
  }
  const month = unit === "y" ? 1 : unit === "q" ? at.month - ((at.month - 1) % 3) : at.month;
  let day = utcTime({
    year: at.year,
    month,
    day: unit === "d" || unit === "w" ? at.day : 1,
    hour: 0,
    minute: 0,
    second: 0,
    ms: 0,
  });
  if (unit === "w") day -= ((new Date(day).getUTCDay() || 7) - 1) * 86_400_000;
  return localToEpoch(zone, day);
}

/** `count` units later on the clock of `zone`; the day is cut to the length of the month. */
export function addUnits(
  epochMs: number,
  { count, unit, zone = "UTC" }: { count: number; unit: DateUnit; zone?: string },
): number {
  if (unit === "s" || unit === "m" || unit === "h") return epochMs + count * { s: 1000, m: 60_000, h: 3_600_000 }[unit];
  const at = fieldsAt(zone, epochMs);
  if (unit === "d" || unit === "w")
    return localToEpoch(zone, utcTime({ ...at, day: at.day + count * (unit === "w" ? 7 : 1) }));
  const months = at.year * 12 + at.month - 1 + count * { y: 12, q: 3, M: 1 }[unit];
  const year = Math.floor(months / 12);
  const month = (months % 12) + 1 + (months % 12 < 0 ? 12 : 0);
  const last = new Date(utcTime({ year, month: month + 1, day: 0, hour: 0, minute: 0, second: 0, ms: 0 })).getUTCDate();
  return localToEpoch(zone, utcTime({ ...at, year, month, day: Math.min(at.day, last) }));
}

const UNITS: Readonly<Record<string, DateUnit>> = { y: "y", M: "M", w: "w", d: "d", h: "h", H: "h", m: "m", s: "s" };

function applyMath(start: number, math: string, { zone, roundUp }: { zone: string; roundUp: boolean }): number {
  let time = start;
  let at = 0;
  const fail = (reason: string) => new EngineError(400, "parse_exception", reason);
  while (at < math.length) {
    const sign = math.charAt(at++);
    if (sign !== "+" && sign !== "-" && sign !== "/") throw fail(`operator not supported for date math [${math}]`);
    const number = sign === "/" ? "" : (/^\d+/.exec(math.slice(at))?.[0] ?? "");
    at += number.length;
    if (at >= math.length) throw fail(`truncated date math [${math}]`);
    const unit = UNITS[math.charAt(at++)];
    if (!unit) throw fail(`unit [${math.charAt(at - 1)}] not supported for date math [${math}]`);
    if (sign !== "/") {
      time = addUnits(time, { count: (sign === "-" ? -1 : 1) * Number(number || "1"), unit, zone });
      continue;
    }
    time = startOfUnit(time, unit, zone);
    if (roundUp) time = addUnits(time, { count: 1, unit, zone }) - 1;
  }
  return time;
}

/**
 * Epoch milliseconds of a date expression: a date, `now-1d/d`, `2024-01-01||+1M/M`.
 * `roundUp` takes the end of what a rounding or a missing time leaves open (upper inclusive and lower exclusive
 * bounds). Throws 400 `parse_exception` with the peer's words for bad maths or a bad date.
 */
export function parseDateMath(
  text: string,
  {
    format = DEFAULT_DATE_FORMAT,
    zone = "UTC",
    roundUp = false,
    now = Date.now(),
  }: DateOptions & { now?: number } = {},
): number {
  if (text.startsWith("now")) return applyMath(now, text.slice(3), { zone, roundUp });
  const split = text.indexOf("||");
  const date = split < 0 ? text : text.slice(0, split);
  const math = split < 0 ? "" : text.slice(split + 2);
  let start: number;
  try {
    start = parseDate(date, { format, zone, roundUp: roundUp && math === "" });
  } catch (error) {
    if (!(error instanceof EngineError) || date === "") throw error;
    throw new EngineError(
      400,
      "parse_exception",
      `failed to parse date field [${date}] with format [${format}]: [${error.reason}]`,
      { causedBy: error },
    );
  }
  return math === "" ? start : applyMath(start, math, { zone, roundUp });
}
