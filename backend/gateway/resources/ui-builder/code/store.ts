import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import type { JsonObject } from "@common/text/json";
import { withLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type Check, recordIn, recordText, seconds } from "../record/read-record";
import { type KeptCode, KeptCodeSchema, KeptListSchema, type Version } from "./schema";

const MOST = UI_BUILDER_LIMITS.codeVersions.most;

/** A version as it is answered. */
type Told = JsonObject;

/** Versions of the code of pages, by the ID of the page. */
export type CodeStore = {
  /** The newest first, without files. */
  versions: (id: string) => Promise<Told[]>;
  newest: (id: string) => Promise<Told | null>;
  version: (id: string, version: string) => Promise<Told | null>;
  /** Keeps files as a new version; past the most the oldest goes. `check` is asked with the newest of before. */
  add: (id: string, made: { code: JsonObject; commit: string }, check: Check) => Promise<Told>;
  /** Removes all versions of a page. */
  remove: (id: string) => Promise<void>;
};

const keyOf = (id: string, version: string) => `${version}:${id}`;
const toldOf = ({ version_id, created_at, commit }: Version): Told => ({
  version_id,
  created_at,
  metadata: { commit },
});

function codeOf(kept: KeptCode): Told {
  return { ...toldOf(kept), code: recordIn(kept.code) ?? {} };
}

/** Code in `.ui_code`: the list of versions under the ID of the page, each version under its number and that ID. */
export function createCodeStore({ engine, places }: StoreParts): CodeStore {
  const lists = createSystemStore({ engine, places, index: SYSTEM.uiCode, schema: KeptListSchema });
  const codes = createSystemStore({ engine, places, index: SYSTEM.uiCode, schema: KeptCodeSchema });
  const alone = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    withLock({ engine, name: `ui-code-${id}`, index: places.of(SYSTEM.locks).definition.name }, work);

  async function version(id: string, number: string): Promise<Told | null> {
    const kept = await codes.now(keyOf(id, number));
    return kept && codeOf(kept);
  }

  async function newest(id: string): Promise<Told | null> {
    const last = (await lists.now(id))?.versions.at(-1);
    return last ? version(id, last.version_id) : null;
  }

  const add: CodeStore["add"] = (id, { code, commit }, check) =>
    alone(id, async () => {
      check(await newest(id));
      const before = (await lists.now(id)) ?? { last: 0, versions: [] };
      const made = { version_id: String(before.last + 1), created_at: seconds(), commit };
      const all = [...before.versions, made];
      // The files before the list: a version that is listed can be read.
      const kept = { ...made, code: recordText(code) };
      await codes.put(keyOf(id, made.version_id), kept);
      await lists.put(id, { last: before.last + 1, versions: all.slice(-MOST) });
      for (const { version_id } of all.slice(0, -MOST)) await codes.remove(keyOf(id, version_id));
      return codeOf(kept);
    });

  const remove = (id: string) =>
    alone(id, async () => {
      const versions = (await lists.now(id))?.versions ?? [];
      await lists.remove(id);
      for (const { version_id } of versions) await codes.remove(keyOf(id, version_id));
    });

  return {
    versions: async (id) => ((await lists.get(id))?.versions ?? []).map(toldOf).reverse(),
    newest,
    version,
    add,
    remove,
  };
}
