import * as z from "zod";
import { daysAgg, daysOf } from "./histogram";
import { mineClause } from "./results";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";
import { EMPTY_QUERY, termClause } from "./terms";

const day = z.object({ key: z.number(), key_as_string: z.string(), doc_count: z.number() });
const id = z.object({ key: z.string(), doc_count: z.number() });
const ids = z.object({ buckets: z.array(id) });
const index = z.object({ key: z.string(), ids });
const OverviewSchema = z.object({
  aggregations: z.object({
    days: z.object({ buckets: z.array(day) }),
    hits: z.object({ mine: z.object({ indices: z.object({ buckets: z.array(index) }), clicked: z.object({ ids }) }) }),
  }),
});

/**
 * What became of one term: searches a day, the documents that were seen for it, and those that were clicked. `term` as
 * it is kept, in lower case; "" for searches without text.
 */
export async function queryOverview(parts: ReportParts, scope: ReportScope, term: string) {
  const size = Math.max(1, scope.size);
  const byId = { terms: { field: "hits_in_response.id", size } };
  const hits = {
    indices: { terms: { field: "hits_in_response.index", size: 50 }, aggs: { ids: byId } },
    clicked: { filter: { term: { "hits_in_response.click": true } }, aggs: { ids: byId } },
  };
  const mine = { filter: await mineClause(parts, scope.indices), aggs: hits };
  const aggs = { days: daysAgg(scope), hits: { nested: { path: "hits_in_response" }, aggs: { mine } } };
  // A term that its reader is not told of is one that nobody searched for.
  const untold = scope.reader?.isNamed(term) ? [{ match_none: {} }] : [];
  const filter = [...scope.filter, ...untold, termClause(term === "" ? EMPTY_QUERY : term)];
  const { aggregations } = await searchRecords(parts, {
    scope: { ...scope, filter },
    body: { aggs },
    schema: OverviewSchema,
  });
  return {
    histogram: daysOf(aggregations.days.buckets),
    top_results: aggregations.hits.mine.indices.buckets
      .flatMap(({ key: of, ids: { buckets } }) =>
        buckets.map(({ key, doc_count }) => ({ key, count: doc_count, index: of })),
      )
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, scope.size),
    top_clicks: aggregations.hits.mine.clicked.ids.buckets.map(({ key, doc_count }) => ({ key, count: doc_count })),
  };
}
