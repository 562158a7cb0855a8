import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { floatOf } from "../../query/parse/values";
import { doubleText } from "../../values";
import type { FieldSource } from "../source";
import type { AggregationParser, Json } from "../types";
import { figuresParser, type Summary } from "./figures";

function withTexts(
  values: Readonly<Record<string, number | null>>,
  source: FieldSource,
  texts: readonly string[],
): Json {
  const json: Json = { ...values };
  for (const name of texts) {
    const value = values[name];
    const text = typeof value === "number" ? source.shownBeside(value) : undefined;
    if (text !== undefined) json[`${name}_as_string`] = text;
  }
  return json;
}

function statsOf({ count, min, max, avg, sum }: Summary): Record<string, number | null> {
  return count === 0 ? { count, min: null, max: null, avg: null, sum } : { count, min, max, avg, sum };
}

const STAT_TEXTS = ["min", "max", "avg", "sum"];

/** What extended_stats adds to stats. */
function spread({ count, sum, squares, avg }: Summary, sigma: number) {
  const population = count > 0 ? Math.max(0, (squares - (sum * sum) / count) / count) : NaN;
  const sampling = count > 1 ? Math.max(0, (squares - (sum * sum) / count) / (count - 1)) : NaN;
  const deviation = Math.sqrt(population);
  const sampled = Math.sqrt(sampling);
  return {
    population,
    sampling,
    deviation,
    sampled,
    upper: avg + sigma * deviation,
    lower: avg - sigma * deviation,
    upperSampled: avg + sigma * sampled,
    lowerSampled: avg - sigma * sampled,
  };
}

function sigmaOf(body: JsonObject): number {
  return body["sigma"] === undefined ? 2 : floatOf(body["sigma"]);
}

function extendedStats(figures: Summary, source: FieldSource, body: JsonObject): Json {
  const { count, squares } = figures;
  const s = spread(figures, sigmaOf(body));
  const shown = (value: number) => (count === 0 ? null : Number.isNaN(value) ? "NaN" : value);
  return {
    ...withTexts(statsOf(figures), source, STAT_TEXTS),
    sum_of_squares: count === 0 ? null : squares,
    variance: shown(s.population),
    variance_population: shown(s.population),
    variance_sampling: shown(s.sampling),
    std_deviation: shown(s.deviation),
    std_deviation_population: shown(s.deviation),
    std_deviation_sampling: shown(s.sampled),
    std_deviation_bounds: {
      upper: shown(s.upper),
      lower: shown(s.lower),
      upper_population: shown(s.upper),
      lower_population: shown(s.lower),
      upper_sampling: shown(s.upperSampled),
      lower_sampling: shown(s.lowerSampled),
    },
  };
}

function statMetric(figures: Summary, name: string, body: JsonObject): number {
  const s = spread(figures, sigmaOf(body));
  const values: Readonly<Record<string, number>> = {
    count: figures.count,
    min: figures.min,
    max: figures.max,
    avg: figures.avg,
    sum: figures.sum,
    sum_of_squares: figures.squares,
    variance: s.population,
    std_deviation: s.deviation,
    variance_population: s.population,
    variance_sampling: s.sampling,
    std_deviation_population: s.deviation,
    std_deviation_sampling: s.sampled,
  };
  const value = values[name];
  if (value === undefined) throw illegalArgument(`Unknown value key [${name}]`);
  return value;
}

export const stats = figuresParser(
  "stats",
  [],
  (figures, source) => withTexts(statsOf(figures), source, STAT_TEXTS),
  statMetric,
);

export const extended: AggregationParser = (body, context) => {
  const sigma = sigmaOf(body);
  if (sigma < 0)
    throw illegalArgument(
      `[sigma] must be greater than or equal to 0. Found [${doubleText(sigma)}] in [${context.name}]`,
    );
  return figuresParser("extended_stats", ["sigma"], extendedStats, statMetric)(body, context);
};
