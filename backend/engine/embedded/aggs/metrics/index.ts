import type { FieldSource } from "../source";
import type { AggregationParser, Json } from "../types";
import { cardinality, valueCount } from "./counts";
import { figuresParser, only } from "./figures";
import { percentiles } from "./percentiles";
import { extended, stats } from "./stats";

function valued(value: number | null, source: FieldSource): Json {
  if (value === null) return { value };
  const text = source.shown(value);
  return text === undefined ? { value } : { value, value_as_string: text };
}

/** Figures over the documents of a bucket. */
export const metricAggregations: Readonly<Record<string, AggregationParser>> = {
  min: figuresParser(
    "min",
    [],
    ({ count, min }, source) => valued(count === 0 ? null : min, source),
    ({ min }, name) => only(name, min),
  ),
  max: figuresParser(
    "max",
    [],
    ({ count, max }, source) => valued(count === 0 ? null : max, source),
    ({ max }, name) => only(name, max),
  ),
  avg: figuresParser(
    "avg",
    [],
    ({ count, avg }, source) => valued(count === 0 ? null : avg, source),
    ({ avg }, name) => only(name, avg),
  ),
  sum: figuresParser(
    "sum",
    [],
    ({ sum }, source) => valued(sum, source),
    ({ sum }, name) => only(name, sum),
  ),
  stats,
  extended_stats: extended,
  value_count: valueCount,
  cardinality,
  percentiles,
};
