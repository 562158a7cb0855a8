import type { JsonObject } from "@common/text/json";
import { change } from "~/services/platform/changes/change.server";
import type { Change, Changed } from "~/services/platform/changes/types";
import { isBackendError } from "~/services/platform/http/errors.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { changesOf, differing, valuesOf } from "../draft/draft";
import { waitingLines } from "../draft/waiting-lines";
import { getRelevance, type RelevanceSettings } from "../settings.server";
import { readIndexDefinition } from "./index-definition.server";
import { driftedBeside, liveAmong } from "./live-version.server";
import { addVersion, listVersions, type Made } from "./versions.server";

type Stored = { stored: RelevanceSettings; made: Made | null };

/**
 * Writes down what is in force before it is replaced, where the last version does not say it: other settings, or groups
 * and rules that are no longer as the versions left them. Throws BackendError 507 where the console's disk is full.
 */
export async function noteFound(scope: Scope, index: string, { stored, made }: Stored): Promise<void> {
  const versions = listVersions(scope, index);
  const [last] = versions;
  // What cannot be read is taken for what was published.
  const drifted = await settle(driftedBeside(scope, index, versions));
  const wishes = drifted.ok ? drifted.value : {};
  if (last?.recordVersion === stored.version && Object.keys(wishes).length === 0) return;
  const again = await liveAmong(scope, index, { versions, stored });
  const note =
    last === undefined
      ? "As it was found"
      : again === null
        ? "Changed outside of publishing"
        : `Version ${again.number} restored`;
  addVersion(scope, index, { stored, note, changes: waitingLines(wishes), wishes, made, person: "" });
}

/**
 * Makes a version of settings that were saved otherwise than by publishing, `before` being what they replaced. What is
 * saved is saved: a version for which the console's disk has no room is left out, and told of in the console's own log.
 * Throws BackendError where the server does not answer.
 */
export async function noteSaved(
  scope: Scope,
  index: string,
  { before, note }: { before: RelevanceSettings; note: string },
): Promise<void> {
  const now = await getRelevance(scope, index);
  if (now === null || now.version === before.version) return;
  const wishes = differing(before.record, valuesOf(now.record));
  const make = await settle(readIndexDefinition(scope, index));
  const made = make.ok ? { mapping: make.value.mapping, analysis: make.value.analysis } : null;
  await kept(scope, index, async () => {
    await noteFound(scope, index, { stored: before, made });
    addVersion(scope, index, { stored: now, note, changes: changesOf(before.record, wishes), wishes, made: null });
  });
}

// False where the console's disk has no room for it.
async function kept(scope: Scope, index: string, note: () => Promise<void>): Promise<boolean> {
  try {
    await note();
    return true;
  } catch (error) {
    if (!isBackendError(error)) throw error;
    scope.context.log.warn({ index, failure: error.failure.kind }, "a version of an index was not kept");
    return false;
  }
}

/**
 * Makes a change of groups or rules that is published by itself, and a version of it, as the publish of a draft does.
 * `waits`: what it changes, as values of a draft. Whoever may not read the settings of the index makes no version: the
 * next one says what was found. Throws BackendError for the change alone.
 */
export async function changeBeside<Value>(
  scope: Scope,
  declared: Change<Value>,
  { index, note, waits }: { index: string; note: string; waits: (value: Value) => JsonObject },
): Promise<Changed<Value>> {
  const settings = await settle(getRelevance(scope, index));
  const stored = settings.ok ? settings.value : null;
  const noted = stored !== null && (await kept(scope, index, () => noteFound(scope, index, { stored, made: null })));
  const changed = await change(scope, declared);
  const wishes = waits(changed.value);
  if (stored !== null && noted)
    await kept(scope, index, async () => {
      addVersion(scope, index, { stored, note, changes: waitingLines(wishes), wishes, made: null });
    });
  return changed;
}
