import type { Logger } from "pino";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import type { Sums } from "@backend/gateway/resources/analytics/sums/sums";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type SystemStore } from "@backend/gateway/platform/store/system-store";
import { type Group, GroupSchema } from "./featured/schema";
import { createPopularKeeper, type PopularKeeper } from "./popular/keeper";
import { createPopularIndex, type PopularIndex } from "./popular/popular-index";
import { createSuggestionPreferences, type SuggestionPreferences } from "./store";

/** What suggestions are made of. */
export type Suggestions = {
  preferences: SuggestionPreferences;
  popular: PopularIndex;
  keeper: PopularKeeper;
  /** Featured suggestions by the id of their search box. */
  featured: Pick<SystemStore<Group>, "get" | "put" | "remove">;
};

/** What they are counted from: the searches of an engine, and the sums over them. */
export type SuggestionParts = StoreParts & { sums: Sums; log: Logger };

/** Suggestions over an engine. */
export function createSuggestions({ engine, places, sums, log }: SuggestionParts): Suggestions {
  const parts = { engine, places };
  const preferences = createSuggestionPreferences(parts);
  const popular = createPopularIndex(parts);
  return {
    preferences,
    popular,
    keeper: createPopularKeeper({ ...parts, sums, log, index: popular, preferences }),
    featured: createSystemStore({ ...parts, index: SYSTEM.featuredSuggestions, schema: GroupSchema }),
  };
}
