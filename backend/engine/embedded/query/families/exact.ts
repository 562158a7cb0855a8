import { SEARCH_LIMITS } from "@common/limits/search";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { caselessAutomaton } from "../automata/wildcard";
import { automatonAccepts } from "../automata/utf8";
import type { RangeInput } from "../../mapping/query-values";
import { anyOfNode, exactNode, rangeNode, storedTerm } from "../core/fields";
import { noneNode } from "../core/nodes";
import { metaNode, sequenceNode } from "../core/meta-fields";
import { dateFormats } from "../../mapping/date-formats";
import { checkZone } from "../../mapping/dates";
import { dslError, tokenOf } from "../parse/errors";
import { makeQuery } from "../parse/parse";
import { booleanOf, commonSettings, fieldForm, isScalar, objectBody, textOf } from "../parse/values";
import type { LuceneNode, Query, QueryParser, RewriteContext } from "../types";
import { checkKeys } from "./basic";

/** Values of one `terms` query, at most (`index.max_terms_count`). */
const MAX_TERMS = SEARCH_LIMITS.terms.most;

function unmapped(field: string): LuceneNode {
  return noneNode(`unmapped field [${field}]`);
}

function term(body: JsonValue): Query {
  const { field, settings } = fieldForm({
    type: "term",
    body,
    key: "value",
    known: ["value", "term", "boost", "_name", "case_insensitive"],
  });
  const value = settings["value"] ?? settings["term"];
  if (value === undefined || value === null) throw illegalArgument("value cannot be null");
  const caseless = settings["case_insensitive"] !== undefined && booleanOf(settings["case_insensitive"]);
  return makeQuery("term", commonSettings(settings), (context) => {
    const meta = metaNode(field, [textOf(value) ?? ""], context);
    if (meta) return meta;
    const type = context.index.mapping.field(field);
    if (!type) return unmapped(field);
    if (!caseless) return exactNode({ field: type, value, context });
    if (type.kind !== "text" && type.kind !== "keyword")
      throw new EngineError(
        400,
        "query_shard_exception",
        `[${field}] field which is of type [${type.type}], does not support case insensitive term queries`,
      );
    // Lucene's automaton of no letters accepts nothing, not even the empty term.
    if (textOf(value) === "") return noneNode("empty term without case");
    const automaton = caselessAutomaton(storedTerm(type, textOf(value) ?? ""));
    return {
      kind: "multi_term",
      boost: 1,
      field,
      automaton,
      label: textOf(value) ?? "",
      accepts: (text) => automatonAccepts(automaton, text),
    };
  });
}

type Lookup = { index: string; id: string; path: string; routing?: string };

function lookupOf(settings: JsonObject): Lookup {
  const text = (key: string) => textOf(settings[key]);
  for (const key of Object.keys(settings)) {
    if (!["index", "id", "path", "routing", "store"].includes(key))
      throw dslError(`[terms] query does not support [${key}] within lookup element`, { holder: settings, key });
  }
  const index = text("index");
  const id = text("id");
  const path = text("path");
  if (index === undefined || id === undefined || path === undefined)
    throw illegalArgument("[terms] query lookup element requires specifying the index, id, path");
  const routing = text("routing");
  return { index, id, path, ...(routing === undefined ? {} : { routing }) };
}

function valuesAt(value: JsonValue | undefined, path: readonly string[]): JsonValue[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return isScalar(value) ? [value] : [];
  if (!isJsonObject(value)) return [];
  // A key may itself hold dots.
  const whole = value[path.join(".")];
  return whole === undefined ? valuesAt(value[key], rest) : valuesAt(whole, []);
}

function terms(body: JsonValue): Query {
  const object = objectBody("terms", body);
  let field: string | undefined;
  let values: JsonValue[] = [];
  let lookup: Lookup | undefined;
  for (const [key, value] of Object.entries(object)) {
    if (key === "boost" || key === "_name") continue;
    if (value === null) throw dslError(`[terms] unknown token [VALUE_NULL] after [${key}]`, { holder: object, key });
    if (!Array.isArray(value) && !isJsonObject(value))
      throw dslError(`[terms] query does not support [${key}]`, { holder: object, key });
    if (field !== undefined) throw dslError("[terms] query does not support multiple fields", { holder: object, key });
    field = key;
    if (isJsonObject(value)) lookup = lookupOf(value);
    else values = value;
  }
  if (field === undefined)
    throw dslError(
      "[terms] query requires a field name, followed by array of terms or a document lookup specification",
    );
  if (values.includes(null)) throw dslError("No value specified for terms query");
  const strange = values.find((value) => !isScalar(value));
  if (strange !== undefined) throw dslError(`[terms] query does not support values of type [${tokenOf(strange)}]`);
  if (values.length > MAX_TERMS)
    throw illegalArgument(
      `The number of terms [${values.length}] used in the Terms Query request has exceeded the allowed maximum of [${MAX_TERMS}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`,
    );
  const path = field;
  return makeQuery("terms", commonSettings(object), (context) => {
    const wanted = lookup ? valuesAt(context.lookup(lookup), lookup.path.split(".")) : values;
    const meta = metaNode(
      path,
      wanted.map((value) => textOf(value) ?? ""),
      context,
    );
    if (meta) return meta;
    const type = context.index.mapping.field(path);
    if (!type) return unmapped(path);
    return wanted.length === 0 ? noneNode("no terms") : anyOfNode({ field: type, values: wanted, context });
  });
}

