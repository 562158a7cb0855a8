import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { illegalArgument } from "../errors";
import { floatOf, integerOf } from "../query/parse/values";
import { doubleText } from "../values";
import { checkSettings, fieldSettings, FieldSource, hasValue } from "./source";
import type { AggregationParser, Batch, Collector, Json } from "./types";

const KNOWN = ["field", "missing", "script", "format", "value_type"];

const WIDTH = 6;

/** Running figures by owner; the sum is Kahan's, so that its last digits are Elasticsearch's. */
class Figures {
  /** Six numbers an owner: count, sum, what the sum lost, sum of squares, smallest, largest. */
  private data = new Float64Array(0);

  private reserve(owner: number): void {
    if (owner * WIDTH < this.data.length) return;
    const from = this.data.length;
    const grown = new Float64Array(Math.max((owner + 1) * WIDTH, from * 2));
    grown.set(this.data);
    for (let at = from; at < grown.length; at += WIDTH) {
      grown[at + 4] = Infinity;
      grown[at + 5] = -Infinity;
    }
    this.data = grown;
  }

  add(owner: number, value: number): void {
    this.reserve(owner);
    const { data } = this;
    const at = owner * WIDTH;
    data[at]!++;
    const before = data[at + 1]!;
    const corrected = value - data[at + 2]!;
    const after = before + corrected;
    data[at + 2] = after - before - corrected;
    data[at + 1] = after;
    data[at + 3]! += value * value;
    if (value < data[at + 4]!) data[at + 4] = value;
    if (value > data[at + 5]!) data[at + 5] = value;
  }

  of(owner: number) {
    const at = owner * WIDTH;
    const { data } = this;
    if (at >= data.length) return { count: 0, sum: 0, squares: 0, min: Infinity, max: -Infinity, avg: NaN };
    const count = data[at]!;
    const sum = data[at + 1]!;
    return { count, sum, squares: data[at + 3]!, min: data[at + 4]!, max: data[at + 5]!, avg: sum / count };
  }
}

type Summary = ReturnType<Figures["of"]>;

function figuresParser(
  type: string,
  known: readonly string[],
  show: (figures: Summary, source: FieldSource, body: JsonObject) => Json,
  metric: (figures: Summary, name: string, body: JsonObject) => number,
): AggregationParser {
  return (body) => {
    checkSettings(type, body, [...KNOWN, ...known]);
    const settings = fieldSettings(type, body);
    return (): Collector => {
      const source = new FieldSource(settings, true);
      const figures = new Figures();
      return {
        open: (shard) => source.open(shard),
        collect({ shard, segment, docs, owners }: Batch) {
          const numbers = source.numbers(shard, segment);
          const { dense } = numbers;
          if (dense) {
            const { values } = dense;
            for (let at = 0; at < docs.length; at++) if (hasValue(dense, docs[at]!)) figures.add(owners ? owners[at]! : 0, values[docs[at]!]!);
            return;
          }
          for (let at = 0; at < docs.length; at++) {
            const doc = docs[at]!;
            const owner = owners ? owners[at]! : 0;
            for (let place = 0, count = numbers.count(doc); place < count; place++) figures.add(owner, numbers.at(doc, place));
          }
        },
        result: (owner) => show(figures.of(owner), source, body),
        metric: (owner, name) => metric(figures.of(owner), name, body),
        typeName: () => type,
      };
    };
  };
}

function valued(value: number | null, source: FieldSource): Json {
  if (value === null) return { value };
  const text = source.shown(value);
  return text === undefined ? { value } : { value, value_as_string: text };
}

const only = (name: string, value: number): number => {
  if (name !== "" && name !== "value") throw illegalArgument(`path not supported for [${name}]`);
  return value;
};

