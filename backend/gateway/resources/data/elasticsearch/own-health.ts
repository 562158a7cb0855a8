import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { mayUseAllIndices } from "@backend/gateway/platform/access/indices";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";

/** The health of indices, by their names: as their figures, it is for who may use them. */
const HEALTH = "/_cluster/health/:index";

// What an engine tells there of the named indices alone. Nodes, waiting tasks and the disk are the cluster's.
const OF_INDICES = new Set(
  `status timed_out active_primary_shards active_shards relocating_shards initializing_shards unassigned_shards delayed_unassigned_shards
  active_shards_percent_as_number indices`.split(/\s+/),
);

/** True for a call whose answer `ownHealth` has to see whole. */
export function isOwnHealth({ path }: Pick<ElasticRoute, "path">, caller: Caller): boolean {
  return path === HEALTH && !mayUseAllIndices(caller);
}

/** The answer without what it tells of the cluster. */
export function ownHealth(reply: Reply): Reply {
  const answer = reply.body.trimStart().startsWith("{") ? parseJson(reply.body) : {};
  if (!isJsonObject(answer)) return reply;
  return {
    ...reply,
    body: stringifyJson(Object.fromEntries(Object.entries(answer).filter(([name]) => OF_INDICES.has(name)))),
  };
}
