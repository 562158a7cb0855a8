import * as z from "zod";
import { isAdmin } from "@backend/gateway/platform/auth/types";
import { unauthorized } from "@backend/gateway/platform/http/errors";
import { json } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { SYSTEM, type SystemIndex } from "@backend/gateway/platform/store/system-indices";
import { eventField } from "../event-fields";
import { DEMO } from "./time";
import { createFavorites, createSavedSearches, type KeptStore } from "../saved";

const PATH = "/_analytics/demo-traffic";
const ACCESS: Access = { kind: "server", category: "analytics", indices: "path" };
/** Visitors of the traffic maker are called so; what they keep is found by it, and removed by its mark. */
const VISITORS = "demo-traffic-";

const CountSchema = z.object({ count: z.number() });
const DeletedSchema = z.object({ deleted: z.number() });
const MARKED = { query: { term: { [eventField(DEMO.name)]: DEMO.value } } };

type Marked = { user_id: string; custom_events: Record<string, string | string[]> };

/** `/_analytics/demo-traffic`, our own: how much of what is recorded the traffic maker made, and its removal. */
export function demoRoutes({ engine, places, sums }: StoreParts & Pick<Services, "sums">): Route[] {
  const [searches, favorites] = [createSavedSearches({ engine, places }), createFavorites({ engine, places })];

  function requireAdmin({ caller }: SignedContext): void {
    if (!isAdmin(caller)) throw unauthorized("only an admin can see and remove demo traffic");
  }

  async function ask(index: SystemIndex, call: string, query: Record<string, string> = {}): Promise<unknown> {
    const name = places.of(index).definition.name;
    await callEngine(engine, { method: "POST", path: `/${name}/_refresh` });
    return (await callEngine(engine, { method: "POST", path: `/${name}/${call}`, query, body: MARKED })).body;
  }

  async function kept<Item extends Marked>(store: KeptStore<Item>): Promise<Item[]> {
    return (await store.ofUsers(VISITORS)).filter(({ custom_events }) => custom_events[DEMO.name] === DEMO.value);
  }

  async function removeKept<Item extends Marked>(
    store: KeptStore<Item>,
    idOf: (item: Item) => string,
  ): Promise<number> {
    let removed = 0;
    for (let found = await kept(store); found.length > 0; found = await kept(store)) {
      for (const item of found) if (await store.remove(idOf(item))) removed++;
    }
    return removed;
  }

  const counted = async (index: SystemIndex) => CountSchema.parse(await ask(index, "_count")).count;
  const deleted = async (index: SystemIndex) =>
    DeletedSchema.parse(await ask(index, "_delete_by_query", { conflicts: "proceed", refresh: "true" })).deleted;

  async function count(context: SignedContext) {
    requireAdmin(context);
    return json({
      searches: await counted(SYSTEM.analytics),
      user_sessions: await counted(SYSTEM.userSessions),
      saved_searches: (await kept(searches)).length,
      favorites: (await kept(favorites)).length,
    });
  }

  async function remove(context: SignedContext) {
    requireAdmin(context);
    const removed = await deleted(SYSTEM.analytics);
    await sums.ledger.doubt();
    return json({
      searches: removed,
      user_sessions: await deleted(SYSTEM.userSessions),
      saved_searches: await removeKept(searches, ({ save_search_id }) => save_search_id),
      favorites: await removeKept(favorites, ({ id }) => id),
    });
  }

  return [
    { methods: ["GET"], path: PATH, access: ACCESS, handle: count },
    { methods: ["DELETE"], path: PATH, access: ACCESS, handle: remove },
  ];
}
