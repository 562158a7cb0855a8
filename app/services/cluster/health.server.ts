import * as z from "zod";
import type { Scope } from "~/session/scope.server";

const healthSchema = z.object({
  cluster_name: z.string(),
  status: z.enum(["green", "yellow", "red"]),
  number_of_nodes: z.number().catch(1),
  unassigned_shards: z.number().catch(0),
  initializing_shards: z.number().catch(0),
  relocating_shards: z.number().catch(0),
  // Told by our own back end: why indices take no writes, and what helps.
  disk: z.object({ reason: z.string() }).optional().catch(undefined),
});

export type ClusterHealth = z.infer<typeof healthSchema>;

/** The health of the cluster as the engine tells it. Throws BackendError. */
export function getClusterHealth({ http }: Pick<Scope, "http">): Promise<ClusterHealth> {
  return http.call({ path: "/_cluster/health", schema: healthSchema });
}
