import * as z from "zod";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";

const bucket = z.object({ key: z.number(), key_as_string: z.string(), doc_count: z.number() });
const HistogramSchema = z.object({ aggregations: z.object({ days: z.object({ buckets: z.array(bucket) }) }) });

/** The aggregation of a day's searches, by the days of the caller's zone. */
export function daysAgg({ zone }: Pick<ReportScope, "zone">): object {
  return { date_histogram: { field: "timestamp", calendar_interval: "day", min_doc_count: 0, ...(zone === undefined ? {} : { time_zone: zone }) } };
}

/** Buckets as the wire has them: `key` in ms since 1970. */
export function daysOf(buckets: readonly z.infer<typeof bucket>[]) {
  return buckets.map(({ key, key_as_string, doc_count }) => ({ key, key_as_string, count: doc_count }));
}

/** Searches a day; days without any between the first and the last have 0. */
export async function searchHistogram(parts: ReportParts, scope: ReportScope) {
  const { aggregations } = await searchRecords(parts, { scope, body: { aggs: { days: daysAgg(scope) } }, schema: HistogramSchema });
  return daysOf(aggregations.days.buckets);
}
