import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { chartAddress, ChartPanel, Dashboard } from "~/components/chart-kit";
import { TopList } from "~/components/figures/terms";
import { LinkButton, PlainLink, useAddress } from "~/components/kit";
import { daysOf, momentsOf } from "~/lib/address/date-range";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getCountries } from "~/services/analytics/countries.server";
import { getLatencies } from "~/services/analytics/latency.server";
import { getOverview } from "~/services/analytics/overview.server";
import { getRequests } from "~/services/analytics/requests.server";
import { getSummary } from "~/services/analytics/summary.server";
import { mapPanel, panel, settle, type Settled } from "~/services/http/settle.server";
import { figuresAddress } from "./_parts/analytics-address";
import { AnalyticsBar } from "./_parts/bar/analytics-bar";
import { loadBar } from "./_parts/bar/filter-choice.server";
import { countryRows, drawCountries } from "./_parts/draw/countries.server";
import { drawLatencies } from "./_parts/draw/latency.server";
import { drawRequests } from "./_parts/draw/requests.server";
import { drawSearches } from "./_parts/draw/searches.server";
import { PageActions } from "./_parts/page-actions";
import { furtherGate, panelsOf, type QueryOfRange, queryOf, requireAnalytics } from "./_parts/query.server";
import { SummaryCards } from "./_parts/summary-cards";
import { toLogs } from "./_parts/to-logs.server";

/** Rows of each list; all of them are a link away. */
const TOP = 5;

export const handle: Handle = { screen: "analytics" };
export const meta: MetaFunction = ({ params }) => [{ title: `Analytics · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const here = figuresAddress.at(request);
  leaveLongAddress(request, here);
  const { range, query, before: old } = queryOf(scope, here.state);
  const { hide } = chartAddress.at(request).state;
  const late = panelsOf(scope, request);
  const overview = getOverview(scope, query, TOP);
  const compared = Promise.all([overview, old && settle(getOverview(scope, old, 1))]);
  const figures = Promise.all([getSummary(scope, query), old && settle(getSummary(scope, old))]);
  const [bar, summary, found, days, countries, latency, requests] = await Promise.all([
    loadBar(scope, { request, state: here.state }),
    panel(figures, late),
    panel(overview, late),
    panel(compared, late),
    panel(getCountries(scope, query), late),
    panel(getLatencies(scope, range), late),
    panel(getRequests(scope, range), late),
  ]);
  return {
    at: levelRef(params["appName"]),
    range,
    before: old && old.range,
    bar,
    hasSessions: furtherGate(scope).ok,
    summary: mapPanel(summary, ([now, before]) => now && { now: now.now, before: before?.ok ? (before.value?.now ?? null) : null }),
    searches: mapPanel(
      days,
      ([now, before]) => now && drawSearches({ title: "Searches by day", days: now.days, range, hide, before: daysBefore(old, before) }),
    ),
    popular: mapPanel(found, (parts) => parts && parts.searches.slice(0, TOP)),
    nothing: mapPanel(found, (parts) => parts && parts.nothing.slice(0, TOP)),
    results: mapPanel(found, (parts) => parts && parts.results.slice(0, TOP)),
    filters: mapPanel(found, (parts) => parts && parts.filters.slice(0, TOP).map(({ key, value = "", count }) => ({ key: `${key}: ${value}`, count }))),
    countries: mapPanel(countries, (one) => one && drawCountries(countryRows(one))),
    latency: mapPanel(latency, (one) => one && drawLatencies(one, { linkTo: toLogs(scope, here.state.range) }).chart),
    requests: mapPanel(requests, (one) => one && drawRequests(one, { range, hide }).chart),
  };
}

type Overview = Awaited<ReturnType<typeof getOverview>>;

/** The days to compare with; null where the server did not give them. */
function daysBefore(query: QueryOfRange | null, found: Settled<Overview> | null) {
  if (query === null) return undefined;
  return found?.ok && found.value ? { days: found.value.days, range: query.range } : null;
}

export default function AnalyticsScreen() {
  const { at, range, before, bar, hasSessions, summary, searches, popular, nothing, results, filters, ...charts } = useLoaderData<typeof loader>();
  const here = useAddress(figuresAddress);
  const toList = (screen: string) => `${screenPath(at, screen)}${here.search}`;
  const toTerm = (term: string) => `${screenPath(at, "popular-searches", { rest: ["query-overview", term] })}${here.search}`;
  const words = { permission: "Analytics", absent: "This server has no such report.", empty: "No searches in this period." };
  const zoomToDays = (span: { from: number; to: number }) => here.href({ range: { ...daysOf(span, range.zone), zone: here.state.range.zone } });
  const zoomTo = (span: { from: number; to: number }) => here.href({ range: momentsOf(span) });
  const toChart = (screen: string, label: string) => (
    <PlainLink to={toList(screen)} className="link">
      {label}
    </PlainLink>
  );
  return (
    <Dashboard
      title="Analytics"
      headingLevel="h1"
      range={
        <PageActions at={at} screen="analytics" here={here} range={range}>
          <LinkButton to={screenPath(at, "analytics/insights")}>Insights</LinkButton>
          <LinkButton to={screenPath(at, "analytics/report")}>Weekly report</LinkButton>
        </PageActions>
      }
      filters={
        <div className="w-full">
          <AnalyticsBar here={here} range={range} before={before} bar={bar} />
        </div>
      }
      cards={<SummaryCards of={summary} hasSessions={hasSessions} />}
    >
      <div className="min-w-0 large:col-span-2">
        <ChartPanel of={searches} title="Searches by day" {...words} zoomTo={zoomToDays} />
      </div>
      <TopList of={popular} title="Popular searches" head="Search term" counts="Searches" all={toList("popular-searches")} linkTo={toTerm} />
      <TopList of={nothing} title="No results searches" head="Search term" counts="Searches" all={toList("no-results-searches")} linkTo={toTerm} />
      <TopList of={results} title="Popular results" head="Document" counts="Impressions" all={toList("popular-results")} />
      <TopList of={filters} title="Popular filters" head="Filter" counts="Selections" all={toList("popular-filters")} />
      <ChartPanel
        of={charts.countries}
        title="Searches by country"
        {...words}
        empty="No search of this period has a country."
        aside={toChart("geo-distribution", "Geo distribution")}
      />
      <ChartPanel of={charts.latency} title="Searches by latency" {...words} aside={toChart("search-latency", "Search latency")} />
      <div className="min-w-0 large:col-span-2">
        <ChartPanel
          of={charts.requests}
          title="Requests per minute"
          {...words}
          empty="No requests in this period."
          zoomTo={zoomTo}
          aside={toChart("requests-per-minute", "Requests per minute")}
        />
      </div>
    </Dashboard>
  );
}
