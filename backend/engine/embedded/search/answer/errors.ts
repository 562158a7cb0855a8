import type { JsonObject, JsonValue } from "@common/text/json";
import { EngineError } from "../../errors";
import type { EmbeddedIndex } from "../../index/types";

export type ShardFailure = { index: EmbeddedIndex; error: EngineError };

/** The node's name in failures: the engine is one node. */
export const NODE_ID = "embedded";

/** How many shards an index says it has; all of them answer, or none. */
export function shardsOf(index: EmbeddedIndex): number {
  return Number(index.settings.get("index.number_of_shards") ?? "1");
}

/** The shards of several indices together. */
export function shardCountOf(parts: readonly { index: EmbeddedIndex }[]): number {
  return parts.reduce((sum, { index }) => sum + shardsOf(index), 0);
}

/** A failure on one index, as it stands in `failed_shards` and in `_shards.failures`. */
export function failureJson({ index, error }: ShardFailure): JsonObject {
  return { shard: 0, index: index.name, node: NODE_ID, reason: error.toCause() };
}

/** Errors of Java's own: Elasticsearch repeats them as the cause of the whole. */
const JAVA_ERRORS = new Set([
  "illegal_argument_exception",
  "illegal_state_exception",
  "number_format_exception",
  "arithmetic_exception",
  "null_pointer_exception",
  "unsupported_operation_exception",
]);

/** 400 `search_phase_execution_exception`: no index could answer. */
export class SearchPhaseError extends EngineError {
  constructor(
    readonly failures: readonly ShardFailure[],
    readonly phase = "query",
  ) {
    const status = Math.max(...failures.map((failure) => failure.error.status));
    super(status, "search_phase_execution_exception", "all shards failed");
  }

  override toCause(): JsonObject {
    const [first] = this.failures;
    const cause: JsonObject = {
      type: this.type,
      reason: this.reason,
      phase: this.phase,
      grouped: true,
      failed_shards: this.failures.map(failureJson),
    };
    if (first && JAVA_ERRORS.has(first.error.type))
      cause["caused_by"] = { ...first.error.toCause(), caused_by: first.error.toCause() };
    return cause;
  }

  override toBody(): JsonValue {
    const roots = new Map<string, JsonObject>();
    for (const { error } of this.failures) {
      const { caused_by: _, ...root } = error.toCause();
      roots.set(JSON.stringify(root), root);
    }
    return { error: { root_cause: [...roots.values()], ...this.toCause() }, status: this.status };
  }
}
