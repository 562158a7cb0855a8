import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { parseSize } from "~/lib/numbers";
import { whereOffered } from "~/services/http/not-offered.server";
import { apiPath } from "~/services/http/path";
import { listHeldIndices } from "./held.server";

// `GET /_aliasedindices`, contract 2.1: counts are numbers here and text in `_cat`; sizes are the engine's text; closed ones have neither.
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
});

const listSchema = z
  .array(rowSchema)
  .nullable()
  .transform((rows) => rows ?? []);

export type IndexRow = {
  /** The name to show and to use in paths: `alias || index || name`. */
  name: string;
  /** The concrete index behind the name. */
  index: string;
  health: "green" | "yellow" | "red" | "unknown";
  open: boolean;
  system: boolean;
  documents: number | null;
  /** Whether `documents` is what `_count` tells; else it may count objects of nested fields too. */
  counted?: boolean;
  bytes: number | null;
  shards: number | null;
  replicas: number | null;
};

/** The list of a server; `_cat/indices` where it has no `_aliasedindices`. */
async function fetchRows(http: Scope["http"]) {
  const rows = await whereOffered(http.call({ path: "/_aliasedindices", schema: listSchema }));
  return rows ?? http.call({ path: "/_cat/indices", query: { format: "json", expand_wildcards: "all" }, schema: listSchema });
}

/** The indices that the user may see, by name: all of the cluster with the system ones, or those that he is held to. Throws BackendError. */
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

/** When each of these indices was made, by concrete name. Throws BackendError. */
export async function listCreationDates({ http }: Pick<Scope, "http">, indices: readonly string[] | "all"): Promise<Map<string, number>> {
  const path = indices === "all" ? "/_cat/indices" : apiPath`/_cat/indices/${indices}`;
  const rows = await http.call({ path, query: { format: "json", h: "index,creation.date", expand_wildcards: "all" }, schema: datesSchema });
  return new Map(rows.flatMap((row) => (row["creation.date"] ? [[row.index, row["creation.date"]]] : [])));
}

/** The aliases of these indices, by concrete name. Throws BackendError. */
export async function listAliases({ http }: Pick<Scope, "http">, indices: readonly string[]): Promise<Map<string, string[]>> {
  const answer = await http.call({ path: apiPath`/${indices}/_alias`, schema: aliasSchema });
  return new Map(Object.entries(answer).map(([index, { aliases }]) => [index, Object.keys(aliases).sort()]));
}

const KEPT_MS = 10_000;
const MOST_KEPT = 200;
const kept = new Map<string, { at: number; names: Promise<string[]> }>();

/** The names of the indices that are no system ones, for choosers; kept for ten seconds. Throws BackendError. */
export async function listIndexNames({ http, identity, session }: Pick<Scope, "http" | "identity" | "session">): Promise<string[]> {
  const found = kept.get(session.id);
  if (found && Date.now() - found.at < KEPT_MS) return found.names;
  const names = listIndices({ http, identity }).then((rows) => rows.filter((row) => !row.system).map((row) => row.name));
  kept.set(session.id, { at: Date.now(), names });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  names.catch(() => kept.delete(session.id));
  return names;
}

/** Forgets the kept names, after an index was made or deleted. */
export function forgetIndexNames({ session }: Pick<Scope, "session">) {
  kept.delete(session.id);
}
