import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import { checkIndices, mayUseAll } from "../../platform/access/indices";
import { badRequest, notFound, unauthorized } from "../../platform/http/errors";
import { json, message, type Reply } from "../../platform/http/reply";
import type { Access, Route, SignedContext } from "../../platform/http/types";
import { readFilters } from "./filters";
import { rowsThatFit } from "./bounds";
import type { CustomEvents } from "./event-fields";
import { namesOwner } from "./event-names";
import type { SearchRecord } from "./record";
import {
  createFavorites,
  createSavedSearches,
  type Favorite,
  type KeptStore,
  newId,
  type SavedSearch,
  toldFavorite,
  toldSearch,
} from "./saved";
import {
  ClickBodySchema,
  ConversionBodySchema,
  eventsOf,
  FavoriteBodySchema,
  readBody,
  RemoveBodySchema,
  SaveSearchBodySchema,
  SearchBodySchema,
} from "./schema";
import type { Analytics } from "./analytics";
import { demoRoutes } from "./demo/routes";
import { insightRoutes } from "./insights/routes";
import { aiRoutes } from "./ai/routes";
import { pipelineRoutes } from "./pipelines/routes";
import { preferencesRoutes } from "./preferences";
import { reportRoutes } from "./reports/routes";
import type { Visitor } from "./service";
import { isKeptBy } from "./visitors/owner";
import { addressOf, ownerOf, visitorOf } from "./visitors/visitor";

const ON_INDEX: Access = { kind: "server", category: "analytics", indices: "path" };
// Without an index in the path: what is read or kept is checked against the caller's indices one by one.
const ON_CLUSTER: Access = { kind: "server", category: "analytics" };

function indexOf(context: SignedContext): string {
  return context.params["index"] ?? "";
}

// `PUT` with the answers that published clients read: `query_id` of a search, `id` of what is kept.
function recordingRoutes({ service }: Analytics): Route[] {
  async function search(context: SignedContext): Promise<Reply> {
    const body = readBody(await context.text(), SearchBodySchema);
    if (typeof body.query !== "string" && !body.query_id) throw badRequest("either query or query_id is required");
    const filters = Object.entries(body.filters ?? {}).map(([key, value]) => ({
      key,
      value: String(value).toLowerCase(),
    }));
    const event = {
      visitor: visitorOf(context, { userId: body.user_id, events: eventsOf(body) }),
      queryId: body.query_id ?? undefined,
      term: body.query ?? undefined,
      indices: context.indices,
      totalHits: body.total_hits ?? (body.hits?.length === 0 ? 0 : undefined),
      filters,
      impressions: body.impressions ?? undefined,
      events: eventsOf(body),
      meta: body.meta ?? undefined,
    };
    const id = await service.searchId(event);
    if (id === null) throw badRequest("the request is older than the last one of its session");
    await service.keepSearch(id, event);
    return json({ query_id: id });
  }

  async function click(context: SignedContext): Promise<Reply> {
    const body = readBody(await context.text(), ClickBodySchema);
    await service.click({
      visitor: visitorOf(context, { userId: body.user_id, events: eventsOf(body) }),
      queryId: body.query_id ?? undefined,
      term: body.query ?? undefined,
      index: indexOf(context),
      clicks: body.click_on,
      type: body.click_type ?? "result",
      events: eventsOf(body),
      meta: body.meta ?? undefined,
    });
    return message("Click is recorded successfully");
  }

  async function conversion(context: SignedContext): Promise<Reply> {
    const body = readBody(await context.text(), ConversionBodySchema);
    await service.conversion({
      visitor: visitorOf(context, { userId: body.user_id, events: eventsOf(body) }),
      queryId: body.query_id,
      index: indexOf(context),
      ids: body.conversion_on,
      events: eventsOf(body),
      meta: body.meta ?? undefined,
    });
    return message("Conversion is recorded successfully");
  }

  const methods = ["PUT", "POST"] as const;
  return [
    { methods, path: "/:index/_analytics/search", access: ON_INDEX, handle: search },
    { methods, path: "/:index/_analytics/click", access: ON_INDEX, handle: click },
    { methods, path: "/:index/_analytics/conversion", access: ON_INDEX, handle: conversion },
  ];
}

type Kept = {
  query_id: string;
  user_id: string;
  recorded_by?: string | undefined;
  custom_events: CustomEvents;
  created_at: number;
  updated_at: number;
  timestamp: string;
  search_query: string;
  search_characters_length: number;
  indices: string[];
  kept_by?: string | undefined;
};

function keptFields({
  record,
  queryId,
  visitor: { userId, origin, caller, at = Date.now() },
  events,
  known,
}: {
  record: SearchRecord;
  queryId: string;
  visitor: Visitor;
  events: CustomEvents | undefined;
  known: Kept | null;
}): Kept {
  const now = Math.floor(at / 1000);
  return {
    query_id: queryId,
    user_id: userId,
    recorded_by: known?.recorded_by ?? origin.key,
    custom_events: events ?? {},
    created_at: known?.created_at ?? now,
    updated_at: now,
    timestamp: new Date(at).toISOString(),
    search_query: record.search_query ?? "",
    search_characters_length: record.search_characters_length ?? 0,
    indices: record.indices,
    ...(caller.isAdmin ? {} : { kept_by: caller.owner }),
  };
}

