import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { count, rowsOf } from "./wire.server";

/** Documents of each list. */
const MOST = 10;

const day = z.object({ key: z.number(), count });
const document = z.object({ key: z.coerce.string(), count, index: z.string().nullish().catch(null) });
const schema = z.object({ histogram: rowsOf(day), top_results: rowsOf(document), top_clicks: rowsOf(document) });

/** Searches a day for one term, the documents seen for it, and those clicked; "" stands for searches without text. Null where the server has no such report. */
export async function getTerm(scope: Scope, { term, query }: { term: string; query: AnalyticsQuery }) {
  // Terms are kept in lower case and found by the whole of them.
  const more = { size: MOST, query: term === "" ? undefined : term.toLowerCase() };
  const found = await askReport(scope, { report: "query-overview", query, schema, more });
  return (
    found && { days: found.histogram.map(({ key, count: searches }) => ({ at: key, count: searches })), seen: found.top_results, clicked: found.top_clicks }
  );
}
