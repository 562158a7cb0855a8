import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { type BehindAlias, behindAliases } from "../../platform/access/behind-aliases";
import { callEngine } from "../../platform/store/engine-client";
import { createShortMemory } from "../../platform/store/short-memory";

const RE_INDEXED = /^(.+)_reindexed_\d+$/;
const ROLLED_OVER = /^(\..+)-\d{6}$/;

const AliasesSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));

/**
 * Which names stand for indices that this server made by re-indexing or rolling over, alias → index; and which lead to
 * system indices.
 */
export type ReIndexed = {
  byAlias: () => Promise<ReadonlyMap<string, string>>;
  /**
   * The name that people know of an index that was re-indexed, index → alias, where that alias names this index alone.
   */
  knownNames: () => Promise<ReadonlyMap<string, string>>;
  behindAliases: () => Promise<readonly BehindAlias[]>;
  forget: () => void;
};
type Known = {
  byAlias: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
  behind: readonly BehindAlias[];
};

/** The name that an index had before it was re-indexed or rolled over; its own where it did not. */
export function baseName(index: string): string {
  return RE_INDEXED.exec(index)?.[1] ?? ROLLED_OVER.exec(index)?.[1] ?? index;
}

/** The name that an index stands for, where this server made the index; ordinary aliases do not count. */
export function ownAlias(index: string, aliases: readonly string[]): string | null {
  const name = baseName(index);
  if (name !== index && aliases.includes(name)) return name;
  return aliases.includes(".suggestions") ? ".suggestions" : null;
}

/** A short-lived copy of the engine's aliases. */
export function createReIndexed(engine: Engine): ReIndexed {
  async function read(): Promise<Known> {
    const { body } = await callEngine(engine, { method: "GET", path: "/_alias" });
    const all = AliasesSchema.parse(body);
    const map = new Map<string, string>();
    for (const [index, { aliases }] of Object.entries(all)) {
      const alias = ownAlias(index, Object.keys(aliases));
      if (alias !== null) map.set(alias, index);
    }
    const uses = new Map<string, number>();
    for (const { aliases } of Object.values(all))
      for (const alias of Object.keys(aliases)) uses.set(alias, (uses.get(alias) ?? 0) + 1);
    const names = new Map(
      [...map].flatMap(([alias, index]) =>
        RE_INDEXED.test(index) && uses.get(alias) === 1 ? [[index, alias] as const] : [],
      ),
    );
    return { byAlias: map, names, behind: behindAliases(all) };
  }

  const memory = createShortMemory({ read });
  const get = () => memory.get("all");
  return {
    byAlias: async () => (await get()).byAlias,
    knownNames: async () => (await get()).names,
    behindAliases: async () => (await get()).behind,
    forget: () => memory.forget(),
  };
}
