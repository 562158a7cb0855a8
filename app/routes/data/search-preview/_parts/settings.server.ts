import type { JsonObject } from "@common/text/json";
import { changesOf } from "~/services/search-relevance/draft/draft";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { liveVersion, type LiveVersion } from "~/services/search-relevance/deploy/live-version.server";
import { filledRequest, recordOfDraft } from "~/services/search-relevance/filled-request.server";
import type { Tried } from "~/services/search-relevance/visitors/acted.server";
import { RULES_WAITING, waitingIn } from "~/services/search-relevance/draft/waiting";
import { triedWith } from "~/services/search-relevance/visitors/trial.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

/**
 * Whose settings the preview searches with. `record`: what they say, null where the reader may not know; `live`: the
 * version that is in force; `draft`: how many changes wait, null without a draft; `finish`: makes a request
 * one that is tried with the draft, where it was asked for, and `fill` one with its settings that any server takes.
 */
export type PreviewSettings = {
  record: JsonObject | null;
  live: LiveVersion | null;
  draft: number | null;
  finish?: (request: JsonObject) => JsonObject;
  fill?: (request: JsonObject) => JsonObject;
  /** For what tells which rules acted. */
  tried?: Tried;
};

const triedBy = (finish: Tried["finish"], values: JsonObject) => ({
  finish,
  tried: { finish, rules: waitingIn(values, RULES_WAITING) },
});

/** Reads them. What the server does not tell is left to it. Throws nothing but faults of ours. */
export async function previewSettings(
  scope: Scope,
  { index, request }: { index: string; request: Request },
): Promise<PreviewSettings> {
  if (!scope.can("search-relevancy")) return { record: null, live: null, draft: null };
  const stored = await settle(getRelevance(scope, index));
  if (!stored.ok || stored.value === null) return { record: null, live: null, draft: null };
  const draft = getDraft(scope, index);
  const live = await liveVersion(scope, index, stored.value);
  const waits = draft ? changesOf(draft.base, draft.values).length : null;
  if (!draft || new URL(request.url).searchParams.get("with") !== "draft")
    return { record: stored.value.record, live, draft: waits };
  const record = recordOfDraft(stored.value, draft);
  return {
    ...{ record, live, draft: waits },
    fill: (one) => filledRequest({ request: one, record }),
    ...triedBy(triedWith(scope, { stored: stored.value, values: draft.values }), draft.values),
  };
}
