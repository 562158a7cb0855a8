import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument, mapperParsing } from "../errors";
import { javaText } from "./nodes";
import { javaDouble, toNumber } from "./numbers";
import type { VectorSpace, VectorField } from "./types";

const SPACES: readonly VectorSpace[] = ["l2", "cosinesimil", "l1", "linf", "innerproduct"];
/** Elasticsearch's names of the same. */
const SIMILARITIES: Readonly<Record<string, VectorSpace>> = {
  cosine: "cosinesimil",
  dot_product: "dot_product",
  l2_norm: "l2",
  max_inner_product: "innerproduct",
};
/** Engines and methods of OpenSearch's: here each searches exactly. */
const ENGINES = ["faiss", "lucene", "nmslib"];
const METHODS = ["hnsw", "ivf"];

/** The space of one of OpenSearch's names; undefined where there is none such. */
export function spaceOf(name: string): VectorSpace | undefined {
  return SPACES.find((space) => space === name);
}

function wholeNumber(value: JsonValue): number {
  const text = javaText(value);
  if (!/^[+-]?\d+$/.test(text)) throw new EngineError(400, "number_format_exception", `For input string: "${text}"`);
  return Number(text);
}

/** Reads the `dims` of a `dense_vector`. */
export function readDims({ value }: { value: JsonValue }): number {
  const dims = wholeNumber(value);
  if (dims < 1 || dims > 4096)
    throw mapperParsing(`The number of dimensions should be in the range [1, 4096] but was [${dims}]`);
  return dims;
}

/** Reads the `dimension` of a `knn_vector`. */
export function readDimension({ value, path }: { value: JsonValue; path: string }): number {
  const text = javaText(value);
  if (!/^[+-]?\d+$/.test(text))
    throw illegalArgument(`Unable to parse [dimension] from provided value [${text}] for vector [${path}]`);
  const dims = Number(text);
  if (dims < 1) throw illegalArgument(`Dimension value must be greater than 0 for vector: ${path}`);
  if (dims > 4096) throw illegalArgument(`Dimension value cannot be greater than 4096 for vector: ${path}`);
  return dims;
}

/** Reads the `similarity` of a `dense_vector`. */
export function readSimilarity({ value }: { value: JsonValue }): string {
  const name = javaText(value);
  if (!Object.hasOwn(SIMILARITIES, name))
    throw mapperParsing(
      `Unknown value [${name}] for field [similarity] - accepted values are [${Object.keys(SIMILARITIES).join(", ")}]`,
    );
  return name;
}

/** Reads `element_type` and `data_type`: vectors of bytes and bits are not kept here. */
export function readElementType({ value, name }: { value: JsonValue; name: string }): string {
  const type = javaText(value);
  if (type !== "float")
    throw mapperParsing(`Unknown value [${type}] for field [${name}] - accepted values are [float]`);
  return type;
}

/** Reads a space type of OpenSearch's. */
export function readSpace({ value }: { value: JsonValue }): string {
  const name = javaText(value);
  if (!spaceOf(name)) throw illegalArgument(`Unable to find space: ${name} . Valid values are: [${SPACES.join(", ")}]`);
  return name;
}

/** Reads the `method` of a `knn_vector`; what it leaves out is put in, as OpenSearch shows it. */
export function readMethod({ value }: { value: JsonValue }): JsonValue {
  if (value === null) return null;
  if (!isJsonObject(value))
    throw mapperParsing('Unable to parse mapping into KNNMethodContext. Object not of type "Map"');
  const strange = Object.keys(value).find((key) => !["name", "engine", "space_type", "parameters"].includes(key));
  if (strange !== undefined) throw mapperParsing(`Invalid parameter for "method" : ${strange}`);
  if (value["name"] === undefined) throw mapperParsing("name needs to be set");
  const { parameters = {} } = value;
  if (!isJsonObject(parameters)) throw mapperParsing("Unable to parse parameters for main method component");
  const engine = javaText(value["engine"] ?? "faiss");
  if (!ENGINES.includes(engine)) throw mapperParsing(`Invalid engine: ${engine}`);
  const name = javaText(value["name"]);
  if (!METHODS.includes(name)) throw illegalArgument(`Invalid method name: ${name}`);
  return {
    engine,
    space_type: value["space_type"] === undefined ? "l2" : readSpace({ value: value["space_type"] }),
    name,
    parameters,
  };
}

