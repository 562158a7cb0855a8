import type { Engine } from "../engine/port";
import { locateSystemIndices, SystemIndexInTheWayError } from "../gateway/platform/store/locate-system-indices";
import { SYSTEM, SYSTEM_INDICES } from "../gateway/platform/store/system-indices";
import { ask, type Caller } from "./call";

const MOVED = SYSTEM_INDICES.filter(({ name }) => name !== SYSTEM.locks.name);

/**
 * Why some of the back end's own indices cannot go into this target: a ReactiveSearch server has been there, whose
 * users and credentials would be mixed with them. One line for each name; changes nothing.
 */
export async function serverInTheWay(caller: Caller, names: readonly string[]): Promise<string[]> {
  const definitionOf = (name: string) =>
    MOVED.find(
      (definition) => name === definition.name || (definition.pieces && name.startsWith(`${definition.name}-`)),
    );
  const own = names.flatMap((name) => definitionOf(name) ?? []);
  if (own.length === 0) return [];
  const engine: Engine = ({ method, path, query }) =>
    ask(caller, { method: method === "HEAD" ? "HEAD" : "GET", path, ...(query && { query }) });
  try {
    const found = await locateSystemIndices({ engine, indices: MOVED });
    const isTheirs = (name: string) =>
      found.some(
        ({ place }) =>
          place.key === definitionOf(name)?.name && (place.form === "server" || place.definition.name !== place.key),
      );
    return names
      .filter(isTheirs)
      .map(
        (name) =>
          `${name}: a ReactiveSearch server has been on the target, and what it keeps there stays as it is: leave the back end's own indices out with --only '*,-.*'`,
      );
  } catch (error) {
    if (error instanceof SystemIndexInTheWayError) return [error.message];
    throw error;
  }
}
