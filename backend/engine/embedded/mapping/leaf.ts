import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Analyzer } from "../analysis/types";
import { EngineError, mapperParsing } from "../errors";
import { DEFAULT_DATE_FORMAT } from "./dates";
import { javaText, joinPath, type BuildContext, type LeafNode } from "./nodes";
import { isKnownType, readParams } from "./params";
import { phraseAnalyzer } from "./phrase-field";
import { vectorFieldOf } from "./vectors";
import type { FieldKind, FieldType } from "./types";

const KINDS: Readonly<Record<string, FieldKind>> = {
  text: "text",
  keyword: "keyword",
  date: "date",
  boolean: "boolean",
  ip: "ip",
  geo_point: "geo_point",
  rank_feature: "rank_feature",
  rank_features: "rank_features",
  dense_vector: "vector",
  knn_vector: "vector",
  long: "number",
  integer: "number",
  short: "number",
  byte: "number",
  double: "number",
  float: "number",
  half_float: "number",
  scaled_float: "number",
  unsigned_long: "number",
};

const WITHOUT_DOC_VALUES: ReadonlySet<FieldKind> = new Set([
  "text",
  "rank_feature",
  "rank_features",
  "vector",
  "stored_only",
]);

export type LeafInput = {
  name: string;
  parentPath: string;
  nestedPath: string | undefined;
  parentField?: string;
  definition: JsonObject;
  context: BuildContext;
  /** Values are kept as they come, and nothing reads them. */
  isUnread?: boolean;
};

function analyzers(
  params: JsonObject,
  { analysis }: BuildContext,
): { analyzer: Analyzer | undefined; searchAnalyzer: Analyzer | undefined; searchQuoteAnalyzer: Analyzer | undefined } {
  const named = (name: JsonValue | undefined) => (typeof name === "string" ? analysis.analyzer(name) : undefined);
  const base = named(params["analyzer"]) ?? analysis.analyzer("default");
  const gap = typeof params["position_increment_gap"] === "number" ? params["position_increment_gap"] : undefined;
  const analyzer = base && gap !== undefined ? { ...base, positionIncrementGap: gap } : base;
  const searchAnalyzer =
    named(params["search_analyzer"]) ??
    (params["analyzer"] === undefined ? (analysis.analyzer("default_search") ?? base) : base);
  return { analyzer, searchAnalyzer, searchQuoteAnalyzer: named(params["search_quote_analyzer"]) ?? searchAnalyzer };
}

function fieldType({
  path,
  type,
  params,
  input,
}: {
  path: string;
  type: string;
  params: JsonObject;
  input: LeafInput;
}): FieldType {
  const kind = input.isUnread ? "stored_only" : (KINDS[type] ?? "stored_only");
  const options = params["index_options"] ?? (kind === "text" ? "positions" : "docs");
  const normalizerName = params["normalizer"];
  const normalizer = typeof normalizerName === "string" ? input.context.analysis.normalizer(normalizerName) : undefined;
  return {
    path,
    type,
    kind,
    indexed: kind !== "stored_only" && params["index"] !== false,
    docValues: !WITHOUT_DOC_VALUES.has(kind) && params["doc_values"] !== false,
    norms: kind === "text" ? params["norms"] !== false : params["norms"] === true,
    positions: kind === "text" && (options === "positions" || options === "offsets"),
    indexPhrases: params["index_phrases"] === true,
    fielddata: params["fielddata"] === true,
    ...(kind === "text" ? analyzers(params, input.context) : {}),
    ...(normalizer ? { normalizer } : {}),
    ...(typeof params["ignore_above"] === "number" ? { ignoreAbove: params["ignore_above"] } : {}),
    ...(kind === "date"
      ? { format: typeof params["format"] === "string" ? params["format"] : DEFAULT_DATE_FORMAT }
      : {}),
    ...(params["null_value"] !== undefined ? { nullValue: params["null_value"] } : {}),
    ...(typeof params["scaling_factor"] === "number" ? { scalingFactor: params["scaling_factor"] } : {}),
    ...(kind === "vector" ? { vector: vectorFieldOf({ type, path, params }) } : {}),
    ...(input.nestedPath !== undefined ? { nestedPath: input.nestedPath } : {}),
    ...(input.parentField !== undefined ? { parent: input.parentField } : {}),
    definition: input.definition,
  };
}

