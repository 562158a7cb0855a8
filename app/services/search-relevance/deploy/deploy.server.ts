import { isJsonObject, type JsonObject } from "@common/text/json";
import { change } from "~/services/platform/changes/change.server";
import { type ToldChange, undoneTogether } from "~/services/platform/changes/several";
import { beginStep } from "~/services/platform/changes/step.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { toAddFields } from "~/services/indices/mappings/add-field.server";
import { startCopyJob } from "~/services/indices/reindex/job/start.server";
import type { Scope } from "~/session/scope.server";
import { touchesIndex } from "./deploy-plan";
import { copyPlanOf, type Deploying } from "./deploying.server";
import { changesOf } from "../draft/draft";
import { keepDraft } from "../draft/draft-store.server";
import { REINDEX_KEY, wishesIn, withoutWishes } from "../draft/pending-index-changes-of";
import { getRelevance, toSaveRelevance } from "../settings.server";
import { noteFound } from "./noted.server";
import { addVersion, setVersionJob } from "./versions.server";
import { publishWaiting, withWaitingNow } from "./waiting.server";

export type Deployed = {
  version: number;
  /**
   * What was changed, for the undo of the flash, with what was not done of it; null where nothing was.
   */
  changed: ToldChange | null;
  /** Whether settings were saved. */
  saved: boolean;
  /** How many changes to synonyms and rules were made, and why others were not: they wait in the draft. */
  besides: number;
  left: string | null;
  /** The re-index that was started; null for none. */
  job: string | null;
  /** Why a re-index that was to be started was not; the draft then holds it. */
  notStarted: string | null;
};

/**
 * Makes a deploy: new fields go into the mapping, the settings are saved, then groups of synonyms and rules; the version
 * is written down, the re-index is started. What was not done stays in the draft, so that one that is cut off anywhere can be gone on with. Throws
 * BackendError, 409 where the settings are no longer those shown.
 */
export async function deployDraft(
  scope: Scope,
  { index, stored, draft, make, plan, waiting }: Deploying,
  note: string,
): Promise<Deployed> {
  const found = make && { mapping: make.mapping, analysis: make.analysis };
  await noteFound(scope, index, { stored, made: found });
  const together = { step: beginStep() };
  const added = plan.inPlace ? await change(scope, toAddFields({ index, properties: plan.inPlace }), together) : null;
  const saving = plan.sections
    ? await change(scope, toSaveRelevance({ index, before: stored, sections: plan.sections }), together)
    : null;
  const now = (saving && (await getRelevance(scope, index))) ?? stored;
  const published = await publishWaiting(scope, { index, waiting, ...together });
  // One undo for all of it; no engine takes a field away.
  const changed = undoneTogether([...[added, saving].flatMap((one) => one ?? []), ...published.told]) ?? null;
  const did = { changed, saved: saving !== null, besides: published.told.length, left: published.because };
  const made = plan.copy ? { mapping: plan.copy.mappings, analysis: analysisOf(plan.copy.settings) } : null;
  const values = withWaitingNow(draft.values, published.done);
  const lines = changesOf(stored.record, values);
  const version = addVersion(scope, index, { stored: now, note, changes: lines, wishes: values, made });
  const waits = withWaitingNow({}, published.left);
  if (plan.copy) {
    const { job, because } = await startReindex(scope, index, plan.copy);
    if (job === null) {
      const again = touchesIndex(withoutWishes(draft.values));
      const open = { ...(again && { [REINDEX_KEY]: true }), ...wishesIn(draft.values), ...waits };
      keepDraft(scope, index, { base: now.record, version: now.version, values: open });
      return { version, ...did, job, notStarted: because };
    }
    setVersionJob(scope, index, { number: version, job });
    keepDraft(scope, index, { base: now.record, version: now.version, values: waits });
    return { version, ...did, job, notStarted: null };
  }
  keepDraft(scope, index, { base: now.record, version: now.version, values: waits });
  return { version, ...did, job: null, notStarted: null };
}

async function startReindex(
  scope: Scope,
  index: string,
  copy: NonNullable<Deploying["plan"]["copy"]>,
): Promise<{ job: string | null; because: string }> {
  try {
    const job = await startCopyJob(scope, { plan: copyPlanOf(index, copy), clone: false });
    return { job, because: "Too many jobs are waiting. Try again when some have finished." };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    return { job: null, because: changeFailed(error.failure) };
  }
}

function analysisOf({ index }: JsonObject): JsonObject {
  const analysis = index !== undefined && isJsonObject(index) ? index["analysis"] : undefined;
  return analysis !== undefined && isJsonObject(analysis) ? analysis : {};
}
