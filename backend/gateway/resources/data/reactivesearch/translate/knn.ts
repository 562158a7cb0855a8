import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Query } from "../request/schema";

const DEFAULT_CANDIDATES = 10;
const DEFAULT_SIZE = 10;
const COSINE_SCRIPT = "cosineSimilarity(params.queryVector, params.dataField) + 1.0";
const COSINE_SPACE = "cosinesimil";

function scriptOf({
  query,
  vector,
  field,
  backend,
}: {
  query: Query;
  vector: JsonValue[];
  field: string;
  backend: string;
}): JsonObject | null {
  if (backend === "opensearch") {
    return {
      source: "knn_score",
      lang: "knn",
      params: { query_value: vector, field, space_type: query.script ?? COSINE_SPACE },
    };
  }
  if (backend !== "elasticsearch") return null;
  return { source: query.script ?? COSINE_SCRIPT, params: { queryVector: vector, dataField: field } };
}

/**
 * True for the two scripts that rank by a vector, told by their text: constants of this server, in which what the
 * caller sends are parameters only.
 */
export function isVectorScript(script: JsonValue | undefined): boolean {
  if (script === undefined || !isJsonObject(script)) return false;
  const { source, lang, params: _params, ...more } = script;
  if (Object.keys(more).length > 0) return false;
  return lang === undefined ? source === COSINE_SCRIPT : lang === "knn" && source === "knn_score";
}

/** The body with its hits ranked by nearness to the query's vector; unchanged without a vector and its field. */
export function rankedByVector({
  body,
  query,
  backend,
}: {
  body: JsonObject;
  query: Query;
  backend: string;
}): JsonObject {
  const { queryVector: vector, vectorDataField: field } = query;
  if (!vector || field === undefined) return body;
  const script = scriptOf({ query, vector, field, backend });
  if (!script) return body;
  const size = Math.min(query.candidates ?? DEFAULT_CANDIDATES, query.size ?? DEFAULT_SIZE);
  return { ...body, query: { script_score: { query: body["query"] ?? { match_all: {} }, script } }, size };
}
