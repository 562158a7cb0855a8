// Which fields are named by what an index is searched with. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { type Condition, type Operand, parseExpression } from "@common/search-relevance/rule-expression/parse";
import type { RuleContent } from "~/services/search-relevance/rules/content";

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const textsOf = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

export type SettingsScreen = "search" | "aggs" | "results";

/** The names in relevance settings, by the screen that sets them. */
export function namesInSettings(record: JsonObject): Record<SettingsScreen, string[]> {
  const [search, aggregations, results] = ["search", "aggregations", "results"].map((section) =>
    objectOf(record[section]),
  );
  return {
    search: [
      ...textsOf(search?.["dataField"]),
      ...textsOf(search?.["distinctField"]),
      ...Object.keys(objectOf(search?.["rankFeature"])),
    ],
    aggs: Object.keys(objectOf(aggregations?.["dataField"])),
    results: ["includeFields", "excludeFields", "highlightFields", "highlightField"].flatMap((name) =>
      textsOf(results?.[name]),
    ),
  };
}

/** The names in preferences of index suggestions that concern an index. */
export function namesInSuggestions(preferences: JsonObject, index: string): string[] {
  const indices = textsOf(preferences["indices"]);
  if (indices.length > 0 && !indices.includes(index)) return [];
  return ["includeFields", "excludeFields", "categoryField", "urlField", "highlightField", "dataField"].flatMap(
    (name) => textsOf(preferences[name]),
  );
}

const fits = (pattern: string, index: string) =>
  pattern
    .split(",")
    .some((one) => one === "*" || one === index || (one.endsWith("*") && index.startsWith(one.slice(0, -1))));

/** Whether a rule may fire for an index: false where its condition wants another. */
export function concerns(condition: Condition, index: string): boolean {
  if (condition.kind === "and") return condition.parts.every((part) => concerns(part, index));
  if (condition.kind !== "compare" || condition.op !== "in" || condition.negated || condition.left.kind !== "literal")
    return true;
  return (
    condition.right.kind !== "variable" ||
    condition.right.name !== "index" ||
    fits(String(condition.left.value).toLowerCase(), index.toLowerCase())
  );
}

function filtersOf(node: Condition | Operand): string[] {
  switch (node.kind) {
    case "variable":
      return node.name === "filter" ? [node.path] : [];
    case "compare":
    case "same":
      return [...filtersOf(node.left), ...filtersOf(node.right)];
    case "not":
      return filtersOf(node.of);
    case "and":
    case "or":
      return node.parts.flatMap(filtersOf);
    default:
      return [];
  }
}

/** The names in the condition and the actions of a rule; none where it is about other indices. Scripts are not read. */
export function namesInRule({ trigger, actions }: RuleContent, index: string): string[] {
  let condition: Condition | null = null;
  try {
    condition = trigger.expression === "" ? null : parseExpression(trigger.expression);
  } catch {
    // A condition that nobody can read fires for nothing; its actions still name what they name.
  }
  if (condition !== null && !concerns(condition, index)) return [];
  const inActions = actions.flatMap(({ type, data }) => {
    if (type === "add_filter") return Object.keys(objectOf(data));
    return type === "search_settings" ? textsOf(objectOf(data)["dataField"]) : [];
  });
  return [...(condition === null ? [] : filtersOf(condition)), ...inActions];
}

/** Of these the members are fields. */
const BY_FIELD = new Set(
  `match match_phrase match_phrase_prefix match_bool_prefix term terms range prefix wildcard regexp fuzzy intervals span_term geo_distance geo_bounding_box
  geo_polygon geo_shape sort _geo_distance`.split(/\s+/),
);
/** The values of these are fields. */
const NAMING = new Set(
  `field fields dataField default_field path _source include includes exclude excludes includeFields excludeFields stored_fields docvalue_fields sort
  distinctField categoryField highlightField aggregationField groupBy`.split(/\s+/),
);

/** The names in the body of a search, of an engine's kind or of ReactiveSearch's. Boosts are cut off. */
export function namesInSearch(body: JsonValue): string[] {
  const names = new Set<string>();
  const add = (name: string) => names.add(name.replace(/\^[\d.]+$/, ""));
  const walk = (value: JsonValue, key: string) => {
    if (typeof value === "string") {
      if (NAMING.has(key)) add(value);
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item, key);
    } else if (isJsonObject(value)) {
      // An aggregation names its field as a value; a query of the same kind has it as a member.
      const isByField = BY_FIELD.has(key) && typeof value["field"] !== "string";
      for (const [name, inner] of Object.entries(value)) {
        if (isByField || (key === "fields" && isJsonObject(inner))) add(name);
        walk(inner, name);
      }
    }
  };
  walk(body, "");
  return [...names];
}

/** The fields that names mean: they name a sub-field, or several with a star. `*` alone means all, and so none. */
export function fieldsNamed(
  names: Iterable<string>,
  { fields, subFields }: { fields: ReadonlySet<string>; subFields: ReadonlyMap<string, string> },
): Set<string> {
  const found = new Set<string>();
  for (const name of names) {
    if (fields.has(name)) found.add(name);
    else if (subFields.has(name)) found.add(subFields.get(name) ?? name);
    else if (name.includes("*") && name !== "*") for (const field of fields) if (matches(name, field)) found.add(field);
  }
  return found;
}

/** Whether a name fits a pattern with stars. Not by a regular expression: many stars would make one slow. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}
