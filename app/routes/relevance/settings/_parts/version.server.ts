import type { Params } from "@remix-run/react";
import { changesOf, differing, valuesOf } from "~/services/relevance/draft/draft";
import { readMake } from "~/services/relevance/deploy/index-make.server";
import { draftTo } from "~/services/relevance/deploy/return-to.server";
import { getRelevance, type RelevanceSettings } from "~/services/relevance/settings.server";
import { getVersion, type Version, versionBefore } from "~/services/relevance/deploy/versions.server";
import type { Scope } from "~/session/scope.server";
import { indexOf } from "./screen.server";

/** The version of an address. Throws the 404 of the frame. */
export function requireVersion(scope: Scope, params: Params): Version {
  const number = Number(params["versionNumber"]);
  const version = Number.isSafeInteger(number) ? getVersion(scope, indexOf(scope), number) : null;
  if (version) return version;
  throw new Response("There is no such version, or it is no longer kept.", { status: 404 });
}

/** The draft that leads back to a version. Throws BackendError. */
export async function wayBackTo(scope: Scope, { stored, version }: { stored: RelevanceSettings; version: Version }) {
  return draftTo(version, { stored, make: version.made === null ? null : await readMake(scope, indexOf(scope)) });
}

/** A version against what is live and against the one before it; null where the server has no settings. Throws BackendError. */
export async function loadVersion(scope: Scope, params: Params) {
  const index = indexOf(scope);
  const stored = await getRelevance(scope, index);
  if (stored === null) return null;
  const version = requireVersion(scope, params);
  const draft = await wayBackTo(scope, { stored, version });
  const before = versionBefore(scope, index, version.number);
  const previous = before === null ? null : getVersion(scope, index, before);
  const { number, at, person, note, job, changes } = version;
  return {
    ...{ index, number, at, person, note, job, before },
    fromLive: changesOf(stored.record, draft.values),
    // Fields are in the lines of its own review alone.
    fromBefore: previous
      ? [...changesOf(previous.record, differing(previous.record, valuesOf(version.record))), ...changes.filter(({ group }) => group === "Schema")]
      : [],
    gate: scope.may("relevance:write"),
  };
}
