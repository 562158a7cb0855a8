import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/platform/http/errors.server";

// `GET /_cluster/allocation/explain` without a body: the engine picks one shard that has no place and says why
// (Elasticsearch 7.10 and OpenSearch alike).
const explainSchema = z.object({
  index: z.string(),
  shard: z.number(),
  primary: z.boolean(),
  unassigned_info: z.object({ reason: z.string().nullish(), details: z.string().nullish() }).nullish(),
  allocate_explanation: z.string().nullish(),
  node_allocation_decisions: z
    .array(
      z.object({ deciders: z.array(z.object({ decision: z.string().nullish(), explanation: z.string() })).nullish() }),
    )
    .nullish(),
});

/** One shard without a place, as an example; `reasons` are the engine's own sentences, each once. */
export type Unplaced = { index: string; shard: number; primary: boolean; cause: string | null; reasons: string[] };

const MOST_REASONS = 3;

/**
 * Why a shard has no node, in the engine's words; null where the server or the user's rights do not tell, and when all
 * have one.
 */
export async function explainUnplaced({ http }: Pick<Scope, "http">): Promise<Unplaced | null> {
  try {
    const found = await http.call({ path: "/_cluster/allocation/explain", schema: explainSchema });
    const refusals = (found.node_allocation_decisions ?? [])
      .flatMap((node) => node.deciders ?? [])
      .filter(({ decision }) => decision !== "YES");
    const reasons = [
      ...new Set([
        ...refusals.map(({ explanation }) => explanation),
        found.unassigned_info?.details ?? "",
        found.allocate_explanation ?? "",
      ]),
    ].filter((text) => text !== "");
    return {
      index: found.index,
      shard: found.shard,
      primary: found.primary,
      cause: found.unassigned_info?.reason ?? null,
      reasons: reasons.slice(0, MOST_REASONS),
    };
  } catch (error) {
    // The number of shards is on the page all the same; this only adds to it.
    if (isBackendError(error)) return null;
    throw error;
  }
}
