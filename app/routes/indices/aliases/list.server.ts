import { type AliasMembers, aliasesOf, listAliasMembers } from "~/services/indices/aliases/read.server";
import { type AliasView, aliasView } from "~/services/indices/aliases/view.server";
import { listIndices } from "~/services/indices/list.server";
import type { IndexRow } from "~/services/indices/index-row";
import { requireIndex } from "~/services/indices/get.server";
import { listOf } from "~/lib/values/list-of";
import type { Scope } from "~/session/scope.server";
import type { aliasList } from "./aliases-address";

export type AliasRow = AliasView & {
  alias: string;
  /** The concrete index, and the name that the console has for it. */
  index: string;
  name: string;
  /** The index is known by this alias: re-indexing left it so. */
  isName: boolean;
};

type Wanted = ReturnType<typeof aliasList.at>["state"];

const fits: Record<Exclude<Wanted["has"], "">, (row: AliasRow) => boolean> = {
  filter: ({ filter }) => filter !== null,
  routing: ({ indexRouting, searchRouting }) => indexRouting !== null || searchRouting !== null,
  write: ({ writes }) => writes === true,
};

/**
 * The aliases of the level that an address asks for, an index each, by alias and index; how many aliases and indices
 * there are. System indices stay out of sight as in the list of indices. Throws BackendError.
 */
export async function loadAliases(scope: Scope, state: Wanted) {
  const rows = scope.level === "app" ? await ofIndex(await requireIndex(scope), scope) : await ofAll(scope);
  return {
    list: listOf(rows, state, {
      text: ({ alias, name, index }) => [alias, name, index],
      facets: { has: (row, kind) => fits[kind](row) },
    }),
    names: new Set(rows.map(({ alias }) => alias)).size,
    indices: new Set(rows.map(({ index }) => index)).size,
  };
}

function rowsOf(
  aliases: Iterable<[alias: string, members: AliasMembers]>,
  nameOf: (index: string) => string,
): AliasRow[] {
  return [...aliases]
    .flatMap(([alias, members]) =>
      Object.entries(members).map(([index, definition]) => {
        const name = nameOf(index);
        return { alias, index, name, isName: name === alias && name !== index, ...aliasView(definition) };
      }),
    )
    .sort((a, b) => (a.alias === b.alias ? (a.index < b.index ? -1 : 1) : a.alias < b.alias ? -1 : 1));
}

async function ofIndex({ name, index }: IndexRow, scope: Scope) {
  const found = Object.entries(await aliasesOf(scope, index));
  return rowsOf(
    found.map(([alias, definition]) => [alias, { [index]: definition }]),
    () => name,
  );
}

async function ofAll(scope: Scope) {
  const [members, indices] = await Promise.all([listAliasMembers(scope), listIndices(scope)]);
  const byIndex = new Map(indices.map((row) => [row.index, row]));
  const shown = scope.preferences.systemIndices;
  return rowsOf(members, (index) => byIndex.get(index)?.name ?? index).filter(
    ({ index }) => shown || !(byIndex.get(index)?.system ?? index.startsWith(".")),
  );
}
