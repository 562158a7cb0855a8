import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { hasPointInTime, indicesInSearch } from "../access/body-indices";
import { checkClusterLevel, checkIndices, splitIndices } from "../access/indices";
import { requireNoScripts } from "../access/scripts";
import { type FieldRights, fieldRights, forceSourceFilter } from "../access/source-filter";
import { type Caller, isAdmin } from "../auth/types";
import { isVectorScript } from "./translate/knn";
import type { EngineQuery } from "./translate/translate";

// The ranking by a vector is a script of this server's own making; what it ranks is the caller's.
function withoutOwnScript(body: JsonObject): JsonObject {
  const ranked = body["query"];
  const own = ranked !== undefined && isJsonObject(ranked) ? ranked["script_score"] : undefined;
  if (own === undefined || !isJsonObject(own) || !isVectorScript(own["script"])) return body;
  return { ...body, query: own["query"] ?? {} };
}

// Hits inside of aggregations and collapsed groups carry a source of their own.
function withInnerHitsFiltered(value: JsonValue, rights: FieldRights): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withInnerHitsFiltered(item, rights));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => {
    const filtered = withInnerHitsFiltered(inner, rights);
    const holdsHits = key === "top_hits" || key === "inner_hits";
    if (!holdsHits) return [key, filtered];
    if (Array.isArray(filtered)) return [key, filtered.map((item) => (isJsonObject(item) ? forceSourceFilter(item, rights) : item))];
    return [key, isJsonObject(filtered) ? forceSourceFilter(filtered, rights) : filtered];
  });
  return Object.fromEntries(entries);
}

function withRights(body: JsonObject, rights: FieldRights): JsonObject {
  const inner = withInnerHitsFiltered(body, rights);
  return forceSourceFilter(isJsonObject(inner) ? inner : body, rights);
}

/**
 * A translated query as it may go to the engine: scripts of the caller are refused for everyone (400), indices that its parts name are held against his
 * rights (401), and a credential sees no field of documents but its own, whatever `defaultQuery` and the like ask for.
 */
export function guarded(item: EngineQuery, caller: Caller): EngineQuery {
  const inspected = withoutOwnScript(item.body);
  requireNoScripts(inspected);
  if (!isAdmin(caller)) {
    const named = item.query.index === undefined ? [] : splitIndices(item.query.index);
    checkIndices(caller, [...named, ...indicesInSearch(inspected)]);
    if (hasPointInTime(inspected)) checkClusterLevel(caller);
  }
  const rights = fieldRights(caller);
  return rights ? { ...item, body: withRights(item.body, rights) } : item;
}
