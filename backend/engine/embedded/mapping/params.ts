import { pluginHint } from "../analysis/plugins";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument, mapperParsing } from "../errors";
import { dateFormats, DEFAULT_DATE_FORMAT } from "./dates";
import { javaText, type BuildContext } from "./nodes";
import { toNumber } from "./numbers";
import { readDimension, readDims, readElementType, readMethod, readSimilarity, readSpace } from "./vectors";

type ParamInput = { value: JsonValue; name: string; path: string; type: string; context: BuildContext };

/** One parameter of a field type: how it is read, what it is when absent, and whether it may change later. */
export type Param = {
  name: string;
  read(input: ParamInput): JsonValue;
  fallback: JsonValue;
  /** May an existing field take the new value? */
  mayChange(from: JsonValue, to: JsonValue): boolean;
};

const never = () => false;
const always = () => true;

/** Reads `true` or `false`, also as text. Throws 400 in the peer's words for anything else. */
export function readBoolean(value: JsonValue): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw illegalArgument(`Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`);
}

const flag = (name: string, fallback: boolean, mayChange: Param["mayChange"] = never): Param => ({
  name,
  fallback,
  mayChange,
  read: ({ value }) => readBoolean(value),
});
const free = (name: string, fallback: JsonValue = null, mayChange: Param["mayChange"] = always): Param => ({
  name,
  fallback,
  mayChange,
  read: ({ value }) => value,
});
const text = (name: string, fallback: JsonValue, mayChange: Param["mayChange"] = never): Param => ({
  name,
  fallback,
  mayChange,
  read: ({ value }) => javaText(value),
});

function integer(name: string, fallback: number, mayChange: Param["mayChange"] = always): Param {
  return {
    name,
    fallback,
    mayChange,
    read({ value }) {
      if (!/^-?\d+$/.test(String(value)))
        throw new EngineError(400, "number_format_exception", `For input string: "${javaText(value)}"`);
      return Number(String(value));
    },
  };
}

function analyzer(name: string, fallback: JsonValue, mayChange: Param["mayChange"]): Param {
  return {
    name,
    fallback,
    mayChange,
    read({ value, context }) {
      const chosen = javaText(value);
      if (!context.analysis.analyzer(chosen))
        throw illegalArgument(`analyzer [${chosen}] has not been configured in mappings${pluginHint(chosen)}`);
      return chosen;
    },
  };
}

function indexOptions(accepted: readonly string[], fallback: string): Param {
  return {
    name: "index_options",
    fallback,
    mayChange: never,
    read({ value }) {
      const chosen = javaText(value);
      if (!accepted.includes(chosen))
        throw mapperParsing(
          `Unknown value [${chosen}] for field [index_options] - accepted values are [${accepted.join(", ")}]`,
        );
      return chosen;
    },
  };
}

const normalizer: Param = {
  name: "normalizer",
  fallback: null,
  mayChange: never,
  read({ value, path, context }) {
    const chosen = javaText(value);
    if (!context.analysis.normalizer(chosen))
      throw mapperParsing(`normalizer [${chosen}] not found for field [${path}]`);
    return chosen;
  },
};

const format: Param = {
  name: "format",
  fallback: DEFAULT_DATE_FORMAT,
  mayChange: never,
  read({ value, path }) {
    const chosen = javaText(value);
    try {
      dateFormats(chosen);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw illegalArgument(`Error parsing [format] on field [${path}]: ${error.reason}`, { causedBy: error });
    }
    return chosen;
  },
};

const similarity: Param = {
  name: "similarity",
  fallback: "BM25",
  mayChange: never,
  read({ value, path }) {
    const chosen = javaText(value);
    if (chosen !== "BM25" && chosen !== "default")
      throw mapperParsing(`Unknown Similarity type [${chosen}] for field [${path}]`);
    return "BM25";
  },
};

const numericNull: Param = {
  name: "null_value",
  fallback: null,
  mayChange: never,
  read({ value, type }) {
    try {
      if (value !== null) toNumber(value, { type: type === "scaled_float" ? "double" : type, coerce: true });
    } catch (error) {
      if (!(error instanceof EngineError) || !error.reason.startsWith("For input string")) throw error;
      throw new EngineError(400, "number_format_exception", error.reason);
    }
    return value;
  },
};

const nullValue = text("null_value", null);
const stored = [flag("index", true), flag("doc_values", true), flag("store", false)];
const malformed = flag("ignore_malformed", false, always);
const common = [free("meta")];
const numeric = [...stored, malformed, flag("coerce", true, always), numericNull, ...common];

