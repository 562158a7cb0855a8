import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type StoredQuery, StoredQuerySchema } from "./schema";

const MAX_LISTED = 10_000;

/** Stored queries, by id. */
export type StoredQueryStore = {
  get: (id: string) => Promise<StoredQuery | null>;
  put: (query: StoredQuery) => Promise<void>;
  /** False where there was none. */
  remove: (id: string) => Promise<boolean>;
  /** All of them, by id. */
  list: () => Promise<StoredQuery[]>;
};

/** Stored queries in the hidden index `.storedqueries`. */
export function createStoredQueryStore({ engine, places }: StoreParts): StoredQueryStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.storedQueries, schema: StoredQuerySchema });
  return {
    get: store.get,
    put: (query) => store.put(query.id, query),
    remove: store.remove,
    list: async () => (await store.find({ match_all: {} }, MAX_LISTED)).sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}
