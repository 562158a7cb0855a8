import { isJsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../errors";
import { booleanOf, floatOf, textOf } from "../query/parse/values";
import { contentError } from "../query/parse/errors";
import { compareTerms } from "../values";
import { dateRounding } from "./rounding";
import { checkSettings, fieldSettings, FieldSource, type NumberKey } from "./source";
import type { Batch } from "./types";

/** A value of a key; null where a document has none and the source counts those. */
export type Value = string | NumberKey | null;

/**
 * One source: the values that a document gives to a part of the key. Values are numbered, so that keys are lists of
 * numbers.
 */
export type Source = {
  name: string;
  field: FieldSource;
  round: ((value: number) => number) | undefined;
  ascending: boolean;
  missingBucket: boolean;
  missingFirst: boolean;
  values: Value[];
  numbers: Map<Value, number>;
  type: string;
  format: string | undefined;
};

const SHARED = ["field", "missing_bucket", "missing_order", "order", "format", "script", "value_type"];

/** Reads one source of the body; what it gives makes one for each run. Throws EngineError where it is wrong. */
export function sourceOf(body: JsonValue): () => Source {
  if (!isJsonObject(body)) throw illegalArgument("composite [sources] must be objects");
  const [entry] = Object.entries(body);
  if (!entry) throw illegalArgument("composite [sources] must have a name");
  const [name, definition] = entry;
  const [inner] = isJsonObject(definition) ? Object.entries(definition) : [];
  if (!inner || !isJsonObject(inner[1])) throw illegalArgument(`composite source [${name}] must hold a type`);
  const [type, settings] = inner;
  let round: Source["round"];
  if (type === "terms") checkSettings("composite", settings, SHARED);
  else if (type === "histogram") {
    const interval = floatOf(settings["interval"]);
    if (!(interval > 0)) throw illegalArgument("[interval] must be greater than 0 for [histogram] source");
    round = (value) => Math.floor(value / interval) * interval;
  } else if (type === "date_histogram") round = dateRounding(settings, "date_histogram").round;
  else
    throw contentError(
      `[composite] failed to parse field [sources]`,
      { holder: body, key: name },
      illegalArgument(`invalid source type: ${type}`),
    );
  const field = fieldSettings("composite", settings);
  const order = textOf(settings["order"]) ?? "asc";
  if (order !== "asc" && order !== "desc") throw illegalArgument(`Unknown order [${order}]`);
  const missingOrder = textOf(settings["missing_order"]);
  return () => ({
    name,
    field: new FieldSource(field, round !== undefined),
    round,
    ascending: order === "asc",
    type,
    format: field.format,
    missingBucket: settings["missing_bucket"] !== undefined && booleanOf(settings["missing_bucket"]),
    missingFirst: missingOrder === undefined || missingOrder === "default" ? order === "asc" : missingOrder === "first",
    values: [],
    numbers: new Map(),
  });
}

/** The number of a value; each new one gets the next. */
export function numberOf(source: Source, value: Value): number {
  const known = source.numbers.get(value);
  if (known !== undefined) return known;
  source.numbers.set(value, source.values.length);
  source.values.push(value);
  return source.values.length - 1;
}

/** Reads the numbers of a document's values into `into`; returns how many. */
export function reader(source: Source, { shard, segment }: Batch): (doc: number, into: number[]) => number {
  const type = source.field.typeIn(shard);
  const fieldReader = type ? segment.field(type.path) : undefined;
  const missing = source.missingBucket ? numberOf(source, null) : -1;
  const finish = (count: number, into: number[]): number => {
    if (count > 0 || missing < 0) return count;
    into[0] = missing;
    return 1;
  };
  const ordinals = type?.kind === "boolean" ? undefined : fieldReader?.ordinals;
  if (ordinals && fieldReader) {
    const { terms } = fieldReader;
    const known: number[] = [];
    return (doc, into) => {
      const count = ordinals.count(doc);
      for (let place = 0; place < count; place++) {
        const ordinal = ordinals.at(doc, place);
        into[place] = known[ordinal] ??= numberOf(source, terms.at(ordinal).term);
      }
      return finish(count, into);
    };
  }
  const numbers = source.field.numbers(shard, segment);
  const { round } = source;
  return (doc, into) => {
    const count = numbers.count(doc);
    // Unlike a histogram, this counts every value, also two in one bucket.
    let kept = 0;
    for (let place = 0; place < count; place++) {
      const value = round ? round(numbers.at(doc, place)) : numbers.key(doc, place);
      into[kept++] = numberOf(source, value);
    }
    return finish(kept, into);
  };
}

/** The order of two values in the pages of a source. */
export function compareValues(a: Value, b: Value, { ascending, missingFirst }: Source): number {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null) === missingFirst ? -1 : 1;
  const order = typeof a === "string" && typeof b === "string" ? compareTerms(a, b) : a < b ? -1 : a > b ? 1 : 0;
  return ascending ? order : -order;
}
