import { rangeOf } from "~/lib/address/range-of";
import { everybody } from "~/services/analytics/ask.server";
import { getPopularSearches } from "~/services/analytics/terms.server";
import { readGroup } from "~/services/search-relevance/synonyms/groups";
import type { Scope } from "~/session/scope.server";

/** Of the searches that analytics tell; rarer ones are not counted. */
const MOST_TERMS = 1000;

/**
 * How often the searches of the last 30 days had a word of each of these groups in them, by one call for all; null where
 * analytics cannot tell. Throws BackendError.
 */
export async function searchesOf(
  scope: Scope,
  groups: readonly { id: string; expression: string }[],
): Promise<Record<string, number> | null> {
  if (groups.length === 0 || !scope.can("analytics")) return null;
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const found = await getPopularSearches(scope, { range, ...everybody }, MOST_TERMS);
  if (found === null) return null;
  const terms = found.rows.map(({ key, count }) => ({ text: spaced(key), count }));
  return Object.fromEntries(groups.map(({ id, expression }) => [id, countOfGroup(expression, terms)]));
}

/** With a space at each end, so that only whole words are found in it. */
const spaced = (text: string) => ` ${text.toLowerCase().split(/\s+/).join(" ").trim()} `;

function countOfGroup(expression: string, terms: readonly { text: string; count: number }[]): number {
  const read = readGroup(expression);
  if (!read.ok) return 0;
  const words = read.group.words.map((word) => spaced(word));
  return terms.reduce((sum, { text, count }) => sum + (words.some((word) => text.includes(word)) ? count : 0), 0);
}
