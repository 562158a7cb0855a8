import type * as z from "zod";
import { SYSTEM } from "../store/system-indices";
import { createSystemStore, type StoreParts } from "../store/system-store";
import { INDEX, type Index, POPULAR, type Popular, POPULAR_AT_FIRST, RECENT, type Recent } from "./schema";

/** One kind of preferences. */
export type PreferenceStore<Record> = { /** At most half a second old. */ get: () => Promise<Record>; put: (record: Record) => Promise<void> };

/** What is set for suggestions, over all indices. */
export type SuggestionPreferences = { popular: PreferenceStore<Popular>; recent: PreferenceStore<Recent>; index: PreferenceStore<Index> };

/** Preferences in the hidden index `.suggestions_preferences`, shared with a ReactiveSearch server. */
export function createSuggestionPreferences(parts: StoreParts): SuggestionPreferences {
  function one<Record extends object>(id: string, schema: z.ZodType<Record>, atFirst: Record): PreferenceStore<Record> {
    const store = createSystemStore({ ...parts, index: SYSTEM.suggestionPreferences, schema });
    return { get: async () => (await store.get(id)) ?? atFirst, put: (record) => store.put(id, record) };
  }

  return { popular: one("popular", POPULAR, POPULAR_AT_FIRST), recent: one("recent", RECENT, {}), index: one("index", INDEX, {}) };
}
