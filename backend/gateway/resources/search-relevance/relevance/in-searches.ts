import { fieldRights } from "@backend/gateway/platform/access/field-rights";
import type { JsonObject } from "@common/text/json";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { SearchRequest } from "../../data/reactivesearch/request/schema";
import { filled, type FillLimits } from "@common/search-relevance/settings/fill";
import type { SettingsOfSearch } from "./of-search";
import { withinRights } from "./within-rights";

function limitsOf(caller: Caller): FillLimits {
  return caller.kind === "credential" ? (caller.credential.reactivesearchConfig ?? {}) : {};
}

/**
 * A request filled with the settings of the index of its path, and what the answer's `settings` say of it; as it was
 * sent where there are none, or it wants none.
 */
export async function withRelevance(
  request: SearchRequest,
  { settingsOfSearch, context }: { settingsOfSearch: SettingsOfSearch; context: SignedContext },
): Promise<{ request: SearchRequest; marks: JsonObject }> {
  if (request.settings.enableSearchRelevancy === false) return { request, marks: {} };
  const inForce = await settingsOfSearch(context.indices);
  if (!inForce) return { request, marks: {} };
  const limits = limitsOf(context.caller);
  const rights = fieldRights(context.caller);
  const settings = rights ? withinRights(inForce.settings, rights) : inForce.settings;
  const queries = request.queries.map((query) => filled({ query, settings, limits }));
  return { request: { ...request, queries }, marks: { searchRelevancy: inForce.index } };
}
