import { searchedFields, visitorRequest } from "@common/search-relevance/visitors/request";
import type { JsonObject } from "@common/text/json";
import { holds } from "~/lib/access-control/product";
import { labelOf } from "~/lib/data/documents/title";
import type { Failure } from "~/lib/messages/user-messages";
import { readHits } from "~/services/data/search/answer.server";
import { defaultSearchFields } from "~/services/data/search/fields";
import { search } from "~/services/data/search/reactivesearch.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { settle } from "~/services/platform/http/settle.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { triedWith } from "~/services/search-relevance/visitors/trial.server";
import type { Scope } from "~/session/scope.server";

/** What a search finds: the first hits by their titles. */
export type TriedSide =
  | { kind: "hits"; total: number; atLeast: boolean; hits: { id: string; title: string }[] }
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure };
export type TriedSearch = { q: string; live: TriedSide; draft: TriedSide };

const SHOWN = 5;

/** Whether a search can be tried with groups before they are published, by whoever asks. */
export const canTry = (scope: Scope): boolean =>
  holds(scope.identity.product, "drafts") && scope.can("search-relevancy");

async function sideOf(scope: Scope, { index, request }: { index: string; request: JsonObject }): Promise<TriedSide> {
  const answer = await settle(search(scope, { index, request }));
  if (!answer.ok) return { kind: "failed", failure: answer.failure };
  const found = readHits(answer.value);
  if (!found.ok) return { kind: "refused", message: found.message };
  const { total, atLeast, hits } = found.value;
  return {
    ...{ kind: "hits", total, atLeast },
    hits: hits.slice(0, SHOWN).map(({ _id, _source }) => ({ id: _id, title: labelOf(_source, _id) })),
  };
}

/**
 * One search as visitors send it, as it is live and with these values in a draft. Null where nothing is asked, or the
 * server cannot try it. Throws BackendError where settings or fields cannot be read.
 */
export async function tried(
  scope: Scope,
  { index, q, values }: { index: string; q: string; values: JsonObject },
): Promise<TriedSearch | null> {
  if (q === "" || !canTry(scope)) return null;
  const stored = await getRelevance(scope, index);
  if (stored === null) return null;
  const named = searchedFields(stored.record).length > 0;
  const usual = named ? [] : defaultSearchFields(await listFields(scope, index)).map(({ path }) => path);
  const request = visitorRequest({ text: q, from: 0, size: SHOWN, usual });
  const [live, draft] = await Promise.all([
    sideOf(scope, { index, request }),
    sideOf(scope, { index, request: triedWith(scope, { stored, values })(request) }),
  ]);
  return { q, live, draft };
}
