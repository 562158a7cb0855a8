import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { parseSize } from "~/lib/values/numbers";
import { keptIndices, type KnownIndex } from "~/services/platform/changes/kept-names.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import { listHeldIndices } from "./held.server";
import type { IndexRow } from "./index-row";

// `GET /_aliasedindices`, contract 2.1: counts are numbers here and text in `_cat`; sizes are the engine's text; closed
// ones have neither.
const rowSchema = z.object({
  alias: z.string().nullish(),
  index: z.string().nullish(),
  name: z.string().nullish(),
  health: z.string().nullish(),
  status: z.string().nullish(),
  pri: z.coerce.number().nullish().catch(null),
  rep: z.coerce.number().nullish().catch(null),
  /** Our own: documents as `_count` tells them. `docs.count` counts each object of a nested field too. */
  documents: z.number().nullish().catch(null),
  "docs.count": z.coerce.number().nullish().catch(null),
  "store.size": z.string().nullish(),
  /** Our own too. */
  "creation.date": z.coerce.number().nullish().catch(null),
});

const listSchema = z
  .array(rowSchema)
  .nullable()
  .transform((rows) => rows ?? []);

/** The list of a server; `_cat/indices` where it has no `_aliasedindices`. */
async function fetchRows(http: Scope["http"]) {
  const rows = await whereOffered(http.call({ path: "/_aliasedindices", schema: listSchema }));
  return (
    rows ?? http.call({ path: "/_cat/indices", query: { format: "json", expand_wildcards: "all" }, schema: listSchema })
  );
}

/**
 * The indices that the user may see, by name: all of the cluster with the system ones, or those that he is held to.
 * Throws BackendError.
 */
export async function listIndices({ http, identity }: Pick<Scope, "http" | "identity">): Promise<IndexRow[]> {
  if (identity.heldTo !== null) return listHeldIndices({ http }, identity.heldTo);
  const rows = await fetchRows(http);
  return rows
    .map((row) => {
      const name = row.alias || row.index || row.name || "";
      const open = row.status !== "close";
      return {
        name,
        index: row.index || name,
        health: healthOf(row.health),
        open,
        // Spec section 5: names that start with a dot or contain `metricbeat-` are hidden from lists.
        system: name.startsWith(".") || (row.index ?? "").startsWith(".") || name.includes("metricbeat-"),
        documents: open ? (row.documents ?? row["docs.count"] ?? null) : null,
        counted: row.documents !== undefined && row.documents !== null,
        bytes: open ? (parseSize(row["store.size"]) ?? null) : null,
        shards: row.pri ?? null,
        replicas: row.rep ?? null,
        ...(row["creation.date"] && { createdAt: row["creation.date"] }),
      };
    })
    .filter((row) => row.name !== "")
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function healthOf(health: string | null | undefined): IndexRow["health"] {
  return health === "green" || health === "yellow" || health === "red" ? health : "unknown";
}

const datesSchema = z
  .array(z.object({ index: z.string(), "creation.date": z.coerce.number().nullish().catch(null) }))
  .nullable()
  .transform((rows) => rows ?? []);
const aliasSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()).default({}) }));

/** When each of these indices was made, by concrete name: asked for where rows do not tell. Throws BackendError. */
export async function datesOf(scope: Pick<Scope, "http">, rows: readonly IndexRow[]): Promise<Map<string, number>> {
  const told = rows.flatMap(({ index, createdAt }) => (createdAt === undefined ? [] : [[index, createdAt] as const]));
  if (told.length === rows.length) return new Map(told);
  return listCreationDates(
    scope,
    rows.map(({ index }) => index),
  );
}

/** The same of indices by their concrete names. Throws BackendError. */
export async function listCreationDates(
  { http }: Pick<Scope, "http">,
  indices: readonly string[] | "all",
): Promise<Map<string, number>> {
  const path = indices === "all" ? "/_cat/indices" : apiPath`/_cat/indices/${indices}`;
  const rows = await http.call({
    path,
    query: { format: "json", h: "index,creation.date", expand_wildcards: "all" },
    schema: datesSchema,
  });
  return new Map(rows.flatMap((row) => (row["creation.date"] ? [[row.index, row["creation.date"]]] : [])));
}

/** The aliases of these indices, by concrete name. Throws BackendError. */
export async function listAliases(
  { http }: Pick<Scope, "http">,
  indices: readonly string[],
): Promise<Map<string, string[]>> {
  const answer = await http.call({ path: apiPath`/${indices}/_alias`, schema: aliasSchema });
  return new Map(Object.entries(answer).map(([index, { aliases }]) => [index, Object.keys(aliases).sort()]));
}

type Asking = Pick<Scope, "http" | "identity" | "session">;

/** The indices that are no system ones, by name, for choosers; kept for ten seconds. Throws BackendError. */
export function listKnownIndices(scope: Asking): Promise<KnownIndex[]> {
  return keptIndices(scope, async () =>
    (await listIndices(scope))
      .filter((row) => !row.system)
      .map(({ name, index, open, documents }) => ({ name, index, open, documents })),
  );
}

/** Their names. Throws BackendError. */
export async function listIndexNames(scope: Asking): Promise<string[]> {
  return (await listKnownIndices(scope)).map(({ name }) => name);
}
