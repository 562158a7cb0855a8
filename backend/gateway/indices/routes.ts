import * as z from "zod";
import { json } from "../http/reply";
import type { Route } from "../http/types";
import type { Services } from "../services";
import { callEngine } from "../store/engine-client";

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
  }),
);

/** `GET /_aliasedindices`: every index, system indices too, with the name that it stands for where this server made it by re-indexing. */
export function indexListRoutes({ engine, reIndexed }: Pick<Services, "engine" | "reIndexed">): Route[] {
  return [
    {
      methods: ["GET"],
      path: "/_aliasedindices",
      access: { kind: "search", category: "cat", acl: "cat", op: "read" },
      handle: async ({ signal }) => {
        const [list, aliases] = await Promise.all([
          callEngine(engine, { method: "GET", path: "/_cat/indices", query: { format: "json", expand_wildcards: "all" }, signal }),
          reIndexed.byAlias(),
        ]);
        const byIndex = new Map([...aliases].map(([alias, index]) => [index, alias]));
        return json(RowsSchema.parse(list.body).map((row) => ({ alias: byIndex.get(row.index) ?? "", ...row })));
      },
    },
  ];
}
