import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { aliasesOf } from "~/services/indices/aliases/read.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotTold } from "~/services/platform/http/not-offered.server";
import { FailedError } from "~/services/platform/jobs/kind.server";
import type { CopyProgress } from "./progress.server";
import { indexBehind } from "./server-task.server";

// A ReactiveSearch server moves one name when an index is re-indexed in place: further aliases are gone with the old
// index, and where the index went by an alias beside a second one, its own name may be (contract 60). Ours keeps them.
// So they are read before, and set again where they are missing afterwards.

/** Aliases by name, each with what it has of its own (its filter, its routing) as JSON text. */
type Aliases = CopyProgress["aliases"];
const NOTHING = "{}";

/** The aliases of an index; none where the server does not tell. Throws BackendError. */
export async function readAliases(http: BackendClient, index: string): Promise<Aliases> {
  try {
    const found = await aliasesOf({ http }, index);
    return Object.fromEntries(Object.entries(found).map(([name, definition]) => [name, stringifyJson(definition)]));
  } catch (error) {
    if (isBackendError(error) && isNotTold(error.failure)) return {};
    throw error;
  }
}

type Names = {
  /** The name by which it was re-indexed. */ source: string;
  /** Its aliases before. */ aliases: Aliases;
  /** The index before, by its UUID. */ before: string;
};

/** The new index under one of its names; null before the server has put it in place. Throws BackendError. */
async function replacementOf(http: BackendClient, { source, aliases, before }: Names): Promise<string | null> {
  for (const name of [source, ...Object.keys(aliases).filter((one) => one !== source)]) {
    const found = await indexBehind(http, name);
    if (found !== null && found.uuid !== before) return found.name;
  }
  return null;
}

function toAdd({ index, alias, definition }: { index: string; alias: string; definition: string }) {
  const own = parseJson(definition);
  return { add: { ...(isJsonObject(own) ? own : {}), index, alias } };
}

/**
 * Gives the new index the names that it lacks, its own too, with what they had of their own: an alias with a filter
 * never comes back without it. How many those were; null where no name leads to a new index yet. Throws BackendError,
 * and FailedError with the names where the server does not take them.
 */
export async function keepNames(http: BackendClient, names: Names): Promise<number | null> {
  const index = await replacementOf(http, names);
  if (index === null) return null;
  const wanted: Aliases = { [names.source]: NOTHING, ...names.aliases };
  const there: Aliases = { [index]: NOTHING, ...(await readAliases(http, index)) };
  const lost: string[] = [];
  for (const [name, definition] of Object.entries(wanted)) {
    const now = there[name];
    // A name that stands for another index by now is that one's.
    const isLost =
      now === undefined
        ? (await indexBehind(http, name)) === null
        : name !== index && now === NOTHING && definition !== NOTHING;
    if (isLost) lost.push(name);
  }
  if (lost.length === 0) return 0;
  try {
    const actions = lost.map((alias) => toAdd({ index, alias, definition: wanted[alias] ?? NOTHING }));
    await http.send({ method: "POST", path: "/_aliases", json: { actions } });
  } catch (error) {
    if (!isBackendError(error)) throw error;
    throw new FailedError(
      `The index was re-indexed, but the server dropped the names ${lost.join(", ")} and does not take them again. Add them as aliases of ${index}.`,
    );
  }
  return lost.length;
}
