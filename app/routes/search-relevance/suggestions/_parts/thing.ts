import { clusterLevel, type Query, restOf, screenPath } from "~/navigation/paths";
import { thing } from "~/navigation/thing";
import { type SuggestionKind, suggestionKinds } from "~/services/search-relevance/suggestions/kinds";

/** The featured suggestions of a search box, by its ID. */
export const featuredSuggestions = thing({
  screen: "suggestions/featured",
  noun: "search box",
  plural: "search boxes",
  title: "Featured",
  pages: ["review", "delete"],
});

/** A search box, as the editor of its featured suggestions names it. */
export type FeaturedRef = { id: string };

/** The kind whose preferences an address is about: popular ones have the first tab. */
export function kindOf(pathname: string): SuggestionKind {
  return suggestionKinds.find((kind) => kind === restOf(pathname)) ?? "popular";
}

/** The page of the preferences of a kind, or the review of changes to them. */
export function preferencesPath(kind: SuggestionKind, page?: "review", query: Query = {}): string {
  const rest = [...(kind === "popular" ? [] : [kind]), ...(page === undefined ? [] : [page])];
  return screenPath(clusterLevel, ["suggestions", ...rest].join("/"), { query });
}
