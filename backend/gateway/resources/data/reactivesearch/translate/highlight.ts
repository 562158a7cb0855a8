import type { JsonObject } from "@common/text/json";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { isGiven } from "./types";

/** Tags around matches in suggestions, where the query names none. */
export const SUGGESTION_TAGS = { pre: '<b class="highlight">', post: "</b>" } as const;

function highlightedFields(query: Query, fields = dataFields(query)): JsonObject {
  const named = query.highlightField ?? [];
  const names = named.length > 0 ? named : fields.map(({ field }) => field);
  return Object.fromEntries(names.map((name) => [name, {}]));
}

/**
 * The highlight part of a search body; null where none is asked for. A configuration replaces the defaults and gets
 * `fields` if it has none.
 */
export function highlightOf(query: Query): JsonObject | null {
  if (!query.highlight) return null;
  const config = query.highlightConfig ?? query.customHighlight;
  if (config) return isGiven(config["fields"]) ? config : { ...config, fields: highlightedFields(query) };
  if (query.type === "suggestion") {
    // The highlight of suggestions is made before fields of synonyms are left out of the search.
    const fields = highlightedFields(query, dataFields({ ...query, enableSynonyms: true }));
    return { fields, pre_tags: SUGGESTION_TAGS.pre, post_tags: SUGGESTION_TAGS.post };
  }
  const fields = highlightedFields(query);
  const anyField: JsonObject = (query.highlightField ?? []).length > 0 ? { require_field_match: false } : {};
  return { pre_tags: ["<mark>"], post_tags: ["</mark>"], fields, ...anyField };
}
