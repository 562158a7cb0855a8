import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import type { JsonObject } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { withLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type Check, recordIn, recordText, seconds } from "../record/read-record";
import { type KeptPage, KeptPageSchema, PAGE_KINDS, type PageKind } from "./schema";

const MOST = UI_BUILDER_LIMITS.pages.most;

/** Pages that search, and recommendations, by the ID that their builder made. */
export type PageStore = {
  get: (kind: PageKind, id: string) => Promise<JsonObject | null>;
  /** All of a kind, those that were written last first. */
  list: (kind: PageKind) => Promise<JsonObject[]>;
  /** Keeps a page as it was sent. Throws 400 where there are too many. */
  put: (place: { kind: PageKind; id: string }, page: JsonObject, check: Check) => Promise<void>;
  /** False where there was none. */
  remove: (place: { kind: PageKind; id: string }, check: Check) => Promise<boolean>;
  /** Whether there is a page of any kind of this ID. */
  has: (id: string) => Promise<boolean>;
};

const keyOf = (kind: PageKind, id: string) => `${kind}:${id}`;

function pageOf({ page, created_at, updated_at }: KeptPage): JsonObject | null {
  const record = recordIn(page);
  return record && { ...record, created_at, updated_at };
}

/** Pages in `.ui_pages`. Every write stands alone, over all gateways. */
export function createPageStore({ engine, places }: StoreParts): PageStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.uiPages, schema: KeptPageSchema });
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withLock({ engine, name: "ui-pages", index: places.of(SYSTEM.locks).definition.name }, work);
  const pages = async (kind: PageKind) =>
    (await store.where({ kind }, MOST + 1)).map(pageOf).filter((one) => one !== null);
  const timeOf = (page: JsonObject) => Number(page["updated_at"]);

  async function get(kind: PageKind, id: string): Promise<JsonObject | null> {
    const kept = await store.get(keyOf(kind, id));
    return kept && pageOf(kept);
  }

  const put: PageStore["put"] = ({ kind, id }, page, check) =>
    alone(async () => {
      const before = await store.now(keyOf(kind, id));
      if (!before && (await pages(kind)).length >= MOST) throw badRequest(`there can be at most ${MOST} of these`);
      check(before && pageOf(before));
      const now = seconds();
      const kept = { kind, page: recordText({ ...page, id }), created_at: before?.created_at ?? now, updated_at: now };
      await store.put(keyOf(kind, id), kept);
    });

  const remove: PageStore["remove"] = ({ kind, id }, check) =>
    alone(async () => {
      const before = await store.now(keyOf(kind, id));
      check(before && pageOf(before));
      return before !== null && store.remove(keyOf(kind, id));
    });

  return {
    get,
    list: async (kind) => (await pages(kind)).sort((a, b) => timeOf(b) - timeOf(a)),
    put,
    remove,
    has: async (id) => {
      // As it is now: a page that another gateway has just made has code at once.
      const found = await Promise.all(PAGE_KINDS.map((kind) => store.now(keyOf(kind, id))));
      return found.some((page) => page !== null);
    },
  };
}
