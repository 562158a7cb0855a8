import { isJsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { floatOf } from "../../query/parse/values";
import { doubleText } from "../../values";
import { checkSettings, fieldSettings, FieldSource, hasValue } from "../source";
import type { AggregationParser, Collector } from "../types";
import { KNOWN } from "./figures";

/** Value at a share of the sorted list, halfway points as a t-digest of single points gives them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * sorted.length - 0.5;
  if (place <= 0) return sorted[0]!;
  if (place >= sorted.length - 1) return sorted.at(-1)!;
  const low = Math.floor(place);
  return sorted[low]! + (sorted[low + 1]! - sorted[low]!) * (place - low);
}

/** Values at shares of the sorted list, exact: all values of a bucket are kept. */
export const percentiles: AggregationParser = (body, { name }) => {
  checkSettings("percentiles", body, [...KNOWN, "percents", "keyed", "tdigest", "hdr"]);
  const digest = isJsonObject(body["tdigest"]) ? body["tdigest"]["compression"] : undefined;
  if (digest !== undefined && floatOf(digest) < 0)
    throw illegalArgument(
      `[compression] must be greater than or equal to 0. Found [${doubleText(floatOf(digest))}] in [${name}]`,
    );
  if (body["percents"] === null) throw illegalArgument(`[percents] must not be null: [${name}]`);
  if (Array.isArray(body["percents"]) && body["percents"].length === 0)
    throw illegalArgument(`[percents] must not be empty: [${name}]`);
  const settings = fieldSettings("percentiles", body);
  const given = body["percents"];
  const percents = Array.isArray(given) ? given.map(floatOf).sort((a, b) => a - b) : [1, 5, 25, 50, 75, 95, 99];
  for (const percent of percents)
    if (percent < 0 || percent > 100) throw illegalArgument(`percent must be in [0,100], got [${doubleText(percent)}]`);
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
          for (let place = 0, count = numbers.count(docs[at]!); place < count; place++)
            list.push(numbers.at(docs[at]!, place));
        }
      },
      result(owner) {
        const list = sorted(owner);
        const pairs = percents.map((percent) => ({
          key: percent,
          value: list.length === 0 ? null : quantile(list, percent / 100),
        }));
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
