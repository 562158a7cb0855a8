import { appLevel, screenPath } from "~/navigation/paths";
import { draftAgainst } from "~/services/relevance/deploy/deploying.server";
import { getDraft, keepDraft } from "~/services/relevance/draft/draft-store.server";
import { DOCUMENTS, SYNONYMS_KEY } from "~/services/relevance/draft/index-wishes-of";
import { getRelevance } from "~/services/relevance/settings.server";
import type { Scope } from "~/session/scope.server";

/**
 * Puts the sub-field of synonyms of all text fields, or that documents are indexed again without synonyms in them, into the draft of whoever asks. Gives the
 * address of the review; that of the re-index of a server without relevance settings, and of those who may not tune them. Throws BackendError.
 */
export async function keepSubFields(scope: Scope, index: string, wish: true | typeof DOCUMENTS = true): Promise<string> {
  const at = appLevel(index);
  const stored = scope.can("search-relevancy") ? await getRelevance(scope, index) : null;
  if (stored === null) return screenPath(at, "reindex");
  const kept = getDraft(scope, index);
  const draft = kept ? draftAgainst(kept, stored) : { base: stored.record, version: stored.version, values: {} };
  keepDraft(scope, index, { ...draft, values: { ...draft.values, [SYNONYMS_KEY]: draft.values[SYNONYMS_KEY] === DOCUMENTS ? DOCUMENTS : wish } });
  return screenPath(at, "search/review");
}
