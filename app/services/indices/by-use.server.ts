import { rangeOf } from "~/lib/address/range-of";
import { everybody } from "~/services/analytics/ask.server";
import { getPopularResults } from "~/services/analytics/results.server";
import type { KnownIndex } from "~/services/platform/changes/kept-names.server";
import { settle } from "~/services/platform/http/settle.server";
import { mayOpen, type Scope } from "~/session/scope.server";

/** Results whose indices are counted: more would not change which index is searched most. */
const ROWS = 200;
/** A list does not wait longer to be in this order. */
const PATIENCE_MS = 800;
const KEPT_MS = 60_000;
const MOST_KEPT = 200;

type Searches = ReadonlyMap<string, number>;
const NONE: Searches = new Map();
const kept = new Map<string, { at: number; searches: Promise<Searches> }>();

/**
 * Indices as they are used: those opened last in this browser, then those whose results visitors of the last 30 days
 * opened most, then those with most documents, then by name. The one order of all lists of indices to choose from.
 */
export async function byUse<Row extends KnownIndex>(scope: Scope, rows: readonly Row[]): Promise<Row[]> {
  const searches = rows.length < 2 ? NONE : await within(searchesByIndex(scope));
  const opened = new Map(scope.preferences.recent.map((name, at) => [name, at]));
  const key = ({ name, index, documents }: Row) => ({
    opened: opened.get(name) ?? opened.size,
    searched: searches.get(name) ?? searches.get(index) ?? 0,
    documents: documents ?? -1,
    name,
  });
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort(
      ({ key: a }, { key: b }) =>
        a.opened - b.opened ||
        b.searched - a.searched ||
        b.documents - a.documents ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    )
    .map(({ row }) => row);
}

/**
 * How often searches showed documents of each index: the one report that tells of all indices in one call. Kept for a
 * minute; nothing for who may not read analytics, and where the server does not tell.
 */
function searchesByIndex(scope: Scope): Promise<Searches> {
  if (!mayOpen(scope, "popular-searches")) return Promise.resolve(NONE);
  const now = Date.now();
  const found = kept.get(scope.session.id);
  if (found && now - found.at < KEPT_MS) return found.searches;
  const searches = ask(scope, now);
  // A fault of ours is thrown where it is awaited, and must not end the process where nobody awaits it any more.
  searches.catch(() => kept.delete(scope.session.id));
  kept.set(scope.session.id, { at: now, searches });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return searches;
}

async function ask(scope: Scope, now: number): Promise<Searches> {
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now });
  const all: Scope = { ...scope, level: "cluster", app: undefined };
  const found = await settle(getPopularResults(all, { range, ...everybody }, ROWS));
  const searches = new Map<string, number>();
  for (const { index, count } of found.ok ? (found.value?.rows ?? []) : [])
    if (index) searches.set(index, (searches.get(index) ?? 0) + count);
  return searches;
}

/** What is there in time; a late answer is kept for the next page. */
async function within(searches: Promise<Searches>): Promise<Searches> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Searches>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, NONE)));
  return Promise.race([searches, late]).finally(() => clearTimeout(timer));
}
