import { type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { planGate } from "~/lib/access-control/plan";
import type { ShownRequest } from "~/lib/data/shown-request";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { copyEstimate } from "~/services/search-relevance/deploy/copy-estimate.server";
import { toAddFields } from "~/services/indices/mappings/add-field.server";
import {
  checkDeploy,
  type Deploying,
  inPlan,
  readDeploying,
  shownCopy,
} from "~/services/search-relevance/deploy/deploying.server";
import {
  changesAsJson,
  changesOf,
  type Draft,
  groupsWithout,
  rebased,
  valuesOf,
} from "~/services/search-relevance/draft/draft";
import type { SettingChange } from "~/services/search-relevance/draft/setting-change";
import {
  RULES_WAITING,
  SYNONYMS_WAITING,
  type WaitingKey,
  withWaiting,
  without,
} from "~/services/search-relevance/draft/waiting";
import { otherIndices, waitingLines } from "~/services/search-relevance/draft/waiting-lines";
import { waitingChanges, type WaitingNow } from "~/services/search-relevance/deploy/waiting.server";
import { ruleOfText } from "~/services/search-relevance/rules/content";
import {
  fieldInWords,
  type SchemaConflict,
  schemaWishes,
  withWishes,
} from "~/services/search-relevance/schema/schema-draft";
import { type RelevanceSettings, toSaveRelevance } from "~/services/search-relevance/settings.server";
import { liveAmong } from "~/services/search-relevance/deploy/live-version.server";
import { listVersions } from "~/services/search-relevance/deploy/versions.server";
import { versionOf } from "~/services/search-relevance/suggestions/preferences.server";
import type { Scope } from "~/session/scope.server";
import { indexOf } from "./read-screen.server";

const waitingKeys: readonly WaitingKey[] = [SYNONYMS_WAITING, RULES_WAITING];

/** The forms of a review: a word of what it showed, and what is said of the version. */
export const reviewSchema = z.object({
  version: z.string().default(""),
  note: z.string().trim().max(300, { error: "Enter at most 300 characters." }).default(""),
});

/** A word of what a review shows: another record, another index or another draft has another. */
export function shownVersion({ stored, draft, make, waiting }: Deploying): string {
  const conflicts = waiting.conflicts.map(({ id, found }) => [id, found]);
  return versionOf(
    stringifyJson({ stored: stored.version, make: make?.version ?? null, values: draft.values, found: conflicts }),
  );
}

/** What is stored and what waits. Throws BackendError. */
export async function reviewOf(scope: Scope) {
  return readDeploying(scope, indexOf(scope));
}

/** Whether somebody else changed what the draft goes out from. */
export const isOverlapped = ({ stored, draft, conflicts, waiting }: Deploying) =>
  draft.version !== stored.version || conflicts.length > 0 || waiting.conflicts.length > 0;

/** The draft on what is there now, without what both changed. */
export function keptDraft({ stored, draft, conflicts, waiting }: Deploying): Draft {
  const based = rebased(draft, stored);
  const gone = new Set(conflicts.map(({ path }) => path));
  const wishes = new Map([...schemaWishes(based.values)].filter(([path]) => !gone.has(path)));
  const values = waitingKeys.reduce(
    (kept, key) => {
      const lost = waiting.conflicts.filter((one) => one.key === key).map(({ id }) => id);
      return withWaiting(kept, key, without(waiting[key], lost));
    },
    withWishes(based.values, wishes),
  );
  return { ...based, values };
}

/** The gate of a deploy: settings, and what else it does to the index. */
export function deployGate(scope: Scope, { plan, waiting }: Deploying) {
  const feature = planGate({ plan: scope.identity.plan, feature: "search-relevancy" });
  const rights = [
    ...(plan.sections ? (["relevance:write"] as const) : []),
    ...(plan.inPlace ? (["indices:write"] as const) : []),
    ...(plan.copy ? (["documents:write"] as const) : []),
    ...(waiting[SYNONYMS_WAITING].size > 0 ? (["synonyms:write"] as const) : []),
    ...(waiting[RULES_WAITING].size > 0 ? (["rules:write"] as const) : []),
  ];
  return [feature, ...rights.map((right) => scope.may(right))].find(({ ok }) => !ok) ?? feature;
}

const lineOf = ({ path, wish, found }: SchemaConflict): SettingChange => {
  const said = (is: typeof found) => (is === null ? "Not there" : fieldInWords(is));
  return {
    key: "schema.fields",
    group: "Schema",
    setting: "Field",
    field: path,
    old: said(wish.from),
    new: said(found),
    effect: "at once",
  };
};

function requestsOf(scope: Scope, { index, stored, plan, waiting }: Deploying): ShownRequest[] {
  return [
    ...(plan.inPlace ? [shownRequest(scope, toAddFields({ index, properties: plan.inPlace }))] : []),
    ...(plan.sections
      ? [shownRequest(scope, toSaveRelevance({ index, before: stored, sections: plan.sections }))]
      : []),
    ...waitingChanges(index, waiting).map(({ change }) => shownRequest(scope, change)),
    ...(plan.copy ? [shownRequest(scope, shownCopy(index, plan.copy))] : []),
  ];
}

/** The review of a draft, for its page; `json`: with its changes as values. Throws BackendError. */
export async function loadReview(scope: Scope, { json }: { json: boolean }) {
  const deploying = await reviewOf(scope);
  const index = indexOf(scope);
  if (deploying.stored === null) return { state: "not-offered" as const };
  if (deploying.draft === null) return { state: "none" as const, index };
  const { stored, draft, conflicts, plan } = deploying;
  const changed = isOverlapped(deploying);
  const changes = inPlan(changesOf(draft.base, draft.values), plan);
  const versions = listVersions(scope, index);
  const [last] = versions;
  const live = await liveAmong(scope, index, { versions, stored });
  const { checks, row } = changed ? { checks: [], row: null } : await checkDeploy(scope, deploying);
  const documents = row?.documents ?? null;
  const review = {
    state: changed ? ("changed" as const) : ("ready" as const),
    index,
    version: shownVersion(deploying),
    against: live && { number: live.number, at: live.at, person: live.person },
    // What is live and not the newest version is written down first.
    next: (last?.number ?? 0) + (live !== null && live.number === last?.number ? 1 : 2),
    changes,
    unchanged: groupsWithout(changes),
    json: json ? stringifyJson(changesAsJson(draft.base, draft.values), 2) : null,
    theirs: changed
      ? [...theirChanges(draft, stored), ...conflicts.map(lineOf), ...waitingLines(theirsOf(deploying.waiting))]
      : [],
    kept: changed ? changesOf(stored.record, keptDraft(deploying).values).length : 0,
    saves: plan.sections !== null,
    groups: deploying.waiting[SYNONYMS_WAITING].size,
    rules: [...deploying.waiting[RULES_WAITING].values()].map(({ was, now }) => ({
      name: ruleOfText(now ?? was ?? "{}").name || "without a name",
      others: otherIndices(now ?? was ?? "{}", index),
    })),
    adds: Object.keys(plan.inPlace ?? {}),
    copy: plan.copy && {
      documents,
      exclude: plan.copy.exclude,
      about: documents === null ? null : copyEstimate(scope, { index, documents }),
    },
    checks,
    requests: changed ? [] : requestsOf(scope, deploying),
    gate: deployGate(scope, deploying),
  };
  return review;
}

/** What somebody else did to groups and rules, as values of a draft. */
const theirsOf = ({ conflicts }: WaitingNow) =>
  waitingKeys.reduce<JsonObject>(
    (values, key) =>
      withWaiting(
        values,
        key,
        new Map(conflicts.filter((one) => one.key === key).map(({ id, was, found }) => [id, { was, now: found }])),
      ),
    {},
  );

const theirChanges = (draft: Draft, stored: RelevanceSettings) =>
  draft.version === stored.version ? [] : changesOf(draft.base, valuesOf(stored.record));
