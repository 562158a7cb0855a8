import { changesOf } from "~/services/relevance/draft";
import { getDraft } from "~/services/relevance/draft-store.server";
import { type DraftSummary, summaryOf } from "~/services/relevance/draft-summary";
import type { Scope } from "~/session/scope.server";

/** What waits of whoever asks, for the bar of each screen that the draft is about. It asks the server nothing. */
export function draftSummary(scope: Pick<Scope, "context" | "session">, index: string): DraftSummary {
  const draft = getDraft(scope, index);
  return summaryOf(draft ? changesOf(draft.base, draft.values) : []);
}
