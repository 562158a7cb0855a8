import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/json";
import { Refusal } from "./refusal";

/** The type that the real server declares for a property; it names it in the refusal. */
export type GoType =
  | "any" | "string" | "int" | "float64" | "bool" | "object" | "[]string" | "[]float64" | "[]any"
  | { struct: string; map?: boolean }
  | { oneOf: readonly string[]; refusal: (value: string) => string };

const NAMES = { object: "map[string]interface {}", "[]any": "[]interface {}" } as const;

function nameOf(type: GoType): string {
  if (typeof type === "object") return "struct" in type ? `${type.map ? "map[string]" : ""}querytranslate.${type.struct}` : "string";
  if (type === "object" || type === "[]any") return NAMES[type];
  return type;
}

function isNumber(value: JsonValue): value is number | LosslessNumber {
  return typeof value === "number" || value instanceof LosslessNumber;
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return "number";
  if (typeof value === "boolean") return "bool";
  return isJsonObject(value) ? "object" : "string";
}

// Null leaves a property unset, whatever its type.
function mismatch(value: JsonValue, type: GoType): { kind: string; type: string } | null {
  if (value === null || type === "any") return null;
  const wrong = { kind: kindOf(value), type: nameOf(type) };
  if (typeof type === "object") {
    if ("struct" in type) return isJsonObject(value) ? null : wrong;
    return typeof value === "string" ? null : wrong;
  }
  switch (type) {
    case "string":
      return typeof value === "string" ? null : wrong;
    case "bool":
      return typeof value === "boolean" ? null : wrong;
    case "object":
      return isJsonObject(value) ? null : wrong;
    case "float64":
      return isNumber(value) ? null : wrong;
    case "int":
      if (!isNumber(value)) return wrong;
      return Number.isSafeInteger(Number(value)) && !/[.eE]/.test(String(value)) ? null : { kind: `number ${String(value)}`, type: "int" };
    case "[]any":
      return Array.isArray(value) ? null : wrong;
    case "[]string":
    case "[]float64":
      if (!Array.isArray(value)) return wrong;
      return value.map((item) => mismatch(item, type === "[]string" ? "string" : "float64")).find((found) => found !== null) ?? null;
  }
}

/**
 * Compares an object with the types that the real server declares, in the order of the text. A word that is not in its list is refused at once;
 * of wrong JSON types the first is told, once all is read (so does Go's decoder). Returns the sentence of the first wrong type, or null.
 */
export function checkTypes({ value, types, path }: { value: JsonObject; types: Readonly<Record<string, GoType>>; path: string }): string | null {
  let first: string | null = null;
  for (const [key, item] of Object.entries(value)) {
    const type = types[key];
    if (type === undefined) continue;
    const found = mismatch(item, type);
    if (typeof type === "object" && "oneOf" in type && item !== null) {
      if (found) throw new Refusal(`json: cannot unmarshal ${found.kind} into Go value of type string`);
      if (typeof item === "string" && !type.oneOf.includes(item)) throw new Refusal(type.refusal(item));
    }
    if (found && first === null) first = `json: cannot unmarshal ${found.kind} into Go struct field ${path}.${key} of type ${found.type}`;
  }
  return first;
}
