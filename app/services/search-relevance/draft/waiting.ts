// Groups of synonyms and rules that wait in the draft of an index, beside its settings: each by its id, as it was when
// it was changed and as it is to be. Pure.
import { isJsonObject, type JsonObject } from "@common/text/json";

/** Keys of a draft. */
export const SYNONYMS_WAITING = "waiting.synonyms";
export const RULES_WAITING = "waiting.rules";
export type WaitingKey = typeof SYNONYMS_WAITING | typeof RULES_WAITING;

/** Ids of what is not there yet begin with this; its server gives another one. */
const NEW = "new:";
export const newWaitingId = (id: string): string => `${NEW}${id}`;
/** The id that a new group is kept under. */
export const keptId = (id: string): string => (isNewId(id) ? id.slice(NEW.length) : id);
export const isNewId = (id: string): boolean => id.startsWith(NEW);

/** Old and new text of a thing; null: it was not there, or is to go. */
export type Waiting = { was: string | null; now: string | null };
export type WaitingById = ReadonlyMap<string, Waiting>;

/** Whether a key of a draft holds such things, and no setting. */
export const isWaitingKey = (key: string): key is WaitingKey => key === SYNONYMS_WAITING || key === RULES_WAITING;

const textAt = (value: JsonObject, name: string): string | null => {
  const text = value[name];
  return typeof text === "string" ? text : null;
};

/** What waits under a key of a draft's values. */
export function waitingIn(values: JsonObject, key: WaitingKey): WaitingById {
  const kept = values[key];
  if (kept === undefined || !isJsonObject(kept)) return new Map();
  return new Map(
    Object.entries(kept).flatMap(([id, one]) =>
      isJsonObject(one) ? [[id, { was: textAt(one, "was"), now: textAt(one, "now") }] as const] : [],
    ),
  );
}

/** The values with this waiting under a key; what is as it was does not wait. */
export function withWaiting(values: JsonObject, key: WaitingKey, waiting: WaitingById): JsonObject {
  const { [key]: _, ...others } = values;
  const open = [...waiting].filter(([, { was, now }]) => was !== now);
  return open.length === 0
    ? others
    : { ...others, [key]: Object.fromEntries(open.map(([id, one]) => [id, { ...one }])) };
}

/** What waits after one more change, from what the thing is with the draft. */
export function changedOnce(
  waiting: WaitingById,
  { id, was, now }: { id: string; was: string | null; now: string | null },
): WaitingById {
  const before = waiting.get(id);
  return new Map(waiting).set(id, { was: before === undefined ? was : before.was, now });
}

/** What is kept, by id, as it will be once what waits is published. */
export function publishedTexts(kept: ReadonlyMap<string, string>, waiting: WaitingById): Map<string, string> {
  const all = new Map(kept);
  for (const [id, { now }] of waiting) {
    if (now === null) all.delete(id);
    else all.set(id, now);
  }
  return all;
}

/** Ids of what somebody else has changed, or done already, since it was changed in the draft. */
export function changedMeanwhile(
  kept: ReadonlyMap<string, string>,
  waiting: WaitingById,
): { conflicts: string[]; done: string[] } {
  const [conflicts, done]: [string[], string[]] = [[], []];
  for (const [id, { was, now }] of waiting) {
    const is = kept.get(id) ?? null;
    if (is === now) done.push(id);
    else if (is !== was) conflicts.push(id);
  }
  return { conflicts, done };
}

/** What waits without some of it. */
export function without(waiting: WaitingById, ids: readonly string[]): WaitingById {
  return new Map([...waiting].filter(([id]) => !ids.includes(id)));
}
