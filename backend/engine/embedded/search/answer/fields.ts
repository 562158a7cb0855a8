import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/json";
import { formatDate, parseDate } from "../../mapping/dates";
import { ipText } from "../../mapping/ip";
import type { FieldType } from "../../mapping/types";
import { textOf } from "../../query/parse/values";
import { requireDocValues } from "../../mapping/doc-values";
import { valuesAtPath } from "./source-filter";
import type { FieldRequest, FoundHit, Shard } from "../types";

/** Fields by the names under which they are shown: an alias by its own. */
function leaves(shard: Shard, pattern: string): { name: string; field: FieldType }[] {
  if (pattern.includes("*")) return shard.index.mapping.matching(pattern).map((field) => ({ name: field.path, field }));
  const field = shard.index.mapping.field(pattern);
  return field ? [{ name: pattern, field }] : [];
}

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
  if (field.kind === "number" && typeof value === "string") return Number(value);
  if (field.kind === "text" || field.kind === "keyword") return textOf(value) ?? value;
  return value;
}

/** The `fields` option: values out of the source, through the mapping, by field. */
export function fetchFields({ shard, source, requests }: { shard: Shard; source: JsonObject; requests: readonly FieldRequest[] }): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  for (const { field: pattern, format } of requests) {
    for (const { name, field } of leaves(shard, pattern)) {
      const path = field.parent ?? field.path;
      const values = valuesAtPath(source, path).filter((value) => field.kind === "geo_point" || !isJsonObject(value));
      if (values.length > 0) found[name] = values.map((value) => shown(field, value, format));
    }
  }
  return found;
}

function numberJson(value: number, exact: bigint | undefined): JsonValue {
  return exact !== undefined && !Number.isSafeInteger(value) ? new LosslessNumber(exact.toString()) : value;
}

function columnValues({ hit, field, format }: { hit: FoundHit; field: FieldType; format: string | undefined }): JsonValue[] {
  const reader = hit.segment.field(field.path);
  const { doc } = hit;
  if (!reader) return [];
  const { numbers, ordinals, points } = reader;
  if (numbers) {
    return Array.from({ length: numbers.count(doc) }, (_, place) => {
      const value = numbers.at(doc, place);
      return field.kind === "date" ? formatDate(value, { format: format ?? field.format }) : numberJson(value, numbers.exact?.(doc, place));
    });
  }
  if (ordinals) {
    return Array.from({ length: ordinals.count(doc) }, (_, place) => {
      const { term } = reader.terms.at(ordinals.at(doc, place));
      return field.kind === "boolean" ? term === "true" : field.kind === "ip" ? ipText(term) : term;
    });
  }
  if (points) return Array.from({ length: points.count(doc) }, (_, place) => `${points.lat(doc, place)}, ${points.lon(doc, place)}`);
  return [];
}

/** The `docvalue_fields` option: values out of the columns. */
export function docvalueFields({ hit, requests }: { hit: FoundHit; requests: readonly FieldRequest[] }): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  for (const { field: pattern, format } of requests) {
    for (const { name, field } of leaves(hit.shard, pattern)) {
      if (pattern.includes("*") && field.kind === "text") continue;
      requireDocValues(field);
      const values = columnValues({ hit, field, format });
      if (values.length > 0) found[name] = values;
    }
  }
  return found;
}
