import { isJsonObject, type JsonObject } from "@common/text/json";
import type { Reader } from "@backend/gateway/platform/fields/readers";

/**
 * An answer that an endpoint gave, as a reader may have it: documents that it found are trimmed, and what else it says
 * names no field that is closed to him.
 */
export function toldByEndpoint(answer: JsonObject, reader: Reader | null): JsonObject {
  const { hits, ...rest } = answer;
  if (!reader || hits === undefined || !isJsonObject(hits) || !Array.isArray(hits["hits"])) return answer;
  const told = reader.told(rest);
  const documents = hits["hits"].flatMap((hit) => (isJsonObject(hit) ? [reader.hit(hit)] : []));
  return { ...(isJsonObject(told) ? told : {}), hits: { ...hits, hits: documents } };
}

/**
 * A refusal of the engine as a reader may have it, where the query was written by somebody else: it may name what he
 * may not see.
 */
export function withToldError(response: JsonObject | undefined, reader: Reader | null): JsonObject | undefined {
  const error = response?.["error"];
  if (!reader || error === undefined || !reader.isNamed(error)) return response;
  return {
    ...response,
    error: {
      type: "query_failed",
      reason: "the stored query cannot be run with the fields that these credentials can access",
    },
  };
}
