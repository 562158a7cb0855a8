import { isTimeZone } from "../values/dates";
import { choicesText, type Common, labelOf, type Pair, type Param, quoted, type Reader } from "./param";

/** The presets in the columns in which they are offered: six in each, in the order of the specification. */
export const presetColumns = [
  ["today", "yesterday", "last-30-minutes", "this-week", "last-week", "this-month"],
  ["last-month", "last-day", "last-7-days", "last-30-days", "last-60-days", "last-90-days"],
] as const;

export type Preset = (typeof presetColumns)[number][number];
export const presets: readonly Preset[] = presetColumns.flat();

export const presetNames: Record<Preset, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "last-day": "Last day",
  "last-30-minutes": "Last 30 minutes",
  "last-7-days": "Last 7 days",
  "last-30-days": "Last 30 days",
  "last-60-days": "Last 60 days",
  "last-90-days": "Last 90 days",
  "this-week": "This week",
  "last-week": "Last week",
  "this-month": "This month",
  "last-month": "Last month",
};

/**
 * A preset, or two ends: days (`2026-11-22`, both included) or moments (`2026-11-22T09:30:00Z`, the second not
 * included). `zone` is set where the range is not meant in the reader's own one.
 */
export type DateRange = { preset: Preset; zone: string | null } | { from: string; to: string; zone: string | null };

const momentOf = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** A stretch of a chart, in milliseconds, as a range of moments. */
export function momentsOf({ from, to }: { from: number; to: number }): DateRange {
  return { from: momentOf(from), to: momentOf(to), zone: null };
}

/** The days of a zone that a stretch of a chart lies in. */
export function daysOf({ from, to }: { from: number; to: number }, zone: string): { from: string; to: string } {
  // Swedes write days as addresses do.
  const dayOf = (at: number) => new Intl.DateTimeFormat("sv", { timeZone: zone }).format(at);
  return { from: dayOf(from), to: dayOf(Math.max(from, to - 1)) };
}

type DateRangeOptions = Omit<Common, "name"> & {
  initial?: Preset;
  /** Those that the screen offers. */ offered?: readonly Preset[];
};

/**
 * A range of time: `range=last-7-days`, or `from=2026-11-01&to=2026-11-21`, with `zone=Europe/Oslo` where it is fixed.
 * `rangeOf` tells what it is on the clock.
 */
export function dateRange({
  initial = "last-30-days",
  offered = presets,
  part = "filter",
  ...common
}: DateRangeOptions = {}): Param<DateRange> {
  const none: DateRange = { preset: initial, zone: null };
  return {
    part,
    initial: none,
    owns: (name) => name === "range" || name === "from" || name === "to" || name === "zone",
    read(reader, key) {
      const label = labelOf({ label: "Date range", ...common }, key);
      const zone = readZone(reader);
      const given = reader.one("range", label) ?? "";
      const ends = readEnds(reader, presetNames[initial]);
      // A form holds the old preset beside the days that somebody has just given.
      if (ends !== undefined) return { ...ends, zone };
      const preset = given === "" ? initial : offered.find((one) => one === given);
      if (preset !== undefined) return { preset, zone };
      reader.remark(
        "range",
        `${label} ${quoted(given)} is not ${choicesText(offered)}. Using ${presetNames[initial]} instead.`,
      );
      return { preset: initial, zone };
    },
    write: (value): Pair[] => [
      ...("preset" in value
        ? value.preset === initial
          ? []
          : [["range", value.preset] as const]
        : [["from", value.from] as const, ["to", value.to] as const]),
      ...(value.zone === null ? [] : [["zone", value.zone] as const]),
    ],
  };
}

function readZone(reader: Reader): string | null {
  const given = reader.one("zone", "Time zone")?.trim() ?? "";
  if (given === "") return null;
  if (given.length <= 64 && isTimeZone(given)) return given;
  reader.remark("zone", `Time zone ${quoted(given)} is unknown. Using your own.`);
  return null;
}

function readEnds(reader: Reader, instead: string): { from: string; to: string } | undefined {
  const given = {
    from: reader.one("from", "Start date")?.trim() ?? "",
    to: reader.one("to", "End date")?.trim() ?? "",
  };
  if (given.from === "" && given.to === "") return undefined;
  const [from, to] = [readEnd(given.from), readEnd(given.to)];
  const using = `Using ${instead} instead.`;
  const bad =
    from === undefined && given.from !== "" ? given.from : to === undefined && given.to !== "" ? given.to : undefined;
  if (bad !== undefined) reader.remark("from", `${quoted(bad)} is not a date like 2026-11-22. ${using}`);
  else if (from === undefined || to === undefined)
    reader.remark("from", `The date range has no ${from === undefined ? "start" : "end"}. ${using}`);
  else if (from.includes("T") !== to.includes("T"))
    reader.remark("from", `Start and end must both be days or both be moments. ${using}`);
  else if (from > to || (from === to && from.includes("T")))
    reader.remark("from", `The date range starts on ${from}, after its end on ${to}. ${using}`);
  else return { from, to };
  return undefined;
}

const DAY = /^(\d{4})[-/](\d{2})[-/](\d{2})$/;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?Z$/;

/**
 * An end as it is written: a day, or a moment to the second. Undefined when it is not one, the 30th of February too.
 */
function readEnd(text: string): string | undefined {
  const found = DAY.exec(text) ?? MOMENT.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (
    year < 1970 ||
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day ||
    date.getUTCHours() !== hour ||
    second > 59
  )
    return undefined;
  return text.includes("T") ? `${date.toISOString().slice(0, 19)}Z` : date.toISOString().slice(0, 10);
}
