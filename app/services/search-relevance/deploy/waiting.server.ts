import type { JsonObject } from "@common/text/json";
import { change } from "~/services/platform/changes/change.server";
import type { ToldChange } from "~/services/platform/changes/several";
import type { Step as Together } from "~/services/platform/changes/step.server";
import type { Change } from "~/services/platform/changes/types";
import { isBackendError } from "~/services/platform/http/errors.server";
import { changeFailed } from "~/lib/messages/change-failed";
import type { Scope } from "~/session/scope.server";
import {
  changedMeanwhile,
  isNewId,
  keptId,
  RULES_WAITING,
  SYNONYMS_WAITING,
  type Waiting,
  type WaitingById,
  waitingIn,
  type WaitingKey,
  withWaiting,
  without,
} from "../draft/waiting";
import { renameInVersions } from "./rule-ids.server";
import { ruleOfText } from "../rules/content";
import { currentRule, ruleVersion } from "../rules/read.server";
import { inIndex, toCreateRule, toDeleteRule, toSaveRule } from "../rules/write.server";
import { toSetSynonyms } from "../synonyms/change.server";
import type { Synonym } from "../synonyms/merge";
import { listSynonyms } from "../synonyms/read.server";

// Groups of synonyms and rules of a draft: against what is kept, and published.

/** Something that waits and that somebody else has changed since: what is kept of it now. */
export type WaitingConflict = { key: WaitingKey; id: string; was: string | null; found: string | null };
type Both = Readonly<Record<WaitingKey, WaitingById>>;
/** What waits, without what is there already, and what somebody else changed since. */
export type WaitingNow = Both & { conflicts: WaitingConflict[] };

/** The values of a draft with these groups and rules waiting. */
export const withWaitingNow = (values: JsonObject, waiting: Both): JsonObject =>
  withWaiting(withWaiting(values, SYNONYMS_WAITING, waiting[SYNONYMS_WAITING]), RULES_WAITING, waiting[RULES_WAITING]);

async function keptRules(scope: Pick<Scope, "http">, waiting: WaitingById): Promise<Map<string, string>> {
  const known = [...waiting.keys()].filter((id) => !isNewId(id));
  const found = await Promise.all(known.map(async (id) => [id, (await currentRule(scope, id))?.text] as const));
  return new Map(found.flatMap(([id, text]) => (text === undefined ? [] : [[id, text] as const])));
}

/** Reads what the groups and rules of a draft are about. Asks nothing where none wait. Throws BackendError. */
export async function readWaiting(
  scope: Pick<Scope, "http">,
  { index, values }: { index: string; values: JsonObject },
): Promise<WaitingNow> {
  const [synonyms, rules] = [waitingIn(values, SYNONYMS_WAITING), waitingIn(values, RULES_WAITING)];
  const [groups, texts] = await Promise.all([
    synonyms.size === 0 ? [] : listSynonyms(scope, index),
    keptRules(scope, rules),
  ]);
  const kept = new Map((groups ?? []).map(({ id, expression }) => [id, expression]));
  const against = (key: WaitingKey, waiting: WaitingById, now: ReadonlyMap<string, string>) => {
    const { conflicts, done } = changedMeanwhile(now, waiting);
    return {
      open: without(waiting, done),
      conflicts: conflicts.map((id) => ({ key, id, was: waiting.get(id)?.was ?? null, found: now.get(id) ?? null })),
    };
  };
  const one = against(SYNONYMS_WAITING, synonyms, kept);
  const other = against(RULES_WAITING, rules, texts);
  return {
    [SYNONYMS_WAITING]: one.open,
    [RULES_WAITING]: other.open,
    conflicts: [...one.conflicts, ...other.conflicts],
  };
}

/** Groups and rules in the values of a draft, or of a version that was one, by the id that they are kept under. */
export function waitsBeside(values: JsonObject): ReadonlyMap<string, Waiting & { key: WaitingKey }> {
  const of = (key: WaitingKey) =>
    [...waitingIn(values, key)].map(([id, one]) => [`${key} ${keptId(id)}`, { ...one, key }] as const);
  return new Map([...of(SYNONYMS_WAITING), ...of(RULES_WAITING)]);
}

