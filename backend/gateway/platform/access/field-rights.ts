import type { Caller } from "../auth/types";

/**
 * The fields of documents that a caller may see; patterns with `*`. With `includedOnly` those outside of the includes
 * are closed to searches too.
 */
export type FieldRights = { includes: string[]; excludes: string[]; includedOnly?: boolean };

/** Names that stand for no field of a document. */
const OF_THE_ENGINE = new Set([
  "_id",
  "_index",
  "_type",
  "_score",
  "_doc",
  "_shard_doc",
  "_seq_no",
  "_version",
  "_routing",
  "_none_",
]);
/** Fields of the engine's own that tell of others: which are there, which could not be read, how long they are. */
const TELLING =
  /^_(all|data_stream_timestamp|doc_count|feature|field_names|ignored|ignored_source|inference_fields|nested_path|parent|size|source|tsid|ts_routing_hash)(\..*)?$/;

/** A credential's field rights, or null where it may see all. */
export function fieldRights(caller: Caller): FieldRights | null {
  if (caller.kind !== "credential") return null;
  const includes = caller.credential.include_fields ?? [];
  const excludes = caller.credential.exclude_fields ?? [];
  const all = includes.length === 0 || includes.includes("*");
  if (all && excludes.length === 0) return null;
  const includedOnly = !all && caller.credential.search_include_fields_only === true;
  return { includes: all ? ["*"] : [...includes], excludes: [...excludes], ...(includedOnly ? { includedOnly } : {}) };
}

/**
 * What may be searched: fields that are left out of answers only because they are not among the includes are open to
 * queries, unless those are closed too.
 */
export function searchRights({ includes, excludes, includedOnly }: FieldRights): FieldRights {
  return { includes: includedOnly ? includes : ["*"], excludes };
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

/**
 * True for the names that a pattern stands for; the pieces between its stars are looked for one after the other, never
 * by going back.
 */
export function fits(pattern: string): (name: string) => boolean {
  const [first = "", ...others] = pattern.split(/\*+/);
  const last = others.pop();
  if (last === undefined) return (name) => name === first;
  return (name) => {
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const piece of others) {
      const found = name.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  };
}

/**
 * True when some name of a field fits both patterns, in which `*` stands for anything; what lies below a field belongs
 * to it.
 */
export function patternsMeet(pattern: string, field: string): boolean {
  if (!field.includes("*"))
    return pattern.includes("*")
      ? fits(pattern)(field) || fits(`${pattern}.*`)(field)
      : field === pattern || field.startsWith(`${pattern}.`);
  return meet(pattern, field) || meet(`${pattern}.*`, field);
}

/** True when a part below the field is excluded: `place.lat` of `place`. */
export function hidesBelow(rights: FieldRights, field: string): boolean {
  return rights.excludes.some((pattern) => meet(pattern, `${field}.*`));
}

// A pattern that covers another one: every star of the inner one is read as a letter that only a star of the outer one
// can stand for.
function covers(pattern: string, field: string): boolean {
  const letters = field.replaceAll("*", "\0");
  return patternsMeet(pattern, letters);
}

/** True when a field (or a pattern, which must then lie wholly within the rights) may be shown. */
export function maySee(rights: FieldRights, field: string): boolean {
  if (OF_THE_ENGINE.has(field)) return true;
  if (field.length > MAX_NAME || TELLING.test(field)) return false;
  if (rights.excludes.some((pattern) => patternsMeet(pattern, field))) return false;
  return rights.includes.some((pattern) => covers(pattern, field));
}

/** A name that no field has. A list without any name would stand for all fields. */
const NO_FIELD = ".none";

// The narrower one of two patterns; of two that only overlap nothing is open.
function narrower(patterns: readonly string[], others: readonly string[]): string[] {
  const within = (inner: readonly string[], outer: readonly string[]) =>
    inner.filter((field) => outer.some((pattern) => covers(pattern, field)));
  return [...new Set([...within(patterns, others), ...within(others, patterns)])];
}

/** The fields that each of several may see, as an engine cuts documents. */
export function seenByAll(all: readonly FieldRights[]): Pick<FieldRights, "includes" | "excludes"> {
  const includes = all.map((rights) => rights.includes).reduce(narrower, ["*"]);
  return {
    includes: includes.length > 0 ? includes : [NO_FIELD],
    excludes: [...new Set(all.flatMap(({ excludes }) => excludes))],
  };
}

/** URL parameters that force the filter on `_doc`, `_source` and `_mget`. */
export function sourceFilterQuery(
  query: Readonly<Record<string, string>>,
  rights: FieldRights,
): Record<string, string> {
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
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !/^_source(_includes?|_excludes?)?$/.test(name)),
  );
}