/** Builds a leaf, with its multi-fields, from its definition. Throws `mapper_parsing_exception` in the peer's words. */
export function buildLeaf(input: LeafInput): LeafNode {
  const { name, definition, context } = input;
  const path = joinPath(input.parentPath, name);
  const type = javaText(definition["type"]);
  if (!isKnownType(type)) throw mapperParsing(`No handler for type [${type}] declared on field [${name}]`);
  const rest = { path, type, copyTo: readCopyTo(definition["copy_to"]), multi: buildMultiFields(input, path) };
  try {
    return finishLeaf({ input, ...rest, params: readParams({ definition, type, path, context }) });
  } catch (error) {
    // An older engine took any vector field and read none: it stays what it was.
    if (!context.isStored || KINDS[type] !== "vector" || !(error instanceof EngineError)) throw error;
    const { type: _, fields: __, copy_to: ___, ...params } = definition;
    return finishLeaf({ input: { ...input, isUnread: true }, ...rest, params });
  }
}

type LeafParts = {
  input: LeafInput;
  path: string;
  type: string;
  params: JsonObject;
  copyTo: readonly string[];
  multi: ReadonlyMap<string, LeafNode>;
};

function finishLeaf({ input, path, type, params, copyTo, multi }: LeafParts): LeafNode {
  const shown = leafJson({ type, params, copyTo, multi });
  const field = fieldType({ path, type, params, input: { ...input, definition: shown } });
  return { kind: "leaf", name: input.name, path, type, params, copyTo, multi, field, phrase: phraseField(field) };
}

/** The same leaf with other multi-fields. */
export function withMultiFields(leaf: LeafNode, multi: ReadonlyMap<string, LeafNode>): LeafNode {
  const definition = leafJson({ ...leaf, multi });
  return { ...leaf, multi, field: { ...leaf.field, definition } };
}

function phraseField(field: FieldType): FieldType | undefined {
  if (!field.indexPhrases || !field.analyzer) return undefined;
  const analyzer = phraseAnalyzer(field.analyzer);
  return {
    ...field,
    path: `${field.path}._index_phrase`,
    indexPhrases: false,
    fielddata: false,
    norms: field.norms,
    positions: true,
    analyzer,
    searchAnalyzer: analyzer,
    searchQuoteAnalyzer: analyzer,
    parent: field.path,
    definition: { type: "text" },
  };
}

function readCopyTo(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(javaText) : [javaText(value)];
}

function buildMultiFields(input: LeafInput, path: string): ReadonlyMap<string, LeafNode> {
  const fields = input.definition["fields"];
  const multi = new Map<string, LeafNode>();
  if (fields === undefined || fields === null || (Array.isArray(fields) && fields.length === 0)) return multi;
  if (!isJsonObject(fields))
    throw mapperParsing(
      `expected map for property [fields] on field [${input.name}] but got a class java.lang.${typeof fields === "string" ? "String" : "Object"}`,
    );
  for (const [name, definition] of Object.entries(fields)) {
    if (name.includes("."))
      throw mapperParsing(`Field name [${name}] which is a multi field of [${input.name}] cannot contain '.'`);
    if (!isJsonObject(definition))
      throw mapperParsing(`illegal field [${name}], only fields can be specified inside fields`);
    if (definition["type"] === undefined) throw mapperParsing(`no type specified for property [${name}]`);
    const type = javaText(definition["type"]);
    if (type === "object" || type === "nested" || type === "alias")
      throw mapperParsing(`Type [${type}] cannot be used in multi field`);
    multi.set(
      name,
      buildLeaf({
        name,
        parentPath: path,
        nestedPath: input.nestedPath,
        parentField: path,
        definition,
        context: input.context,
      }),
    );
  }
  return multi;
}

/** A leaf as `GET _mapping` shows it. */
export function leafJson({
  type,
  params,
  copyTo,
  multi,
}: Pick<LeafNode, "type" | "params" | "copyTo" | "multi">): JsonObject {
  const json: JsonObject = { type, ...params };
  if (params["search_analyzer"] !== undefined) {
    if (params["search_analyzer"] === params["analyzer"] && params["search_quote_analyzer"] === undefined)
      delete json["search_analyzer"];
    else if (params["analyzer"] === undefined) json["analyzer"] = "default";
  }
  if (copyTo.length > 0) json["copy_to"] = [...copyTo];
  if (multi.size > 0)
    json["fields"] = Object.fromEntries([...multi].sort(byName).map(([name, leaf]) => [name, leafJson(leaf)]));
  return json;
}

/** Order of the keys of `properties` and `fields` in answers. */
export function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
