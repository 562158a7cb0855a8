import type { Scope } from "~/session/scope.server";
import { pageOf, readListParams } from "~/lib/search-params";
import { listIndices } from "~/services/indices/list.server";

export type IndexChoice = Awaited<ReturnType<typeof loadIndexChoice>>;

/** One page of the indices whose name holds the filter text (`*` stands for anything), recent ones first when nothing is filtered. */
export async function loadIndexChoice(scope: Scope, request: Request) {
  const params = new URL(request.url).searchParams;
  const list = readListParams(params, { sorts: ["name"], sort: "name", size: 50 });
  const wanted = list.q.toLowerCase().split("*");
  const rows = (await listIndices(scope)).filter((row) => !row.system || scope.preferences.systemIndices);
  const matching = rows.filter((row) => holdsInOrder(row.name.toLowerCase(), wanted));
  const recent = list.q === "" && list.page === 1 ? scope.preferences.recent.filter((name) => rows.some((row) => row.name === name)) : [];
  if (list.order === "desc") matching.reverse();
  const page = pageOf(matching, list);
  return { ...list, ...page, recent, all: rows.length, held: scope.identity.heldTo };
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