function keepingRoutes({ service, engine, places, readers }: Analytics): Route[] {
  const searches = createSavedSearches({ engine, places });
  const favorites = createFavorites({ engine, places });

  async function recordFor(
    context: SignedContext,
    { queryId, visitor }: { queryId: string; visitor: Visitor },
  ): Promise<SearchRecord> {
    const record = await service.require(queryId, visitor);
    checkIndices(context.caller, record.indices);
    return record;
  }

  /** Throws 400 where a visitor, or all through one caller, have kept as much as they may. */
  async function requireRoom<Item extends Kept>(
    context: SignedContext,
    { store, userId, what }: { store: KeptStore<Item>; userId: string; what: string },
  ): Promise<void> {
    const { keptOfVisitor, keptOfOne } = ANALYTICS_LIMITS;
    if ((await store.count("user_id", userId)) >= keptOfVisitor.most)
      throw badRequest(`a user may keep at most ${keptOfVisitor.most} ${what}`);
    const { owner, isAdmin } = namesOwner(context.caller);
    if (!isAdmin && (await store.count("kept_by", owner)) >= keptOfOne.most)
      throw badRequest(`at most ${keptOfOne.most} ${what} may be kept through one credential`);
  }

  // Who keeps something under an id that is taken must be the one who keeps it there.
  function requireOwn(context: SignedContext, { known, visitor }: { known: Kept | null; visitor: Visitor }): void {
    if (
      known &&
      !(known.user_id === visitor.userId && isKeptBy(known, visitor) && mayUseAll(context.caller, known.indices))
    )
      throw badRequest("this id is taken by another user");
  }

  async function saveSearch(context: SignedContext): Promise<Reply> {
    const body = readBody(await context.text(), SaveSearchBodySchema);
    const visitor = visitorOf(context, { userId: body.user_id, events: eventsOf(body) });
    const record = await recordFor(context, { queryId: body.query_id, visitor });
    const id = body.save_search_id || newId();
    const known = await searches.get(id);
    requireOwn(context, { known, visitor });
    if (!known) await requireRoom(context, { store: searches, userId: visitor.userId, what: "saved searches" });
    const item: SavedSearch = {
      ...keptFields({ record, queryId: body.query_id, visitor, events: eventsOf(body), known }),
      save_search_id: id,
      save_search_name: body.save_search_name ?? null,
      save_search_meta: body.save_search_meta ?? null,
      search_state: { url: record.url ?? "", method: record.method ?? "", body: record.search_state ?? "" },
    };
    await searches.put(id, item);
    return json({ id });
  }

  async function favorite(context: SignedContext): Promise<Reply> {
    const body = readBody(await context.text(), FavoriteBodySchema);
    const visitor = visitorOf(context, { userId: body.user_id, events: eventsOf(body) });
    const record = await recordFor(context, { queryId: body.query_id, visitor });
    const id = body.id || newId();
    const known = await favorites.get(id);
    requireOwn(context, { known, visitor });
    if (!known) await requireRoom(context, { store: favorites, userId: visitor.userId, what: "favorites" });
    const item: Favorite = {
      ...keptFields({ record, queryId: body.query_id, visitor, events: eventsOf(body), known }),
      id,
      favorite_on: body.favorite_on,
      source: body.source,
      meta: body.meta ?? null,
    };
    await favorites.put(id, item);
    return json({ id });
  }

  function answered<Item extends Kept>(context: SignedContext, items: readonly Item[]): Reply {
    const seen = items.filter(({ indices }) => mayUseAll(context.caller, indices));
    return json(rowsThatFit(seen.map(({ indices: _indices, recorded_by: _by, kept_by: _keptBy, ...item }) => item)));
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const id = context.params["id"] ?? "";
    // Clients name the visitor here too.
    const text = await context.text();
    const { user_id } = text.trim() === "" ? {} : readBody(text, RemoveBodySchema);
    const owner = ownerOf(context, user_id ?? context.query["user_id"]);
    const known = await searches.get(id);
    const isSeen = known && mayUseAll(context.caller, known.indices);
    if (!isSeen || !(isKeptBy(known, owner) || owner.origin.seesAll)) throw notFound(`saved search ${id} not found`);
    if (!isKeptBy(known, owner)) throw unauthorized("only who saved a search, or an admin, can delete it");
    await searches.remove(id);
    return message("Saved search is deleted successfully");
  }

  const methods = ["PUT", "POST"] as const;
  const filters = (context: SignedContext) => readFilters(context, { ip: addressOf(context), credentials: "strict" });
  return [
    { methods, path: "/_analytics/save-search", access: ON_CLUSTER, handle: saveSearch },
    { methods: ["DELETE"], path: "/_analytics/save-search/:id", access: ON_CLUSTER, handle: remove },
    {
      methods: ["GET"],
      path: "/_analytics/saved-searches",
      access: ON_CLUSTER,
      handle: async (context) =>
        answered(context, (await searches.list(filters(context))).map(toldSearch(await readers(context)))),
    },
    { methods, path: "/_analytics/favorite", access: ON_CLUSTER, handle: favorite },
    {
      methods: ["GET"],
      path: "/_analytics/favorites",
      access: ON_CLUSTER,
      handle: async (context) =>
        answered(context, (await favorites.list(filters(context))).map(toldFavorite(await readers(context)))),
    },
  ];
}

/**
 * Calls by which search pages tell what their visitors do and read back what those kept, and the reports on all of it.
 */
export function analyticsRoutes(analytics: Analytics): Route[] {
  return [
    ...recordingRoutes(analytics),
    ...keepingRoutes(analytics),
    ...reportRoutes(analytics),
    ...insightRoutes(analytics),
    ...pipelineRoutes(analytics),
    ...aiRoutes(analytics),
    ...demoRoutes(analytics),
    ...preferencesRoutes(analytics.preferences),
  ];
}
