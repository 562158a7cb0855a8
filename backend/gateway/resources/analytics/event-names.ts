import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";
import { type Caller, isAdmin } from "../../platform/auth/types";
import { type Owner, ownerOf } from "../../platform/held/shares";
import { callEngine } from "../../platform/store/engine-client";
import { createShortMemory } from "../../platform/store/short-memory";
import { SYSTEM } from "../../platform/store/system-indices";
import { createSystemStore, type StoreParts } from "../../platform/store/system-store";
import { eventOfField } from "./event-fields";

// A name of a custom event is a field of an index, of which an engine takes so many and lets none go.

const ID = "event-names";
const MappingSchema = z.record(
  z.string(),
  z.object({ mappings: z.object({ properties: z.record(z.string(), z.unknown()).default({}) }) }),
);
const BroughtSchema = z.object({ brought: z.record(z.string(), z.string()) });
type Brought = z.infer<typeof BroughtSchema>;

/** Through whose call an event comes. What an admin brings in has the room that the shares of all others leave. */
export type NamesOwner = { owner: Owner; isAdmin: boolean };

/** Which events are kept. */
export type EventNames = {
  /** Of these fields (`c_<name>`) those that are known by now or that the caller may bring in. */
  admitted: (caller: NamesOwner, fields: readonly string[]) => Promise<ReadonlySet<string>>;
};

/** Whose share counts for a caller's events. */
export function namesOwner(caller: Caller): NamesOwner {
  return { owner: ownerOf(caller), isAdmin: isAdmin(caller) };
}

function roomOf({ brought }: Brought, owner: Owner): number {
  const { namesOfOne, namesOfCallers } = ANALYTICS_LIMITS;
  const owners = Object.values(brought);
  return Math.min(namesOfCallers.most - owners.length, namesOfOne.most - owners.filter((one) => one === owner).length);
}

/**
 * Names of events over the engine: known are the fields of `.analytics`, and who brought one in stands in
 * `.analytics_preferences`.
 */
export function createEventNames(parts: StoreParts): EventNames {
  const { engine, places } = parts;
  const store = createSystemStore({ ...parts, index: SYSTEM.analyticsPreferences, schema: BroughtSchema });
  const known = new Set<string>();
  const memory = createShortMemory({ read });

  async function read(): Promise<number> {
    const path = `/${places.of(SYSTEM.analytics).definition.name}/_mapping`;
    const mappings = MappingSchema.parse((await callEngine(engine, { method: "GET", path }, [404])).body ?? {});
    for (const { mappings: of } of Object.values(mappings))
      for (const name of Object.keys(of.properties)) if (eventOfField(name) !== null) known.add(name);
    return known.size;
  }

  async function broughtBy(owner: Owner, fields: readonly string[]): Promise<string[]> {
    const before = (await store.get(ID)) ?? { brought: {} };
    const isBrought = (name: string) => Object.hasOwn(before.brought, name);
    // The usual end of who makes up names: nothing is written.
    if (roomOf(before, owner) <= 0) return fields.filter(isBrought);
    let granted: string[] = [];
    await store.remake(ID, (now) => {
      const { brought } = now ?? { brought: {} };
      const isNew = (name: string) => !Object.hasOwn(brought, name);
      const fresh = fields.filter(isNew).slice(0, Math.max(0, roomOf({ brought }, owner)));
      granted = [...fields.filter((name) => !isNew(name)), ...fresh];
      return { brought: { ...brought, ...Object.fromEntries(fresh.map((name) => [name, owner])) } };
    });
    return granted;
  }

  return {
    admitted: async ({ owner, isAdmin: isOfAdmin }, fields) => {
      if (fields.every((name) => known.has(name))) return new Set(fields);
      await memory.get("");
      const room = ANALYTICS_LIMITS.namesOfAll.most - known.size;
      const fresh = fields.filter((name) => !known.has(name)).slice(0, Math.max(0, room));
      const granted = fresh.length === 0 || isOfAdmin ? fresh : await broughtBy(owner, fresh);
      const all = new Set([...fields.filter((name) => known.has(name)), ...granted]);
      for (const name of granted) known.add(name);
      return all;
    },
  };
}
