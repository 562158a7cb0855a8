import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { formatDate, parseDate } from "../../mapping/dates";
import { ipText } from "../../mapping/ip";
import { toNumber } from "../../mapping/numbers";
import type { FieldType } from "../../mapping/types";
import { textOf } from "../../query/parse/values";
import { requireDocValues } from "../../mapping/doc-values";
import { valuesAtPath } from "./source-filter";
import { decimalText, keyJson, numberKey } from "../../aggs/source";
import { shortFloat } from "../../values";
import type { FieldRequest, FoundHit, Shard } from "../types";

/** Fields by the names under which they are shown: an alias by its own. */
function leaves(shard: Shard, pattern: string): { name: string; field: FieldType }[] {
  if (pattern.includes("*")) return shard.index.mapping.matching(pattern).map((field) => ({ name: field.path, field }));
  const field = shard.index.mapping.field(pattern);
  return field ? [{ name: pattern, field }] : [];
}

/** A number of the source as the field holds it, in all its digits; what is none stays as it is. */
function shownNumber(field: FieldType, value: JsonValue): JsonValue {
  try {
    const number = toNumber(value, { type: field.type, coerce: true });
    return typeof number === "bigint"
      ? keyJson(number)
      : field.type === "float" || field.type === "half_float"
        ? shortFloat(number)
        : number;
  } catch {
    return value;
  }
}

/** Asks for the format of the mapping, as no format does. */
const FIELDS_OWN = "use_field_mapping";

/** A value of the source in the form in which the field shows it. */
function shown(field: FieldType, value: JsonValue, format: string | undefined): JsonValue {
  if (field.kind === "date") {
    try {
      const time = parseDate(textOf(value) ?? "", { format: field.format });
      return formatDate(time, { format: format ?? field.format });
    } catch {
      return value;
    }
  }
  if (field.kind === "number") return shownNumber(field, value);
  if (field.kind === "text" || field.kind === "keyword") return textOf(value) ?? value;
  return value;
}

/** The `fields` option: values out of the source, through the mapping, by field. */
export function fetchFields({
  shard,
  source,
  requests,
}: {
  shard: Shard;
  source: JsonObject;
  requests: readonly FieldRequest[];
}): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  for (const { field: pattern, format: asked } of requests) {
    const format = asked === FIELDS_OWN ? undefined : asked;
    for (const { name, field } of leaves(shard, pattern)) {
      const path = field.parent ?? field.path;
      const values = valuesAtPath(source, path).filter(
        (value) => field.kind === "geo_point" || field.kind === "rank_features" || !isJsonObject(value),
      );
      if (values.length > 0) found[name] = values.map((value) => shown(field, value, format));
    }
  }
  return found;
}

function columnValues({
  hit,
  field,
  format,
}: {
  hit: FoundHit;
  field: FieldType;
  format: string | undefined;
}): JsonValue[] {
  const reader = hit.segment.field(field.path);
  const { doc } = hit;
  if (!reader) return [];
  const { numbers, ordinals, points } = reader;
  if (numbers) {
    return Array.from({ length: numbers.count(doc) }, (_, place) => {
      const value = numbers.at(doc, place);
      if (field.kind === "date") return formatDate(value, { format: format ?? field.format });
      const key = numbers.exact ? numberKey(numbers.exact(doc, place)) : value;
      return format === undefined ? (typeof key === "bigint" ? keyJson(key) : key) : decimalText(key, format);
    });
  }
  if (ordinals) {
    return Array.from({ length: ordinals.count(doc) }, (_, place) => {
      const { term } = reader.terms.at(ordinals.at(doc, place));
      return field.kind === "boolean" ? term === "true" : field.kind === "ip" ? ipText(term) : term;
    });
  }
  if (points)
    return Array.from(
      { length: points.count(doc) },
      (_, place) => `${points.lat(doc, place)}, ${points.lon(doc, place)}`,
    );
  return [];
}

/** The `docvalue_fields` option: values out of the columns. */
export function docvalueFields({
  hit,
  requests,
}: {
  hit: FoundHit;
  requests: readonly FieldRequest[];
}): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  for (const { field: pattern, format: asked } of requests) {
    const format = asked === FIELDS_OWN ? undefined : asked;
    for (const { name, field } of leaves(hit.shard, pattern)) {
      if (pattern.includes("*") && field.kind === "text") continue;
      requireDocValues(field);
      const values = columnValues({ hit, field, format });
      if (values.length > 0) found[name] = values;
    }
  }
  return found;
}
