import type { JsonObject } from "@common/json";
import type { Scope } from "~/session/scope.server";
import { settle, type Settled } from "~/services/http/settle.server";
import { search } from "~/services/search/reactivesearch.server";
import { narrows } from "./facet-state";
import { buildSearchRequest, type SearchSettings } from "~/services/search/request";

export type Run = {
  request: JsonObject;
  answer: Settled<JsonObject>;
  /** Set when the facets made the whole request fail and it was asked again without them: why. */
  withoutFacets?: string;
};

/** True where the server lets the user call its search API; on real servers the action `develop` alone does not (contract 10, 3.1). Unknown counts as true. */
export function maySearch({ identity }: Pick<Scope, "identity">) {
  return identity.categories === null || identity.categories.includes("reactivesearch");
}

/**
 * Sends a search. When the server refuses it as a whole (400) and no facet narrows it, it is asked once more without facets, so that a field
 * that cannot be counted does not hide the hits.
 */
export async function runSearch(scope: Scope, { index, settings }: { index: string; settings: SearchSettings }): Promise<Run> {
  const request = buildSearchRequest(settings);
  const answer = await settle(search(scope, { index, request }));
  if (answer.ok || answer.failure.status !== 400 || settings.facets.length === 0 || settings.facets.some(narrows)) return { request, answer };
  const bare = buildSearchRequest({ ...settings, facets: [] });
  const second = await settle(search(scope, { index, request: bare }));
  return second.ok ? { request: bare, answer: second, withoutFacets: answer.failure.detail ?? "The server gave no reason." } : { request, answer };
}
