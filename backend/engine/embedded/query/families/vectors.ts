import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { floatsOf, lengthOf, requireLength, spaceOf } from "../../mapping/vectors";
import type { FieldType, VectorField, VectorSpace } from "../../mapping/types";
import { noneNode } from "../core/nodes";
import { scoreAtDistance, scoreAtSimilarity } from "../core/vector-spaces";
import { ClauseError, contentError, didYouMean, DslError, dslError, tokenOf } from "../parse/errors";
import { makeQuery, parseQuery } from "../parse/parse";
import { booleanOf, commonSettings, floatOf, isScalar, objectBody, textOf } from "../parse/values";
import type { LuceneNode, ParseContext, Query, QueryParser, RewriteContext } from "../types";

const MOST = 10_000;
/** Candidates where a query says nothing of how many. */
const DEFAULT_K = 10;

function failed(holder: JsonObject, key: string, cause: EngineError): EngineError {
  return contentError(`[knn] failed to parse field [${key}]`, { holder, key }, cause);
}

/** Reads the vector under a key. */
function vectorAt(holder: JsonObject, key: string): Float32Array {
  const value = holder[key];
  const list = Array.isArray(value) ? value : isScalar(value) ? [value ?? null] : undefined;
  if (!list) throw contentError(`[knn] ${key} doesn't support values of type: ${tokenOf(value)}`, { holder, key });
  if (list.length === 0)
    throw failed(holder, key, illegalArgument("[knn] field 'vector' requires to be non-null and non-empty"));
  return Float32Array.from(list, (each) => {
    try {
      return floatOf(each);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw failed(holder, key, error);
    }
  });
}

function numberAt(holder: JsonObject, key: string): number | undefined {
  if (holder[key] === undefined) return undefined;
  try {
    return floatOf(holder[key]);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw failed(holder, key, error);
  }
}

function filterAt(holder: JsonObject, key: string, context: ParseContext): Query[] {
  const value = holder[key];
  if (value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => {
    try {
      return parseQuery(one, context);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw new ClauseError(`[knn] failed to parse field [${key}]`, { holder, key }, error);
    }
  });
}

function checkKeys(settings: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(settings))
    if (!known.includes(key))
      throw contentError(`[knn] unknown field [${key}]${didYouMean(key, known)}`, { holder: settings, key });
}

/** What a look for neighbours asks, in either spelling. */
type Asked = {
  path: string;
  vector: Float32Array;
  most: number;
  filters: readonly Query[];
  ignoreUnmapped: boolean;
  /** The lowest score that counts, by the field's space. */
  least: (space: VectorSpace) => number;
};

type VectorType = FieldType & { vector: VectorField };

function isVector(field: FieldType | undefined): field is VectorType {
  return field?.kind === "vector" && field.vector !== undefined;
}

function checkVector(vector: Float32Array, { vector: { dims, space }, type }: VectorType): void {
  if (vector.length !== dims)
    throw illegalArgument(
      type === "dense_vector"
        ? `the query vector has a different dimension [${vector.length}] than the index vectors [${dims}]`
        : `Query vector has invalid dimension: ${vector.length}. Dimension should be: ${dims}`,
    );
  const strange = vector.findIndex((number) => !Number.isFinite(number));
  if (strange >= 0) throw illegalArgument(`non-finite value at vector[${strange}]=${vector[strange]}`);
  if (type === "dense_vector" && space === "cosinesimil" && lengthOf(vector) === 0)
    throw illegalArgument("The [cosine] similarity does not support vectors with zero magnitude.");
  if (type === "knn_vector" && space === "cosinesimil") requireLength(vector);
}

function nearestNode(
  { path, vector, most, filters, ignoreUnmapped, least }: Asked,
  context: RewriteContext,
): LuceneNode {
  const field = context.index.mapping.field(path);
  if (!field && ignoreUnmapped) return noneNode(`unmapped field [${path}]`);
  if (!isVector(field)) throw illegalArgument(`Field '${path}' is not knn_vector type.`);
  if (field.nestedPath !== undefined)
    throw illegalArgument(`[knn] does not search the vectors of nested objects here: [${path}]`);
  checkVector(vector, field);
  const { space } = field.vector;
  const chosen = [
    ...filters.map((filter) => filter.rewrite(context)),
    ...(context.aliasFilter ? [context.aliasFilter] : []),
  ];
  const filter: LuceneNode | undefined =
    chosen.length === 0
      ? undefined
      : { kind: "boolean", boost: 1, must: [], filter: chosen, should: [], mustNot: [], minimumShouldMatch: 0 };
  return { kind: "nearest", boost: 1, field: field.path, vector, space, most, least: least(space), filter };
}

