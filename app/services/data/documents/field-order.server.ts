import type { JsonObject, JsonValue } from "@common/text/json";
import type { Role } from "~/lib/search-relevance/field-roles";
import { guessRoles } from "~/services/search-relevance/first-settings/roles";

/** The roles that a form begins with; the other fields follow as the mapping has them. */
const FIRST: readonly Role[] = ["title", "text"];

function textsOf(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}

/** The fields at the top of a mapping; `types` are those of all its fields, by path. */
export const topFields = (types: ReadonlyMap<string, string>): string[] => [
  ...new Set([...types.keys()].map((path) => path.split(".")[0] ?? path)),
];

/**
 * The fields at the top of a mapping in the order in which a document is written: the title, texts, then the rest as
 * the mapping has it. What a field is for is guessed from its name, its type and documents of the index.
 */
export function writingOrder(types: ReadonlyMap<string, string>, samples: readonly JsonObject[]): string[] {
  const paths = topFields(types);
  const roles = guessRoles(
    paths.map((path) => ({
      path,
      type: types.get(path) ?? "object",
      values: samples.flatMap((source) => textsOf(source[path])),
    })),
  );
  const rank = (path: string) => {
    const at = FIRST.indexOf(roles.get(path) ?? "other");
    return at === -1 ? FIRST.length : at;
  };
  return paths.toSorted((one, other) => rank(one) - rank(other));
}
