import { EngineError } from "../errors";
import type { EmbeddedIndex } from "../index/types";

/** Puts an error of a query on an index into Elasticsearch's wrapping: `query_shard_exception` with the index in it. */
export function queryShardError(index: EmbeddedIndex, error: EngineError): EngineError {
  const details = { index: index.name, index_uuid: index.uuid };
  if (error.type === "query_shard_exception")
    return new EngineError(error.status, error.type, error.reason, { details, causedBy: error.causedBy });
  if (error.type === "parsing_exception" || error.type === "parse_exception" || error.status !== 400) return error;
  return new EngineError(400, "query_shard_exception", `failed to create query: ${error.reason}`, {
    details,
    causedBy: error,
  });
}
