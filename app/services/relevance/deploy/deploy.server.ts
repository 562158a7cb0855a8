import { isJsonObject, type JsonObject } from "@common/json";
import { change } from "~/services/changes/change.server";
import { type ToldChange, toldTogether } from "~/services/changes/several";
import { BackendError } from "~/services/http/errors.server";
import { changeFailed } from "~/lib/change-failed";
import { toAddFields } from "~/services/mappings/add-field.server";
import { startCopyJob } from "~/services/jobs/reindex/start.server";
import type { Scope } from "~/session/scope.server";
import { touchesIndex } from "./deploy-plan";
import { copyPlanOf, type Deploying } from "./deploying.server";
import { changesOf } from "../draft/draft";
import { keepDraft, removeDraft } from "../draft/draft-store.server";
import { REINDEX_KEY, wishesIn, withoutWishes } from "../draft/index-wishes-of";
import { getRelevance, toSaveRelevance } from "../settings.server";
import { noteFound } from "./noted.server";
import { addVersion, setVersionJob } from "./versions.server";

export type Deployed = {
  version: number;
  /** The saved settings, for the undo of the flash, with what was not done of them and of the fields; null where neither changed. */
  changed: ToldChange | null;
  /** Whether settings were saved. */
  saved: boolean;
  /** The re-index that was started; null for none. */
  job: string | null;
  /** Why a re-index that was to be started was not; the draft then holds it. */
  notStarted: string | null;
};

/**
 * Makes a deploy: new fields go into the mapping, the settings are saved, the version is written down, the re-index is started. What was not done stays in the
 * draft, so that one that is cut off anywhere can be gone on with. Throws BackendError, 409 where the settings are no longer those shown.
 */
export async function deployDraft(scope: Scope, { index, stored, draft, make, plan }: Deploying, note: string): Promise<Deployed> {
  const lines = changesOf(stored.record, draft.values);
  const found = make && { mapping: make.mapping, analysis: make.analysis };
  noteFound(scope, index, { stored, made: found });
  const added = plan.inPlace ? await change(scope, toAddFields({ index, properties: plan.inPlace })) : null;
  const saving = plan.sections ? await change(scope, toSaveRelevance({ index, before: stored, sections: plan.sections })) : null;
  const now = (saving && (await getRelevance(scope, index))) ?? stored;
  // The undo of the message is that of the settings: no engine takes a field away.
  const told = toldTogether([saving, added].flatMap((one) => one ?? []));
  const changed = told === undefined ? null : { ...told, undoable: saving?.undoable === true };
  const did = { changed, saved: saving !== null };
  const made = plan.copy ? { mapping: plan.copy.mappings, analysis: analysisOf(plan.copy.settings) } : null;
  const version = addVersion(scope, index, { stored: now, note, changes: lines, wishes: draft.values, made });
  if (plan.copy) {
    const { job, because } = await startReindex(scope, index, plan.copy);
    if (job === null) {
      const again = touchesIndex(withoutWishes(draft.values));
      const values = { ...(again && { [REINDEX_KEY]: true }), ...wishesIn(draft.values) };
      keepDraft(scope, index, { base: now.record, version: now.version, values });
      return { version, ...did, job, notStarted: because };
    }
    setVersionJob(scope, index, { number: version, job });
    removeDraft(scope, index);
    return { version, ...did, job, notStarted: null };
  }
  removeDraft(scope, index);
  return { version, ...did, job: null, notStarted: null };
}

async function startReindex(scope: Scope, index: string, copy: NonNullable<Deploying["plan"]["copy"]>): Promise<{ job: string | null; because: string }> {
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
