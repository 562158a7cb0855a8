import { isJsonObject, type JsonObject } from "@common/json";
import { hasPointInTime, indicesInSearch, namedIndices } from "../access/body-indices";
import { checkClusterLevel, checkIndices } from "../access/indices";
import { requireNoScripts } from "../access/scripts";
import { withinFieldRights } from "../access/search-fields";
import { fieldRights } from "../access/field-rights";
import { type Caller, isAdmin } from "../auth/types";
import { requireMembers } from "../passes/bodies";
import { SEARCH } from "../passes/members";
import { isVectorScript } from "./translate/knn";
import type { EngineQuery } from "./translate/translate";

// The ranking by a vector is a script of this server's own making; what it ranks is the caller's.
function withoutOwnScript(body: JsonObject): JsonObject {
  const ranked = body["query"];
  const own = ranked !== undefined && isJsonObject(ranked) ? ranked["script_score"] : undefined;
  if (own === undefined || !isJsonObject(own) || !isVectorScript(own["script"])) return body;
  return { ...body, query: own["query"] ?? {} };
}

/**
 * A translated query as it may go to the engine: scripts of the caller are refused for everyone (400), indices that its parts name are held against his
 * rights (401), and a credential sees no field of documents but its own, whatever `defaultQuery` and the like ask for.
 */
export function guarded(item: EngineQuery, caller: Caller): EngineQuery {
  const inspected = withoutOwnScript(item.body);
  requireNoScripts(inspected);
  requireMembers(SEARCH, inspected, { caller, text: "" });
  if (!isAdmin(caller)) {
    checkIndices(caller, [...namedIndices(item.query.index), ...indicesInSearch(inspected)]);
    if (hasPointInTime(inspected)) checkClusterLevel(caller);
  }
  const rights = fieldRights(caller);
  return rights ? { ...item, body: withinFieldRights(item.body, rights) } : item;
}
