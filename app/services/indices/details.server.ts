import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { apiPath } from "~/services/http/path";

export type IndexDetails = { createdAt: number | null; aliases: string[] };

const catSchema = z
  .array(z.object({ index: z.string(), "creation.date": z.coerce.number().nullish().catch(null) }))
  .nullable()
  .transform((rows) => rows ?? []);
const aliasSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()).default({}) }));

/** When each of these indices was made, by concrete name. Throws BackendError. */
export async function listCreationDates({ http }: Pick<Scope, "http">, indices: readonly string[] | "all"): Promise<Map<string, number>> {
  const path = indices === "all" ? "/_cat/indices" : apiPath`/_cat/indices/${indices}`;
  const rows = await http.call({ path, query: { format: "json", h: "index,creation.date", expand_wildcards: "all" }, schema: catSchema });
  return new Map(rows.flatMap((row) => (row["creation.date"] ? [[row.index, row["creation.date"]]] : [])));
}

/** The aliases of these indices, by concrete name. Throws BackendError. */
export async function listAliases({ http }: Pick<Scope, "http">, indices: readonly string[]): Promise<Map<string, string[]>> {
  const answer = await http.call({ path: apiPath`/${indices}/_alias`, schema: aliasSchema });
  return new Map(Object.entries(answer).map(([index, { aliases }]) => [index, Object.keys(aliases).sort()]));
}
