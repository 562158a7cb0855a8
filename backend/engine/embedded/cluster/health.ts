import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import { expressionOptions } from "../index/options";
import type { IndexState } from "../index/index-state";
import { type Room, whyLow } from "../disk/room";
import { activePercent, CLUSTER_NAME, clusterCounts, healthOf } from "./facts";
import type { RouteContext } from "../http/types";
import type { EmbeddedState } from "../state";

type Context = RouteContext<EmbeddedState>;

function indexHealth(index: IndexState): JsonObject {
  return {
    status: healthOf(index),
    number_of_shards: index.shards,
    number_of_replicas: index.replicas,
    active_primary_shards: index.shards,
    active_shards: index.shards,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: index.shards * index.replicas,
  };
}

function diskJson(room: Room): JsonObject {
  const { free, total, reserve, reusable } = room;
  return {
    blocked: true,
    free_in_bytes: free,
    reusable_in_bytes: reusable,
    reserve_in_bytes: reserve,
    total_in_bytes: total,
    reason: whyLow(room),
  };
}

/** `_cluster/health`: of the cluster, of indices by name, with the disk where its room is low. */
export function health(context: Context) {
  const options = expressionOptions(context, {
    closed: "allowed",
    expandWildcards: ["open", "closed", "hidden"],
    ignoreUnavailable: true,
  });
  const { index } = context.params;
  const indices = context.engine.indices.find(index, options).map((found) => found.index);
  const counts = clusterCounts(indices);
  const wanted = context.query["wait_for_status"];
  const missing =
    index
      ?.split(",")
      .some(
        (name) =>
          !name.includes("*") &&
          name !== "_all" &&
          !context.engine.indices.all().some((each) => each.name === name || each.aliases.has(name)),
      ) ?? false;
  const room = context.engine.store.room.look();
  const status = room.isLow && counts.status === "green" ? "yellow" : counts.status;
  // Nothing here changes by waiting, so what is not so now times out at once.
  const timedOut = missing || (wanted === "green" && status !== "green");
  const level = context.query["level"] ?? "cluster";
  if (!["cluster", "indices", "shards"].includes(level))
    throw illegalArgument(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
  const body: Record<string, AnswerValue> = {
    cluster_name: CLUSTER_NAME,
    status: missing ? "red" : status,
    timed_out: timedOut,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    active_primary_shards: counts.primaries,
    active_shards: counts.primaries,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: counts.unassigned,
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: activePercent(counts),
    // Of ours alone: Elasticsearch tells it by the settings of the indices only.
    ...(room.isLow && { disk: diskJson(room) }),
    ...(level !== "cluster" && { indices: Object.fromEntries(indices.map((each) => [each.name, indexHealth(each)])) }),
  };
  return { status: timedOut ? 408 : 200, body };
}
