import { parseDateMath } from "../mapping/dates";
import { textOf } from "../query/parse/values";
import { HistogramCollector, sharedSettings } from "./histogram";
import { dateRounding } from "./rounding";
import { checkSettings, fieldSettings, FieldSource } from "./source";
import type { AggregationParser } from "./types";

const KNOWN = ["field", "missing", "script", "format", "value_type", "time_zone", "interval", "calendar_interval", "fixed_interval", "offset", "min_doc_count", "order", "keyed", "extended_bounds", "hard_bounds"];

const dateHistogram: AggregationParser = (body) => {
  checkSettings("date_histogram", body, KNOWN);
  const rounding = dateRounding(body, "date_histogram");
  const field = fieldSettings("date_histogram", body);
  const settings = sharedSettings(body, (value, shard) => (typeof value === "number" ? value : parseDateMath(textOf(value) ?? "", { format: field.format ?? shard.index.mapping.field(field.field)?.format, zone: field.zone, now: shard.context.now })));
  return (children) => {
    const source = new FieldSource(field, true);
    return new HistogramCollector(source, rounding, settings, children, "date_histogram");
  };
};

/** Buckets by calendar or clock. */
export const dateHistogramAggregations: Readonly<Record<string, AggregationParser>> = { date_histogram: dateHistogram };
