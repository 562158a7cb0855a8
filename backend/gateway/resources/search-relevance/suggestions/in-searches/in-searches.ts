import type { JsonObject } from "@common/text/json";
import { ownerOf } from "@backend/gateway/resources/analytics/visitors/visitor";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Query, SearchRequest, Settings } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import type { Suggestion } from "@backend/gateway/resources/data/reactivesearch/response/suggestion";
import type { Readers } from "@backend/gateway/platform/fields/readers";
import type { StoredQueryStore } from "@backend/gateway/resources/data/stored-queries/store";
import type { Suggestions, SuggestionParts } from "../suggestions";
import { maySee } from "@backend/gateway/resources/data/stored-queries/rights";
import { toldGroup } from "../featured/told";
import type { Index } from "../schema";
import type { Asker } from "./asked";
import { featuredFor } from "./featured";
import { filledQuery } from "./fill";
import { withOthers } from "./merged";
import { popularFor, recentFor } from "./past-searches";

type Parts = SuggestionParts & { readers: Readers; suggestions: Suggestions; storedQueries: StoredQueryStore };

/** What suggestions do in a search: before it they fill what its queries leave out, after it they are put in. */
export type InSearches = {
  fill: (request: SearchRequest, context: SignedContext) => Promise<SearchRequest>;
  /** The answer to a query with all that is to be suggested beside the index. */
  answer: (
    body: JsonObject,
    asked: { query: Query; settings: Settings; context: SignedContext },
  ) => Promise<JsonObject>;
};

/**
 * Suggestions in searches. What of them cannot be had is left out, and told of in the log: a search is answered all the
 * same.
 */
export function createInSearches({ suggestions, storedQueries, readers, ...parts }: Parts): InSearches {
  const { preferences, popular, keeper, featured } = suggestions;
  const reports = { ...parts, popular };

  async function had<Found>(what: string, find: () => Promise<readonly Found[]>): Promise<readonly Found[]> {
    try {
      return await find();
    } catch (error) {
      parts.log.warn({ err: error }, `${what} suggestions could not be had`);
      return [];
    }
  }

  // A stored query that is gone, or of an index that is not the caller's, must not keep him from his suggestions.
  async function usable(record: Index, { caller }: SignedContext): Promise<Index> {
    if (record.customQuery == null) return record;
    const stored = await storedQueries.get(record.customQuery);
    return stored && maySee(caller, stored.index) ? record : { ...record, customQuery: null };
  }

  async function fill(request: SearchRequest, context: SignedContext): Promise<SearchRequest> {
    // Whoever validates without an index is not known.
    const isWanted =
      context.indices.length > 0 &&
      request.queries.some(({ type }) => type === "suggestion") &&
      request.settings.enableSearchRelevancy !== false;
    if (!isWanted) return request;
    const record = await usable(await preferences.index.get(), context);
    return {
      ...request,
      queries: request.queries.map((query) => filledQuery(query, { preferences: record, caller: context.caller })),
    };
  }

  async function featuredOf(query: Query, context: SignedContext): Promise<readonly Suggestion[]> {
    const group = query.searchboxId === undefined ? null : await featured.get(query.searchboxId);
    const reader = group && (await readers(context));
    return group ? featuredFor(query, reader ? toldGroup(group, reader) : group) : [];
  }

  async function told(searches: readonly string[], context: SignedContext): Promise<readonly string[]> {
    const reader = searches.length > 0 ? await readers(context) : null;
    return reader ? searches.filter((search) => !reader.isNamed(search)) : searches;
  }

  async function recentOf(asker: Asker, query: Query, context: SignedContext): Promise<readonly string[]> {
    return told(await recentFor(reports, { asker, query, preferences: await preferences.recent.get() }), context);
  }

  async function popularOf(asker: Asker, query: Query, context: SignedContext): Promise<readonly string[]> {
    keeper.note();
    return told(await popularFor(reports, { asker, query, preferences: await preferences.popular.get() }), context);
  }

  async function answer(
    body: JsonObject,
    { query, settings, context }: { query: Query; settings: Settings; context: SignedContext },
  ): Promise<JsonObject> {
    if (query.type !== "suggestion" || query.execute === false) return body;
    const asker = { caller: context.caller, indices: context.indices, owner: ownerOf(context, settings.userId) };
    const none = async () => [];
    const [sections, recent, often] = await Promise.all([
      had("featured", query.enableFeaturedSuggestions === true ? () => featuredOf(query, context) : none),
      // Of whoever lets his searches be recorded.
      had(
        "recent",
        query.enableRecentSuggestions === true && settings.recordAnalytics === true
          ? () => recentOf(asker, query, context)
          : none,
      ),
      had("popular", query.enablePopularSuggestions === true ? () => popularOf(asker, query, context) : none),
    ]);
    return withOthers(body, { query, others: { featured: sections, recent, popular: often } });
  }

  return { fill, answer };
}
