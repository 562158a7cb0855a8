import type { JsonObject } from "@common/text/json";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { changed, RecordSchema } from "./record";
import type { Relevance } from "@common/search-relevance/settings/schema";

const MAX_LISTED = 10_000;

/** Relevance settings by the name of their index. */
export type RelevanceStore = {
  /** At most a second old, as `names`. */
  get: (index: string) => Promise<JsonObject | null>;
  /**
   * Writes the sections that were sent over the record as it is now, which `requireTold` may refuse to be changed, and
   * gives all of it.
   */
  change: (
    index: string,
    change: { sections: Relevance; requireTold: (before: JsonObject | null) => void },
  ) => Promise<JsonObject>;
  /** Writes a whole record in the place of what is there. */
  replace: (index: string, record: JsonObject) => Promise<void>;
  /** False where there was none. */
  remove: (index: string) => Promise<boolean>;
  /** Names of all that have settings, in order. */
  names: () => Promise<readonly string[]>;
};

/** Settings in the hidden index `.searchrelevancy`, shared with a ReactiveSearch server. */
export function createRelevanceStore({ engine, places }: StoreParts): RelevanceStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.searchRelevance, schema: RecordSchema });
  const known = createShortMemory({ read: async () => (await store.ids(MAX_LISTED)).sort(), ahead: true });
  const records = createShortMemory({ read: store.now, ahead: true });

  async function written<Result>(index: string, write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } finally {
      known.forget();
      records.forget(index);
    }
  }

  return {
    get: records.get,
    names: () => known.get("all"),
    change: (index, { sections, requireTold }) =>
      written(index, () =>
        store.remake(index, (before) => {
          requireTold(before);
          return changed(before, sections);
        }),
      ),
    replace: (index, record) => written(index, () => store.put(index, record)),
    remove: (index) => written(index, () => store.remove(index)),
  };
}
