import { stringifyJson } from "@common/json";
import * as z from "zod";
import { planGate } from "~/lib/access/plan";
import { shownRequest } from "~/services/changes/shown.server";
import { sectionsWith } from "~/services/relevance/declared";
import { changesOf, type Draft, rebased, valuesOf } from "~/services/relevance/draft";
import { getDraft } from "~/services/relevance/draft-store.server";
import { getRelevance, type RelevanceSettings, toSaveRelevance } from "~/services/relevance/settings.server";
import { versionOf } from "~/services/suggestions/preferences.server";
import type { Scope } from "~/session/scope.server";
import { indexOf } from "./screen.server";

/** The forms of a review: a word of what it showed. */
export const reviewSchema = z.object({ version: z.string().default("") });

/** A word of what a review shows: another record, or another draft, has another. */
export function shownVersion(stored: RelevanceSettings, draft: Draft): string {
  return versionOf(stringifyJson({ stored: stored.version, values: draft.values }));
}

/** What is stored and what waits. Throws BackendError. */
export async function reviewOf(scope: Scope) {
  const index = indexOf(scope);
  return { index, stored: await getRelevance(scope, index), draft: getDraft(scope, index) };
}

/** The review of a draft, for its page. Throws BackendError. */
export async function loadReview(scope: Scope) {
  const { index, stored, draft } = await reviewOf(scope);
  if (stored === null) return { state: "not-offered" as const };
  if (!draft) return { state: "none" as const, index };
  const changed = draft.version !== stored.version;
  const plan = planGate({ plan: scope.identity.plan, feature: "search-relevancy" });
  return {
    state: changed ? ("changed" as const) : ("ready" as const),
    index,
    version: shownVersion(stored, draft),
    changes: changesOf(draft.base, draft.values),
    theirs: changed ? changesOf(draft.base, valuesOf(stored.record)) : [],
    kept: changed ? changesOf(stored.record, rebased(draft, stored).values).length : 0,
    request: shownRequest(scope, toSaveRelevance({ index, before: stored, sections: sectionsWith(stored.record, draft.values) })),
    gate: plan.ok ? scope.may("relevance:write") : plan,
  };
}
