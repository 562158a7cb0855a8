import type * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { INDEX, type Index, POPULAR, type Popular, POPULAR_AT_FIRST, RECENT, type Recent } from "./schema";

/** One kind of preferences. */
export type PreferenceStore<Record> = {
  /** At most half a second old. */
  get: () => Promise<Record>;
  /** Writes a record in the place of the one that is there, which `require` may refuse to be replaced. */
  put: (record: Record, require: (before: Record) => void) => Promise<void>;
};

/** What is set for suggestions, over all indices. */
export type SuggestionPreferences = {
  popular: PreferenceStore<Popular>;
  recent: PreferenceStore<Recent>;
  index: PreferenceStore<Index>;
};

/** Preferences in the hidden index `.suggestions_preferences`, shared with a ReactiveSearch server. */
export function createSuggestionPreferences(parts: StoreParts): SuggestionPreferences {
  function one<Record extends object>(id: string, schema: z.ZodType<Record>, atFirst: Record): PreferenceStore<Record> {
    const store = createSystemStore({ ...parts, index: SYSTEM.suggestionPreferences, schema });
    return {
      get: async () => (await store.get(id)) ?? atFirst,
      put: async (record, require) => {
        await store.remake(id, (before) => {
          require(before ?? atFirst);
          return record;
        });
      },
    };
  }

  return {
    popular: one("popular", POPULAR, POPULAR_AT_FIRST),
    recent: one("recent", RECENT, {}),
    index: one("index", INDEX, {}),
  };
}
