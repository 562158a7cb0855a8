import { appLevel, screenPath } from "~/navigation/paths";
import { editDraft } from "~/services/search-relevance/draft/edit-draft.server";
import { DOCUMENTS, SYNONYMS_KEY } from "~/services/search-relevance/draft/pending-index-changes-of";
import type { Scope } from "~/session/scope.server";

/**
 * Puts the sub-field of synonyms of all text fields, or that documents are indexed again without synonyms in them, into
 * the draft of whoever asks. Gives the address of the review; that of the re-index of a server without relevance
 * settings, and of those who may not tune them. Throws BackendError.
 */
export async function keepSubFields(
  scope: Scope,
  index: string,
  wish: true | typeof DOCUMENTS = true,
): Promise<string> {
  const isKept = await editDraft(scope, index, (values) => ({
    ...values,
    [SYNONYMS_KEY]: values[SYNONYMS_KEY] === DOCUMENTS ? DOCUMENTS : wish,
  }));
  return screenPath(appLevel(index), isKept ? "search/review" : "reindex");
}
