import { randomUUID } from "node:crypto";
import * as z from "zod";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import type { Engine } from "@backend/engine/port";
import { type Reader, toldText, toldWords } from "../../platform/fields/readers";
import { callEngine } from "../../platform/store/engine-client";
import { SYSTEM, type SystemIndex } from "../../platform/store/system-indices";
import { createSystemStore, type StoreParts, type SystemStore } from "../../platform/store/system-store";
import type { ReadFilters } from "./filters";

const MAX_READ = 1000;

const JsonObjectSchema = z.custom<JsonObject>(isJsonObject);

const common = {
  query_id: z.string(),
  user_id: z.string(),
  /** From where it was kept, `visitors/owner.ts`; not told. */
  recorded_by: z.string().optional(),
  custom_events: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  created_at: z.number(),
  updated_at: z.number(),
  timestamp: z.string(),
  search_query: z.string(),
  search_characters_length: z.number(),
  indices: z.array(z.string()).default([]),
  /** Through whose call it is kept; nobody's where an admin made it. */
  kept_by: z.string().optional(),
};
const SavedSearchSchema = z.object({
  ...common,
  save_search_id: z.string(),
  save_search_name: z.string().nullable(),
  save_search_meta: z.unknown(),
  search_state: z.object({ url: z.string(), method: z.string(), body: z.string() }),
});
const FavoriteSchema = z.object({
  ...common,
  id: z.string(),
  favorite_on: z.string(),
  source: z.record(z.string(), z.unknown()),
  meta: z.unknown(),
});

/** A search that a visitor saved. Times in unix seconds; `indices` are those that were searched. */
export type SavedSearch = z.infer<typeof SavedSearchSchema>;
/** A document that a visitor marked, with its source at that time. */
export type Favorite = z.infer<typeof FavoriteSchema>;

/** Things that visitors keep, of one kind. */
export type KeptStore<Item> = {
  put: (id: string, item: Item) => Promise<void>;
  get: (id: string) => Promise<Item | null>;
  remove: (id: string) => Promise<boolean>;
  /** Those that fit the filters, the newest first. */
  list: (filters: ReadFilters) => Promise<Item[]>;
  /** How many have this value of a field. */
  count: (field: "user_id" | "kept_by", value: string) => Promise<number>;
  /** At most 1,000 of users whose names begin so. */
  ofUsers: (prefix: string) => Promise<Item[]>;
};

type Dated = {
  updated_at: number;
  user_id: string;
  search_characters_length: number;
  custom_events: Record<string, string | string[]>;
};

function fits(item: Dated, { minChars, events }: ReadFilters): boolean {
  const hasEvent = ([name, value]: [string, string]) => [item.custom_events[name] ?? []].flat().includes(value);
  return item.search_characters_length >= minChars && Object.entries(events).every(hasEvent);
}

const CountSchema = z.object({ count: z.number() });

function kept<Item extends Dated>(
  store: SystemStore<Item>,
  { engine, name }: { engine: Engine; name: () => string },
): KeptStore<Item> {
  async function count(field: string, value: string): Promise<number> {
    const body = { query: { term: { [field]: value } } };
    return CountSchema.parse((await callEngine(engine, { method: "POST", path: `/${name()}/_count`, body })).body)
      .count;
  }

  async function list(filters: ReadFilters): Promise<Item[]> {
    const filter: object[] = [{ range: { updated_at: { gte: filters.from, lte: filters.to } } }];
    if (filters.userId !== undefined) filter.push({ term: { user_id: filters.userId } });
    filter.push(...filters.own);
    const found = await store.find({ bool: { filter } }, MAX_READ);
    return found
      .filter((item) => fits(item, filters))
      .sort((a, b) => b.updated_at - a.updated_at)
      .slice(filters.offset, filters.offset + filters.size);
  }

  return {
    count,
    put: store.put,
    get: store.get,
    remove: store.remove,
    list,
    ofUsers: (prefix) => store.find({ prefix: { user_id: prefix } }, MAX_READ),
  };
}

const placeOf = ({ engine, places }: StoreParts, index: SystemIndex) => ({
  engine,
  name: () => places.of(index).definition.name,
});

/** Saved searches, in `.saved_searches`. */
export function createSavedSearches(parts: StoreParts): KeptStore<SavedSearch> {
  return kept(
    createSystemStore({ ...parts, index: SYSTEM.savedSearches, schema: SavedSearchSchema }),
    placeOf(parts, SYSTEM.savedSearches),
  );
}

/** Favourites, in `.favorites`. */
export function createFavorites(parts: StoreParts): KeptStore<Favorite> {
  return kept(
    createSystemStore({ ...parts, index: SYSTEM.favorites, schema: FavoriteSchema }),
    placeOf(parts, SYSTEM.favorites),
  );
}

type Told = Pick<SavedSearch, "search_query" | "custom_events">;

function toldCommon({ search_query, custom_events }: Told, reader: Reader): Told {
  const events = Object.entries(custom_events).filter((event) => !reader.isNamed(event));
  return { search_query: toldWords(search_query, reader), custom_events: Object.fromEntries(events) };
}

function toldMeta(meta: unknown, reader: Reader): unknown {
  return meta === undefined ? null : reader.told(parseJson(stringifyJson(meta)));
}

/** A saved search as a reader may have it: what of it names no field that is closed to him. */
export function toldSearch(reader: Reader | null): (search: SavedSearch) => SavedSearch {
  return (search) => {
    if (!reader) return search;
    const { save_search_name: name, save_search_meta: meta, search_state: state } = search;
    return {
      ...search,
      ...toldCommon(search, reader),
      save_search_name: name !== null && reader.isNamed(name) ? null : name,
      save_search_meta: toldMeta(meta, reader),
      search_state: { ...state, url: toldWords(state.url, reader), body: toldText(state.body, reader) },
    };
  };
}

/**
 * A favourite as a reader may have it: with the fields of the document that he may see, and texts that name no other.
 */
export function toldFavorite(reader: Reader | null): (favorite: Favorite) => Favorite {
  return (favorite) => {
    if (!reader) return favorite;
    const source = JsonObjectSchema.safeParse(favorite.source).data;
    return {
      ...favorite,
      ...toldCommon(favorite, reader),
      source: source ? reader.source(source) : {},
      meta: toldMeta(favorite.meta, reader),
    };
  };
}

/** An id for what is kept under none. */
export function newId(): string {
  return randomUUID();
}
