import type { Caller } from "../auth/types";

/** The fields of documents that a caller may see; patterns with `*`. */
export type FieldRights = { includes: string[]; excludes: string[] };

/** Names that stand for no field of a document. */
const OF_THE_ENGINE = new Set(["_id", "_index", "_type", "_score", "_doc", "_shard_doc", "_seq_no", "_version", "_routing"]);

/** A credential's field rights, or null where it may see all. */
export function fieldRights(caller: Caller): FieldRights | null {
  if (caller.kind !== "credential") return null;
  const includes = caller.permission.include_fields ?? [];
  const excludes = caller.permission.exclude_fields ?? [];
  const all = includes.length === 0 || includes.includes("*");
  return all && excludes.length === 0 ? null : { includes: all ? ["*"] : [...includes], excludes: [...excludes] };
}

/** Longer than any name of a field; a longer one is not looked at. */
const MAX_NAME = 2_000;

// Column by column through the table of "what is left of both can stand for the same name".
function meet(a: string, b: string): boolean {
  let row = Array.from({ length: b.length + 1 }, () => false);
  for (let i = a.length; i >= 0; i--) {
    const next = row;
    row = Array.from({ length: b.length + 1 }, () => false);
    for (let j = b.length; j >= 0; j--) {
      const [left, right] = [a[i], b[j]];
      if (left === undefined && right === undefined) row[j] = true;
      else if (left === "*") row[j] = (next[j] ?? false) || (right !== undefined && (row[j + 1] ?? false));
      else if (right === "*") row[j] = (row[j + 1] ?? false) || (left !== undefined && (next[j] ?? false));
      else row[j] = left !== undefined && left === right && (next[j + 1] ?? false);
    }
  }
  return row[0] ?? false;
}

/** True when some name of a field fits both patterns, in which `*` stands for anything; what lies below a field belongs to it. */
export function patternsMeet(pattern: string, field: string): boolean {
  return meet(pattern, field) || meet(`${pattern}.*`, field);
}

// A pattern that covers another one: every star of the inner one is read as a letter that only a star of the outer one can stand for.
function covers(pattern: string, field: string): boolean {
  const letters = field.replaceAll("*", "\0");
  return patternsMeet(pattern, letters);
}

/** True when a field (or a pattern, which must then lie wholly within the rights) may be shown. */
export function maySee(rights: FieldRights, field: string): boolean {
  if (OF_THE_ENGINE.has(field)) return true;
  if (field.length > MAX_NAME) return false;
  if (rights.excludes.some((pattern) => patternsMeet(pattern, field))) return false;
  return rights.includes.some((pattern) => covers(pattern, field));
}

/** URL parameters that force the filter on `_doc`, `_source` and `_mget`. */
export function sourceFilterQuery(query: Readonly<Record<string, string>>, rights: FieldRights): Record<string, string> {
  const { stored_fields: _stored, ...rest } = withoutSource(query);
  if (query["_source"] === "false") return { ...rest, _source: "false" };
  return {
    ...rest,
    _source_includes: rights.includes.join(","),
    ...(rights.excludes.length > 0 ? { _source_excludes: rights.excludes.join(",") } : {}),
  };
}

/** Options of a call, in its URL or in its body, without those that ask for parts of a document's source. */
export function withoutSource<Value>(options: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !/^_source(_includes?|_excludes?)?$/.test(name)));
}

/**
 * The name that goes to the engine in the place of a field's: of a field that may not be seen one that no index can have, so that the engine treats it as
 * one that is not there.
 */
export function seenName(rights: FieldRights, field: string): string {
  return maySee(rights, field) ? field : `.${field}`;
}
