import { setImmediate } from "node:timers/promises";
import { beginCompiling, type CompiledGroups } from "@common/search-relevance/synonyms/groups-in-text";
import { createIndicesBehind } from "@backend/gateway/resources/indices/names-behind";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import type { Engine } from "@backend/engine/port";
import type { SynonymStore } from "./store";

/** The groups of synonyms that a search of these index expressions is asked with. Empty for none. */
export type SynonymsOfSearch = (expressions: readonly string[]) => Promise<readonly CompiledGroups[]>;

type Known = ReadonlyMap<string, CompiledGroups>;
/** Groups that are compiled before other calls have their turn. */
const AT_ONCE = 500;
const NOTHING: Known = new Map();

async function compiled(groups: readonly string[]): Promise<CompiledGroups> {
  const compiling = beginCompiling();
  for (let from = 0; from < groups.length; from += AT_ONCE) {
    compiling.add(groups.slice(from, from + AT_ONCE));
    if (groups.length > AT_ONCE) await setImmediate();
  }
  return compiling.end();
}

/**
 * The groups kept for the indices of a search, by each name that they have: those of all of them, at most a second old.
 * Where nothing changed they are neither read nor compiled again.
 */
export function createSynonymsOfSearch({
  engine,
  synonyms,
}: {
  engine: Engine;
  synonyms: Pick<SynonymStore, "mark" | "all" | "changes">;
}): SynonymsOfSearch {
  const indicesBehind = createIndicesBehind(engine);
  let known = NOTHING;
  let last = { count: -1, newest: -1 };
  const memory = createShortMemory({ read, size: 1, ahead: true });

  async function read(): Promise<Known> {
    const mark = await synonyms.mark(last.newest);
    if (mark.count === last.count && mark.newer === 0) return known;
    if (mark.count === 0) {
      last = { count: 0, newest: last.newest };
      return (known = NOTHING);
    }
    const { groups, count, newest } = await synonyms.all();
    const byName = new Map<string, string[]>();
    for (const { index, synonym } of groups) {
      const list = byName.get(index);
      if (list) list.push(synonym);
      else byName.set(index, [synonym]);
    }
    const byIndex = new Map<string, CompiledGroups>();
    for (const [index, list] of byName) byIndex.set(index, await compiled(list));
    last = { count, newest };
    return (known = byIndex);
  }

  let changes = 0;
  return async (expressions) => {
    // What this gateway has changed itself is in force with the next search.
    if (synonyms.changes() !== changes) memory.forget();
    changes = synonyms.changes();
    const byIndex = await memory.get("all");
    if (byIndex.size === 0 || expressions.length === 0) return [];
    const behind = await indicesBehind(expressions.join(","));
    const names = new Set(behind.flatMap(({ index, aliases }) => [index, ...aliases]));
    return [...names].flatMap((name) => byIndex.get(name) ?? []);
  };
}
