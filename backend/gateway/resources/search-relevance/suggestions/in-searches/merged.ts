import { isJsonObject, type JsonObject } from "@common/text/json";
import type { Query } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { emptySuggestion, type Suggestion } from "@backend/gateway/resources/data/reactivesearch/response/suggestion";

/** Suggestions that come from elsewhere than the index. */
export type Others = { featured: readonly Suggestion[]; recent: readonly string[]; popular: readonly string[] };

function ofSearches(
  searches: readonly string[],
  kind: "recent" | "popular",
  sectionLabel: string | undefined,
): Suggestion[] {
  return searches.map((value) => emptySuggestion({ value, label: value, kind, sectionLabel }));
}

// Sections that are named come first, in that order; the others stay as they are.
function inOrder(suggestions: readonly JsonObject[], order: readonly string[]): JsonObject[] {
  const place = ({ sectionId }: JsonObject) => {
    const at = typeof sectionId === "string" ? order.indexOf(sectionId) : -1;
    return at < 0 ? order.length : at;
  };
  return [...suggestions].sort((a, b) => place(a) - place(b));
}

/**
 * The answer to a suggestion query with suggestions from elsewhere: promoted ones before them, those of the index
 * behind. A search stands there once.
 */
export function withOthers(answer: JsonObject, { query, others }: { query: Query; others: Others }): JsonObject {
  const { hits } = answer;
  if (hits === undefined || !isJsonObject(hits) || !Array.isArray(hits["hits"])) return answer;
  const found = hits["hits"].filter(isJsonObject);
  const isPromoted = (hit: JsonObject) => hit["_suggestion_type"] === "promoted";
  const recent = ofSearches(others.recent, "recent", query.recentSuggestionsConfig?.sectionLabel);
  const known = new Set(others.recent);
  const popular = ofSearches(
    others.popular.filter((search) => !known.has(search)),
    "popular",
    query.popularSuggestionsConfig?.sectionLabel,
  );
  const all = [
    ...found.filter(isPromoted),
    ...others.featured,
    ...recent,
    ...popular,
    ...found.filter((hit) => !isPromoted(hit)),
  ];
  const ordered = inOrder(all, query.featuredSuggestionsConfig?.sectionsOrder ?? []);
  return { ...answer, hits: { ...hits, total: { value: ordered.length, relation: "eq" }, hits: ordered } };
}
