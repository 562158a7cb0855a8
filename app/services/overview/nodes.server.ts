import * as z from "zod";
import type { Scope } from "~/session/scope.server";

const statsSchema = z.object({
  nodes: z.record(
    z.string(),
    z.object({
      fs: z
        .object({ total: z.object({ available_in_bytes: z.number() }).partial() })
        .partial()
        .nullish(),
    }),
  ),
});

export type Nodes = { count: number; bytesFree: number | null };

/** How many nodes there are, and the disk left on them. Throws BackendError. */
export async function getNodes({ http }: Pick<Scope, "http">): Promise<Nodes> {
  const { nodes } = await http.call({ path: "/_nodes/stats/fs", schema: statsSchema });
  const free = Object.values(nodes).map((node) => node.fs?.total?.available_in_bytes);
  return {
    count: free.length,
    bytesFree: free.every((bytes) => bytes === undefined)
      ? null
      : free.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
  };
}

const rolesSchema = z.object({ nodes: z.record(z.string(), z.object({ roles: z.array(z.string()).nullish() })) });

/** How many nodes can hold shards: `data`, or a tier of it. Throws BackendError. */
export async function countDataNodes({ http }: Pick<Scope, "http">): Promise<number> {
  const { nodes } = await http.call({ path: "/_nodes", query: { filter_path: "nodes.*.roles" }, schema: rolesSchema });
  return Object.values(nodes).filter(
    ({ roles }) => !roles || roles.some((role) => role === "data" || role.startsWith("data_")),
  ).length;
}
