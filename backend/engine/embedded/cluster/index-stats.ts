import type { JsonObject } from "@common/text/json";
import type { AnswerValue } from "../http/raw-json";
import { expressionOptions } from "../index/options";
import type { IndexState } from "../index/index-state";
import { clusterCounts, countsOf, LUCENE_VERSION } from "./facts";
import type { RouteContext } from "../http/types";
import type { EmbeddedState } from "../state";

type Context = RouteContext<EmbeddedState>;

const METRICS = ["docs", "store", "segments"];

// All documents lie in one store, so what is counted by shard is told of the first; every operation that has a number
// is done.
function sequenceOf(index: IndexState): JsonObject {
  const last = index.stored.nextSeqNo - 1;
  const seq_no = { max_seq_no: last, local_checkpoint: last, global_checkpoint: last };
  return { shards: { "0": [{ routing: { state: "STARTED", primary: true }, seq_no }] } };
}

/**
 * `_stats`: documents, bytes and segments by index. Other metrics of Elasticsearch's have no meaning here and are left
 * out.
 */
export function stats(context: Context) {
  const wanted = context.params["metric"]?.split(",") ?? ["_all"];
  const every = wanted.includes("_all");
  const byShard = context.query["level"] === "shards";
  const indices = context.engine.indices
    .find(context.params["index"], expressionOptions(context))
    .map(({ index }) => index);
  function metrics(list: readonly IndexState[]): JsonObject {
    const counts = clusterCounts(list);
    const all: JsonObject = {
      docs: { count: counts.docs, deleted: counts.deleted },
      store: { size_in_bytes: counts.bytes, reserved_in_bytes: 0 },
      segments: { count: counts.segments },
    };
    return Object.fromEntries(
      METRICS.filter((name) => every || wanted.includes(name)).map((name) => [name, all[name] ?? {}]),
    );
  }
  const totals = clusterCounts(indices);
  const body: Record<string, AnswerValue> = {
    _shards: { total: totals.primaries + totals.unassigned, successful: totals.primaries, failed: 0 },
    _all: { primaries: metrics(indices), total: metrics(indices) },
    indices: Object.fromEntries(
      indices.map((index) => [
        index.name,
        {
          uuid: index.uuid,
          primaries: metrics([index]),
          total: metrics([index]),
          ...(byShard ? sequenceOf(index) : {}),
        },
      ]),
    ),
  };
  return { body };
}

/** `_recovery`: an index is there as soon as its store is. */
export function recovery(context: Context) {
  const indices = context.engine.indices
    .find(context.params["index"], expressionOptions(context))
    .map(({ index }) => index);
  return {
    body: Object.fromEntries(
      indices.map((index) => [
        index.name,
        {
          shards: [
            {
              id: 0,
              type: "EXISTING_STORE",
              stage: "DONE",
              primary: true,
              index: { size: { total_in_bytes: countsOf(index).bytes, percent: "100.0%" } },
            },
          ],
        },
      ]),
    ),
  };
}

/** `_segments`: how many segments each index has, and how large they are. A shard is one set of segments here. */
export function segments(context: Context) {
  const indices = context.engine.indices
    .find(context.params["index"], expressionOptions(context))
    .map(({ index }) => index);
  const total = indices.reduce((sum, index) => sum + index.shards * (1 + index.replicas), 0);
  const successful = indices.reduce((sum, index) => sum + index.shards, 0);
  return {
    body: {
      _shards: { total, successful, failed: 0 },
      indices: Object.fromEntries(indices.map((index) => [index.name, { shards: shardsJson(context, index) }])),
    },
  };
}

function shardsJson({ engine }: Context, index: IndexState): Record<string, AnswerValue> {
  const views = index.stored.snapshot.segments;
  const docs = views.reduce((sum, view) => sum + view.docCount, 0);
  const list = views.map((view, generation): [string, AnswerValue] => [
    `_${generation.toString(36)}`,
    {
      generation,
      num_docs: view.luceneCounts.live,
      deleted_docs: view.luceneCounts.dead,
      // Only all segments together are measured; each has its part by its documents.
      size_in_bytes: docs === 0 ? 0 : Math.round((countsOf(index).bytes * view.docCount) / docs),
      memory_in_bytes: 0,
      committed: true,
      search: true,
      version: LUCENE_VERSION,
      compound: true,
    },
  ]);
  const copy = (segments: Record<string, AnswerValue>) => ({
    routing: { state: "STARTED", primary: true, node: engine.nodeId },
    num_committed_segments: Object.keys(segments).length,
    num_search_segments: Object.keys(segments).length,
    segments,
  });
  const shards = Array.from({ length: index.shards }, (_, shard): [string, AnswerValue] => [
    String(shard),
    [copy(shard === 0 ? Object.fromEntries(list) : {})],
  ]);
  return Object.fromEntries(shards);
}
