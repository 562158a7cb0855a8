import type { JsonObject } from "@common/text/json";
import type { Query } from "../request/schema";

/** The clause asked inside of the query's nested field, where it names one. */
export function nested(clause: JsonObject, { nestedField }: Pick<Query, "nestedField">): JsonObject {
  return nestedField ? { nested: { path: nestedField, query: clause } } : clause;
}
