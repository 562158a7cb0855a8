import { holds } from "~/lib/access-control/product";
import type { Change, Changed } from "~/services/platform/changes/types";
import { changeBeside } from "~/services/search-relevance/deploy/noted.server";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { editDraft } from "~/services/search-relevance/draft/edit-draft.server";
import {
  changedOnce,
  newWaitingId,
  publishedTexts,
  SYNONYMS_WAITING,
  type WaitingById,
  waitingIn,
  withWaiting,
} from "~/services/search-relevance/draft/waiting";
import type { Synonym } from "~/services/search-relevance/synonyms/merge";
import type { Scope } from "~/session/scope.server";

// Groups of synonyms that wait in the draft of whoever asks.

/** What waits for an index; empty where nothing does. Asks the server nothing. */
export function waitingSynonyms(scope: Pick<Scope, "context" | "session">, index: string): WaitingById {
  return waitingIn(getDraft(scope, index)?.values ?? {}, SYNONYMS_WAITING);
}

/** The groups of an index as they will be once the draft is published. */
export function drafted(kept: readonly Synonym[], waiting: WaitingById): Synonym[] {
  const texts = publishedTexts(new Map(kept.map(({ id, expression }) => [id, expression])), waiting);
  return [...texts].map(([id, expression]) => ({ id, expression }));
}

type Plan = { before: readonly Synonym[]; after: readonly Synonym[] };

/** What waits once a plan is added to it. Ids that are neither kept nor waiting are new ones. */
export function planned(waiting: WaitingById, { before, after }: Plan): WaitingById {
  const old = new Map(before.map(({ id, expression }) => [id, expression]));
  const now = new Map(after.map(({ id, expression }) => [id, expression]));
  let all = waiting;
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const isKnown = old.has(id) || waiting.has(id);
    all = changedOnce(all, { id: isKnown ? id : newWaitingId(id), was: old.get(id) ?? null, now: now.get(id) ?? null });
  }
  return all;
}

/**
 * Makes a change of groups that is published by itself, with a version of the index that says so. Throws BackendError.
 */
export async function publishGroups(
  scope: Scope,
  declared: Change<void>,
  { index, plan }: { index: string; plan: Plan },
): Promise<Changed<void>> {
  const waits = withWaiting({}, SYNONYMS_WAITING, planned(new Map(), plan));
  const note = holds(scope.identity.product, "kept-synonyms") ? "Synonyms published" : "Synonyms saved";
  return changeBeside(scope, declared, { index, note, waits: () => waits });
}

/** Puts a plan into the draft. False where whoever asks has none. Throws BackendError. */
export async function addToDraft(scope: Scope, index: string, plan: Plan): Promise<boolean> {
  return editDraft(scope, index, (values) =>
    withWaiting(values, SYNONYMS_WAITING, planned(waitingIn(values, SYNONYMS_WAITING), plan)),
  );
}
