import { isBackendError } from "~/services/platform/http/errors.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { changesOf, differing, valuesOf } from "../draft/draft";
import { getRelevance, type RelevanceSettings } from "../settings.server";
import { readIndexDefinition } from "./index-definition.server";
import { addVersion, lastVersion, listVersions, type Made, withSettings } from "./versions.server";

type Stored = { stored: RelevanceSettings; made: Made | null };

/**
 * Writes down what is in force before it is replaced, where the last version does not say it. Throws BackendError 507
 * where the console's disk is full.
 */
export function noteFound(scope: Scope, index: string, { stored, made }: Stored): void {
  const last = lastVersion(scope, index);
  if (last?.recordVersion === stored.version) return;
  const again = withSettings(listVersions(scope, index), stored);
  const note =
    last === null
      ? "As it was found"
      : again === null
        ? "Changed outside of publishing"
        : `Version ${again.number} restored`;
  addVersion(scope, index, { stored, note, changes: [], wishes: {}, made, person: "" });
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
  try {
    noteFound(scope, index, { stored: before, made });
    addVersion(scope, index, { stored: now, note, changes: changesOf(before.record, wishes), wishes, made: null });
  } catch (error) {
    if (!isBackendError(error)) throw error;
    scope.context.log.warn({ index, failure: error.failure.kind }, "a version of imported settings was not kept");
  }
}