/** `{"knn":{"field":{"vector":[…],"k":10,"filter":…}}}`, as OpenSearch's plugin reads it. */
function opensearchKnn(body: JsonObject, context: ParseContext): Query {
  const [first, second] = Object.entries(body).filter(([key]) => key !== "boost" && key !== "_name");
  if (!first) throw illegalArgument("[knn] field 'vector' requires to be non-null and non-empty");
  const [path, value] = first;
  if (second)
    throw dslError(`[knn] query doesn't support multiple fields, found [${path}] and [${second[0]}]`, {
      holder: body,
      key: second[0],
    });
  if (!isJsonObject(value) && !Array.isArray(value))
    throw contentError(`Failed to parse list:  expecting START_ARRAY but got ${tokenOf(value)}`, {
      holder: body,
      key: path,
    });
  const settings = isJsonObject(value) ? value : { vector: value };
  checkKeys(settings, [
    "vector",
    "k",
    "filter",
    "boost",
    "_name",
    "min_score",
    "max_distance",
    "ignore_unmapped",
    "method_parameters",
    "rescore",
    "expand_nested_docs",
  ]);
  const vector = settings["vector"] === undefined ? undefined : vectorAt(settings, "vector");
  if (Array.isArray(settings["filter"]))
    throw contentError(`[knn] filter doesn't support values of type: START_ARRAY`, { holder: settings, key: "filter" });
  const filters = filterAt(settings, "filter", context);
  const k = numberAt(settings, "k");
  const minScore = numberAt(settings, "min_score");
  const maxDistance = numberAt(settings, "max_distance");
  const common = commonSettings({ ...body, ...settings });
  if (!vector) throw illegalArgument("[knn] requires query vector");
  if ([k, minScore, maxDistance].filter((one) => one !== undefined).length !== 1)
    throw illegalArgument("[knn] requires exactly one of k, distance or score to be set");
  if (k !== undefined && (Math.trunc(k) < 1 || k > MOST))
    throw illegalArgument(`[knn] requires k to be in the range (0, ${MOST}]`);
  if (minScore !== undefined && minScore <= 0) throw illegalArgument("[knn] requires minScore to be greater than 0");
  const least = (space: VectorSpace) =>
    maxDistance === undefined ? (minScore ?? -Infinity) : scoreAtDistance(space, maxDistance);
  const ignoreUnmapped = settings["ignore_unmapped"] !== undefined && booleanOf(settings["ignore_unmapped"]);
  const asked: Asked = {
    path,
    vector,
    most: k === undefined ? Infinity : Math.trunc(k),
    filters,
    ignoreUnmapped,
    least,
  };
  return makeQuery("knn", common, (rewrite) => nearestNode(asked, rewrite));
}

const OWN_KEYS = ["field", "query_vector", "k", "num_candidates", "filter", "similarity", "boost", "_name"];

