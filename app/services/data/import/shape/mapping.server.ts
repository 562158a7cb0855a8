import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { DetectedField, FieldPlan, FieldType, UseCase } from "../types";
import { fieldTypes } from "../types";

// Sub-fields by use case: wire contract of the schema screen. Analyzers are those of the server's index template.
const subFields: Record<"search" | "aggs", JsonObject> = {
  search: {
    search: { type: "text", analyzer: "ngram_analyzer", search_analyzer: "standard" },
    autosuggest: { type: "text", analyzer: "autosuggest_analyzer", search_analyzer: "standard" },
    delimiter: { type: "text", analyzer: "universal_delimiter_analyzer", index_options: "offsets" },
  },
  aggs: { keyword: { type: "keyword", ignore_above: 256 } },
};

function textMapping(useCase: UseCase): JsonObject {
  const fields: JsonObject = {
    ...(useCase === "search" || useCase === "searchaggs" ? subFields.search : {}),
    ...(useCase === "aggs" || useCase === "searchaggs" ? subFields.aggs : {}),
  };
  const base: JsonObject = { type: "text", analyzer: "standard", search_analyzer: "standard" };
  return Object.keys(fields).length > 0 ? { ...base, fields } : base;
}

/** The mapping of one chosen field; null when it is left to the server. */
export function fieldMapping(field: Pick<FieldPlan, "type" | "useCase">): JsonObject | null {
  if (field.type === "auto") return null;
  return field.type === "text" ? textMapping(field.useCase) : { type: field.type };
}

/**
 * The `properties` that a plan asks for. Takes the fields and those that the index has already, which are left alone;
 * dots become inner objects.
 */
export function planMapping({
  fields,
  existing,
}: {
  fields: FieldPlan[];
  existing: Map<string, ExistingField>;
}): JsonObject {
  const root: JsonObject = {};
  for (const field of fields) {
    const mapping =
      field.include && !existing.has(field.name) && !isUnmapped(field.name, existing) ? fieldMapping(field) : null;
    if (!mapping) continue;
    const steps = field.name.split(".");
    let level = root;
    steps.forEach((step, at) => {
      if (at === steps.length - 1) {
        level[step] = mapping;
        return;
      }
      const known = level[step];
      const node: JsonObject = isJsonObject(known) ? known : { properties: {} };
      if (!isJsonObject(node.properties)) node.properties = {};
      level[step] = node;
      level = isJsonObject(node.properties) ? node.properties : {};
    });
  }
  return root;
}

const isUnmapped = (name: string, existing: Map<string, ExistingField>) =>
  [...existing].some(([outer, { disabled }]) => disabled && name.startsWith(`${outer}.`));

/** `disabled` is an object whose members the index stores and does not map. */
export type ExistingField = { type: string; useCase: UseCase; disabled?: true };

/** The fields of an index by name, from the `properties` of its mapping; objects as names with dots. */
export function existingFields(properties: JsonValue | undefined): Map<string, ExistingField> {
  const found = new Map<string, ExistingField>();
  collect({ properties, path: "", found });
  return found;
}

function collect({
  properties,
  path,
  found,
}: {
  properties: JsonValue | undefined;
  path: string;
  found: Map<string, ExistingField>;
}) {
  if (!isJsonObject(properties)) return;
  for (const [key, value] of Object.entries(properties)) {
    if (!isJsonObject(value)) continue;
    const name = path === "" ? key : `${path}.${key}`;
    if (isJsonObject(value.properties)) {
      collect({ properties: value.properties, path: name, found });
      if (value.type === "nested") found.set(name, { type: "nested", useCase: "none" });
      continue;
    }
    const type = value.type ?? (value.enabled === undefined ? undefined : "object");
    if (typeof type === "string")
      found.set(name, { type, useCase: useCaseOf(value.fields), ...(value.enabled === false && { disabled: true }) });
  }
}

