import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { type Group, GroupSchema } from "@backend/gateway/resources/search-relevance/suggestions/featured/schema";

const objectIn = (holder: JsonObject, name: string): JsonObject => {
  const inner = holder[name] ?? null;
  return isJsonObject(inner) ? inner : {};
};

/** The sections of a search box as they were sent; null where it does not say which it has. */
export function sectionsIn(box: JsonObject): JsonValue {
  return objectIn(objectIn(objectIn(box, "searchbox"), "featured"), "layout")["sections"] ?? null;
}

/** A search box with these sections in the place of its own. */
export function withSections(box: JsonObject, sections: JsonValue): JsonObject {
  const searchbox = objectIn(box, "searchbox");
  const featured = objectIn(searchbox, "featured");
  const layout = { ...objectIn(featured, "layout"), sections };
  return { ...box, searchbox: { ...searchbox, featured: { ...featured, layout } } };
}

/** The featured suggestions of a search box, for searches that name it; null where it has none. */
export function groupIn(box: JsonObject): Group | null {
  return GroupSchema.safeParse({ sections: sectionsIn(box) }).data ?? null;
}
