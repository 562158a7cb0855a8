import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { IndexRow } from "./index-row";

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
const part = z.object({
  docs: z.object({ count: z.number() }).optional(),
  store: z.object({ size_in_bytes: z.number() }).optional(),
});
const healthSchema = z.object({
  indices: z.record(z.string(), z.object({ status: z.enum(["green", "yellow", "red"]) })).catch({}),
});
const statsSchema = z.object({
  indices: z.record(z.string(), z.object({ primaries: part.optional(), total: part.optional() })).default({}),
});

/**
 * The indices of somebody who is held to names and patterns, and may therefore not read the cluster's list: those
 * named, and those that a pattern meets now. Throws BackendError.
 */
export async function listHeldIndices({ http }: Pick<Scope, "http">, heldTo: readonly string[]): Promise<IndexRow[]> {
  const patterns = heldTo.filter((name) => name.includes("*"));
  const names = heldTo.filter((name) => !name.includes("*"));
  const found = await Promise.all([
    ...names.map((name) => named({ http }, name)),
    ...patterns.map((pattern) => known(met({ http }, pattern))),
  ]);
  const byIndex = new Map(found.flatMap((rows) => rows ?? []).map((row) => [row.index, row]));
  return withFigures(
    { http },
    [...byIndex.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

/** Indices that are named in one address. */
const MOST_NAMED = 50;

/**
 * Rows with size, health and what else their own names tell: the lists of the cluster are not for who is held to some.
 * Not known is what the server refuses.
 */
async function withFigures({ http }: Pick<Scope, "http">, rows: readonly IndexRow[]): Promise<IndexRow[]> {
  // A closed index has none, and one whose settings may not be read would have the others refused too.
  const asked = rows.filter(({ open, shards }) => open && shards !== null);
  const figures = await Promise.all(chunksOf(asked).map((some) => figuresOf({ http }, some)));
  const known = new Map(figures.flatMap((found) => [...found]));
  return rows.map((row) => {
    const found = known.get(row.index);
    if (found === undefined) return row;
    // Not every engine tells by its settings that an index is closed: it is left out of the figures, and cannot be
    // counted.
    if (found === "left out") return row.counted === true ? row : { ...row, open: false };
    return { ...row, bytes: found.bytes, health: found.health, documents: row.documents ?? found.documents };
  });
}

const chunksOf = (rows: readonly IndexRow[]) =>
  Array.from({ length: Math.ceil(rows.length / MOST_NAMED) }, (_, at) =>
    rows.slice(at * MOST_NAMED, (at + 1) * MOST_NAMED),
  );

type Figures = Pick<IndexRow, "bytes" | "health" | "documents">;

async function figuresOf(
  { http }: Pick<Scope, "http">,
  rows: readonly IndexRow[],
): Promise<Map<string, Figures | "left out">> {
  const names = rows.map(({ index }) => index);
  const [stats, health] = await Promise.all([
    settle(
      http.call({
        path: apiPath`/${names}/_stats/docs,store`,
        query: { ignore_unavailable: true },
        schema: statsSchema,
      }),
    ),
    settle(http.call({ path: apiPath`/_cluster/health/${names}`, query: { level: "indices" }, schema: healthSchema })),
  ]);
  return new Map(
    rows.map(({ name, index }): [string, Figures | "left out"] => {
      const told = stats.ok ? (stats.value.indices[index] ?? stats.value.indices[name]) : undefined;
      if (stats.ok && told === undefined) return [index, "left out"];
      const word = health.ok ? (health.value.indices[index] ?? health.value.indices[name])?.status : undefined;
      return [
        index,
        {
          bytes: told?.total?.store?.size_in_bytes ?? null,
          health: word ?? "unknown",
          documents: told?.primaries?.docs?.count ?? null,
        },
      ];
    }),
  );
}

/** A name that may not be looked at is still one's own: it stands without its facts. */
async function named({ http }: Pick<Scope, "http">, name: string): Promise<IndexRow[]> {
  try {
    return [(await countedIndex({ http }, name)) ?? []].flat();
  } catch (error) {
    if (!isBackendError(error) || error.failure.kind !== "not-allowed") throw error;
    return [
      {
        name,
        index: name,
        health: "unknown",
        open: true,
        system: false,
        documents: null,
        bytes: null,
        shards: null,
        replicas: null,
      },
    ];
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

/**
 * What an index tells of itself, which a user with one index may ask. Undefined if it does not exist; throws
 * BackendError.
 */
export async function readHeldIndex({ http }: Pick<Scope, "http">, name: string): Promise<IndexRow | undefined> {
  const row = await countedIndex({ http }, name);
  return row && (await withFigures({ http }, [row]))[0];
}

/** By settings and count. */
async function countedIndex({ http }: Pick<Scope, "http">, name: string): Promise<IndexRow | undefined> {
  const answer = await http
    .call({ path: apiPath`/${name}/_settings`, schema: settingsSchema })
    .catch((error: unknown) => {
      if (isBackendError(error, 404)) return undefined;
      throw error;
    });
  const [index, found] = Object.entries(answer ?? {})[0] ?? [];
  if (index === undefined || found === undefined) return undefined;
  const row = rowOf(name, index, found);
  return row.open ? { ...row, documents: await countOfIndex({ http }, name), counted: true } : row;
}

/**
 * How many documents an index has. The one place of this number: other figures of engines count objects of nested
 * fields too. Throws BackendError.
 */
export async function countOfIndex({ http }: Pick<Scope, "http">, name: string): Promise<number> {
  return (await http.call({ path: apiPath`/${name}/_count`, schema: countSchema })).count;
}

/** More indices of a pattern than this are not counted one by one. */
const MOST_COUNTED = 50;

async function met({ http }: Pick<Scope, "http">, pattern: string): Promise<IndexRow[]> {
  const query = { expand_wildcards: "open,closed" };
  const settings = await http.call({ path: apiPath`/${pattern}/_settings`, query, schema: settingsSchema });
  const found = Object.entries(settings);
  return Promise.all(
    found.map(async ([index, of]) => {
      const row = rowOf(index, index, of);
      const asked = row.open && found.length <= MOST_COUNTED ? await settle(countOfIndex({ http }, index)) : undefined;
      return { ...row, documents: asked?.ok ? asked.value : null, counted: asked?.ok === true };
    }),
  );
}
