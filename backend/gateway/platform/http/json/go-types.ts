import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { Refusal } from "./refusal";

/** The type that the real server declares for a property; it names it in the refusal. */
export type GoType = Scalar | List | Word | Struct;
type Scalar = "any" | "string" | "int" | "float64" | "bool" | "object";
type List = "[]string" | "[]float64" | "map[string]string";
/** One of a few words; `required` where null is no way to leave it out. */
type Word = { oneOf: readonly string[]; refusal: (value: string) => string; required?: boolean };
/** An object with known properties, or a list or map of such. */
type Struct = { struct: string; fields: GoFields; many?: "list" | "map" };
/** Properties of an object by name. */
export type GoFields = Readonly<{ [name: string]: GoType }>;

/**
 * Where a value stands: the innermost declared object, and the path to it from the top. `found` takes what is told in
 * the end.
 */
type Place = { struct: string; path: string; found: { first: string | null } };

const PREFIXES = { list: "[]", map: "map[string]" } as const;
const ITEMS = { "[]string": "string", "[]float64": "float64", "map[string]string": "string" } as const;

/** The kind of a JSON value in the words of Go's decoder. */
export function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return "number";
  if (typeof value === "boolean") return "bool";
  return isJsonObject(value) ? "object" : "string";
}

function isNumber(value: JsonValue): value is number | LosslessNumber {
  return typeof value === "number" || value instanceof LosslessNumber;
}

function nameOf(type: Scalar | List | Struct): string {
  if (typeof type === "object") return `${type.many ? PREFIXES[type.many] : ""}querytranslate.${type.struct}`;
  return type === "object" ? "map[string]interface {}" : type;
}

function mismatch({ struct, path }: Place, kind: string, type: string): string {
  return `json: cannot unmarshal ${kind} into Go struct field ${struct}.${path} of type ${type}`;
}

function note(place: Place, kind: string, type: string): void {
  place.found.first ??= mismatch(place, kind, type);
}

function checkWord(value: JsonValue, { oneOf, refusal, required }: Word, place: Place): void {
  if (value === null && required !== true) return;
  if (value !== null && typeof value !== "string") throw new Refusal(mismatch(place, kindOf(value), "string"));
  if (!oneOf.includes(value ?? "")) throw new Refusal(refusal(value ?? ""));
}

function itemsOf(value: JsonValue, isMap: boolean): JsonValue[] | null {
  if (isMap) return isJsonObject(value) ? Object.values(value) : null;
  return Array.isArray(value) ? value : null;
}

function checkStruct(value: JsonValue, type: Struct, place: Place): void {
  const { struct, fields, many } = type;
  if (many === undefined)
    return isJsonObject(value)
      ? checkFields(value, fields, { ...place, struct })
      : note(place, kindOf(value), nameOf(type));
  const items = itemsOf(value, many === "map");
  if (items === null) return note(place, kindOf(value), nameOf(type));
  for (const item of items) check(item, { struct, fields }, place);
}

function fitsScalar(value: JsonValue, type: Exclude<Scalar, "any" | "int">): boolean {
  if (type === "float64") return isNumber(value);
  if (type === "object") return isJsonObject(value);
  return typeof value === (type === "bool" ? "boolean" : "string");
}

function check(value: JsonValue, type: GoType, place: Place): void {
  if (typeof type === "object" && "oneOf" in type) return checkWord(value, type, place);
  // Null leaves a property unset, whatever its type.
  if (value === null || type === "any") return;
  if (typeof type === "object") return checkStruct(value, type, place);
  if (type === "int") {
    if (!isNumber(value)) return note(place, kindOf(value), type);
    const isWhole = Number.isSafeInteger(Number(value)) && !/[.eE]/.test(String(value));
    return isWhole ? undefined : note(place, `number ${String(value)}`, type);
  }
  if (type === "[]string" || type === "[]float64" || type === "map[string]string") {
    const items = itemsOf(value, type === "map[string]string");
    if (items === null) return note(place, kindOf(value), type);
    for (const item of items) check(item, ITEMS[type], place);
    return;
  }
  if (!fitsScalar(value, type)) note(place, kindOf(value), nameOf(type));
}

const folded = new WeakMap<GoFields, Map<string, string>>();

// Go's decoder takes a name in any case, which is how `calendarInterval` of the documentation reaches a server that
// calls it `calendarinterval`.
function fieldOf(key: string, fields: GoFields): [string, GoType] | null {
  const names = folded.get(fields) ?? new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name]));
  folded.set(fields, names);
  const name = Object.hasOwn(fields, key) ? key : names.get(key.toLowerCase());
  const type = name === undefined ? undefined : fields[name];
  return name === undefined || type === undefined ? null : [name, type];
}

function checkFields(value: JsonObject, fields: GoFields, place: Place): void {
  for (const [key, item] of Object.entries(value)) {
    const [name, type] = fieldOf(key, fields) ?? [];
    if (name === undefined || type === undefined) continue;
    check(item, type, { ...place, path: place.path === "" ? name : `${place.path}.${name}` });
  }
}

/**
 * Compares an object with the types that the real server declares, in the order of the text. A word that is not in its
 * list is refused at once; of wrong JSON types the first is told, once all is read (so does Go's decoder). Throws a
 * Refusal.
 */
export function checkTypes(value: JsonObject, { struct, fields }: { struct: string; fields: GoFields }): void {
  const found: Place["found"] = { first: null };
  checkFields(value, fields, { struct, path: "", found });
  if (found.first !== null) throw new Refusal(found.first);
}

type Others = "dropped" | "kept";

function knownPart(value: JsonValue, type: GoType, others: Others): JsonValue {
  if (typeof type !== "object" || "oneOf" in type) return value;
  const { fields, many } = type;
  const known = (item: JsonValue): JsonValue => (isJsonObject(item) ? named(item, fields, others) : item);
  if (many === "list") return Array.isArray(value) ? value.map(known) : value;
  if (many === "map" && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, known(item)]));
  return known(value);
}

function named(value: JsonObject, fields: GoFields, others: Others): JsonObject {
  const entries = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    const field = fieldOf(key, fields);
    if (field) return [[field[0], knownPart(item, field[1], others)]];
    return others === "kept" ? [[key, item]] : [];
  });
  return Object.fromEntries(entries);
}

/** The properties of an object that are known, each under the name it is declared by; the others are dropped. */
export function knownFields(value: JsonObject, fields: GoFields): JsonObject {
  return named(value, fields, "dropped");
}

/**
 * The same object with what is known of it under the names that it is declared by, as it will be read; what is not
 * known stays.
 */
export function spelledFields(value: JsonObject, fields: GoFields): JsonObject {
  return named(value, fields, "kept");
}