/** What the parameters of a field of vectors say. Throws where its number of dimensions is missing. */
export function vectorFieldOf({ type, path, params }: { type: string; path: string; params: JsonObject }): VectorField {
  if (type === "dense_vector") {
    if (typeof params["dims"] !== "number")
      throw mapperParsing(`Missing required parameter [dims] for field [${path}]`);
    const similarity = typeof params["similarity"] === "string" ? params["similarity"] : "cosine";
    // What is not indexed is compared by scripts alone, and takes any vector.
    return {
      dims: params["dims"],
      space: params["index"] === false ? "l2" : (SIMILARITIES[similarity] ?? "cosinesimil"),
    };
  }
  if (typeof params["dimension"] !== "number") throw illegalArgument(`Dimension value missing for vector: ${path}`);
  const method = params["method"];
  const space = params["space_type"] ?? (isJsonObject(method) ? method["space_type"] : undefined);
  return { dims: params["dimension"], space: (typeof space === "string" ? spaceOf(space) : undefined) ?? "l2" };
}

function numberOf(value: JsonValue): number {
  if (typeof value === "number") return value;
  if (value === null)
    throw new EngineError(
      400,
      "json_parse_exception",
      "Current token (VALUE_NULL) not numeric, can not use numeric value accessors",
    );
  return Number(toNumber(value, { type: "double", coerce: true }));
}

/** The numbers of a list as floats. Throws for what is no finite number; how many there are is not asked. */
export function floatsOf(list: readonly JsonValue[]): Float32Array {
  const floats = new Float32Array(list.length);
  for (let at = 0; at < list.length; at++) {
    const number = Math.fround(numberOf(list[at] ?? null));
    if (!Number.isFinite(number))
      throw illegalArgument(`KNN vector values cannot be ${Number.isNaN(number) ? "NaN" : "infinity"}`);
    floats[at] = number;
  }
  return floats;
}

/** The length of a vector. */
export function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (const number of vector) sum += number * number;
  return Math.sqrt(sum);
}

const UNIT_TOLERANCE = 1e-4;

function shown(vector: Float32Array): string {
  const numbers = [...vector.subarray(0, 5)].map((number) => javaDouble(number)).join(", ");
  return `[${numbers}${vector.length > 5 ? ", ..." : ""}]`;
}

function checkDense(
  vector: Float32Array,
  { dims, space }: VectorField,
  { path, id }: { path: string; id: string },
): void {
  if (vector.length !== dims)
    throw illegalArgument(
      `The [dense_vector] field [${path}] in doc [document with id '${id}'] has a different number of dimensions [${vector.length}] than defined in the mapping [${dims}]`,
    );
  if (space !== "cosinesimil" && space !== "dot_product") return;
  const length = lengthOf(vector);
  if (space === "cosinesimil" && length === 0)
    throw illegalArgument(
      `The [cosine] similarity does not support vectors with zero magnitude. Preview of invalid vector: ${shown(vector)}`,
    );
  if (space === "dot_product" && Math.abs(length * length - 1) > UNIT_TOLERANCE)
    throw illegalArgument(
      `The [dot_product] similarity can only be used with unit-length vectors. Preview of invalid vector: ${shown(vector)}`,
    );
}

/**
 * Reads the vector of a document. Throws where it does not fit its field, in the words of the engine whose type it is.
 */
export function readVector(
  value: JsonValue,
  { type, path, id, field }: { type: string; path: string; id: string; field: VectorField },
): Float32Array {
  if (type === "dense_vector") {
    if (!Array.isArray(value))
      throw illegalArgument(
        `Failed to parse object: expecting token of type [START_ARRAY] but found [${tokenName(value)}]`,
      );
    const vector = floatsOf(value);
    checkDense(vector, field, { path, id });
    return vector;
  }
  const list = Array.isArray(value)
    ? value
    : typeof value === "number" || value instanceof LosslessNumber
      ? [value]
      : [];
  const vector = floatsOf(list);
  if (vector.length !== field.dims)
    throw illegalArgument(`Vector dimension mismatch. Expected: ${field.dims}, Given: ${vector.length}`);
  if (field.space === "cosinesimil") requireLength(vector);
  return vector;
}

/** Refuses a vector without a direction, which is neither near nor far by its angle. */
export function requireLength(vector: Float32Array): void {
  if (vector.every((number) => number === 0))
    throw illegalArgument("zero vector is not supported when space type is [cosinesimil]");
}

function tokenName(value: JsonValue): string {
  if (isJsonObject(value)) return "START_OBJECT";
  if (typeof value === "boolean") return `VALUE_${String(value).toUpperCase()}`;
  return typeof value === "string" ? "VALUE_STRING" : "VALUE_NUMBER";
}

/**
 * The value as the peer shows it in what it says of a vector that it could not read: the number it stood at, nothing at
 * the end of the list.
 */
export function vectorPreview(value: JsonValue): string {
  if (!Array.isArray(value)) return typeof value === "number" ? "null" : javaText(value);
  for (const each of value) {
    try {
      if (!Number.isFinite(Math.fround(numberOf(each)))) return "Infinity";
    } catch {
      return javaText(each);
    }
  }
  return "null";
}
