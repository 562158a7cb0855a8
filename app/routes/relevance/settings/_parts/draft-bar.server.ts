import { changesOf } from "~/services/relevance/draft/draft";
import { getDraft } from "~/services/relevance/draft/draft-store.server";
import { type DraftSummary, summaryOf } from "~/services/relevance/draft/draft-summary";
import type { Scope } from "~/session/scope.server";

/**
 * What waits of whoever asks, for the bar of each screen that the draft is about. It asks the server nothing: a screen that has read the index tells
 * whether that takes new fields as it is.
 */
export function draftSummary(scope: Pick<Scope, "context" | "session">, index: string, { addsInPlace = true }: { addsInPlace?: boolean } = {}): DraftSummary {
  const draft = getDraft(scope, index);
  const changes = draft ? changesOf(draft.base, draft.values) : [];
  return summaryOf(addsInPlace ? changes : changes.map((line) => (line.effect === "in place" ? { ...line, effect: "re-index" } : line)));
}
