import { splitIndices } from "@backend/gateway/platform/access/indices";
import { INNER_CALL, type InnerCall } from "@backend/gateway/platform/http/inner-call";
import { enginePath } from "@backend/gateway/platform/http/paths";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { withoutFailed } from "../../search-relevance/rules/search/failing";
import type { FindRules } from "../../search-relevance/rules/search/types";
import type { Services } from "@backend/gateway/services";
import { createPreparing } from "./preparing";
import { search } from "./search";

/**
 * A search of the search API in the name of a caller whose right to the index was asked for; the text of its answer.
 */
export type RunSearch = (context: SignedContext, asked: { index: string; body: string }) => Promise<string>;

/**
 * Searches that another call makes: as if they had been sent, but neither logged nor recorded, and without calling an
 * endpoint. `rulesOf`: rules act on them too, as on all that visitors send. Throws what a search throws.
 */
export function createRunSearch(
  services: Pick<
    Services,
    | "engine"
    | "reIndexed"
    | "readers"
    | "endpoints"
    | "storedQueries"
    | "settingsOfSearch"
    | "suggestionsInSearches"
    | "synonymsOfSearch"
  > & {
    innerCall: InnerCall;
  },
  rulesOf?: FindRules,
): RunSearch {
  const { prepared, hold } = createPreparing(services);
  return async (outer, { index, body }) => {
    const segments = [index, "_reactivesearch"];
    const sent = {
      method: "POST" as const,
      path: enginePath(segments),
      segments,
      params: { index },
      query: {},
      indices: splitIndices(index),
    };
    // Whoever wrote it, it is no search that somebody sent: a script that is tried may have made it.
    const headers = { ...outer.headers, [INNER_CALL]: outer.id };
    const context: SignedContext = { ...outer, ...sent, headers, record: {}, text: async () => body };
    return withoutFailed({ rulesOf, hold }, async (rules) => {
      const ready = await prepared(context, rules);
      return (await search({ services, context: ready.context, prepared: ready, more: async () => ({}) })).text;
    });
  };
}
