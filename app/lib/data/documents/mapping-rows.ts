// A mapping as the rows of a tree, the way the mapping screen shows it: objects, their fields, and the sub-fields of
// each. Pure.
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { byFieldName } from "./mapping-fields";

export type MappingRow = {
  path: string;
  /** The last step of the path. */
  name: string;
  depth: number;
  type: string;
  role: "field" | "object" | "sub-field" | "runtime";
  analyzer: string | null;
  /** The other parameters: `ignore_above: 256, index: false`. */
  options: string;
};

const SHOWN_APART = new Set(["type", "properties", "fields", "analyzer", "search_analyzer", "normalizer"]);
const LONGEST_OPTIONS = 200;

/**
 * All rows of a mapping, each object before its fields and each field before its sub-fields. Runtime fields stand last.
 */
export function mappingRows(mapping: JsonObject): MappingRow[] {
  const rows: MappingRow[] = [];
  collect({ of: mapping["properties"], above: [], role: "field", into: rows });
  collect({ of: mapping["runtime"] ?? mapping["derived"], above: [], role: "runtime", into: rows });
  return rows;
}

type Level = {
  of: JsonValue | undefined;
  above: readonly string[];
  role: "field" | "sub-field" | "runtime";
  into: MappingRow[];
};

function collect({ of, above, role, into }: Level) {
  if (!isJsonObject(of)) return;
  for (const name of Object.keys(of).sort(byFieldName)) {
    const definition = of[name];
    if (!isJsonObject(definition)) continue;
    const steps = [...above, name];
    const { properties, fields } = definition;
    const type = typeof definition["type"] === "string" ? definition["type"] : "object";
    const isObject = isJsonObject(properties) || type === "object" || type === "nested";
    into.push({
      path: steps.join("."),
      name,
      depth: above.length,
      type,
      role: isObject && role === "field" ? "object" : role,
      analyzer: analyzerOf(definition),
      options: optionsOf(definition),
    });
    collect({ of: properties, above: steps, role: "field", into });
    collect({ of: fields, above: steps, role: "sub-field", into });
  }
}

function analyzerOf({ analyzer, search_analyzer: search, normalizer }: JsonObject): string | null {
  const [indexed, searched, normal] = [analyzer, search, normalizer].map((value) =>
    typeof value === "string" ? value : null,
  );
  if (searched && searched !== indexed) return `${indexed ?? "default"}, search: ${searched}`;
  return indexed ?? (normal ? `normalizer: ${normal}` : null);
}

function optionsOf(definition: JsonObject): string {
  const text = Object.entries(definition)
    .filter(([key]) => !SHOWN_APART.has(key))
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : stringifyJson(value)}`)
    .join(", ");
  return text.length > LONGEST_OPTIONS ? `${text.slice(0, LONGEST_OPTIONS)}…` : text;
}

/** The definition at a path of a mapping, sub-fields included; undefined if nothing is there. */
export function definitionAt(mapping: JsonObject, path: string): JsonObject | undefined {
  let here: JsonObject | undefined = mapping;
  // A name of a field may hold dots itself in old mappings; nobody adds one of those.
  for (const step of path.split(".")) {
    const { properties, fields }: JsonObject = here;
    const found: JsonValue | undefined =
      (isJsonObject(properties) ? properties[step] : undefined) ?? (isJsonObject(fields) ? fields[step] : undefined);
    if (!isJsonObject(found)) return undefined;
    here = found;
  }
  return here;
}
