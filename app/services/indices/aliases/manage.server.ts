import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@common/text/json";
import { countOf } from "~/lib/values/numbers";
import type { Change, ChangeRequest } from "~/services/platform/changes/types";
import type { Verb } from "~/services/platform/changes/words";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { requireDone } from "~/services/platform/http/done.server";
import { settle } from "~/services/platform/http/settle.server";
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

/**
 * The one call that turns `before` into `after`: readers see the one or the other. Of an index alone it is a call of
 * that index, which those may make too who are held to it.
 */
function requestOf({ alias, before, after }: Pick<Setting, "alias" | "before" | "after">): ChangeRequest {
  const removed = Object.keys(before).filter((index) => !has(after, index));
  const added = Object.entries(after).filter(
    ([index, definition]) => !has(before, index) || !isDeepStrictEqual(before[index], definition),
  );
  const [gone, made] = [removed[0], added[0]];
  if (removed.length === 1 && added.length === 0 && gone !== undefined)
    return { method: "DELETE", path: apiPath`/${gone}/_alias/${alias}` };
  if (removed.length === 0 && added.length === 1 && made !== undefined)
    return { method: "PUT", path: apiPath`/${made[0]}/_alias/${alias}`, json: made[1] };
  const actions: JsonObject[] = [
    ...removed.map((index) => ({ remove: { index, alias } })),
    ...added.map(([index, definition]) => ({ add: { index, alias, ...definition } })),
  ];
  return { method: "POST", path: "/_aliases", json: { actions } };
}

/** With the name at each index: an alias that has nothing of its own is there all the same. */
const named = (alias: string, members: AliasMembers) =>
  Object.fromEntries(Object.entries(members).map(([index, definition]) => [index, { alias, ...definition }]));

/**
 * Adds an alias to indices, changes what it has there, or takes it away: all in one atomic call. Refused with 409 where
 * it is not as in `before` any more.
 */
export function toSetAlias({ alias, before, after, verb, index }: Setting): Change<AliasMembers> {
  const request = requestOf({ alias, before, after });
  const indices = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    resource: { kind: "alias", id: alias, index },
    verb,
    noun: "alias",
    right: "indices:write",
    request,
    before: named(alias, before),
    after: named(alias, after),
    // Only for what sends the request as it is; `call` looks what came of it.
    read: (answer) => {
      requireDone(answer);
      return after;
    },
    async call(http) {
      if (!sameMembers(await membersNow({ http, alias, indices }), before))
        throw http.conflict(request, `Alias ${alias} was changed in the meantime.`);
      requireDone(await http.send(request));
      // A server may do a part of it, and the undo is of that part. One that is silent now has taken it all the same.
      const now = await settle(membersNow({ http, alias, indices }));
      return now.ok ? now.value : after;
    },
    stored: async (http) => named(alias, await membersNow({ http, alias, indices })),
    summary: () => countOf(indices.length, "index", "indices"),
    undo: (now) =>
      sameMembers(now, before)
        ? undefined
        : { kind: "set-alias", value: { alias, before, after: now, index: index ?? null } },
  };
}

type Asked = { http: BackendClient; alias: string; indices: readonly string[] };

/** What an alias has now on these indices. Throws BackendError. */
export async function membersNow({ http, alias, indices }: Asked): Promise<AliasMembers> {
  const found = await Promise.all(
    indices.map(async (index) => [index, (await aliasesOf({ http }, index))[alias]] as const),
  );
  return Object.fromEntries(
    found.flatMap(([index, definition]) => (definition === undefined ? [] : [[index, definition]])),
  );
}

/** Whether an alias is on these indices as it was. */
export const sameMembers = (a: AliasMembers, b: AliasMembers) => isDeepStrictEqual(a, b);
