import { touchesIndex } from "~/services/search-relevance/deploy/deploy-plan";
import { deployingOf, draftAgainst, inPlan } from "~/services/search-relevance/deploy/deploying.server";
import type { IndexDefinition } from "~/services/search-relevance/deploy/index-definition";
import { changesOf } from "~/services/search-relevance/draft/draft";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { type DraftSummary, summaryOf } from "~/services/search-relevance/draft/draft-summary";
import type { RelevanceSettings } from "~/services/search-relevance/settings.server";
import type { Scope } from "~/session/scope.server";

type Known = { stored: RelevanceSettings; make: IndexDefinition | null };

/**
 * What waits of whoever asks, for the bar of each screen that the draft is about. It asks the server nothing: a screen
 * that has read settings and index hands them over, and only then the bar tells how the changes take effect.
 */
export function draftSummary(scope: Pick<Scope, "context" | "session">, index: string, known?: Known): DraftSummary {
  const kept = getDraft(scope, index);
  if (!kept) return summaryOf([]);
  const lines = changesOf(kept.base, kept.values);
  if (!touchesIndex(kept.values)) return summaryOf(lines);
  if (!known?.make) return summaryOf(lines, { tellsEffects: false });
  const { plan, draft } = deployingOf({
    index,
    stored: known.stored,
    draft: draftAgainst(kept, known.stored),
    make: known.make,
  });
  return summaryOf(inPlan(changesOf(draft.base, draft.values), plan));
}