/** What is kept now of the groups and rules of some versions, by the ids of `waitsBeside`. */
export type KeptBeside = { is: (id: string, text: string | null) => boolean; textOf: (id: string) => string | null };

/** Reads it. Throws BackendError. */
export async function keptOf(
  scope: Pick<Scope, "http">,
  index: string,
  versions: readonly JsonObject[],
): Promise<KeptBeside> {
  const all = new Map(versions.flatMap((values) => [...waitsBeside(values)]));
  const ids = (key: WaitingKey) =>
    [...all.keys()].flatMap((id) => (id.startsWith(`${key} `) ? [id.slice(key.length + 1)] : []));
  const [groups, rules] = await Promise.all([
    ids(SYNONYMS_WAITING).length === 0 ? [] : listSynonyms(scope, index),
    keptRules(scope, new Map(ids(RULES_WAITING).map((id) => [id, { was: null, now: null }]))),
  ]);
  const texts = new Map<string, string>([
    ...(groups ?? []).map(({ id, expression }) => [`${SYNONYMS_WAITING} ${id}`, expression] as const),
    ...[...rules].map(([id, text]) => [`${RULES_WAITING} ${id}`, text] as const),
  ]);
  const textOf = (id: string) => texts.get(id) ?? null;
  return { textOf, is: (id, text) => textOf(id) === text };
}

const groupsOf = (waiting: WaitingById, side: keyof Waiting): Synonym[] =>
  [...waiting].flatMap(([id, { [side]: expression }]) => (expression === null ? [] : [{ id: keptId(id), expression }]));

function ruleChange(index: string, id: string, { was, now }: Waiting): Change<unknown> {
  if (was === null) return inIndex(toCreateRule(now ?? "{}"), index);
  const at = { id, version: ruleVersion(ruleOfText(was)) };
  return inIndex<unknown>(
    now === null ? toDeleteRule({ ...at, text: was }) : toSaveRule({ ...at, text: now, before: was }),
    index,
  );
}

type Step = { key: WaitingKey; ids: readonly string[]; change: Change<unknown> };

/** The changes that publishing makes, in their order: groups first, and each rule by itself. */
export function waitingChanges(index: string, waiting: Both): Step[] {
  const synonyms = waiting[SYNONYMS_WAITING];
  const groups = {
    index,
    verb: "update",
    before: groupsOf(synonyms, "was"),
    after: groupsOf(synonyms, "now"),
  } as const;
  return [
    ...(synonyms.size === 0
      ? []
      : [{ key: SYNONYMS_WAITING, ids: [...synonyms.keys()], change: toSetSynonyms(groups) } as const]),
    ...[...waiting[RULES_WAITING]].map(
      ([id, one]) => ({ key: RULES_WAITING, ids: [id], change: ruleChange(index, id, one) }) as const,
    ),
  ];
}

export type Published = {
  told: ToldChange[];
  /** What was done, under the ids that it has now, and what still waits. */
  done: Both;
  left: Both;
  /** Why the rest was not done; null where all was. */
  because: string | null;
};

/** Publishes groups and rules one after the other. The first that fails ends it: the rest still waits. */
export async function publishWaiting(
  scope: Scope,
  { index, waiting, step }: { index: string; waiting: Both; step: Together },
): Promise<Published> {
  const told: ToldChange[] = [];
  const done = { [SYNONYMS_WAITING]: new Map<string, Waiting>(), [RULES_WAITING]: new Map<string, Waiting>() };
  let left: Both = waiting;
  for (const { key, ids, change: declared } of waitingChanges(index, waiting)) {
    try {
      const changed = await change(scope, declared, { step });
      told.push(changed);
      for (const id of ids) {
        const one = waiting[key].get(id);
        // A rule that comes back gets another id, as a new one does.
        const isMade = key === RULES_WAITING && one?.was === null;
        const given = isMade ? String(changed.value) : keptId(id);
        if (isMade && !isNewId(id)) renameInVersions(scope, { was: id, now: given });
        if (one) done[key].set(given, one);
      }
      left = { ...left, [key]: without(left[key], ids) };
    } catch (error) {
      if (!isBackendError(error)) throw error;
      return { told, done, left, because: changeFailed(error.failure) };
    }
  }
  return { told, done, left, because: null };
}
