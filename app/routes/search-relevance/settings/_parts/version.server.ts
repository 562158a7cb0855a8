import type { Params } from "@remix-run/react";
import { changesOf, differing, valuesOf } from "~/services/search-relevance/draft/draft";
import { isWaitingKey } from "~/services/search-relevance/draft/waiting";
import { readIndexDefinition } from "~/services/search-relevance/deploy/index-definition.server";
import { draftTo } from "~/services/search-relevance/deploy/return-to.server";
import { getRelevance, type RelevanceSettings } from "~/services/search-relevance/settings.server";
import { besideBackTo, liveAmong } from "~/services/search-relevance/deploy/live-version.server";
import {
  getVersion,
  listVersions,
  type Version,
  versionBefore,
} from "~/services/search-relevance/deploy/versions.server";
import type { Scope } from "~/session/scope.server";
import { indexOf } from "./read-screen.server";

/** The version of an address. Throws the 404 of the frame. */
export function requireVersion(scope: Scope, params: Params): Version {
  const number = Number(params["versionNumber"]);
  const version = Number.isSafeInteger(number) ? getVersion(scope, indexOf(scope), number) : null;
  if (version) return version;
  throw new Response("There is no such version, or it is no longer kept.", { status: 404 });
}

/** The draft that leads back to a version. Throws BackendError. */
export async function wayBackTo(scope: Scope, { stored, version }: { stored: RelevanceSettings; version: Version }) {
  const index = indexOf(scope);
  const versions = listVersions(scope, index);
  const at = versions.findIndex(({ number }) => number === version.number);
  const [make, waiting] = await Promise.all([
    version.made === null ? null : readIndexDefinition(scope, index),
    besideBackTo(scope, index, { versions, at }),
  ]);
  const draft = draftTo(version, { stored, make });
  return { ...draft, values: { ...draft.values, ...waiting } };
}

/**
 * A version against what is live and against the one before it; null where the server has no settings. Throws
 * BackendError.
 */
export async function loadVersion(scope: Scope, params: Params) {
  const index = indexOf(scope);
  const stored = await getRelevance(scope, index);
  if (stored === null) return null;
  const version = requireVersion(scope, params);
  const [draft, live] = await Promise.all([
    wayBackTo(scope, { stored, version }),
    liveAmong(scope, index, { versions: listVersions(scope, index), stored }),
  ]);
  const before = versionBefore(scope, index, version.number);
  const previous = before === null ? null : getVersion(scope, index, before);
  const { number, at, person, note, job, changes } = version;
  return {
    ...{ index, number, at, person, note, job, before },
    // The one that the list of versions calls live; an index may still have fields or an analysis from later.
    live: live?.number === number,
    fromLive: changesOf(stored.record, draft.values),
    // Fields, groups and rules are in the lines of its own review alone.
    fromBefore: previous
      ? [
          ...changesOf(previous.record, differing(previous.record, valuesOf(version.record))),
          ...changes.filter(({ group, key }) => group === "Schema" || isWaitingKey(key)),
        ]
      : [],
    gate: scope.may("relevance:write"),
  };
}
