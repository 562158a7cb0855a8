import type { Scope } from "~/session/scope.server";
import { pageOf } from "~/lib/address";
import { leaveLongAddress } from "~/server/redirect.server";
import { byUse } from "~/services/indices/by-use.server";
import { countedRows } from "~/services/indices/counted.server";
import { listIndices } from "~/services/indices/list.server";
import { indexChoice } from "./index-choice-address";

export type IndexChoice = Awaited<ReturnType<typeof loadIndexChoice>>;

/**
 * One page of the indices whose name holds the filter text (`*` stands for anything): as they are used, or by
 * name.
 */
export async function loadIndexChoice(scope: Scope, request: Request) {
  const here = indexChoice.at(request);
  leaveLongAddress(request, here);
  const { name: q, page: wantedPage, sort } = here.state;
  const wanted = q.toLowerCase().split("*");
  const rows = (await listIndices(scope)).filter((row) => !row.system || scope.preferences.systemIndices);
  const matching = rows.filter((row) => holdsInOrder(row.name.toLowerCase(), wanted));
  const recent =
    q === "" && wantedPage === 1 && sort.by === "name"
      ? scope.preferences.recent.filter((name) => rows.some((row) => row.name === name))
      : [];
  const ordered = sort.by === "use" ? await byUse(scope, matching) : matching;
  if (sort.order === "desc") ordered.reverse();
  const page = pageOf(ordered, here.state);
  return { ...page, rows: await countedRows(scope, page.rows), recent, all: rows.length, held: scope.identity.heldTo };
}

/** True when the parts stand in the name one after the other. */
export function holdsInOrder(name: string, parts: readonly string[]) {
  let from = 0;
  for (const part of parts) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
