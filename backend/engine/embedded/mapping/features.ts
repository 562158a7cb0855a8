import { isJsonObject, LosslessNumber, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../errors";
import { featureBits, javaDouble, toFeature, toNumber } from "./numbers";

const MIN_FEATURE = 1.17549435e-38;
/** Ends the name of a feature in a term; four hexadecimal digits of its value follow. */
const END = "\u0000";
const VALUE_LENGTH = 4;

type Kept = { feature: string; field: string; positive: boolean };

/**
 * The value that is kept of a feature: nine significant bits, and of one whose impact is negative those of its inverse.
 * Throws where it cannot be one.
 */
export function keptFeature(number: number, { feature, field, positive }: Kept): number {
  if (number < MIN_FEATURE)
    throw illegalArgument(
      `featureValue must be a positive normal float, got: ${javaDouble(number)} for feature ${feature} on field ${field} which is less than the minimum positive normal float: 1.17549435E-38`,
    );
  if (!Number.isFinite(number))
    throw illegalArgument(`featureValue must be finite, got: ${number} for feature ${feature} on field ${field}`);
  return toFeature(positive ? number : 1 / number);
}

function token(value: JsonValue): string {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  if (typeof value === "string") return "VALUE_STRING";
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return typeof value === "number" || value instanceof LosslessNumber ? "VALUE_NUMBER" : "START_OBJECT";
}

/**
 * The features of an object by name, each as the term that holds its name and its value. Throws where one is no
 * positive number.
 */
export function* featureTerms(
  value: JsonValue,
  { field, positive }: { field: string; positive: boolean },
): Iterable<[name: string, term: string]> {
  if (!isJsonObject(value))
    throw illegalArgument(
      `[rank_features] fields must be json objects, expected a START_OBJECT but got: ${token(value)}`,
    );
  for (const [name, given] of Object.entries(value)) {
    if (given === null) continue;
    if (typeof given !== "number" && typeof given !== "string" && !(given instanceof LosslessNumber))
      throw illegalArgument(
        `[rank_features] fields take hashes that map a feature to a strictly positive float, but got unexpected token ${token(given)}`,
      );
    const number = Math.fround(Number(toNumber(given, { type: "double", coerce: true })));
    const kept = keptFeature(number, { feature: name, field, positive });
    yield [name, `${featurePrefix(name)}${featureBits(kept).toString(16).padStart(VALUE_LENGTH, "0")}`];
  }
}

/** What the terms of a feature begin with. Those of a name that has an end within are longer by more than a value. */
export function featurePrefix(name: string): string {
  return `${name}${END}`;
}

/** The bits of the value in a term with the prefix; undefined where it is another feature's. */
export function bitsIn(term: string, prefix: string): number | undefined {
  return term.length === prefix.length + VALUE_LENGTH ? Number.parseInt(term.slice(prefix.length), 16) : undefined;
}
