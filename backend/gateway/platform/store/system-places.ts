import type { SystemIndex } from "./system-indices";

/** Where a system index is on this engine. */
export type Place = {
  /** The name in the list of system indices. */
  key: string;
  /** The definition under the name by which it goes here. */
  definition: SystemIndex;
  /** `server`: a ReactiveSearch server made it, or will share it; it stays as it is. */
  form: "own" | "server";
  /** The field to find a word by as it was written; null if the mapping has no such field. */
  exact: (field: string) => string | null;
};

/** Where each system index is; as the list says until the engine has been looked at. */
export type SystemPlaces = { of: (definition: SystemIndex) => Place; settle: (places: readonly Place[]) => void };

/** The place of an index of our own, under the name of its definition. */
export function ownPlace(definition: SystemIndex, key = definition.name): Place {
  return { key, definition, form: "own", exact: (field) => field };
}

/** Begins the names of our indices beside those of a ReactiveSearch server, which knows no such name. */
const BESIDE = ".searchdeck-";

/** A definition under the name that it has beside those of a ReactiveSearch server. */
export function beside(definition: SystemIndex): SystemIndex {
  return { ...definition, name: `${BESIDE}${definition.name.slice(1)}` };
}

/** Places that are settled once the engine is there, in one gateway's memory. */
export function createSystemPlaces(): SystemPlaces {
  const settled = new Map<string, Place>();
  return {
    of: (definition) => settled.get(definition.name) ?? ownPlace(definition),
    settle: (places) => {
      settled.clear();
      for (const place of places) settled.set(place.key, place);
    },
  };
}
