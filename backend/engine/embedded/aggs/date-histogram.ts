import { illegalArgument } from "../errors";
import { parseDateMath } from "../mapping/dates";
import { textOf } from "../query/parse/values";
import { HistogramCollector, sharedSettings } from "./histogram";
import { dateRounding } from "./rounding";
import { checkSettings, fieldSettings, FieldSource } from "./source";
import type { AggregationParser } from "./types";

const KNOWN = [
  "field",
  "missing",
  "script",
  "format",
  "value_type",
  "time_zone",
  "interval",
  "calendar_interval",
  "fixed_interval",
  "offset",
  "min_doc_count",
  "order",
  "keyed",
  "extended_bounds",
  "hard_bounds",
];

const dateHistogram: AggregationParser = (body) => {
  checkSettings("date_histogram", body, KNOWN);
  // Without an interval the aggregation is refused by each index, not while it is read.
  const none = ["calendar_interval", "fixed_interval", "interval"].every((key) => body[key] === undefined);
  const rounding = none ? { round: () => 0, next: () => 0 } : dateRounding(body, "date_histogram");
  const field = fieldSettings("date_histogram", body);
  const settings = sharedSettings(body, (value, shard) =>
    typeof value === "number"
      ? value
      : parseDateMath(textOf(value) ?? "", {
          format: field.format ?? shard.index.mapping.field(field.field)?.format,
          zone: field.zone,
          now: shard.context.now,
        }),
  );
  return (children) => {
    const collector = new HistogramCollector(
      new FieldSource(field, true),
      rounding,
      settings,
      children,
      "date_histogram",
    );
    if (!none) return collector;
    collector.open = () => {
      throw illegalArgument("Invalid interval specified, must be non-null and non-empty");
    };
    return collector;
  };
};

/** Buckets by calendar or clock. */
export const dateHistogramAggregations: Readonly<Record<string, AggregationParser>> = { date_histogram: dateHistogram };
