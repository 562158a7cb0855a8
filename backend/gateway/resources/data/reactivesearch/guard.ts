import { isJsonObject, type JsonObject } from "@common/text/json";
import { hasPointInTime, indicesInSearch, namedIndices } from "@backend/gateway/platform/access/body-indices";
import { checkClusterLevel, checkIndices } from "@backend/gateway/platform/access/indices";
import { fieldsHeldBy, heldBy } from "@backend/gateway/platform/access/runs-as";
import { requireNoScripts } from "@backend/gateway/platform/access/scripts";
import { fieldRights, seenByAll } from "@backend/gateway/platform/access/field-rights";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";
import { requireMembers } from "@backend/gateway/platform/allow-list/bodies";
import { SEARCH } from "@backend/gateway/platform/allow-list/members";
import { withinSearch } from "@backend/gateway/platform/fields/search-body";
import type { FieldViews } from "@backend/gateway/platform/fields/views";
import type { SignedContext } from "@backend/gateway/platform/http/types";
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
 * A translated query is refused where it holds a script of the caller's (400, for everyone) or names indices beyond his
 * rights (401).
 */
function requireAllowed(item: EngineQuery, caller: Caller): void {
  const inspected = withoutOwnScript(item.body);
  requireNoScripts(inspected);
  requireMembers(SEARCH, inspected, { caller, text: "" });
  if (isAdmin(caller)) return;
  checkIndices(caller, [...namedIndices(item.query.index), ...indicesInSearch(inspected)]);
  if (hasPointInTime(inspected)) checkClusterLevel(caller);
}

/**
 * Translated queries as they may go to the engine: scripts and indices as above, and a credential sees and searches no
 * field of documents but its own, whatever `defaultQuery` and the like ask for.
 */
export async function guarded(
  items: readonly EngineQuery[],
  { context, views }: { context: SignedContext; views: FieldViews },
): Promise<EngineQuery[]> {
  for (const caller of heldBy(context)) for (const item of items) requireAllowed(item, caller);
  const limited = fieldsHeldBy(context).flatMap((caller) => fieldRights(caller) ?? []);
  if (limited.length === 0) return [...items];
  const seen = seenByAll(limited);
  return Promise.all(
    items.map(async (item) => {
      const own = namedIndices(item.query.index);
      const named = own.length > 0 ? own : context.indices;
      const indices = [...named, ...indicesInSearch(withoutOwnScript(item.body))];
      let { body } = item;
      // One after the other: a field is used that each of them may use. What is shown of documents is one list, of what
      // all of them may see.
      for (const rights of limited)
        body = withinSearch(body, { ...(await views({ rights, indices, signal: context.signal })), rights: seen });
      return { ...item, body };
    }),
  );
}
