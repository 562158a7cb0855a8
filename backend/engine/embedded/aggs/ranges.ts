import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../errors";
import { parseDateMath } from "../mapping/dates";
import { contentError } from "../query/parse/errors";
import { booleanOf, floatOf, textOf } from "../query/parse/values";
import { doubleText } from "../values";
import { Fallen } from "./buckets";
import { checkSettings, fieldSettings, FieldSource } from "./source";
import type { AggregationParser, Batch, Children, Collector, Json, ResultContext } from "./types";
import type { Shard } from "../query/types";
import type { Steps } from "../steps";

type Range = { key: string | undefined; from: number; to: number };
type Reader = (value: JsonValue, shard: Shard) => number;

const KNOWN = ["field", "missing", "script", "format", "value_type", "ranges", "keyed"];

class RangeCollector implements Collector {
  private ranges: Range[] = [];
  private readonly counts: number[][] = [];
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly source: FieldSource,
    private readonly definitions: readonly JsonObject[],
    private readonly keyed: boolean,
    private readonly read: Reader,
    readonly children: Children,
    private readonly type: string,
  ) {}

  open(shard: Shard): void {
    this.source.open(shard);
    if (this.ranges.length === 0) {
      const bound = (value: JsonValue | undefined, open: number) =>
        value === undefined || value === null ? open : this.read(value, shard);
      this.ranges = this.definitions.map((one) => ({
        key: textOf(one["key"]),
        from: bound(one["from"], -Infinity),
        to: bound(one["to"], Infinity),
      }));
      this.ranges.sort((a, b) => a.from - b.from || a.to - b.to);
    }
    this.children.open(shard);
  }

  /** The bucket number of a range of an owner. */
  private bucket(owner: number, range: number): number {
    const key = `${owner} ${range}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.numbers.size);
    return this.numbers.size - 1;
  }

  collect(batch: Batch): void {
    const { shard, segment, docs, owners } = batch;
    const values = this.source.numbers(shard, segment);
    const fallen = new Fallen(this.children, docs.length);
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      const owner = owners ? owners[at]! : 0;
      const counts = (this.counts[owner] ??= []);
      const count = values.count(doc);
      this.ranges.forEach(({ from, to }, range) => {
        for (let place = 0; place < count; place++) {
          const value = values.at(doc, place);
          if (value < from || value >= to) continue;
          counts[range] = (counts[range] ?? 0) + 1;
          fallen.add(doc, this.bucket(owner, range));
          return;
        }
      });
    }
    fallen.pass(batch);
  }

  private text(bound: number): string {
    return this.source.shown(bound) ?? doubleText(bound);
  }

  *result(owner: number, context: ResultContext): Steps<Json> {
    const buckets: { name: string; json: Json }[] = [];
    for (const [range, { key, from, to }] of this.ranges.entries()) {
      context.bucket();
      const name = key ?? `${from === -Infinity ? "*" : this.text(from)}-${to === Infinity ? "*" : this.text(to)}`;
      const json: Json = { ...(this.keyed ? {} : { key: name }) };
      const add = (label: string, bound: number) => {
        if (!Number.isFinite(bound)) return;
        json[label] = bound;
        const shown = this.source.shownBeside(bound);
        if (shown !== undefined) json[`${label}_as_string`] = shown;
      };
      add("from", from);
      add("to", to);
      json["doc_count"] = this.counts[owner]?.[range] ?? 0;
      const inner = yield* this.children.results(this.bucket(owner, range), context);
      buckets.push({ name, json: { ...json, ...inner } });
    }
    if (!this.keyed) return { buckets: buckets.map(({ json }) => json) };
    return { buckets: Object.fromEntries(buckets.map(({ name, json }) => [name, json])) };
  }

  typeName(): string {
    return this.type;
  }
}

function rangeParser(type: string, known: readonly string[], read: (body: JsonObject) => Reader): AggregationParser {
  return (body) => {
    checkSettings(type, body, [...KNOWN, ...known]);
    const field = fieldSettings(type, body);
    const list = body["ranges"];
    if (!Array.isArray(list) || list.length === 0)
      throw illegalArgument(`No [ranges] specified for the [${type}] aggregation`);
    const definitions = list.map((one) => {
      if (!isJsonObject(one)) throw illegalArgument(`[${type}] failed to parse field [ranges]`);
      for (const key of Object.keys(one))
        if (!["key", "from", "to", "mask"].includes(key))
          throw contentError(`[range] unknown field [${key}]`, { holder: one, key });
      return one;
    });
    const keyed = body["keyed"] !== undefined && booleanOf(body["keyed"]);
    return (children) =>
      new RangeCollector(new FieldSource(field, true), definitions, keyed, read(body), children, type);
  };
}

/** Buckets between given bounds: from is in, to is out. */
export const rangeAggregations: Readonly<Record<string, AggregationParser>> = {
  range: rangeParser("range", [], () => (value) => floatOf(value)),
  date_range: rangeParser("date_range", ["time_zone"], (body) => (value, shard) => {
    if (typeof value === "number") return value;
    const format = textOf(body["format"]) ?? shard.index.mapping.field(textOf(body["field"]) ?? "")?.format;
    return parseDateMath(textOf(value) ?? "", { format, zone: textOf(body["time_zone"]), now: shard.context.now });
  }),
};
