import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { heldBy } from "@backend/gateway/platform/access/runs-as";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Query, SearchRequest } from "../reactivesearch/request/schema";
import { requireIndex, requireNamedWithin } from "./rights";
import { objectOf } from "./schema";
import type { StoredQueryStore } from "./store";
import { rendered } from "./template";

type Reference = { id: string; params: JsonObject };

// `{"id":"top-shoes","params":{…}}`. No search body has a member `id`.
function referenceIn(value: JsonObject | undefined): Reference | null {
  if (
    value === undefined ||
    typeof value["id"] !== "string" ||
    Object.keys(value).some((name) => name !== "id" && name !== "params")
  )
    return null;
  return { id: value["id"], params: paramsOf(value["params"]) };
}

function paramsOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

/**
 * A request of the search API whose `defaultQuery` and `customQuery` that name a stored query are that query, filled
 * in. What a credential's `disableQueryDSL` will drop is not looked up. Throws 400 for one that is not there and 401
 * for one of an index that the caller may not use.
 */
export async function withStoredQueries(
  request: SearchRequest,
  { storedQueries, context }: { storedQueries: StoredQueryStore; context: SignedContext },
): Promise<SearchRequest> {
  const all = heldBy(context);
  if (all.some((caller) => caller.kind === "credential" && caller.credential.reactivesearchConfig?.disableQueryDSL))
    return request;
  const ran: string[] = [];

  async function filled(value: JsonObject | undefined): Promise<JsonObject | undefined> {
    const reference = referenceIn(value);
    if (!reference) return value;
    const stored = await storedQueries.get(reference.id);
    if (!stored) throw badRequest(`stored query "${reference.id}" not found`);
    for (const caller of all) requireIndex(caller, stored.index);
    ran.push(stored.id);
    const body = rendered(objectOf(stored.query), { ...objectOf(stored.params), ...reference.params });
    requireNamedWithin(all, body);
    return body;
  }

  const queries = await Promise.all(
    request.queries.map(async (query): Promise<Query> => ({
      ...query,
      defaultQuery: await filled(query.defaultQuery),
      customQuery: await filled(query.customQuery),
    })),
  );
  if (ran.length === 0) return request;
  context.record.storedQueries = [...new Set(ran)];
  return { ...request, queries };
}