function useCaseOf(fields: JsonValue | undefined): UseCase {
  if (!isJsonObject(fields)) return "none";
  const aggs = Object.values(fields).some((field) => isJsonObject(field) && field.type === "keyword");
  const search = ["search", "autosuggest", "delimiter"].some((name) => name in fields);
  return aggs && search ? "searchaggs" : aggs ? "aggs" : search ? "search" : "none";
}

const near: Record<string, FieldType> = {
  short: "integer",
  byte: "integer",
  half_float: "float",
  scaled_float: "double",
  match_only_text: "text",
  wildcard: "keyword",
};

/** The type to choose for a field that the index has: its own where it can be chosen, else the nearest or `auto`. */
export function choosableType(type: string): FieldType {
  return fieldTypes.find((each) => each === type) ?? near[type] ?? "auto";
}

/** Detected fields as they are proposed for an index that has some of them: the index decides its types. */
export function withExisting({
  fields,
  existing,
}: {
  fields: DetectedField[];
  existing: Map<string, ExistingField>;
}): DetectedField[] {
  return fields.map((field) => {
    const known = existing.get(field.name);
    if (!known) return field;
    const type = choosableType(known.type);
    const differs =
      type !== field.type && !(type === "auto" || field.type === "auto" || widens({ from: field.type, to: type }));
    const note = differs
      ? `This index has ${field.name} as ${known.type}, the values here look like ${field.type}: rows that do not fit will fail.`
      : field.note;
    return { ...field, type, useCase: known.useCase, note };
  });
}

function widens({ from, to }: { from: FieldType; to: FieldType }): boolean {
  if (to === "text" || to === "keyword") return true;
  if (from === "long" || from === "integer") return ["long", "integer", "double", "float"].includes(to);
  return from === "double" && to === "float";
}

/** What stands against a chosen field, to be shown beside it; null when nothing does. */
export function fieldConflict({
  field,
  fields,
  existing,
}: {
  field: FieldPlan;
  fields: FieldPlan[];
  existing: Map<string, ExistingField>;
}): string | null {
  if (!field.include) return null;
  const known = existing.get(field.name);
  if (known && choosableType(known.type) !== field.type) {
    return `The index has ${field.name} as ${known.type}; a type cannot be changed by an import. Choose ${choosableType(known.type)} or leave the field out.`;
  }
  if (known && field.type === "text" && known.useCase !== field.useCase) {
    return `The index uses ${field.name} for “${known.useCase}”; change that under Schema, not by an import.`;
  }
  const inner = fields.find((other) => other.include && other.name.startsWith(`${field.name}.`));
  if (inner && field.type !== "object" && field.type !== "auto")
    return `Cannot be a value and an object at once: ${inner.name} is taken too. Leave one of them out.`;
  for (const [name, other] of existing) {
    if (name.startsWith(`${field.name}.`) && field.type !== "object" && field.type !== "auto") {
      return `The index has ${field.name} as an object (${name}); it cannot be ${field.type}. Leave it out.`;
    }
    if (field.name.startsWith(`${name}.`) && other.type !== "nested" && other.type !== "object") {
      return `The index has ${name} as ${other.type}, so it cannot hold ${field.name}. Leave it out.`;
    }
  }
  return null;
}

const repliedMapping = z.record(z.string(), z.object({ mappings: z.unknown().optional() }));

/** The `properties` out of a reply of `GET /{index}/_mapping`: the index asked for, else the first one (an alias). */
export function propertiesOf({ reply, index }: { reply: JsonValue; index: string }): JsonValue | undefined {
  const parsed = repliedMapping.safeParse(reply);
  if (!parsed.success || !isJsonObject(reply)) return undefined;
  const entry = reply[index] ?? Object.values(reply)[0];
  const mappings = isJsonObject(entry) ? entry.mappings : undefined;
  return isJsonObject(mappings) ? mappings.properties : undefined;
}
