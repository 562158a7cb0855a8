import type { JsonObject } from "@common/text/json";
import type { Scope } from "~/session/scope.server";
import { draftAgainst } from "../deploy/deploying.server";
import { getRelevance } from "../settings.server";
import { getDraft, keepDraft } from "./draft-store.server";

/**
 * Changes the values of the draft of whoever asks, begun where there is none yet. False on a server without relevance
 * settings, and for those who may not tune them: they have no draft. Throws BackendError.
 */
export async function editDraft(
  scope: Scope,
  index: string,
  change: (values: JsonObject) => JsonObject,
): Promise<boolean> {
  const stored = scope.can("search-relevancy") ? await getRelevance(scope, index) : null;
  if (stored === null) return false;
  const kept = getDraft(scope, index);
  const draft = kept ? draftAgainst(kept, stored) : { base: stored.record, version: stored.version, values: {} };
  keepDraft(scope, index, { ...draft, values: change(draft.values) });
  return true;
}
