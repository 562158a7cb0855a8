import * as z from "zod";
import { COUNT, summed } from "./figures";
import { type ReportParts, type ReportScope, searchRecords, searchSums } from "./scope";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Ten years: nobody has sums of before. */
const LOOKED_AT = 3660 * DAY;

const bucket = z.object({ key: z.number(), key_as_string: z.string(), doc_count: z.number() });
const HistogramSchema = z.object({
  aggregations: z.object({ days: z.object({ buckets: z.array(bucket.extend({ count: summed })) }) }),
});

/** The aggregation of a day's searches, by the days of the caller's zone. */
export function daysAgg({ zone }: Pick<ReportScope, "zone">): object {
  return {
    date_histogram: {
      field: "timestamp",
      calendar_interval: "day",
      min_doc_count: 0,
      ...(zone === undefined ? {} : { time_zone: zone }),
    },
  };
}

/** Buckets as the wire has them: `key` in ms since 1970. */
export function daysOf(buckets: readonly z.infer<typeof bucket>[]) {
  return buckets.map(({ key, key_as_string, doc_count }) => ({ key, key_as_string, count: doc_count }));
}

/** Whether all hours of a zone begin with those of UTC, in all of a time; looked at day by day. */
function hasWholeHours({ zone = "UTC", from, to }: Pick<ReportScope, "zone" | "from" | "to">): boolean {
  const minutes = new Intl.DateTimeFormat("en", { timeZone: zone, minute: "numeric" });
  const last = Math.min(to, Date.now() / 1000) + DAY;
  for (let at = Math.floor(Math.max(from, last - LOOKED_AT) / HOUR) * HOUR; at <= last; at += DAY)
    if (Number(minutes.format(at * 1000)) !== 0) return false;
  return true;
}

/** Searches a day; days without any between the first and the last have 0. */
export async function searchHistogram(parts: ReportParts, scope: ReportScope) {
  const days = daysAgg(scope);
  const asked = { scope, body: { aggs: { days: { ...days, aggs: COUNT } } }, schema: HistogramSchema };
  // Sums are of hours of UTC, which belong to two days where a zone is half an hour off.
  const { aggregations } = await (hasWholeHours(scope)
    ? searchSums(parts, { ...asked, kinds: ["hour"] })
    : searchRecords(parts, asked));
  return aggregations.days.buckets.map(({ key, key_as_string, count }) => ({ key, key_as_string, count }));
}