const TEXT: Param[] = [
  flag("index", true),
  flag("store", false),
  analyzer("analyzer", "default", never),
  analyzer("search_analyzer", null, always),
  analyzer("search_quote_analyzer", null, always),
  indexOptions(["positions", "docs", "freqs", "offsets"], "positions"),
  flag("norms", true, (from) => from === true),
  flag("index_phrases", false),
  flag("fielddata", false, always),
  free("fielddata_frequency_filter"),
  integer("position_increment_gap", 100, never),
  flag("eager_global_ordinals", false, always),
  similarity,
  text("term_vector", "no"),
  ...common,
];

const KEYWORD: Param[] = [
  ...stored,
  nullValue,
  integer("ignore_above", 2147483647),
  indexOptions(["docs", "freqs"], "docs"),
  normalizer,
  flag("norms", false, (from) => from === true),
  flag("eager_global_ordinals", false, always),
  flag("split_queries_on_whitespace", false, always),
  similarity,
  ...common,
];

const scaling: Param = {
  name: "scaling_factor",
  fallback: null,
  mayChange: never,
  read({ value, path }) {
    const factor = Number(javaText(value));
    if (!Number.isFinite(factor) || factor <= 0)
      throw illegalArgument(`[scaling_factor] must be a positive number, got [${javaText(value)}] for field [${path}]`);
    return factor;
  },
};

/**
 * Parameters of each field type, in the order in which conflicts are told. `undefined` takes any (types that are only
 * kept).
 */
const TYPES: Readonly<Record<string, readonly Param[] | undefined>> = {
  text: TEXT,
  keyword: KEYWORD,
  long: numeric,
  integer: numeric,
  short: numeric,
  byte: numeric,
  double: numeric,
  float: numeric,
  half_float: numeric,
  unsigned_long: numeric,
  scaled_float: [...numeric, scaling],
  date: [...stored, malformed, format, text("locale", null), text("print_format", null), nullValue, ...common],
  boolean: [...stored, { ...flag("null_value", false), fallback: null }, ...common],
  ip: [...stored, malformed, nullValue, ...common],
  geo_point: [...stored, malformed, flag("ignore_z_value", true, always), free("null_value", null, never), ...common],
  rank_feature: [flag("positive_score_impact", true), ...common],
  rank_features: [flag("positive_score_impact", true), ...common],
  dense_vector: [
    { name: "dims", fallback: null, mayChange: never, read: readDims },
    { name: "element_type", fallback: "float", mayChange: never, read: readElementType },
    flag("index", true),
    { name: "similarity", fallback: "cosine", mayChange: never, read: readSimilarity },
    free("index_options"),
    ...common,
  ],
  knn_vector: [
    { name: "dimension", fallback: null, mayChange: never, read: readDimension },
    { name: "data_type", fallback: "float", mayChange: never, read: readElementType },
    { name: "method", fallback: null, mayChange: never, read: readMethod },
    { name: "space_type", fallback: null, mayChange: never, read: readSpace },
    free("mode"),
    free("compression_level"),
    flag("store", false),
    flag("doc_values", true),
    ...common,
  ],
  binary: [flag("doc_values", false), flag("store", false), ...common],
};

// Kept as they come and shown in the mapping, but no query reaches into them.
const KEPT_ONLY: ReadonlySet<string> = new Set(["geo_shape", "flat_object"]);

export function isKnownType(type: string): boolean {
  return TYPES[type] !== undefined || KEPT_ONLY.has(type);
}

/** The parameters of a type; undefined where any is taken. */
export function paramsOf(type: string): readonly Param[] | undefined {
  return TYPES[type];
}

/**
 * Reads the parameters of one field: those that differ from their defaults, in the order of the type.
 * Throws 400 `mapper_parsing_exception` for unknown ones and the reader's own error for bad values.
 */
export function readParams({
  definition,
  type,
  path,
  context,
}: {
  definition: JsonObject;
  type: string;
  path: string;
  context: BuildContext;
}): JsonObject {
  const { type: _, fields: __, copy_to: ___, ...given } = definition;
  const known = paramsOf(type);
  if (!known) return given;
  const names = new Set(known.map(({ name }) => name));
  for (const name of Object.keys(given))
    if (!names.has(name)) throw mapperParsing(`unknown parameter [${name}] on mapper [${path}] of type [${type}]`);
  const params: JsonObject = {};
  for (const param of known) {
    const value = given[param.name];
    if (value === undefined || (value === null && param.fallback === null)) continue;
    const read = param.read({ value, name: param.name, path, type, context });
    if (read !== param.fallback) params[param.name] = read;
  }
  // A space said beside the method is the method's too.
  if (isJsonObject(params["method"]) && typeof params["space_type"] === "string")
    params["method"] = { ...params["method"], space_type: params["space_type"] };
  if (type === "scaled_float" && params["scaling_factor"] === undefined)
    throw illegalArgument("Field [scaling_factor] is required");
  if (type === "text" && params["index"] === false && params["index_phrases"] === true)
    throw illegalArgument(`Cannot set index_phrases on unindexed field [${path}]`);
  return params;
}
