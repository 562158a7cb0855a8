import * as z from "zod";

// What became of searches: contract 20, section 3. Sums and counts, never means, so that parts of a time can be added
// up.

const sum = (field: string) => ({ sum: { field } });

/** How many searches there are: a record counts for one, a row of sums for as many as it says. */
export const COUNT = { count: { sum: { field: "count", missing: 1 } } } as const;

/** Buckets that each piece of an index gives, so that those of several pieces can be added up. */
const FROM_EACH = 10_000;

/** The first buckets of terms by `COUNT`. */
export function mostOf(size: number): object {
  return { size: Math.max(1, size), shard_size: FROM_EACH, order: { count: "desc" } };
}

/** Aggregations from which the figures of clicks are made, for any set of searches. */
export const CLICK_AGGS = {
  result_clicks: sum("result_click_count"),
  suggestion_clicks: sum("suggestion_click_count"),
  conversions: sum("conversion_count"),
  result_places: sum("result_click_position_ids"),
  suggestion_places: sum("suggestion_click_position_ids"),
} as const;

const value = z.object({ value: z.number().nullable() }).transform(({ value: found }) => found ?? 0);

/** What the engine answers to a sum. */
export const summed = value;

/** What the engine answers to `CLICK_AGGS`. */
export const clickSums = {
  result_clicks: value,
  suggestion_clicks: value,
  conversions: value,
  result_places: value,
  suggestion_places: value,
};
export type ClickSums = Record<keyof typeof clickSums, number>;

/** A part of a whole; 0 where there is no whole. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Two decimals, as totals have them. */
export function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

/** The figures of clicks of a row, for so many searches (or selections). Rates in percent, not rounded. */
export function clickFields(sums: ClickSums, searches: number) {
  const clicks = sums.result_clicks + sums.suggestion_clicks;
  return {
    clicks,
    result_clicks: sums.result_clicks,
    suggestion_clicks: sums.suggestion_clicks,
    click_position: ratio(sums.result_places + sums.suggestion_places, clicks),
    result_click_position: ratio(sums.result_places, sums.result_clicks),
    suggestion_click_position: ratio(sums.suggestion_places, sums.suggestion_clicks),
    click_rate: ratio(clicks, searches) * 100,
    result_click_rate: ratio(sums.result_clicks, searches) * 100,
    suggestion_click_rate: ratio(sums.suggestion_clicks, searches) * 100,
    conversion_rate: ratio(sums.conversions, searches) * 100,
  };
}

/** The figures of clicks below a list, with two decimals. */
export function clickTotals(sums: ClickSums, searches: number) {
  const { clicks, click_position, click_rate, conversion_rate } = clickFields(sums, searches);
  return {
    total_clicks: clicks,
    avg_click_position: rounded(click_position),
    avg_click_rate: rounded(click_rate),
    avg_conversion_rate: rounded(conversion_rate),
  };
}
