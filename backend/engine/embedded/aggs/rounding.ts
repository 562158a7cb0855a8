import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import { addUnits, checkZone, localToEpoch, startOfUnit, zoneOffset, type DateUnit } from "../mapping/dates";
import { contentError } from "../query/parse/errors";
import { textOf } from "../query/parse/values";
import type { Rounding } from "./histogram";

const CALENDAR: Readonly<Record<string, DateUnit>> = {
  second: "s",
  "1s": "s",
  minute: "m",
  "1m": "m",
  hour: "h",
  "1h": "h",
  day: "d",
  "1d": "d",
  week: "w",
  "1w": "w",
  month: "M",
  "1M": "M",
  quarter: "q",
  "1q": "q",
  year: "y",
  "1y": "y",
};
const FIXED: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
/** Offsets of time zones change at full quarters of an hour. */
const QUARTER = 900_000;
const DAY = 86_400_000;

/** Milliseconds of `30m`, `+6h`, `-1d`. */
export function signedDuration(text: string): number {
  const parts = /^([+-]?)(\d+(?:\.\d+)?)(ms|s|m|h|d|w)?$/.exec(text.trim());
  if (!parts)
    throw illegalArgument(
      `failed to parse setting [offset] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  return Number(parts[2]) * (FIXED[parts[3] ?? "ms"] ?? 1) * (parts[1] === "-" ? -1 : 1);
}

function shifted(inner: Rounding, offset: number): Rounding {
  if (offset === 0) return inner;
  return { round: (value) => inner.round(value - offset) + offset, next: (key) => inner.next(key - offset) + offset };
}

/** Starts in UTC by the day, for every unit of a day and more: always the same, so kept from one search to the next. */
const startsInUtc = new Map<DateUnit, Map<number, number>>();
const MOST_STARTS = 50_000;

function keptStarts(unit: DateUnit): Map<number, number> {
  let starts = startsInUtc.get(unit);
  if (!starts || starts.size > MOST_STARTS) startsInUtc.set(unit, (starts = new Map<number, number>()));
  return starts;
}

function calendarRounding(unit: DateUnit, zone: string): Rounding {
  const days = (zone === "UTC" || zone === "Z") && unit !== "h";
  const known = days ? keptStarts(unit) : new Map<number, number>();
  // Within a slot every instant has the same start: a day in UTC, else a quarter of an hour.
  const slot = unit === "s" || unit === "m" ? 0 : days ? DAY : QUARTER;
  return {
    round(value) {
      if (slot === 0) return startOfUnit(value, unit, zone);
      const key = Math.floor(value / slot);
      const found = known.get(key);
      if (found !== undefined) return found;
      const start = startOfUnit(value, unit, zone);
      known.set(key, start);
      return start;
    },
    next(key) {
      const next = addUnits(key, { count: 1, unit, zone });
      return unit === "h" || unit === "m" || unit === "s" ? next : startOfUnit(next, unit, zone);
    },
  };
}

function fixedRounding(interval: number, zone: string): Rounding {
  if (zone === "UTC" || zone === "Z")
    return { round: (value) => Math.floor(value / interval) * interval, next: (key) => key + interval };
  const offsets = new Map<number, number>();
  const offsetAt = (value: number) => {
    const key = Math.floor(value / QUARTER);
    const found = offsets.get(key) ?? zoneOffset(zone, value);
    offsets.set(key, found);
    return found;
  };
  const round = (value: number) => localToEpoch(zone, Math.floor((value + offsetAt(value)) / interval) * interval);
  return {
    round,
    next: (key) => {
      const next = round(key + interval);
      return next > key ? next : key + interval;
    },
  };
}

/** Reads `calendar_interval`, `fixed_interval` or the older `interval`, with zone and offset. */
export function dateRounding(body: JsonObject, type: string): Rounding {
  const zone = textOf(body["time_zone"]) ?? "UTC";
  checkZone(zone);
  const offset = body["offset"] === undefined ? 0 : signedDuration(textOf(body["offset"]) ?? "");
  const calendar = textOf(body["calendar_interval"]);
  const fixed = textOf(body["fixed_interval"]);
  const old = textOf(body["interval"]);
  if (calendar !== undefined && fixed !== undefined)
    throw illegalArgument("Cannot use [fixed_interval] with [calendar_interval] configuration option.");
  if (calendar === undefined && fixed === undefined && old === undefined)
    throw illegalArgument("Invalid interval specified, must be non-null and non-empty");
  const given = calendar ?? (fixed === undefined && old !== undefined && CALENDAR[old] ? old : undefined);
  if (given !== undefined) {
    const unit = CALENDAR[given];
    if (!unit)
      throw contentError(
        `[${type}] failed to parse field [calendar_interval]`,
        { holder: body, key: "calendar_interval" },
        illegalArgument(`The supplied interval [${given}] could not be parsed as a calendar interval.`),
      );
    return shifted(calendarRounding(unit, zone), offset);
  }
  const text = fixed ?? old ?? "";
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  if (!parts)
    throw contentError(
      `[${type}] failed to parse field [fixed_interval]`,
      { holder: body, key: fixed === undefined ? "interval" : "fixed_interval" },
      illegalArgument(
        `failed to parse setting [${type}.fixedInterval] with value [${text}] as a time value: unit is missing or unrecognized`,
      ),
    );
  const interval = Number(parts[1]) * FIXED[parts[2]!]!;
  if (interval < 1) throw illegalArgument("Zero or negative time interval not supported");
  return shifted(fixedRounding(interval, zone), offset);
}
