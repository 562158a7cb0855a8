import { type AliasMembers, aliasesOf, listAliasMembers } from "~/services/aliases/read.server";
import { type AliasView, aliasView } from "~/services/aliases/view.server";
import { type IndexRow, listIndices } from "~/services/indices/list.server";
import { requireIndex } from "~/services/indices/get.server";
import type { Scope } from "~/session/scope.server";

export type AliasRow = AliasView & {
  alias: string;
  /** The concrete index, and the name that the console has for it. */
  index: string;
  name: string;
  /** The index is known by this alias: re-indexing left it so. */
  isName: boolean;
};

type Wanted = { q: string; has: "filter" | "routing" | "write" | "" };

const fits: Record<Exclude<Wanted["has"], "">, (row: AliasRow) => boolean> = {
  filter: ({ filter }) => filter !== null,
  routing: ({ indexRouting, searchRouting }) => indexRouting !== null || searchRouting !== null,
  write: ({ writes }) => writes === true,
};

/** The aliases of the level, an index each, by alias and index. System indices stay out of sight as in the list of indices. Throws BackendError. */
export async function listAliasRows(scope: Scope, { q, has }: Wanted): Promise<{ rows: AliasRow[]; names: number; indices: number }> {
  const all = scope.level === "app" ? await ofIndex(await requireIndex(scope), scope) : await ofAll(scope);
  const text = q.toLowerCase();
  const rows = all.filter(
    (row) => (text === "" || [row.alias, row.name, row.index].some((name) => name.toLowerCase().includes(text))) && (has === "" || fits[has](row)),
  );
  return { rows, names: new Set(all.map(({ alias }) => alias)).size, indices: new Set(all.map(({ index }) => index)).size };
}

function rowsOf(aliases: Iterable<[alias: string, members: AliasMembers]>, nameOf: (index: string) => string): AliasRow[] {
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
  return rowsOf(members, (index) => byIndex.get(index)?.name ?? index).filter(({ index }) => shown || !(byIndex.get(index)?.system ?? index.startsWith(".")));
}