const RANGE_KEYS = [
  "from",
  "to",
  "include_lower",
  "include_upper",
  "gt",
  "gte",
  "ge",
  "lt",
  "lte",
  "le",
  "boost",
  "_name",
  "time_zone",
  "format",
  "relation",
];

function boundsOf(settings: JsonObject): RangeInput {
  let from: JsonValue | undefined;
  let to: JsonValue | undefined;
  let includeFrom = true;
  let includeTo = true;
  for (const [key, value] of Object.entries(settings)) {
    if (key === "from" || key === "gt" || key === "gte" || key === "ge") from = value;
    if (key === "to" || key === "lt" || key === "lte" || key === "le") to = value;
    if (key === "gt" || key === "gte" || key === "ge") includeFrom = key !== "gt";
    if (key === "lt" || key === "lte" || key === "le") includeTo = key !== "lt";
    if (key === "include_lower") includeFrom = booleanOf(value);
    if (key === "include_upper") includeTo = booleanOf(value);
  }
  const bounds: RangeInput = {};
  if (from !== undefined) bounds[includeFrom ? "gte" : "gt"] = from;
  if (to !== undefined) bounds[includeTo ? "lte" : "lt"] = to;
  return bounds;
}

function range(body: JsonValue): Query {
  const object = objectBody("range", body);
  let found: { field: string; settings: JsonObject } | undefined;
  for (const [key, value] of Object.entries(object)) {
    if (key === "_name" || key === "boost") continue;
    if (!isJsonObject(value)) throw dslError(`[range] query does not support [${key}]`, { holder: object, key });
    if (found)
      throw dslError(`[range] query doesn't support multiple fields, found [${found.field}] and [${key}]`, {
        holder: object,
        key,
      });
    for (const name of Object.keys(value))
      if (!RANGE_KEYS.includes(name))
        throw dslError(`[range] query does not support [${name}]`, { holder: value, key: name });
    found = { field: key, settings: value };
  }
  if (!found) throw illegalArgument("field name is null or empty");
  const { field, settings } = found;
  const bounds = boundsOf(settings);
  const relation = textOf(settings["relation"])?.toUpperCase();
  if (relation !== undefined && !["INTERSECTS", "WITHIN", "CONTAINS"].includes(relation))
    throw illegalArgument(`[range] query does not support relation [${textOf(settings["relation"])}]`);
  const format = textOf(settings["format"]);
  // Refused as it is read, whatever the field is.
  if (format !== undefined) dateFormats(format);
  const zone = textOf(settings["time_zone"]);
  if (zone !== undefined) checkZone(zone);
  return makeQuery("range", commonSettings({ ...object, ...settings }), (context) => {
    if (field === "_seq_no") return sequenceNode(bounds);
    const type = context.index.mapping.field(field);
    if (!type) return unmapped(field);
    if (type.kind !== "date") {
      if (zone !== undefined && type.kind !== "text" && type.kind !== "keyword")
        throw illegalArgument(`Field [${field}] of type [${type.type}] does not support custom time zones`);
    }
    return rangeNode({ field: type, bounds, options: { now: context.now, format, zone } });
  });
}

/** The fields that tell whether `pattern` has a value: a leaf, all leaves of an object, or what a wildcard fits. */
export function existsNode(pattern: string, context: RewriteContext): LuceneNode {
  const { mapping } = context.index;
  if (pattern === "_source") throw new EngineError(400, "query_shard_exception", "The _source field is not searchable");
  if (["_id", "_index", "_seq_no", "_version"].includes(pattern)) return { kind: "all", boost: 1 };
  const leaves = pattern.includes("*")
    ? mapping.matching(pattern)
    : mapping.isObject(pattern) || mapping.isNested(pattern)
      ? mapping.matching(`${pattern}.*`)
      : [mapping.field(pattern)];
  if (leaves.length === 1 && leaves[0]?.kind === "rank_features")
    throw illegalArgument("[rank_features] fields do not support [exists] queries");
  const fields = leaves.flatMap((leaf) => (leaf ? [leaf.path] : []));
  if (fields.length === 0) return noneNode(`No field "${pattern}" exists in mappings.`);
  return { kind: "exists", boost: 1, fields };
}

function exists(body: JsonValue): Query {
  const settings = objectBody("exists", body);
  for (const [key, value] of Object.entries(settings)) {
    if (!["field", "boost", "_name"].includes(key))
      throw dslError(`[exists] query does not support [${key}]`, { holder: settings, key });
    if (!isScalar(value))
      throw dslError(`[exists] unknown token [${tokenOf(value)}] after [${key}]`, { holder: settings, key });
  }
  const field = textOf(settings["field"]);
  if (field === undefined) throw dslError("[exists] must be provided with a [field]");
  if (field === "") throw illegalArgument("field name is null or empty");
  return makeQuery("exists", commonSettings(settings), (context) => existsNode(field, context));
}

function ids(body: JsonValue): Query {
  const settings = objectBody("ids", body);
  checkKeys({ type: "ids", settings, known: ["values", "type", "boost", "_name"] });
  const list = settings["values"];
  if (list === undefined || list === null) throw illegalArgument("[ids] requires providing a values");
  const values = (Array.isArray(list) ? list : [list]).map((one) => textOf(one) ?? "");
  return makeQuery("ids", commonSettings(settings), () =>
    values.length === 0 ? noneNode("Missing ids") : { kind: "ids", boost: 1, ids: values },
  );
}

/** Queries for exact values. */
export const exactQueries: Readonly<Record<string, QueryParser>> = { term, terms, range, exists, ids };
