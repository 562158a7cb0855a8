import { loadFixes } from "~/services/analytics/fixes/load-fixes.server";
import { stockNotes } from "~/services/analytics/fixes/stock-notes.server";
import { listIndexNames } from "~/services/indices/list.server";
import { panel, settle } from "~/services/platform/http/settle.server";
import { mayOpen, type Scope } from "~/session/scope.server";
import { viewGate } from "~/session/view-as.server";
import { isVisitor } from "~/session/visitor.server";
import type { ListName } from "./list-kind";
import type { pageOfRows } from "./page-of-rows.server";

type Late = { request: Request; requestId: string };
type Found = Promise<ReturnType<typeof pageOfRows> | null>;

/**
 * What the rows of searches without results can be fixed by: of one index, and for its own people. Null for every other
 * list. Terms that are near are looked for once the rows are there, and hold them up by nothing.
 */
export async function fixesOf(scope: Scope, { list, found, late }: { list: ListName; found: Found; late: Late }) {
  if (list !== "noResults" || scope.level !== "app" || isVisitor(scope)) return null;
  const { app: index, session, context } = scope;
  // Why there are no rows is told where they would stand.
  const rows = found.then((page) => page?.rows ?? []).catch(() => []);
  const near = rows.then((shown) => loadFixes(scope, { index, terms: shown.map(({ name }) => name) }));
  return {
    index,
    near: await panel(near, late),
    notes: Object.fromEntries(stockNotes(context.config, { server: session.url, index })),
    gate: viewGate(session),
    hasSynonyms: mayOpen(scope, "synonyms"),
    hasRules: mayOpen(scope, "rules"),
  };
}

/** Indices that a menu lists. */
const MOST_INDICES = 10;

/** The indices in which a search without results of all of them may be fixed; none for every other list. */
export async function fixableIndices(scope: Scope, list: ListName): Promise<string[]> {
  if (list !== "noResults" || scope.level !== "cluster" || isVisitor(scope)) return [];
  const names = await settle(listIndexNames(scope));
  return names.ok ? names.value.toSorted().slice(0, MOST_INDICES) : [];
}

export type Fixes = NonNullable<Awaited<ReturnType<typeof fixesOf>>>;
