import { type VisitorSearch, visitorRequest } from "@common/search-relevance/visitors/request";
import type { JsonObject } from "@common/text/json";
import type { Scope } from "~/session/scope.server";
import { settle, type Settled } from "~/services/platform/http/settle.server";
import { search } from "~/services/data/search/reactivesearch.server";
import { narrows } from "./facet-state";

export type Run = {
  request: JsonObject;
  answer: Settled<JsonObject>;
  /** Set when the facets made the whole request fail and it was asked again without them: why. */
  withoutFacets?: string;
};

/**
 * True where the server lets the user call its search API; on real servers the action `develop` alone does not
 * (contract 10, 3.1). Unknown counts as true.
 */
export function maySearch({ identity }: Pick<Scope, "identity">) {
  return identity.categories === null || identity.categories.includes("reactivesearch");
}

type Asked = {
  index: string;
  search: VisitorSearch;
  /** Fields to look in where the server refuses the text because no settings name any. */
  fallback: readonly string[];
  /** Changes the request before it is sent: fills it in from a draft. */
  finish?: (request: JsonObject) => JsonObject;
};

/**
 * Sends a search. When the server refuses it as a whole (400) and no facet narrows it, it is asked once more without
 * facets, so that a field that cannot be counted does not hide the hits; and with fields where it named none.
 */
export async function runSearch(
  scope: Scope,
  { index, search: asked, fallback, finish = (request) => request }: Asked,
): Promise<Run> {
  const { facets = [], usual = [], own = null } = asked;
  const ask = async (wanted: VisitorSearch) => {
    const request = finish(visitorRequest(wanted));
    return { request, answer: await settle(search(scope, { index, request })) };
  };
  const first = await ask(asked);
  if (first.answer.ok || first.answer.failure.status !== 400) return first;
  const { detail = "The server gave no reason." } = first.answer.failure;
  if (own === null && usual.length === 0 && fallback.length > 0 && /dataField/.test(detail)) {
    const named = await ask({ ...asked, usual: fallback });
    if (named.answer.ok) return named;
  }
  if (facets.length === 0 || facets.some(narrows)) return first;
  const second = await ask({ ...asked, facets: [] });
  return second.answer.ok ? { ...second, withoutFacets: detail } : first;
}
