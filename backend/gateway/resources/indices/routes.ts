import * as z from "zod";
import { json } from "../../platform/http/reply";
import type { Route } from "../../platform/http/types";
import type { Services } from "../../services";
import { callEngine } from "../../platform/store/engine-client";

const count = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => Number(value ?? 0) || 0);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const RowsSchema = z.array(
  z.object({
    health: text,
    status: text,
    index: z.string(),
    uuid: text,
    pri: count,
    rep: count,
    "docs.count": count,
    "docs.deleted": count,
    "store.size": text,
    "pri.store.size": text,
    "creation.date": count,
  }),
);

/** The engine's usual columns, and when an index was made. */
const COLUMNS = Object.keys(RowsSchema.element.shape).join(",");

/** So many indices are counted in one call. */
const COUNTED_AT_ONCE = 200;
const CountsSchema = z.object({
  responses: z.array(z.object({ hits: z.object({ total: z.object({ value: z.number() }) }).optional() })),
});

type Row = z.output<typeof RowsSchema>[number];

/**
 * How many documents open indices have, by name, as `_count` tells it: `docs.count` of engines counts each object of a
 * nested field too. Those that cannot be counted are not in it. Throws the engine's errors.
 */
async function documentsOf(
  { engine, signal }: Pick<Services, "engine"> & { signal?: AbortSignal | undefined },
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const names = rows
    .filter(({ status, "docs.count": most }) => status !== "close" && most > 0)
    .map(({ index }) => index);
  const found = new Map<string, number>();
  for (let at = 0; at < names.length; at += COUNTED_AT_ONCE) {
    const asked = names.slice(at, at + COUNTED_AT_ONCE);
    const lines = asked.map(
      (index) => `${JSON.stringify({ index, ignore_unavailable: true })}\n{"size":0,"track_total_hits":true}\n`,
    );
    const { body } = await callEngine(engine, {
      method: "POST",
      path: "/_msearch",
      body: lines.join(""),
      ...(signal && { signal }),
    });
    for (const [place, { hits }] of CountsSchema.parse(body).responses.entries()) {
      const name = asked[place];
      if (name !== undefined && hits !== undefined) found.set(name, hits.total.value);
    }
  }
  return found;
}

/**
 * `GET /_aliasedindices`: every index, system indices too, with the name that it stands for where this server made it
 * by re-indexing.
 */
export function indexListRoutes({ engine, reIndexed }: Pick<Services, "engine" | "reIndexed">): Route[] {
  return [
    {
      methods: ["GET"],
      path: "/_aliasedindices",
      access: { kind: "search", category: "cat", acl: "cat", op: "read" },
      handle: async ({ signal }) => {
        const [list, aliases] = await Promise.all([
          callEngine(engine, {
            method: "GET",
            path: "/_cat/indices",
            query: { format: "json", h: COLUMNS, expand_wildcards: "all" },
            signal,
          }),
          reIndexed.byAlias(),
        ]);
        const rows = RowsSchema.parse(list.body);
        const documents = await documentsOf({ engine, signal }, rows);
        const byIndex = new Map([...aliases].map(([alias, index]) => [index, alias]));
        return json(
          rows.map((row) => ({
            alias: byIndex.get(row.index) ?? "",
            ...row,
            documents: documents.get(row.index) ?? row["docs.count"],
          })),
        );
      },
    },
  ];
}
