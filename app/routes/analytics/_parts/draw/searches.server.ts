import { hiddenSeries } from "~/components/charts/chart-address";
import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart } from "~/components/charts/types";
import type { Range } from "~/lib/address/range-of";
import { offsetAt } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import type { Settled } from "~/services/platform/http/settle.server";

const DAY = 24 * 3600 * 1000;
/** A custom range may be as long as the calendar. */
const MOST_DAYS = 4_000;

type Of = { days: readonly { at: number; count: number }[]; range: Pick<Range, "from" | "to" | "zone"> };
type Searches = Of & {
  title: string;
  /** The period before, drawn over it; null where it could not be loaded. */
  before?: Of | null | undefined;
  hide?: readonly string[];
  /** With every day of the range, also where it begins long before its data: of a report about these days. */
  whole?: boolean;
  now?: number;
};

/** Days since 1970 on the clocks of a zone. */
const dayNumber = (at: number, zone: string) => Math.floor((at + offsetAt(at, zone)) / DAY);
const startOf = (day: number, zone: string) => day * DAY - offsetAt(day * DAY - offsetAt(day * DAY, zone), zone);

/**
 * Searches of each day of a range. Servers leave out days before the first search and after the last; days to come are
 * null.
 */
function everyDay({ days, range: { from, to, zone } }: Of, now: number) {
  const last = dayNumber(to - 1, zone);
  const first = Math.max(dayNumber(from, zone), last - MOST_DAYS);
  const today = dayNumber(now, zone);
  const values: (number | null)[] = Array.from({ length: last - first + 1 }, (_, n) => (first + n > today ? null : 0));
  for (const { at, count } of days) {
    // Older servers tell days apart by UTC: what falls before the first of the range belongs to it.
    const place = Math.min(Math.max(dayNumber(at, zone) - first, 0), values.length - 1);
    values[place] = (values[place] ?? 0) + count;
  }
  return { times: values.map((_, n) => startOf(first + n, zone)), values };
}

/** Searches of each day of a range, for a line in a card; days to come are left out. */
export function searchesByDay(of: Of, now = Date.now()): number[] {
  return everyDay(of, now).values.flatMap((value) => value ?? []);
}

/** How many searches there were: in all and on the busiest day. */
export function searchFigures(days: Of["days"] = []) {
  const counts = days.map(({ count }) => count);
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  return [
    { label: "Searches", value: formatNumber(all) },
    { label: "Busiest day", value: formatNumber(Math.max(...counts)) },
  ];
}

/** Searches of each day as bars, with those of the period before as a line, day by day. */
export function drawSearches({
  title,
  before,
  hide = [],
  whole = false,
  now = Date.now(),
  ...of
}: Searches): DrawnChart {
  const any = [of, before].some((one) => one?.days.some(({ count }) => count > 0));
  const { times, values } = any ? everyDay(of, now) : { times: [], values: [] };
  const old = before && everyDay(before, now).values;
  return drawTimeChart({
    id: "searches",
    title,
    note: before === null ? "without the period before, which could not be loaded" : "",
    kind: "bar",
    times,
    step: DAY,
    series: [
      { key: "searches", label: "Searches", values },
      ...(old
        ? [{ key: "before", label: "Period before", previous: true, values: times.map((_, n) => old[n] ?? null) }]
        : []),
    ],
    format: "count",
    zone: of.range.zone,
    hidden: hiddenSeries(hide, "searches"),
    ...(!whole && { noData: "zeros" }),
  });
}

type Found = Settled<Pick<Of, "days"> | null> | null;

/** Whether a period that is compared with has a search; true where that could not be loaded. */
export const hasSearches = (found: Found) =>
  found !== null && (!found.ok || (found.value?.days.some(({ count }) => count > 0) ?? false));

/**
 * What `drawSearches` takes as `before`, of what was asked and found: undefined where nothing is compared, or there is
 * nothing to compare with, null where the server did not give the days.
 */
export function daysBefore(query: Pick<Of, "range"> | null, found: Found) {
  if (query === null || (found?.ok && found.value !== null && !hasSearches(found))) return undefined;
  return found?.ok && found.value ? { days: found.value.days, range: query.range } : null;
}
