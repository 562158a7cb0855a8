import { mayUseAll } from "@backend/gateway/platform/access/indices";
import { fieldRights, maySee } from "@backend/gateway/platform/access/field-rights";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Query } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { NO_FIELD } from "@backend/gateway/platform/fields/field-lists";
import { namedIndices } from "../popular/count";
import type { Index } from "../schema";

/** A suggestion query in which what it leaves out is as the preferences of index suggestions have it. */
export function filledQuery(query: Query, { preferences, caller }: { preferences: Index; caller: Caller }): Query {
  if (query.type !== "suggestion") return query;
  const indices = namedIndices(preferences.indices);
  const index = indices !== null && mayUseAll(caller, indices) ? indices.join(",") : undefined;
  const own = preferences.customQuery == null ? undefined : { id: preferences.customQuery };
  const rights = fieldRights(caller);
  const seen = (field: string | null | undefined) =>
    field && (rights === null || maySee(rights, field)) ? field : undefined;
  // A pattern names no field; what it finds is bounded where the search is held against the caller's rights.
  const named = (fields: readonly string[] | null | undefined) =>
    fields?.filter((field) => rights === null || field.includes("*") || maySee(rights, field));
  const includes = named(preferences.includeFields);
  const isEmptied = includes?.length === 0 && preferences.includeFields?.length !== 0;
  const most = caller.kind === "credential" ? (caller.credential.reactivesearchConfig?.maxSize ?? Infinity) : Infinity;
  const size = preferences.size == null ? undefined : Math.min(preferences.size, most);
  const more = (value: number | null | undefined) => value ?? undefined;
  return {
    ...query,
    index: query.index ?? index,
    size: query.size ?? size,
    maxPredictedWords: query.maxPredictedWords ?? more(preferences.maxPredictedWords),
    enableSynonyms: query.enableSynonyms ?? preferences.enableSynonyms ?? undefined,
    showDistinctSuggestions: query.showDistinctSuggestions ?? preferences.showDistinctSuggestions ?? undefined,
    enablePredictiveSuggestions:
      query.enablePredictiveSuggestions ?? preferences.enablePredictiveSuggestions ?? undefined,
    applyStopwords: query.applyStopwords ?? preferences.applyStopwords ?? undefined,
    customStopwords: query.customStopwords ?? preferences.customStopwords ?? undefined,
    includeFields: query.includeFields ?? (isEmptied ? [NO_FIELD] : includes),
    excludeFields: query.excludeFields ?? named(preferences.excludeFields),
    categoryField: query.categoryField ?? seen(preferences.categoryField),
    urlField: query.urlField ?? seen(preferences.urlField),
    defaultQuery: query.defaultQuery ?? own,
  };
}
