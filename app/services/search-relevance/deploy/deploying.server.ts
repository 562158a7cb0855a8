import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { analyze } from "~/services/indices/analyze/analyze.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { requireIndex } from "~/services/indices/get.server";
import type { IndexRow } from "~/services/indices/index-row";
import { checkCopy, runningCheck } from "~/services/indices/reindex/checks.server";
import type { CopyPlan } from "~/services/indices/reindex/plan";
import { toCopy } from "~/services/indices/reindex/request.server";
import type { Scope } from "~/session/scope.server";
import { inlineAnalyzer } from "../composition/inline";
import { languageLabel, neededPlugin } from "../composition/language-names";
import { languageOf } from "../composition/analysis";
import { sectionsWith } from "../declared";
import { type DeployPlan, openWishes, planDeploy, touchesIndex } from "./deploy-plan";
import { differing, type Draft, isBesideRecord } from "../draft/draft";
import type { SettingChange } from "../draft/setting-change";
import { REINDEX_KEY, withoutWishes } from "../draft/pending-index-changes-of";
import { getDraft } from "../draft/draft-store.server";
import { type IndexDefinition, readIndexDefinition } from "./index-definition.server";
import { conflicts, isNoWish, schemaWishes, type SchemaConflict, withWishes } from "../schema/schema-draft";
import { getRelevance, type RelevanceSettings } from "../settings.server";
import { readWaiting, type WaitingNow, withWaitingNow } from "./waiting.server";

// A deploy before it is made: what is stored, what waits, and what would be done.

/** What is looked at before a deploy; `bad` is in the way. */
export type DeployCheck = { key: string; tone: "good" | "warn" | "bad"; label: string; detail: string };
export type Deploying = {
  index: string;
  stored: RelevanceSettings;
  draft: Draft;
  /** Null where the draft touches settings alone. */
  make: IndexDefinition | null;
  plan: DeployPlan;
  /** Fields that are no longer what they were when they were changed. */
  conflicts: SchemaConflict[];
  /** Groups of synonyms and rules that wait, against what is kept. */
  waiting: WaitingNow;
};

/**
 * The draft as it stands against what is stored. One whose settings are stored already, for a deploy that was cut off
 * saved them or somebody deployed the same, is left with what belongs to the index.
 */
export function draftAgainst(draft: Draft, stored: RelevanceSettings): Draft {
  if (draft.version === stored.version) return draft;
  const left = differing(stored.record, draft.values);
  if (!Object.keys(left).every(isBesideRecord)) return draft;
  const ofIndex = touchesIndex(withoutWishes(draft.values));
  return { base: stored.record, version: stored.version, values: { ...left, ...(ofIndex && { [REINDEX_KEY]: true }) } };
}

/**
 * What would be deployed; `draft` is null where nothing waits, `stored` where the server has no such settings. Throws
 * BackendError.
 */
export async function readDeploying(
  scope: Scope,
  index: string,
): Promise<Deploying | { stored: RelevanceSettings | null; draft: null }> {
  const kept = getDraft(scope, index);
  // Read beside the settings; what goes wrong is told where it is waited for.
  const making = kept && touchesIndex(kept.values) ? readIndexDefinition(scope, index) : null;
  making?.catch(() => undefined);
  const stored = await getRelevance(scope, index);
  if (!stored || !kept) return { stored, draft: null };
  const waiting = await readWaiting(scope, { index, values: kept.values });
  const against = draftAgainst(kept, stored);
  const draft = { ...against, values: withWaitingNow(against.values, waiting) };
  if (Object.keys(draft.values).length === 0) return { stored, draft: null };
  const make = touchesIndex(draft.values) ? await (making ?? readIndexDefinition(scope, index)) : null;
  const deploying = { ...deployingOf({ index, stored, draft, make }), waiting };
  // What was wished may be there already.
  return Object.keys(deploying.draft.values).length === 0 ? { stored, draft: null } : deploying;
}

