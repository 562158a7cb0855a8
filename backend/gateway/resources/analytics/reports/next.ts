import * as z from "zod";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";
import { termClause, toldTerms } from "./terms";

/** How long after a search another one of the same visitor counts as its next, in ms. */
const WITHIN = 5 * 60_000;
/** Searches for the term that are looked at, the newest first, and searches of their visitors. */
const MOST = { searches: 200, after: 2_000 };

const moment = z.union([z.string(), z.number()]).transform((value) => new Date(value).getTime());
const source = z.object({
  user_id: z.string().nullish(),
  ip: z.string().nullish(),
  timestamp: moment,
  search_query: z.string().nullish(),
});
const RecordsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: source })) }) });
type Search = z.output<typeof source>;

const FIELDS = ["user_id", "ip", "timestamp", "search_query"];
// Whoever gave no name is told by the address.
const visitorOf = ({ user_id: user, ip }: Search) => (user ? `user ${user}` : ip ? `ip ${ip}` : undefined);

function ofVisitors(searches: readonly Search[]): object {
  const users = [...new Set(searches.flatMap(({ user_id: user }) => user || []))];
  const ips = [...new Set(searches.flatMap(({ user_id: user, ip }) => (user ? [] : ip || [])))];
  const unnamed = { bool: { filter: [{ terms: { ip: ips } }], must_not: [{ exists: { field: "user_id" } }] } };
  return { bool: { should: [{ terms: { user_id: users } }, unnamed], minimum_should_match: 1 } };
}

/**
 * What visitors who searched for a term searched for next, within five minutes, where that found something: by how many
 * of them. `term` as it is kept, in lower case. From the newest 200 searches for it.
 */
export async function nextSearches(parts: ReportParts, scope: ReportScope, term: string) {
  const read = async (filter: object[], size: number, order: "asc" | "desc") => {
    const body = { size, _source: FIELDS, sort: [{ timestamp: order }], track_total_hits: false };
    const asked = { scope: { ...scope, filter: [...scope.filter, ...filter] }, body, schema: RecordsSchema };
    return (await searchRecords(parts, asked)).hits.hits.map(({ _source }) => _source);
  };
  const none = { next_searches: [] };
  // A term that its reader is not told of is one that nobody searched for.
  if (term === "" || scope.reader?.isNamed(term)) return none;
  const asked = await read([termClause(term)], MOST.searches, "desc");
  if (asked.length === 0) return none;
  const times = asked.map(({ timestamp }) => timestamp);
  const span = { gte: Math.min(...times), lte: Math.max(...times) + WITHIN, format: "epoch_millis" };
  const found = [
    { range: { timestamp: span } },
    { range: { total_hits: { gt: 0 } } },
    { exists: { field: "search_query" } },
  ];
  const after = await read([...found, ofVisitors(asked)], MOST.after, "asc");
  const visitors = new Map<string, Set<string>>();
  for (const search of asked) {
    const visitor = visitorOf(search);
    const next = after.find(
      (one) =>
        visitorOf(one) === visitor &&
        one.search_query !== term &&
        one.timestamp >= search.timestamp &&
        one.timestamp <= search.timestamp + WITHIN,
    );
    if (visitor === undefined || !next?.search_query) continue;
    visitors.set(next.search_query, (visitors.get(next.search_query) ?? new Set()).add(visitor));
  }
  const rows = [...visitors].map(([key, who]) => ({ key, count: who.size }));
  rows.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  return { next_searches: toldTerms(rows, scope).slice(0, scope.size) };
}
