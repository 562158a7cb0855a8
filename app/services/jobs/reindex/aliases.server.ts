import * as z from "zod";
import type { BackendClient } from "~/services/http/client.server";
import { isBackendError } from "~/services/http/errors.server";
import { isNotTold } from "~/services/http/not-offered.server";
import { apiPath } from "~/services/http/path";
import { FailedError } from "../kind.server";
import { indexBehind } from "./server-task.server";

// A ReactiveSearch server moves one name when an index is re-indexed in place: further aliases are gone with the old index, and where the index went by an alias
// beside a second one, its own name may be (contract 60). Ours keeps them. So they are read before, and set again where they are missing afterwards.

const aliasesSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()).default({}) }));

/** The aliases of an index; none where the server does not tell. Throws BackendError. */
export async function aliasesOf(http: BackendClient, index: string): Promise<string[]> {
  try {
    const found = await http.call({ path: apiPath`/${index}/_alias`, schema: aliasesSchema });
    return [...new Set(Object.values(found).flatMap(({ aliases }) => Object.keys(aliases)))].sort();
  } catch (error) {
    if (isBackendError(error) && isNotTold(error.failure)) return [];
    throw error;
  }
}

type Names = {
  /** The name by which it was re-indexed. */ source: string;
  /** Its aliases before. */ aliases: readonly string[];
  /** The index before, by its UUID. */ before: string;
};

/** The new index under one of its names; null before the server has put it in place. Throws BackendError. */
async function replacementOf(http: BackendClient, { source, aliases, before }: Names): Promise<string | null> {
  for (const name of [source, ...aliases.filter((one) => one !== source)]) {
    const found = await indexBehind(http, name);
    if (found !== null && found.uuid !== before) return found.name;
  }
  return null;
}

/**
 * Gives the new index the names that it lacks, its own too. How many those were; null where no name leads to a new index yet. Throws BackendError, and FailedError
 * with the names where the server does not take them.
 */
export async function keepNames(http: BackendClient, names: Names): Promise<number | null> {
  const index = await replacementOf(http, names);
  if (index === null) return null;
  const there = new Set([index, ...(await aliasesOf(http, index))]);
  const missing = [...new Set([names.source, ...names.aliases])].filter((name) => !there.has(name));
  if (missing.length === 0) return 0;
  // A name that stands for another index by now is that one's.
  const free: string[] = [];
  for (const name of missing) if ((await indexBehind(http, name)) === null) free.push(name);
  if (free.length === 0) return 0;
  try {
    await http.send({ method: "POST", path: "/_aliases", json: { actions: free.map((alias) => ({ add: { index, alias } })) } });
  } catch (error) {
    if (!isBackendError(error)) throw error;
    throw new FailedError(
      `The index was re-indexed, but the server dropped the names ${free.join(", ")} and does not take them again. Add them as aliases of ${index}.`,
    );
  }
  return free.length;
}