/** The deploy of a draft that is about what is stored; `make` is asked for where the draft touches the index. */
export function deployingOf({
  index,
  stored,
  draft,
  make,
}: Pick<Deploying, "index" | "stored" | "draft" | "make">): Omit<Deploying, "waiting"> {
  if (make === null) {
    const sections = sectionsWith(stored.record, draft.values);
    const plan = { sections: Object.keys(sections).length === 0 ? null : sections, inPlace: null, copy: null };
    return { index, stored, draft, make, plan, conflicts: [] };
  }
  const found = conflicts(make.mapping, schemaWishes(draft.values));
  // What somebody else has done as it was wished is done.
  const done = new Set(found.filter((one) => isNoWish({ from: one.found, to: one.wish.to })).map(({ path }) => path));
  const left = new Map([...schemaWishes(draft.values)].filter(([path]) => !done.has(path)));
  const still = { ...draft, values: openWishes(withWishes(draft.values, left), make) };
  const open = found.filter(({ path }) => !done.has(path));
  return { index, stored, draft: still, make, plan: planDeploy({ stored, make, draft: still }), conflicts: open };
}

/**
 * The lines of a draft as the deploy as a whole makes them take effect: an index that has something already is not
 * re-indexed for it, and one that is takes new fields along.
 */
export const inPlan = (lines: readonly SettingChange[], { copy, inPlace }: DeployPlan) =>
  lines.map((line): SettingChange =>
    line.effect === "at once" ? line : { ...line, effect: copy ? "re-index" : inPlace ? "in place" : "at once" },
  );

const partsOfCopy = (index: string, exclude: string[]) => ({
  ...{ source: index, target: null, action: [], include: [], exclude, type: null, shards: null, replicas: null },
});

/** A re-index as the job takes it. */
export function copyPlanOf(index: string, { mappings, settings, exclude }: NonNullable<DeployPlan["copy"]>): CopyPlan {
  return { ...partsOfCopy(index, exclude), mappings: stringifyJson(mappings), settings: stringifyJson(settings) };
}

/** The re-index as the change that it is, to be shown. */
export function shownCopy(index: string, { mappings, settings, exclude }: NonNullable<DeployPlan["copy"]>) {
  return toCopy({ plan: { ...partsOfCopy(index, exclude), mappings, settings }, clone: false });
}

/**
 * What has to be right before a deploy that is more than settings: that no re-index runs, which would not have new
 * fields; and where it re-indexes, the index, the disk, and that the engine takes the analyzer of the language. Throws
 * BackendError.
 */
export async function checkDeploy(
  scope: Scope,
  { index, plan }: Deploying,
): Promise<{ checks: DeployCheck[]; row: IndexRow | null }> {
  if (plan.copy === null) {
    const running = plan.inPlace === null ? null : await runningCheck(scope, index);
    return { checks: running === null ? [] : [running], row: null };
  }
  const { exclude, settings } = plan.copy;
  const { index: of } = settings;
  const analysis = of !== undefined && isJsonObject(of) && isJsonObject(of["analysis"]) ? of["analysis"] : {};
  const ofIndex = async () => {
    const row = await requireIndex(scope);
    return {
      row,
      checks: await checkCopy(scope, { plan: { ...partsOfCopy(index, exclude), mappings: null, settings: null }, row }),
    };
  };
  const [{ row, checks }, language] = await Promise.all([ofIndex(), checkLanguage(scope, { index, analysis })]);
  return { checks: language === null ? checks : [...checks, language], row };
}

async function checkLanguage(
  scope: Scope,
  { index, analysis }: { index: string; analysis: JsonObject },
): Promise<DeployCheck | null> {
  const language = languageOf(analysis);
  const written = language === undefined ? null : inlineAnalyzer(analysis, language);
  if (language === undefined || written === null) return null;
  const check = { key: "language", label: `Analyzer of ${languageLabel(language)}` };
  try {
    await analyze(scope, { index, json: { ...written, text: "a" }, steps: false });
    return { ...check, tone: "good", detail: "The engine has all of its parts." };
  } catch (error) {
    if (!isBackendError(error, 400)) throw error;
    const plugin = neededPlugin[language];
    const instead =
      plugin === undefined ? (error.failure.detail ?? "") : `Install its plugin ${plugin}, or choose Universal.`;
    return { ...check, tone: "bad", detail: `The engine does not have it. ${instead}`.trim() };
  }
}