function withTexts(values: Readonly<Record<string, number | null>>, source: FieldSource, texts: readonly string[]): Json {
  const json: Json = { ...values };
  for (const name of texts) {
    const value = values[name];
    const text = typeof value === "number" ? source.shown(value) : undefined;
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

/** Counts and distinct counts work on every field with values by document. */
const valueCount: AggregationParser = (body) => {
  checkSettings("value_count", body, KNOWN);
  const settings = fieldSettings("value_count", body);
  return (): Collector => {
    const source = new FieldSource(settings, false);
    const counts: number[] = [];
    return {
      open: (shard) => source.open(shard),
      collect({ shard, segment, docs, owners }) {
        const reader = source.typeIn(shard) ? segment.field(settings.field) : undefined;
        const column = reader?.numbers ?? reader?.ordinals ?? reader?.points;
        for (let at = 0; at < docs.length; at++) {
          const owner = owners ? owners[at]! : 0;
          const count = column?.count(docs[at]!) ?? 0;
          counts[owner] = (counts[owner] ?? 0) + (count === 0 && settings.missing !== undefined ? 1 : count);
        }
      },
      result: (owner) => ({ value: counts[owner] ?? 0 }),
      metric: (owner, name) => only(name, counts[owner] ?? 0),
      typeName: () => "value_count",
    };
  };
};

const cardinality: AggregationParser = (body, { name }) => {
  checkSettings("cardinality", body, [...KNOWN, "precision_threshold", "rehash", "execution_hint"]);
  if (body["precision_threshold"] !== undefined && integerOf(body["precision_threshold"]) < 0)
    throw illegalArgument(`[precisionThreshold] must be greater than or equal to 0. Found [${integerOf(body["precision_threshold"])}] in [${name}]`);
  const settings = fieldSettings("cardinality", body);
  return (): Collector => {
    const source = new FieldSource(settings, false);
    const sets: Set<string | number>[] = [];
    return {
      open: (shard) => source.open(shard),
      collect({ shard, segment, docs, owners }) {
        const reader = source.typeIn(shard) ? segment.field(settings.field) : undefined;
        const { ordinals } = reader ?? {};
        const numbers = source.numbers(shard, segment);
        // Ordinals are gathered by owner first, so that a term is read once a segment.
        const seen = new Map<number, Set<number>>();
        for (let at = 0; at < docs.length; at++) {
          const doc = docs[at]!;
          const owner = owners ? owners[at]! : 0;
          if (ordinals) {
            const found = seen.get(owner) ?? new Set<number>();
            seen.set(owner, found);
            const count = ordinals.count(doc);
            for (let place = 0; place < count; place++) found.add(ordinals.at(doc, place));
            if (count === 0 && typeof settings.missing === "string") (sets[owner] ??= new Set()).add(settings.missing);
          } else for (let place = 0, count = numbers.count(doc); place < count; place++) (sets[owner] ??= new Set()).add(numbers.at(doc, place));
        }
        for (const [owner, found] of seen) {
          const set = (sets[owner] ??= new Set());
          for (const ordinal of found) set.add(reader!.terms.at(ordinal).term);
        }
      },
      result: (owner) => ({ value: sets[owner]?.size ?? 0 }),
      metric: (owner, name) => only(name, sets[owner]?.size ?? 0),
      typeName: () => "cardinality",
    };
  };
};

/** Value at a share of the sorted list, halfway points as a t-digest of single points gives them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * sorted.length - 0.5;
  if (place <= 0) return sorted[0]!;
  if (place >= sorted.length - 1) return sorted.at(-1)!;
  const low = Math.floor(place);
  return sorted[low]! + (sorted[low + 1]! - sorted[low]!) * (place - low);
}

const percentiles: AggregationParser = (body, { name }) => {
  checkSettings("percentiles", body, [...KNOWN, "percents", "keyed", "tdigest", "hdr"]);
  const digest = isJsonObject(body["tdigest"]) ? body["tdigest"]["compression"] : undefined;
  if (digest !== undefined && floatOf(digest) < 0)
    throw illegalArgument(`[compression] must be greater than or equal to 0. Found [${doubleText(floatOf(digest))}] in [${name}]`);
  if (body["percents"] === null) throw illegalArgument(`[percents] must not be null: [${name}]`);
  if (Array.isArray(body["percents"]) && body["percents"].length === 0) throw illegalArgument(`[percents] must not be empty: [${name}]`);
  const settings = fieldSettings("percentiles", body);
  const given = body["percents"];
  const percents = Array.isArray(given) ? given.map(floatOf).sort((a, b) => a - b) : [1, 5, 25, 50, 75, 95, 99];
  for (const percent of percents) if (percent < 0 || percent > 100) throw illegalArgument(`percent must be in [0,100], got [${doubleText(percent)}]`);
  return (): Collector => {
    const source = new FieldSource(settings, true);
    const values: number[][] = [];
    const sorted = (owner: number) => new Float64Array(values[owner] ?? []).sort();
    return {
      open: (shard) => source.open(shard),
      collect({ shard, segment, docs, owners }) {
        const numbers = source.numbers(shard, segment);
        const { dense } = numbers;
        for (let at = 0; at < docs.length; at++) {
          const list = (values[owners ? owners[at]! : 0] ??= []);
          if (dense) {
            if (hasValue(dense, docs[at]!)) list.push(dense.values[docs[at]!]!);
            continue;
          }
          for (let place = 0, count = numbers.count(docs[at]!); place < count; place++) list.push(numbers.at(docs[at]!, place));
        }
      },
      result(owner) {
        const list = sorted(owner);
        const pairs = percents.map((percent) => ({ key: percent, value: list.length === 0 ? null : quantile(list, percent / 100) }));
        if (body["keyed"] === false) return { values: pairs };
        return {
          values: Object.fromEntries(
            pairs.flatMap(({ key, value }): [string, JsonValue][] => {
              const text = value === null ? undefined : source.shown(value);
              return text === undefined
                ? [[doubleText(key), value]]
                : [
                    [doubleText(key), value],
                    [`${doubleText(key)}_as_string`, text],
                  ];
            }),
          ),
        };
      },
      metric: (owner, name) => quantile(sorted(owner), Number(name) / 100),
      typeName: () => "tdigest_percentiles",
    };
  };
};

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
  stats: figuresParser("stats", [], (figures, source) => withTexts(statsOf(figures), source, STAT_TEXTS), statMetric),
  extended_stats: (body, context) => {
    const sigma = sigmaOf(body);
    if (sigma < 0) throw illegalArgument(`[sigma] must be greater than or equal to 0. Found [${doubleText(sigma)}] in [${context.name}]`);
    return figuresParser("extended_stats", ["sigma"], extendedStats, statMetric)(body, context);
  },
  value_count: valueCount,
  cardinality,
  percentiles,
};
