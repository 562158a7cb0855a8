import { type Range, rangeOf } from "~/lib/address/range-of";
import { formatDateTime } from "~/lib/values/dates";
import { daysOfWeek, weekAfter, weekInWords, weekOf } from "~/lib/analytics/iso-week";
import { type AnalyticsQuery, everybody } from "~/services/analytics/ask.server";
import { getInsights } from "~/services/analytics/insights.server";
import { getOverview } from "~/services/analytics/overview.server";
import { getSummary } from "~/services/analytics/summary.server";
import { getNoResultSearches } from "~/services/analytics/terms.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { titledDocuments } from "../titled-documents.server";
import { drawSearches } from "../draw/searches.server";

/** Rows of each list. */
const TOP = 10;
/** Servers give so many rows of a list at most. */
const MOST = 1000;

type Asked = { week: string | null; zone: string | null };

/** Which days a report is about. One of this week ends now, and is held against as much of the week before. */
function weekRange({ week: asked, zone }: { week: string | null; zone: string }, now: number) {
  const today = rangeOf({ preset: "today", zone }, { zone, now }).days.to;
  const current = weekOf(today);
  const week = asked ?? weekAfter(current, -1);
  const days = daysOfWeek(week) ?? { from: today, to: today };
  const isOver = week < current;
  const range = rangeOf(week === current ? { preset: "this-week", zone } : { ...days, zone }, { zone, now });
  return { week, days, range, isOver, isToCome: week > current };
}

/** Weeks that are looked through for one with searches. */
const LOOKED_BACK = 8;
const NOON = 12 * 3600_000;

/**
 * The week of a report whose address names none: the last one that is over, or where nobody searched in it the last one
 * with searches. Null where there is none, or the server does not tell.
 */
async function lastWithSearches(scope: Scope, zone: string, now: number): Promise<string | null> {
  const { to } = rangeOf({ preset: "today", zone }, { zone, now }).days;
  const current = weekOf(to);
  const from = daysOfWeek(weekAfter(current, -LOOKED_BACK))?.from ?? to;
  const found = await settle(
    getOverview(scope, { range: rangeOf({ from, to, zone }, { zone, now }), ...everybody }, 1),
  );
  const days = found.ok && found.value ? found.value.days.filter(({ count }) => count > 0) : [];
  // Noon: older servers tell days apart by UTC.
  const weeks = days.map(({ at }) => weekOf(rangeOf({ preset: "today", zone }, { zone, now: at + NOON }).days.to));
  return (
    weeks
      .filter((week) => week < current)
      .sort()
      .at(-1) ?? (weeks.includes(current) ? current : null)
  );
}

const before = ({ before: { from, to }, zone }: Range): Range => {
  const moment = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return rangeOf({ from: moment(from), to: moment(to), zone }, { zone, now: 0 });
};

/** Everything that the report of a week shows. Each part settles alone: half an answer is better than none. */
export async function loadReport(scope: Scope, asked: Asked, now = Date.now()) {
  const zone = asked.zone ?? scope.preferences.zone;
  const chosen = asked.week ?? (await lastWithSearches(scope, zone, now));
  const { week, days, range, isOver, isToCome } = weekRange({ week: chosen, zone }, now);
  const query: AnalyticsQuery = { range, ...everybody };
  const old = { range: before(range), ...everybody };
  const asking = getOverview(scope, query, TOP);
  const titled = asking.then((one) => one && titledDocuments(scope, one.results.slice(0, TOP)));
  const [results, summary, earlier, found, foundBefore, nothing, nothingBefore, insights] = await Promise.all([
    settle(titled),
    settle(getSummary(scope, query)),
    settle(getSummary(scope, old)),
    settle(asking),
    settle(getOverview(scope, old, 1)),
    settle(getNoResultSearches(scope, query, TOP)),
    settle(getNoResultSearches(scope, old, MOST)),
    settle(getInsights(scope, scope.app ?? null)),
  ]);
  const map = <From, To>(of: Awaited<ReturnType<typeof settle<From>>>, to: (value: From) => To) =>
    of.ok ? { ok: true as const, value: to(of.value) } : of;
  const known =
    nothingBefore.ok && nothingBefore.value
      ? new Map(nothingBefore.value.rows.map(({ key, count }) => [key, count]))
      : null;
  return {
    week,
    title: weekInWords(week),
    dates: rangeOf({ ...days, zone }, { zone, now }).dates,
    zone,
    index: scope.app ?? null,
    until: isOver || isToCome ? null : formatDateTime({ instant: range.to, zone }),
    isToCome,
    made: formatDateTime({ instant: now, zone }),
    previous: weekAfter(week, -1),
    next: isOver ? weekAfter(week, 1) : null,
    summary: map(
      summary,
      (one) => one && { now: one.now, before: earlier.ok && earlier.value ? earlier.value.now : null },
    ),
    volume: map(found, (one) => {
      const daysBefore =
        foundBefore.ok && foundBefore.value ? { days: foundBefore.value.days, range: old.range } : null;
      const look = { title: "Searches by day", whole: true };
      return one && drawSearches({ ...look, days: one.days, range, before: daysBefore, now });
    }),
    popular: map(found, (one) => one && one.searches.slice(0, TOP)),
    filters: map(
      found,
      (one) =>
        one && one.filters.slice(0, TOP).map(({ key, value = "", count }) => ({ key: `${key}: ${value}`, count })),
    ),
    results,
    nothing: map(
      nothing,
      (one) =>
        one && one.rows.slice(0, TOP).map(({ key, count }) => ({ key, count, before: known && (known.get(key) ?? 0) })),
    ),
    insights: map(
      insights,
      (one) => one && one.insights.slice(0, TOP).map(({ id, title, description }) => ({ id, title, description })),
    ),
  };
}

export type WeeklyReportData = Awaited<ReturnType<typeof loadReport>>;
