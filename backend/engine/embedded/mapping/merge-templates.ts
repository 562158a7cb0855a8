import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../errors";
import { joinPath } from "./nodes";

/** The definition inside of the one type that there was, where it stands in one. */
function withoutType(definition: JsonObject): JsonObject {
  const inner = definition["_doc"];
  return isJsonObject(inner) && Object.keys(definition).length === 1 ? inner : definition;
}

function isObject(definition: JsonObject): boolean {
  const { type } = definition;
  return type === undefined || type === "object" || type === "nested";
}

function propertiesOf(definition: JsonObject): JsonObject {
  return isJsonObject(definition["properties"]) ? definition["properties"] : {};
}

/** Properties with dotted names as objects in each other. */
function undotted(properties: JsonObject): [string, JsonValue][] {
  return Object.entries(properties).map(([name, definition]) => {
    const [first = name, ...rest] = name.split(".");
    return rest.length === 0 ? [name, definition] : [first, { properties: { [rest.join(".")]: definition } }];
  });
}

function mergeDefinition(base: JsonObject, over: JsonObject, path: string): JsonObject {
  // A field that both define is the later one's alone; what they say of objects adds up.
  if (!isObject(base) && !isObject(over)) return over;
  if (!isObject(base) || !isObject(over))
    throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
  const properties = mergeProperties(propertiesOf(base), propertiesOf(over), path);
  return { ...base, ...over, ...(Object.keys(properties).length > 0 && { properties }) };
}

function mergeProperties(base: JsonObject, over: JsonObject, parent: string): JsonObject {
  const merged: JsonObject = {};
  for (const [name, definition] of [...undotted(base), ...undotted(over)]) {
    const known = merged[name];
    const path = joinPath(parent, name);
    const value =
      isJsonObject(known) && isJsonObject(definition) ? mergeDefinition(known, definition, path) : definition;
    Object.defineProperty(merged, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

function nameOf(entry: JsonValue): string | undefined {
  return isJsonObject(entry) ? Object.keys(entry)[0] : undefined;
}

function mergeNamed(base: readonly JsonValue[], over: readonly JsonValue[]): JsonValue[] {
  const later = new Map(over.map((entry) => [nameOf(entry), entry]));
  const known = new Set(base.map(nameOf));
  return [
    ...base.map((entry) => later.get(nameOf(entry)) ?? entry),
    ...over.filter((entry) => !known.has(nameOf(entry))),
  ];
}

/**
 * Mappings of composable templates, one over the other, as the mapper of Elasticsearch merges them: by field, not by
 * key. Throws where an object meets a field.
 */
export function mergeTemplateMappings(first: JsonObject, second: JsonObject): JsonObject {
  const base = withoutType(first);
  const over = withoutType(second);
  const merged: JsonObject = { ...base, ...over };
  const properties = mergeProperties(propertiesOf(base), propertiesOf(over), "");
  if (Object.keys(properties).length > 0) merged["properties"] = properties;
  const [known, given] = [base["dynamic_templates"], over["dynamic_templates"]];
  if (Array.isArray(known) && Array.isArray(given)) merged["dynamic_templates"] = mergeNamed(known, given);
  if (isJsonObject(base["_meta"]) && isJsonObject(over["_meta"]))
    merged["_meta"] = { ...base["_meta"], ...over["_meta"] };
  return merged;
}
