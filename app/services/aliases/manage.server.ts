import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@common/json";
import { countOf } from "~/lib/numbers";
import type { Change } from "~/services/changes/types";
import type { Verb } from "~/services/changes/words";
import type { BackendClient } from "~/services/http/client.server";
import { requireDone } from "~/services/indices/manage.server";
import { aliasesOf, type AliasMembers } from "./read.server";

type Setting = {
  alias: string;
  /** Of the indices that the change concerns: what the alias has there now, and what it will have. */
  before: AliasMembers;
  after: AliasMembers;
  verb: Verb;
  /** The name of the index, where it concerns one alone. */
  index?: string | undefined;
};

const has = (members: AliasMembers, index: string) => Object.hasOwn(members, index);

/** The actions that turn `before` into `after`, for one call: readers see the one or the other. */
function actionsOf({ alias, before, after }: Pick<Setting, "alias" | "before" | "after">): JsonObject[] {
  const removed = Object.keys(before).filter((index) => !has(after, index));
  const added = Object.entries(after).filter(([index, definition]) => !has(before, index) || !isDeepStrictEqual(before[index], definition));
  return [...removed.map((index) => ({ remove: { index, alias } })), ...added.map(([index, definition]) => ({ add: { index, alias, ...definition } }))];
}

/**
 * Adds an alias to indices, changes what it has there, or takes it away: all in one atomic call. Refused with 409 where it is not as in `before` any more.
 */
export function toSetAlias({ alias, before, after, verb, index }: Setting): Change<void> {
  const request = { method: "POST", path: "/_aliases", json: { actions: actionsOf({ alias, before, after }) } } as const;
  const indices = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    resource: { kind: "alias", id: alias, index },
    verb,
    noun: "alias",
    right: "indices:write",
    request,
    before,
    after,
    read: requireDone,
    async call(http) {
      if (!sameMembers(await membersNow({ http, alias, indices }), before)) throw http.conflict(request, `Alias ${alias} was changed in the meantime.`);
      requireDone(await http.send(request));
    },
    summary: () => countOf(indices.length, "index", "indices"),
    undo: () => ({ kind: "set-alias", value: { alias, before, after, index: index ?? null } }),
  };
}

type Asked = { http: BackendClient; alias: string; indices: readonly string[] };

/** What an alias has now on these indices. Throws BackendError. */
export async function membersNow({ http, alias, indices }: Asked): Promise<AliasMembers> {
  const found = await Promise.all(indices.map(async (index) => [index, (await aliasesOf({ http }, index))[alias]] as const));
  return Object.fromEntries(found.flatMap(([index, definition]) => (definition === undefined ? [] : [[index, definition]])));
}

/** Whether an alias is on these indices as it was. */
export const sameMembers = (a: AliasMembers, b: AliasMembers) => isDeepStrictEqual(a, b);
