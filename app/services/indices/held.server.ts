import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { apiPath } from "~/services/http/path";
import { settle } from "~/services/http/settle.server";
import type { IndexRow } from "./list.server";

const settingsSchema = z.record(
  z.string(),
  z.object({
    settings: z.object({
      index: z
        .object({
          number_of_shards: z.coerce.number().nullish().catch(null),
          number_of_replicas: z.coerce.number().nullish().catch(null),
          verified_before_close: z.coerce.string().nullish().catch(null),
        })
        .default({}),
    }),
  }),
);
const countSchema = z.object({ count: z.number() });
const part = z.object({ docs: z.object({ count: z.number() }).optional(), store: z.object({ size_in_bytes: z.number() }).optional() });
const statsSchema = z.object({ indices: z.record(z.string(), z.object({ primaries: part.optional(), total: part.optional() })).default({}) });

/**
 * The indices of somebody who is held to names and patterns, and may therefore not read the cluster's list: those named, and those that a pattern meets now.
 * Throws BackendError.
 */
export async function listHeldIndices({ http }: Pick<Scope, "http">, heldTo: readonly string[]): Promise<IndexRow[]> {
  const patterns = heldTo.filter((name) => name.includes("*"));
  const names = heldTo.filter((name) => !name.includes("*"));
  const found = await Promise.all([...names.map((name) => named({ http }, name)), ...patterns.map((pattern) => known(met({ http }, pattern)))]);
  const byIndex = new Map(found.flatMap((rows) => rows ?? []).map((row) => [row.index, row]));
  return [...byIndex.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A name that may not be looked at is still one's own: it stands without its facts. */
async function named({ http }: Pick<Scope, "http">, name: string): Promise<IndexRow[]> {
  try {
    return [(await readHeldIndex({ http }, name)) ?? []].flat();
  } catch (error) {
    if (!isBackendError(error) || error.failure.kind !== "not-allowed") throw error;
    return [{ name, index: name, health: "unknown", open: true, system: false, documents: null, bytes: null, shards: null, replicas: null }];
  }
}

/** Undefined for what the user may not read: a name may be held without the right to look at it. */
async function known<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isBackendError(error) && error.failure.kind === "not-allowed") return undefined;
    throw error;
  }
}

type IndexSettings = z.output<typeof settingsSchema>[string];

/** What the settings of an index tell of it. */
function rowOf(name: string, index: string, { settings: { index: of } }: IndexSettings): IndexRow {
  return {
    name,
    index,
    health: "unknown",
    open: of.verified_before_close !== "true",
    system: name.startsWith("."),
    documents: null,
    bytes: null,
    shards: of.number_of_shards ?? null,
    replicas: of.number_of_replicas ?? null,
  };
}

/** What an index tells of itself: by settings and count, which a user with one index may ask. Undefined if it does not exist; throws BackendError. */
export async function readHeldIndex({ http }: Pick<Scope, "http">, name: string): Promise<IndexRow | undefined> {
  const answer = await http.call({ path: apiPath`/${name}/_settings`, schema: settingsSchema }).catch((error: unknown) => {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  });
  const [index, found] = Object.entries(answer ?? {})[0] ?? [];
  if (index === undefined || found === undefined) return undefined;
  const row = rowOf(name, index, found);
  return row.open ? { ...row, documents: await countOfIndex({ http }, name), counted: true } : row;
}

/** How many documents an index has. The one place of this number: other figures of engines count objects of nested fields too. Throws BackendError. */
export async function countOfIndex({ http }: Pick<Scope, "http">, name: string): Promise<number> {
  return (await http.call({ path: apiPath`/${name}/_count`, schema: countSchema })).count;
}

/** More indices of a pattern than this are not counted one by one. */
const MOST_COUNTED = 50;

async function met({ http }: Pick<Scope, "http">, pattern: string): Promise<IndexRow[]> {
  const query = { expand_wildcards: "open,closed" };
  const [settings, stats] = await Promise.all([
    http.call({ path: apiPath`/${pattern}/_settings`, query, schema: settingsSchema }),
    settle(http.call({ path: apiPath`/${pattern}/_stats/docs,store`, schema: statsSchema })),
  ]);
  const found = Object.entries(settings);
  return Promise.all(
    found.map(async ([index, of]) => {
      const told = stats.ok ? stats.value.indices[index] : undefined;
      const row = { ...rowOf(index, index, of), bytes: told?.total?.store?.size_in_bytes ?? null };
      const asked = row.open && found.length <= MOST_COUNTED ? await settle(countOfIndex({ http }, index)) : undefined;
      return { ...row, documents: asked?.ok ? asked.value : (told?.primaries?.docs?.count ?? null), counted: asked?.ok === true };
    }),
  );
}
