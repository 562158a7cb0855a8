import * as z from "zod";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "../ask.server";
import { count, rowsOf } from "../wire.server";

/** Terms that are asked about at once. */
const AT_ONCE = 6;
const MOST = 3;

const schema = z.object({ next_searches: rowsOf(z.object({ key: z.string(), count })) });

/** A term that visitors searched for next, and how many of them did. */
export type Next = { term: string; visitors: number };

/**
 * What the visitors of each term searched for right after it with success, by term; empty where the server has no such
 * report. Throws nothing for a failed call.
 */
export async function nextSearches(
  scope: Scope,
  { query, terms }: { query: AnalyticsQuery; terms: readonly string[] },
): Promise<Map<string, Next[]>> {
  const found = new Map<string, Next[]>();
  for (let from = 0; from < terms.length; from += AT_ONCE) {
    const piece = terms.slice(from, from + AT_ONCE);
    const answers = await Promise.all(
      piece.map((term) =>
        settle(askReport(scope, { report: "next-searches", query, schema, more: { query: term, size: MOST } })),
      ),
    );
    const isOffered = answers.some((answer) => answer.ok && answer.value !== null);
    if (!isOffered) return found;
    for (const [at, answer] of answers.entries()) {
      const rows = answer.ok ? (answer.value?.next_searches ?? []) : [];
      found.set(
        piece[at] ?? "",
        rows.map(({ key, count: visitors }) => ({ term: key, visitors })),
      );
    }
  }
  return found;
}
