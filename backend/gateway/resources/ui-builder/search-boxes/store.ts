import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { withLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts, type SystemStore } from "@backend/gateway/platform/store/system-store";
import type { Group } from "@backend/gateway/resources/search-relevance/suggestions/featured/schema";
import { type Check, recordIn, recordText, seconds } from "../record/read-record";
import { type KeptBox, KeptBoxSchema } from "./schema";
import { groupIn, sectionsIn, withSections } from "./sections";

const MOST = UI_BUILDER_LIMITS.searchBoxes.most;
/** What a preview left behind goes after this time, in seconds. */
const PREVIEW_LEFT = 86_400;

// Sections as they are checked have members that were left out.
const plain = (sections: Group["sections"]): JsonValue => parseJson(stringifyJson(sections));

/** Search boxes, and the featured suggestions of each: one record by the ID of the box. */
export type SearchBoxStore = {
  get: (id: string) => Promise<JsonObject | null>;
  /** All of them by ID, hidden ones too. */
  list: () => Promise<JsonObject[]>;
  /**
   * Keeps a box as it was sent, and gives what is kept: one that does not say which featured suggestions it has keeps
   * those that there are. Throws 400 where there are too many.
   */
  put: (id: string, box: JsonObject, check: Check) => Promise<JsonObject>;
  /** False where there was none. Its featured suggestions go with it. */
  remove: (id: string, check: Check) => Promise<boolean>;
  groups: Pick<SystemStore<Group>, "get" | "put" | "remove">;
};

// Times are those of the record, whichever call wrote it.
function boxOf({ box, created_at = 0, updated_at = 0 }: KeptBox): JsonObject | null {
  const record = box === undefined ? null : recordIn(box);
  return record && { ...record, created_at, updated_at };
}

// A group that was there before its box is taken over by it.
function heldBy(kept: KeptBox | null): JsonObject | null {
  return kept && (boxOf(kept) ?? (kept.sections ? { sections: plain(kept.sections) } : null));
}

function sectionsOf(kept: KeptBox): JsonValue {
  const box = boxOf(kept);
  if (box) return sectionsIn(box);
  return kept.sections ? plain(kept.sections) : null;
}

function keptOf({ id, box, before }: { id: string; box: JsonObject; before: KeptBox | null }): KeptBox {
  const known = before && sectionsOf(before);
  const whole = sectionsIn(box) === null && known !== null ? withSections(box, known) : box;
  const [now, isHidden] = [seconds(), box["hidden"] === true];
  return {
    box: recordText({ ...whole, id }),
    is_box: true,
    // Featured suggestions that were there before are nobody's preview.
    is_preview: isHidden && (before === null || before.is_preview === true),
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** Search boxes in `.featured_suggestions`. Every write of a box stands alone, over all gateways. */
export function createSearchBoxStore({ engine, places }: StoreParts): SearchBoxStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.featuredSuggestions, schema: KeptBoxSchema });
  // A search asks for the group of its box each time; the record behind it is read twice a second at most.
  const groups = new WeakMap<KeptBox, Group | null>();

  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withLock({ engine, name: "search-boxes", index: places.of(SYSTEM.locks).definition.name }, work);
  const boxes = () => store.find({ term: { is_box: true } }, MOST + 1);

  const left = () =>
    store.find(
      {
        bool: { filter: [{ term: { is_preview: true } }, { range: { updated_at: { lt: seconds() - PREVIEW_LEFT } } }] },
      },
      MOST,
    );

  async function tidy(): Promise<void> {
    for (const kept of await left()) {
      const id = boxOf(kept)?.["id"];
      if (typeof id === "string") await store.remove(id);
    }
  }

  async function list(): Promise<JsonObject[]> {
    if ((await left()).length > 0) await alone(tidy);
    const all = (await boxes()).map(boxOf).filter((box) => box !== null);
    return all.sort((a, b) => (String(a["id"]) < String(b["id"]) ? -1 : 1));
  }

  async function get(id: string): Promise<JsonObject | null> {
    const kept = await store.get(id);
    return kept && boxOf(kept);
  }

  const put: SearchBoxStore["put"] = (id, box, check) =>
    alone(async () => {
      await tidy();
      const isNew = (await store.now(id))?.is_box !== true;
      if (isNew && (await boxes()).length >= MOST) throw badRequest(`there can be at most ${MOST} search boxes`);
      const kept = await store.remake(id, (before) => {
        check(heldBy(before));
        return keptOf({ id, box, before });
      });
      return boxOf(kept) ?? box;
    });

  const remove: SearchBoxStore["remove"] = (id, check) =>
    alone(async () => {
      const kept = await store.now(id);
      if (kept?.is_box !== true) return false;
      check(heldBy(kept));
      return store.remove(id);
    });

  function groupOf(kept: KeptBox): Group | null {
    const known = groups.get(kept);
    if (known !== undefined) return known;
    const box = boxOf(kept);
    const group = box ? groupIn(box) : kept.sections ? { sections: kept.sections } : null;
    groups.set(kept, group);
    return group;
  }

  async function getGroup(id: string): Promise<Group | null> {
    const kept = await store.get(id);
    return kept && groupOf(kept);
  }

  async function putGroup(id: string, { sections }: Group): Promise<void> {
    await store.remake(id, (before) => {
      const box = before && boxOf(before);
      if (!before || !box) return { sections };
      return { ...before, box: recordText(withSections(box, plain(sections))), updated_at: seconds() };
    });
  }

  async function removeGroup(id: string): Promise<boolean> {
    const kept = await store.now(id);
    if (kept?.is_box !== true) return store.remove(id);
    const had = (groupOf(kept)?.sections.length ?? 0) > 0;
    if (had) await putGroup(id, { sections: [] });
    return had;
  }

  return { get, list, put, remove, groups: { get: getGroup, put: putGroup, remove: removeGroup } };
}