/** `{"knn":{"field":…,"query_vector":[…],"k":10,"num_candidates":100,"filter":…}}`, as Elasticsearch 8 reads it. */
function elasticsearchKnn(body: JsonObject, context: ParseContext): Query {
  checkKeys(body, OWN_KEYS);
  const missing = ["field", "query_vector"].filter((key) => body[key] === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
  const path = textOf(body["field"]);
  if (path === undefined)
    throw contentError(`[knn] field doesn't support values of type: ${tokenOf(body["field"])}`, {
      holder: body,
      key: "field",
    });
  const vector = vectorAt(body, "query_vector");
  const candidates = numberAt(body, "num_candidates");
  const k = numberAt(body, "k") ?? candidates ?? DEFAULT_K;
  const similarity = numberAt(body, "similarity");
  const filters = filterAt(body, "filter", context);
  const common = commonSettings(body);
  if (k < 1) throw illegalArgument("[k] must be greater than 0");
  if (candidates !== undefined && candidates < k) throw illegalArgument("[num_candidates] cannot be less than [k]");
  if (candidates !== undefined && candidates > MOST) throw illegalArgument(`[num_candidates] cannot exceed [${MOST}]`);
  if (k > MOST) throw illegalArgument(`[k] cannot exceed [${MOST}]`);
  const least = (space: VectorSpace) => (similarity === undefined ? -Infinity : scoreAtSimilarity(space, similarity));
  const asked: Asked = { path, vector, most: Math.trunc(k), filters, ignoreUnmapped: false, least };
  return makeQuery("knn", common, (rewrite) => nearestNode(asked, rewrite));
}

function knn(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("knn", body);
  return settings["query_vector"] !== undefined || typeof settings["field"] === "string"
    ? elasticsearchKnn(settings, context)
    : opensearchKnn(settings, context);
}

/** The `knn` of a search body: one look for neighbours, or several. Throws EngineError in Elasticsearch's words. */
export function parseTopKnn(value: JsonValue): Query[] {
  return (Array.isArray(value) ? value : [value]).map((one) => {
    if (!isJsonObject(one)) throw dslError(`Unknown key for a ${tokenOf(value)} in [knn].`);
    return elasticsearchKnn(one, { depth: 0 });
  });
}

/** The script of a ranking by nearness that Elasticsearch runs. */
const COSINE_SCRIPT = "cosineSimilarity(params.queryVector, params.dataField) + 1.0";

type Script = { path: string; vector: Float32Array; space: VectorSpace; plain: boolean };

function paramsVector(params: JsonObject, key: string): Float32Array {
  const value = params[key];
  if (value === undefined) throw illegalArgument(`Missing parameter [${key}]`);
  if (!Array.isArray(value)) throw illegalArgument(`Parameter [${key}] is no list of numbers`);
  return floatsOf(value);
}

/** What a script ranks by; undefined where it is any other. No script is run: these two are known by their text. */
function scriptOf(script: JsonObject): (() => Script) | undefined {
  const { source, lang, params, ...more } = script;
  if (Object.keys(more).length > 0 || !(params === undefined || isJsonObject(params))) return undefined;
  const given = params ?? {};
  if (source === COSINE_SCRIPT && (lang === undefined || lang === "painless"))
    return () => ({
      path: textOf(given["dataField"]) ?? "",
      vector: paramsVector(given, "queryVector"),
      space: "cosinesimil",
      plain: true,
    });
  if (source !== "knn_score" || lang !== "knn") return undefined;
  return () => {
    if (given["field"] === undefined) throw illegalArgument("Missing parameter [field]");
    const space = spaceOf(textOf(given["space_type"]) ?? "");
    if (!space) throw illegalArgument("Invalid space type. Please refer to the available space types.");
    return { path: textOf(given["field"]) ?? "", vector: paramsVector(given, "query_value"), space, plain: false };
  };
}

function checkScript(
  { path, vector, space, plain }: Script,
  field: FieldType | undefined,
): asserts field is VectorType {
  if (!isVector(field)) {
    if (!plain) throw illegalArgument(`Incompatible field_type for ${space} space. The field type must be knn_vector.`);
    throw new EngineError(400, "script_exception", "runtime error", {
      causedBy: illegalArgument(`No field found for [${path}] in mapping`),
    });
  }
  const { dims } = field.vector;
  if (vector.length !== dims) {
    if (!plain)
      throw new EngineError(
        400,
        "illegal_state_exception",
        `Object's length=${vector.length} does not match the expected length=${dims}.`,
      );
    const cause = illegalArgument(
      `The query vector has a different number of dimensions [${vector.length}] than the document vectors [${dims}].`,
    );
    throw new EngineError(400, "script_exception", "runtime error", { causedBy: cause });
  }
  if (space === "cosinesimil" && !plain) requireLength(vector);
}

function scriptScore(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("script_score", body);
  const script = settings["script"];
  const read = isJsonObject(script) ? scriptOf(script) : undefined;
  if (isJsonObject(script) && settings["query"] !== undefined && !read) {
    const cause = new EngineError(400, "named_object_not_found_exception", "unknown field [script_score]");
    throw new DslError(
      "parsing_exception",
      "unknown query [script_score]: no scripts run here; those that rank by a vector are known by their text",
      { holder: settings, key: "script" },
      "details",
      cause,
    );
  }
  for (const key of Object.keys(settings))
    if (!["query", "script", "min_score", "boost", "_name"].includes(key))
      throw contentError(`[script_score] unknown field [${key}]`, { holder: settings, key });
  const missing = ["query", "script"].filter((key) => settings[key] === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
  if (!read)
    throw contentError(`[script_score] script doesn't support values of type: ${tokenOf(script)}`, {
      holder: settings,
      key: "script",
    });
  const query = parseQuery(settings["query"] ?? null, context);
  const minScore = settings["min_score"] === undefined ? undefined : Math.fround(floatOf(settings["min_score"]));
  return makeQuery("script_score", commonSettings(settings), (rewrite): LuceneNode => {
    const chosen = read();
    const field = rewrite.index.mapping.field(chosen.path);
    checkScript(chosen, field);
    const { vector, space, plain } = chosen;
    return {
      kind: "vector_score",
      boost: 1,
      field: field.path,
      vector,
      space,
      plain,
      minScore,
      query: query.rewrite(rewrite),
    };
  });
}

/** Queries by how near vectors are. */
export const vectorQueries: Readonly<Record<string, QueryParser>> = { knn, script_score: scriptScore };
