import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { RelevanceSettings } from "../settings.server";
import { lastVersion, listVersions, type VersionHead } from "./versions.server";
import { keptOf, waitsBeside } from "./waiting.server";

/**
 * Which version of the settings searches have now: `elsewhere` says that they were saved otherwise since the last one
 * that this console knows.
 */
export type LiveVersion = { number: number; at: number; elsewhere: boolean };

type Stored = Pick<RelevanceSettings, "version">;

/**
 * The newest of these versions that searches have now: its settings are stored, and its groups and rules are as it
 * published them. After an undo that is an older one. Null where none is. What cannot be read counts as it was
 * published. Throws nothing but faults of ours.
 */
export async function liveAmong<Head extends Pick<VersionHead, "recordVersion" | "wishes">>(
  scope: Scope,
  index: string,
  { versions, stored }: { versions: readonly Head[]; stored: Stored },
): Promise<Head | null> {
  const same = versions.filter(({ recordVersion }) => recordVersion === stored.version);
  const beside = same.map(({ wishes }) => waitsBeside(wishes));
  if (same.length < 2 || beside.every(({ size }) => size === 0)) return same[0] ?? null;
  const kept = await settle(
    keptOf(
      scope,
      index,
      same.map(({ wishes }) => wishes),
    ),
  );
  if (!kept.ok) return same[0] ?? null;
  const found = same.find((_, at) => [...(beside[at] ?? [])].every(([id, { now }]) => kept.value.is(id, now)));
  return found ?? null;
}

/** The version that is live; null where this console has deployed none. */
export async function liveVersion(scope: Scope, index: string, stored: Stored): Promise<LiveVersion | null> {
  const live = await liveAmong(scope, index, { versions: listVersions(scope, index), stored });
  const last = live ?? lastVersion(scope, index);
  return last && { number: last.number, at: last.at, elsewhere: live === null };
}
