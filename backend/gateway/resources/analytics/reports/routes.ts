import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { originClauses, originOf } from "../visitors/owner";
import type { Analytics } from "../analytics";
import { fitted } from "../bounds";
import { addressOf } from "../visitors/visitor";
import { partsOf } from "./parts";
import { popularFilters } from "./filter-values";
import { geoDistribution } from "./geo";
import { searchHistogram } from "./histogram";
import { nextSearches } from "./next";
import { queryOverview } from "./query-overview";
import { recentSearches } from "./recent";
import { popularResults, recentResults } from "./results";
import { filterLabels, filterValues } from "./labels";
import { indicesOf, type ReportParts, type ReportScope, scopeOf } from "./scope";
import { summary } from "./summary";
import { noResultSearches, popularSearches } from "./terms";
import { ruleUsage } from "./usage";

const ACCESS: Access = { kind: "server", category: "analytics", indices: "path" };
/** Whoever may read analytics, of some indices too. */
const ANYBODY: Access = { kind: "server", category: "analytics" };
const MOST_USED = 1000;
/** A query overview has fewer rows than the other lists, where it does not say how many. */
const OVERVIEW_SIZE = 5;

type Report = (parts: ReportParts, scope: ReportScope, context: SignedContext) => Promise<unknown>;

async function popularSearchesReport(parts: ReportParts, scope: ReportScope) {
  const { rows, totals, ...counted } = await popularSearches(parts, scope);
  return { popular_searches: rows, ...counted, ...totals };
}

async function noResultSearchesReport(parts: ReportParts, scope: ReportScope) {
  const { rows, total_searches, total_search_terms } = await noResultSearches(parts, scope);
  return { no_results_searches: rows, total_searches, total_search_terms };
}

async function advanced(parts: ReportParts, scope: ReportScope) {
  return partsOf(parts.log, [
    ["popular_searches", popularSearches(parts, scope).then(({ rows }) => rows)],
    ["no_results_searches", noResultSearches(parts, scope).then(({ rows }) => rows)],
    ["search_histogram", searchHistogram(parts, scope), "search_volume"],
    ["popular_results", popularResults(parts, scope).then(({ popular_results }) => popular_results)],
    ["popular_filters", popularFilters(parts, scope).then(({ popular_filters }) => popular_filters)],
  ]);
}

function termOverview(parts: ReportParts, scope: ReportScope, { query }: SignedContext) {
  return queryOverview(
    parts,
    query["size"] === undefined ? { ...scope, size: OVERVIEW_SIZE } : scope,
    query["query"] ?? "",
  );
}

const afterTerm: Report = (parts, scope, { query }) => nextSearches(parts, scope, query["query"] ?? "");

/** Reports on everybody's searches. */
const reports: Readonly<Record<string, Report>> = {
  advanced,
  summary,
  "popular-searches": popularSearchesReport,
  "no-result-searches": noResultSearchesReport,
  "popular-filters": popularFilters,
  "geo-distribution": geoDistribution,
  "query-overview": termOverview,
  "next-searches": afterTerm,
};

/**
 * Reports on the caller's own searches, unless a user asks for everybody's (`show_global`); for popular results API
 * credentials may too.
 */
const ownReports: Readonly<Record<string, Report>> = {
  "popular-results": popularResults,
  "recent-searches": recentSearches,
  "recent-results": recentResults,
};

/** Usage is told of as many as there are, unless the call says of how many. */
function usageScope(context: SignedContext): ReportScope {
  return scopeOf({ ...context, query: { size: String(MOST_USED), ...context.query } }, { reader: null });
}

/**
 * The reports of analytics that are made from recorded searches, of all indices or of some. Not logged: who watches
 * them would be much of what they show.
 */
export function reportRoutes(parts: ReportParts & Pick<Analytics, "readers">): Route[] {
  const both = (name: string, handle: (context: SignedContext) => Promise<Reply>): Route[] =>
    [`/_analytics/${name}`, `/_analytics/:index/${name}`].map((path) => ({
      methods: ["GET"],
      path,
      access: ACCESS,
      log: false,
      handle,
    }));
  const one = (path: string, handle: Route["handle"], access: Access = ACCESS): Route => ({
    methods: ["GET"],
    path,
    access,
    log: false,
    handle,
  });
  async function values(context: SignedContext): Promise<Reply> {
    const { caller, signal, params, query } = context;
    const asked = {
      label: params["label"] ?? "",
      prefix: query["prefix"] ?? "",
      own: originClauses(originOf(context)),
      indices: indicesOf(context),
    };
    return json({
      filter_values: await filterValues(parts, { ...asked, caller, reader: await parts.readers(context), signal }),
    });
  }

  const labels = async (context: SignedContext) =>
    json({ filter_labels: await filterLabels(parts, { ...context, reader: await parts.readers(context) }) });

  return [
    // Without an index they answer to each caller from the searches that he may see.
    one("/_analytics/filter-labels", labels, ANYBODY),
    one("/_analytics/filter-values/:label", values, ANYBODY),
    one("/_analytics/:index/filter-values/:label", values),
    one("/_analytics/rules/usage", async (context) => json(await ruleUsage(parts, usageScope(context)))),
    ...Object.entries(reports).flatMap(([name, report]) =>
      both(name, async (context) =>
        json(fitted(await report(parts, scopeOf(context, { reader: await parts.readers(context) }), context))),
      ),
    ),
    ...Object.entries(ownReports).flatMap(([name, report]) =>
      both(name, async (context) => {
        const credentials = name === "popular-results" ? ("open" as const) : ("passed over" as const);
        const own = { ip: addressOf(context), credentials };
        return json(
          fitted(await report(parts, scopeOf(context, { own, reader: await parts.readers(context) }), context)),
        );
      }),
    ),
  ];
}
