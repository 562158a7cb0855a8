import type { JsonObject } from "@common/text/json";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { changedOnce, type Waiting, waitingIn, type WaitingKey, withWaiting } from "../draft/waiting";
import type { RelevanceSettings } from "../settings.server";
import { lastVersion, listVersions, type VersionHead } from "./versions.server";
import { keptOf, waitsBeside } from "./waiting.server";

/**
 * Which version of the settings searches have now: `elsewhere` says that they were saved otherwise since the last one
 * that this console knows.
 */
export type LiveVersion = { number: number; at: number; elsewhere: boolean };

type Stored = Pick<RelevanceSettings, "version">;
type Head = Pick<VersionHead, "recordVersion" | "wishes">;
type Texts = ReadonlyMap<string, string | null>;

/**
 * The groups and rules of each of these versions, the newest first: all that one of them changed, as it was at each. What
 * a version did not touch it left as those before had it, and what only later ones touched was as they found it.
 */
export function besideAt(versions: readonly Pick<VersionHead, "wishes">[]): Texts[] {
  const beside = versions.map(({ wishes }) => waitsBeside(wishes));
  const texts = new Map<string, string | null>();
  for (const one of beside) for (const [id, { now }] of one) if (!texts.has(id)) texts.set(id, now);
  return beside.map((one) => {
    const then = new Map(texts);
    for (const [id, { was }] of one) texts.set(id, was);
    return then;
  });
}

/** A group or rule that is not what it was at a version: then, and now. */
type Drift = { key: WaitingKey; id: string; then: string | null; now: string | null };

async function driftSince(
  scope: Pick<Scope, "http">,
  index: string,
  { versions, at }: { versions: readonly Pick<VersionHead, "wishes">[]; at: number },
): Promise<Drift[]> {
  const then = besideAt(versions)[at];
  if (then === undefined || then.size === 0) return [];
  const all = versions.map(({ wishes }) => wishes);
  const kept = await keptOf(scope, index, all);
  const keys = new Map(all.flatMap((wishes) => [...waitsBeside(wishes)]));
  return [...keys].flatMap(([id, { key }]): Drift[] => {
    const one = { then: then.get(id) ?? null, now: kept.textOf(id) };
    return one.then === one.now ? [] : [{ ...one, key, id: id.slice(key.length + 1) }];
  });
}

const asValues = (drift: readonly Drift[], waits: (one: Drift) => Waiting) =>
  drift.reduce<JsonObject>(
    (values, one) =>
      withWaiting(values, one.key, changedOnce(waitingIn(values, one.key), { id: one.id, ...waits(one) })),
    {},
  );

/**
 * What of the groups and rules of versions, the newest first, is no longer as the newest left it: as values of a draft.
 * Throws BackendError.
 */
export async function driftedBeside(
  scope: Pick<Scope, "http">,
  index: string,
  versions: readonly Pick<VersionHead, "wishes">[],
): Promise<JsonObject> {
  return asValues(await driftSince(scope, index, { versions, at: 0 }), ({ then, now }) => ({ was: then, now }));
}

/** What leads groups and rules back to one of the versions, the newest first, by its place. Throws BackendError. */
export async function besideBackTo(
  scope: Pick<Scope, "http">,
  index: string,
  of: { versions: readonly Pick<VersionHead, "wishes">[]; at: number },
): Promise<JsonObject> {
  return asValues(await driftSince(scope, index, of), ({ then, now }) => ({ was: now, now: then }));
}

/**
 * The newest of these versions, which are all of an index, that searches have now: its settings are stored, and groups
 * and rules are as they were with it. After an undo that is an older one. Null where none is. Where groups and rules
 * cannot be read the settings alone tell it. Throws nothing but faults of ours.
 */
export async function liveAmong<Version extends Head>(
  scope: Scope,
  index: string,
  { versions, stored }: { versions: readonly Version[]; stored: Stored },
): Promise<Version | null> {
  const same = versions.filter(({ recordVersion }) => recordVersion === stored.version);
  const beside = besideAt(versions);
  if (same.length === 0 || beside.every(({ size }) => size === 0)) return same[0] ?? null;
  const kept = await settle(
    keptOf(
      scope,
      index,
      versions.map(({ wishes }) => wishes),
    ),
  );
  if (!kept.ok) return same[0] ?? null;
  const isNow = (texts: Texts | undefined) => [...(texts ?? [])].every(([id, text]) => kept.value.is(id, text));
  const found = versions.find(({ recordVersion }, at) => recordVersion === stored.version && isNow(beside[at]));
  return found ?? null;
}

/** The version that is live; null where this console has deployed none. */
export async function liveVersion(scope: Scope, index: string, stored: Stored): Promise<LiveVersion | null> {
  const live = await liveAmong(scope, index, { versions: listVersions(scope, index), stored });
  const last = live ?? lastVersion(scope, index);
  return last && { number: last.number, at: last.at, elsewhere: live === null };
}
