import type { JsonObject } from "@common/text/json";
import type { GoFields, GoType } from "@backend/gateway/platform/http/json/go-types";
import { QUERY_TYPES, SETTINGS_TYPES } from "./property-types";

function property(type: GoType): JsonObject {
  if (typeof type === "object")
    return "struct" in type ? structured(type.fields, type.many) : { type: "string", enum: [...type.oneOf] };
  switch (type) {
    case "any":
      return {};
    case "string":
      return { type: "string" };
    case "int":
      return { type: "integer" };
    case "float64":
      return { type: "number" };
    case "bool":
      return { type: "boolean" };
    case "object":
      return { type: "object" };
    case "map[string]string":
      return { type: "object", patternProperties: { ".*": { type: "string" } } };
    case "[]string":
      return { type: "array", items: { type: "string" } };
    case "[]float64":
      return { type: "array", items: { type: "number" } };
  }
}

function structured(fields: GoFields, many?: "list" | "map"): JsonObject {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, property(type)]));
  const one: JsonObject = { type: "object", additionalProperties: false, properties };
  if (many === "map") return { type: "object", patternProperties: { ".*": one } };
  return many === "list" ? { type: "array", items: one } : one;
}

function objectOf(types: GoFields, required: string[] = []): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { title: name, ...property(type) }]),
  );
  return {
    type: "object",
    additionalProperties: false,
    preservedOrder: Object.keys(types),
    properties,
    ...(required.length > 0 ? { required } : {}),
  };
}

/**
 * The JSON schema of a search request, in the frame of the real server: editors of clients complete and check requests
 * by it.
 */
export function requestSchema(): JsonObject {
  return {
    $id: "https://github.com/appbaseio/reactivesearch-api/plugins/querytranslate/rs-query",
    $schema: "http://json-schema.org/draft/2020-12/schema",
    additionalProperties: false,
    preservedOrder: ["query", "settings", "metadata"],
    properties: {
      metadata: { title: "metadata", description: "Metadata for the request being made", type: "object" },
      query: {
        title: "query",
        description: "The array of queries to execute",
        type: "array",
        items: objectOf(QUERY_TYPES, ["id"]),
      },
      settings: { title: "settings", description: "Settings of the whole request", ...objectOf(SETTINGS_TYPES) },
    },
    required: ["query"],
    type: "object",
  };
}
