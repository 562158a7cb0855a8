import type { JsonObject, JsonValue } from "@common/text/json";

/** Which fields results have: the name of the choice in the form, beside its two lists. */
export const FIELDS_CHOICE = "fieldsChoice";

const namesOf = (value: JsonValue | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const isAll = (include: readonly string[]) => include.length === 0 || include.includes("*");

/** What was chosen, told by the two lists that are kept. */
export function chosenFields(values: JsonObject): "all" | "only" | "except" | "both" {
  const all = isAll(namesOf(values["results.includeFields"]));
  if (namesOf(values["results.excludeFields"]).length === 0) return all ? "all" : "only";
  return all ? "except" : "both";
}

/**
 * The lists that a choice and its lists stand for. What says "all" is spelled as it was before, so that it is no change.
 */
export function listsOf(choice: unknown, typed: JsonObject, before: JsonObject): JsonObject {
  const include = namesOf(before["results.includeFields"]);
  const every = isAll(include) ? include : ["*"];
  if (choice === "all") return { ...typed, "results.includeFields": every, "results.excludeFields": [] };
  if (choice === "except") return { ...typed, "results.includeFields": every };
  return choice === "only" ? { ...typed, "results.excludeFields": [] } : typed;
}
