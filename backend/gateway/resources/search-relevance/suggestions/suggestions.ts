import type { Logger } from "pino";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import type { Sums } from "@backend/gateway/resources/analytics/sums/sums";
import { createSearchBoxStore, type SearchBoxStore } from "@backend/gateway/resources/ui-builder/search-boxes/store";
import { createPopularKeeper, type PopularKeeper } from "./popular/keeper";
import { createPopularIndex, type PopularIndex } from "./popular/popular-index";
import { createSuggestionPreferences, type SuggestionPreferences } from "./store";

/** What suggestions are made of. */
export type Suggestions = {
  preferences: SuggestionPreferences;
  popular: PopularIndex;
  keeper: PopularKeeper;
  searchBoxes: SearchBoxStore;
  /** Featured suggestions by the id of their search box. */
  featured: SearchBoxStore["groups"];
};

/** What they are counted from: the searches of an engine, and the sums over them. */
export type SuggestionParts = StoreParts & { sums: Sums; log: Logger };

/** Suggestions over an engine. */
export function createSuggestions({ engine, places, sums, log }: SuggestionParts): Suggestions {
  const parts = { engine, places };
  const preferences = createSuggestionPreferences(parts);
  const popular = createPopularIndex(parts);
  const searchBoxes = createSearchBoxStore(parts);
  return {
    preferences,
    popular,
    keeper: createPopularKeeper({ ...parts, sums, log, index: popular, preferences }),
    searchBoxes,
    featured: searchBoxes.groups,
  };
}
