// Which types a field may be given by a re-index, and which values of its documents a type takes. Pure.
import { isJsonObject, type JsonValue, LosslessNumber } from "@common/text/json";

const NUMBERS = ["integer", "long", "float", "double"] as const;
const FROM_TEXT = [...NUMBERS, "date", "boolean", "rank_feature"];
const VECTORS = ["dense_vector", "knn_vector"];

const OFFERED: Readonly<Record<string, readonly string[]>> = {
  text: ["keyword", ...FROM_TEXT],
  keyword: ["text", ...FROM_TEXT],
  ...Object.fromEntries(
    NUMBERS.map((type) => [type, ["text", "keyword", ...NUMBERS.filter((other) => other !== type), "rank_feature"]]),
  ),
  ...Object.fromEntries(["date", "boolean", "geo_point", "geo_shape"].map((type) => [type, ["text", "keyword"]])),
  object: ["nested"],
  nested: ["object"],
  rank_feature: ["text", "keyword", ...NUMBERS],
  ...Object.fromEntries(VECTORS.map((type) => [type, ["text", "keyword", ...FROM_TEXT]])),
};

/** The types that a field may be given. */
export const conversionsOf = (type: string): readonly string[] => OFFERED[type] ?? [];

/** Why a field cannot be given a type; null where it can. */
export function refusal({ from, to }: { from: string; to: string }): string | null {
  if (from === to) return `The field is ${to} already.`;
  if (conversionsOf(from).includes(to)) return null;
  if (VECTORS.includes(to)) return "A vector needs its number of dimensions. Write the mapping in a re-index.";
  if (to === "geo_point" || to === "geo_shape") return "Other values are no places on a map.";
  if (to === "object" || to === "nested") return "Only fields with fields below them are objects.";
  return `A ${from} field cannot become ${to}.`;
}

/**
 * Whether a field of a type can leave out values that do not fit (`ignore_malformed`). Engines then still refuse
 * objects.
 */
export const leavesOut = (type: string): boolean => type === "date" || NUMBERS.some((one) => one === type);

const LIMITS: Readonly<Record<string, number>> = {
  integer: 2 ** 31,
  long: 2 ** 63,
  float: 3.4028235e38,
  double: Number.MAX_VALUE,
};
const ISO_DATE = /^\d{4}(-\d{2}(-\d{2}(T\d{2}(:\d{2}(:\d{2}([.,]\d{1,9})?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?)?)?$/;

/**
 * Whether one value of a document can be indexed as a type, by the rules of engines: texts of numbers are numbers,
 * nothing is always taken.
 */
export function takes(type: string, value: JsonValue): boolean {
  if (value === null) return true;
  if (type === "object" || type === "nested")
    return Array.isArray(value) ? value.every((item) => takes(type, item)) : isJsonObject(value);
  if (Array.isArray(value))
    return !(type === "rank_feature" && value.length > 1) && value.every((item) => takes(type, item));
  const isNumber = typeof value === "number" || value instanceof LosslessNumber;
  if (!isNumber && typeof value === "object") return false;
  const limit = LIMITS[type];
  // Whole numbers are read without the spaces that fractions may have around them.
  if (limit !== undefined)
    return (
      takesNumber(value, limit) && (type === "float" || type === "double" || String(value).trim() === String(value))
    );
  if (type === "rank_feature") return takesNumber(value, LIMITS["float"] ?? 0) && Number(value) > 0;
  if (type === "boolean") return typeof value === "boolean" || value === "true" || value === "false" || value === "";
  if (type === "date") return takesDate(String(value)) && typeof value !== "boolean";
  return true;
}

function takesNumber(value: boolean | number | string | LosslessNumber, limit: number): boolean {
  if (typeof value === "boolean") return false;
  const text = String(value);
  if (text === "") return true;
  return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text) && Math.abs(Number(text)) < limit;
}

function takesDate(text: string): boolean {
  if (/^-?\d+(\.\d+)?$/.test(text) && text.length !== 4) return true;
  return ISO_DATE.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)));
}
