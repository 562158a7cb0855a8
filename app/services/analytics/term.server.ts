import * as z from "zod";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { count, rowsOf } from "./wire.server";

/** Documents of each list, unless told otherwise. */
const FIRST = 10;
/** How servers name searches without text. */

const day = z.object({ key: z.number(), count });
const document = z.object({ key: z.coerce.string(), count, index: z.string().nullish().catch(null) });
const schema = z.object({ histogram: rowsOf(day), top_results: rowsOf(document), top_clicks: rowsOf(document) });

/**
 * Searches a day for one term, the documents seen for it, and those clicked. Null where the server has no such report.
 */
export async function getTerm(
  scope: Scope,
  { term, query, size = FIRST }: { term: string; query: AnalyticsQuery; size?: number },
) {
  // Terms are kept in lower case and found by the whole of them.
  const more = { size, query: term === EMPTY_QUERY ? undefined : term.toLowerCase() };
  const found = await askReport(scope, { report: "query-overview", query, schema, more });
  return (
    found && {
      days: found.histogram.map(({ key, count: searches }) => ({ at: key, count: searches })),
      seen: found.top_results,
      clicked: found.top_clicks,
    }
  );
}
