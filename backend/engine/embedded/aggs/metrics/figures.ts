import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { checkSettings, fieldSettings, FieldSource, hasValue } from "../source";
import type { AggregationParser, Batch, Collector, Json } from "../types";

/** The settings that every metric takes. */
export const KNOWN = ["field", "missing", "script", "format", "value_type"];

/**
 * Numbers an owner: count, sum, what the sum lost; where more than a sum is wanted also sum of squares, smallest,
 * largest.
 */
const WIDTH = { sum: 3, all: 6 } as const;

/** Running figures by owner; the sum is Kahan's, so that its last digits are Elasticsearch's. */
class Figures {
  private data = new Float64Array(0);

  constructor(private readonly width: number) {}

  private reserve(owner: number): void {
    const { width } = this;
    if (owner * width < this.data.length) return;
    const from = this.data.length;
    const grown = new Float64Array(Math.max((owner + 1) * width, from * 2));
    grown.set(this.data);
    this.data = grown;
    if (width === WIDTH.sum) return;
    for (let at = from; at < grown.length; at += width) {
      grown[at + 4] = Infinity;
      grown[at + 5] = -Infinity;
    }
  }

  add(owner: number, value: number): void {
    this.reserve(owner);
    const { data, width } = this;
    const at = owner * width;
    data[at]!++;
    const before = data[at + 1]!;
    const corrected = value - data[at + 2]!;
    const after = before + corrected;
    data[at + 2] = after - before - corrected;
    data[at + 1] = after;
    if (width === WIDTH.sum) return;
    data[at + 3]! += value * value;
    if (value < data[at + 4]!) data[at + 4] = value;
    if (value > data[at + 5]!) data[at + 5] = value;
  }

  of(owner: number) {
    const { data, width } = this;
    const at = owner * width;
    if (at >= data.length) return { count: 0, sum: 0, squares: 0, min: Infinity, max: -Infinity, avg: NaN };
    const count = data[at]!;
    const sum = data[at + 1]!;
    if (width === WIDTH.sum) return { count, sum, squares: NaN, min: NaN, max: NaN, avg: sum / count };
    return { count, sum, squares: data[at + 3]!, min: data[at + 4]!, max: data[at + 5]!, avg: sum / count };
  }
}

export type Summary = ReturnType<Figures["of"]>;

/**
 * A metric made of running figures: `show` is its answer, `metric` what another aggregation sorts by or computes with.
 */
export function figuresParser(
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
      const figures = new Figures(WIDTH[type === "sum" || type === "avg" ? "sum" : "all"]);
      return {
        open: (shard) => source.open(shard),
        collect({ shard, segment, docs, owners }: Batch) {
          const numbers = source.numbers(shard, segment);
          const { column, missing } = numbers;
          if (column) {
            const { values } = column;
            for (let at = 0; at < docs.length; at++) {
              const doc = docs[at]!;
              if (hasValue(column, doc)) figures.add(owners ? owners[at]! : 0, values[doc]!);
              else if (missing !== undefined) figures.add(owners ? owners[at]! : 0, missing);
            }
            return;
          }
          for (let at = 0; at < docs.length; at++) {
            const doc = docs[at]!;
            const owner = owners ? owners[at]! : 0;
            for (let place = 0, count = numbers.count(doc); place < count; place++)
              figures.add(owner, numbers.at(doc, place));
          }
        },
        result: (owner) => show(figures.of(owner), source, body),
        metric: (owner, name) => metric(figures.of(owner), name, body),
        typeName: () => type,
      };
    };
  };
}

/** The value of a metric that has one; throws for any other name. */
export const only = (name: string, value: number): number => {
  if (name !== "" && name !== "value") throw illegalArgument(`path not supported for [${name}]`);
  return value;
};
