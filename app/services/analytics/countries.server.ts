import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { count, figure, rowsOf } from "./wire.server";

/** There are fewer countries than that. */
const MOST = 1000;

const row = z.object({ key: z.coerce.string(), count });
const schema = z.object({ geo_distribution: rowsOf(row), total_searches: figure, total_countries: figure });

/**
 * Countries, as the server names them, by how many searches came from there; null where it has no such report. Throws
 * BackendError.
 */
export async function getCountries(scope: Scope, query: AnalyticsQuery) {
  const found = await askReport(scope, { report: "geo-distribution", query, schema, more: { size: MOST } });
  return found && { rows: found.geo_distribution, searches: found.total_searches, countries: found.total_countries };
}

export type Countries = NonNullable<Awaited<ReturnType<typeof getCountries>>>;
