import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { type Applied, makeSteps, putInOrder } from "@common/search-relevance/settings-bundle/apply";
import type { Deed, Step } from "@common/search-relevance/settings-bundle/plan";
import { BundleError } from "@common/search-relevance/settings-bundle/schema";
import { changeFailed } from "~/lib/messages/change-failed";
import { change } from "~/services/platform/changes/change.server";
import type { Change, Changed } from "~/services/platform/changes/types";
import { isBackendError } from "~/services/platform/http/errors.server";
import { settle } from "~/services/platform/http/settle.server";
import { noteSaved } from "~/services/search-relevance/deploy/noted.server";
import { getRelevance, toSaveRelevance } from "~/services/search-relevance/settings.server";
import { contentOfRule, ruleText } from "~/services/search-relevance/rules/content";
import { currentRule } from "~/services/search-relevance/rules/read.server";
import { toCreateRule, toDeleteRule, toMoveRule, toSaveRule } from "~/services/search-relevance/rules/write.server";
import { suggestionKinds } from "~/services/search-relevance/suggestions/kinds";
import {
  getPreferences,
  preferencesText,
  toSavePreferences,
} from "~/services/search-relevance/suggestions/preferences.server";
import { toSetSynonyms } from "~/services/search-relevance/synonyms/change.server";
import type { Scope } from "~/session/scope.server";
import { readerOf } from "./server.server";

type Place = { scope: Scope; index: string };
const GONE = "It is no longer there: somebody deleted it in the meantime.";

function object(value: unknown): JsonObject {
  const plain = parseJson(stringifyJson(value));
  return isJsonObject(plain) ? plain : {};
}

/** What came of applying a file. `made`: its changes with their entries in the log. */
export type AppliedInConsole = Applied & { made: Changed<unknown>[] };

async function ruleChange({ scope }: Place, { id, rule }: Extract<Deed, { kind: "rule" }>): Promise<Change<unknown>> {
  const text = rule === null ? null : ruleText(contentOfRule(object(rule)));
  if (id === null) return toCreateRule(text ?? "{}");
  const stored = await currentRule(scope, id);
  if (stored === undefined) throw new BundleError(GONE);
  const { text: before, version } = stored;
  return text === null ? toDeleteRule({ id, text: before, version }) : toSaveRule({ id, text, version, before });
}

async function suggestionsChange(
  { scope }: Place,
  { name, preferences }: Extract<Deed, { kind: "suggestions" }>,
): Promise<Change<unknown>> {
  const kind = suggestionKinds.find((one) => one === name);
  const stored = kind && (await getPreferences(scope, kind));
  if (!kind || !stored) throw new BundleError("This server has no such suggestions.");
  return toSavePreferences({
    kind,
    text: preferencesText(kind, object(preferences)),
    version: stored.version,
    before: stored.text,
  });
}

/**
 * The change that does what a step says, with its log and its undo. Throws BackendError, and `BundleError` for what is
 * no longer there.
 */
async function changeOf(place: Place, deed: Exclude<Deed, { kind: "settings" }>): Promise<Change<unknown>> {
  switch (deed.kind) {
    case "synonyms":
      return toSetSynonyms({
        index: place.index,
        verb: "update",
        before: deed.removed.map(({ id, words }) => ({ id, expression: words })),
        after: deed.added.map((expression) => ({ id: randomUUID(), expression })),
      });
    case "rule":
      return ruleChange(place, deed);
    case "suggestions":
      return suggestionsChange(place, deed);
  }
}

/** A step as the console makes it: synonyms are one change, with one undo, and not one for each group. */
export type ConsoleStep = { says: string; deed: Deed } | { says: string; order: readonly string[] };

/** The steps of a plan, all synonyms in one. */
export function consoleSteps(steps: readonly Step[]): ConsoleStep[] {
  const isWords = (step: Step) => "deed" in step && step.deed.kind === "synonyms";
  const words = steps.flatMap((step) => ("deed" in step && step.deed.kind === "synonyms" ? [step.deed] : []));
  const [added, removed] = [words.flatMap((deed) => deed.added), words.flatMap((deed) => deed.removed)];
  const one: ConsoleStep = {
    says: `synonyms: ${added.length} added, ${removed.length} removed`,
    deed: { kind: "synonyms", added, removed },
  };
  const first = steps.findIndex(isWords);
  return steps.flatMap((step, at): ConsoleStep[] => (isWords(step) ? (at === first ? [one] : []) : [step]));
}

/**
 * Makes one change after the other, and stops at the first that is refused. Saved settings become a version of the
 * index, as deployed ones do.
 */
export async function applyInConsole(place: Place, steps: readonly ConsoleStep[]): Promise<AppliedInConsole> {
  const { scope, index } = place;
  const made: Changed<unknown>[] = [];
  const make = async (asked: Change<unknown>) => void made.push(await change(scope, asked));
  const saveSettings = async (sections: JsonObject) => {
    const before = await getRelevance(scope, index);
    if (before === null) throw new BundleError("This server has no relevance settings.");
    await make(toSaveRelevance({ index, before, sections }));
    // A server that is silent now has taken the settings all the same.
    await settle(noteSaved(scope, index, { before, note: "Imported from a file" }));
  };
  const applied = await makeSteps(steps, async (step) => {
    try {
      if ("deed" in step)
        await (step.deed.kind === "settings"
          ? saveSettings(object(step.deed.sections))
          : changeOf(place, step.deed).then(make));
      else
        await putInOrder({
          callServer: readerOf(scope),
          index,
          order: step.order,
          move: (rule) => make(toMoveRule(rule)),
        });
    } catch (error) {
      throw isBackendError(error) ? new BundleError(changeFailed(error.failure)) : error;
    }
  });
  return { ...applied, made };
}
