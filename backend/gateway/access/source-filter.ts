import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import type { Caller } from "../auth/types";

/** The fields of documents that a caller may see; patterns with `*`. */
export type FieldRights = { includes: string[]; excludes: string[] };

/** A credential's field rights, or null where it may see all. */
export function fieldRights(caller: Caller): FieldRights | null {
  if (caller.kind !== "credential") return null;
  const includes = caller.permission.include_fields ?? [];
  const excludes = caller.permission.exclude_fields ?? [];
  const all = includes.length === 0 || includes.includes("*");
  return all && excludes.length === 0 ? null : { includes: all ? ["*"] : [...includes], excludes: [...excludes] };
}

function matchesPattern(pattern: string, field: string): boolean {
  const pieces = pattern.split("*");
  if (pieces.length === 1) return field === pattern || field.startsWith(`${pattern}.`);
  let place = 0;
  for (const [number, piece] of pieces.entries()) {
    const found = number === 0 ? (field.startsWith(piece) ? 0 : -1) : field.indexOf(piece, place);
    if (found < 0) return false;
    place = found + piece.length;
  }
  return pieces.at(-1) === "" || place === field.length || field.endsWith(pieces.at(-1) ?? "");
}

/** True when a field (or a pattern, which must then lie wholly within the rights) may be shown. */
export function maySee(rights: FieldRights, field: string): boolean {
  if (rights.excludes.some((pattern) => matchesPattern(pattern, field) || matchesPattern(field, pattern))) return false;
  return rights.includes.some((pattern) => matchesPattern(pattern, field));
}

function fieldName(value: JsonValue): string {
  if (typeof value === "string") return value;
  return isJsonObject(value) && typeof value["field"] === "string" ? value["field"] : "*";
}

// Values that come beside the source: what may not be seen is left out of the lists.
function withoutHidden(body: JsonObject, rights: FieldRights): JsonObject {
  const kept = { ...body };
  for (const key of ["fields", "docvalue_fields", "stored_fields"]) {
    const list = kept[key];
    if (list === undefined) continue;
    kept[key] = (Array.isArray(list) ? list : [list]).filter((item) => maySee(rights, fieldName(item)));
  }
  const { highlight } = kept;
  if (isJsonObject(highlight) && isJsonObject(highlight["fields"])) {
    const fields = Object.fromEntries(Object.entries(highlight["fields"]).filter(([field]) => maySee(rights, field)));
    kept["highlight"] = { ...highlight, fields };
  }
  return kept;
}

/** A search body whose `_source` is what the credential may see, whatever it asked for; `false` stays. */
export function forceSourceFilter(body: JsonObject, rights: FieldRights): JsonObject {
  const asked = body["_source"];
  return { ...withoutHidden(body, rights), _source: asked === false || asked === "false" ? false : { includes: rights.includes, excludes: rights.excludes } };
}

/** URL parameters that force the filter on `_doc`, `_source` and `_mget`. */
export function sourceFilterQuery(query: Readonly<Record<string, string>>, rights: FieldRights): Record<string, string> {
  const { _source, _source_includes, _source_include, _source_excludes, _source_exclude, stored_fields, ...rest } = query;
  if (_source === "false") return { ...rest, _source };
  return {
    ...rest,
    _source_includes: rights.includes.join(","),
    ...(rights.excludes.length > 0 ? { _source_excludes: rights.excludes.join(",") } : {}),
  };
}
