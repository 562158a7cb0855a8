import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { readSpan } from "./range";
import { isGiven } from "./types";

/** A histogram never has more bars than this, however fine the interval asked for. */
const MAX_BARS = 100;

function numeric(value: JsonValue | undefined): number | null {
  if (value instanceof LosslessNumber) return Number(value);
  return typeof value === "number" ? value : null;
}

function intervalOf({ interval = 0 }: Query, start: JsonValue | undefined, end: JsonValue | undefined): number {
  const from = numeric(start);
  const to = numeric(end);
  const least = from === null || to === null ? 1 : Math.ceil((to - from) / MAX_BARS);
  return Math.max(interval, least, 1);
}

function histogramOf(query: Query, field: string): JsonObject {
  const value = isGiven(query.range) ? query.range : query.value;
  if (!isGiven(value)) return { [field]: { histogram: { field, interval: intervalOf(query, undefined, undefined) } } };
  if (!isJsonObject(value)) return {};
  const { start, end } = readSpan(value);
  if (start === undefined || end === undefined) return {};
  return { [field]: { histogram: { field, interval: intervalOf(query, start, end), offset: start } } };
}

/**
 * Aggregations of a range query: `min`, `max`, `histogram` (by calendar with `calendarinterval`), `date-histogram`
 * (only with a range); unknown names count for nothing. Null where none are asked for. Throws a Refusal without a data
 * field.
 */
export function rangeAggregationsOf(query: Query): JsonObject | null {
  const { aggregations, calendarinterval } = query;
  if (!aggregations) return null;
  const [first] = dataFields(query);
  if (!first) throw new Refusal("field 'dataField' must be present to make 'aggregations' property work");
  if (query.type !== "range") return null;
  const { field } = first;
  const aggs: JsonObject = {};
  if (aggregations.includes("min")) aggs["min"] = { min: { field } };
  if (aggregations.includes("max")) aggs["max"] = { max: { field } };
  if (aggregations.includes("histogram")) {
    if (calendarinterval === undefined) Object.assign(aggs, histogramOf(query, field));
    else aggs[field] = { date_histogram: { field, calendar_interval: calendarinterval } };
  }
  if (aggregations.includes("date-histogram") && isGiven(query.range ?? query.value))
    Object.assign(aggs, histogramOf(query, field));
  return query.nestedField ? { [query.nestedField]: { nested: { path: query.nestedField }, aggs } } : aggs;
}
