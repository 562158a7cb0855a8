import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartPanel } from "~/components/charts/chart-panel";
import { FiguresPage } from "~/components/figures/figures-page";
import { TopList } from "~/components/figures/terms";
import { useAddress } from "~/components/ui/filter/use-address";
import { Menu, MenuLink } from "~/components/ui/menu";
import { PlainLink } from "~/components/ui/plain-link";
import { daysOf, momentsOf } from "~/lib/address/date-range";
import { type Handle, titled } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { getCountries } from "~/services/analytics/countries.server";
import { getLatencies } from "~/services/analytics/latency.server";
import { getOverview } from "~/services/analytics/overview.server";
import { getRequests } from "~/services/analytics/requests.server";
import { getSummary } from "~/services/analytics/summary.server";
import { getPopularSearches } from "~/services/analytics/terms.server";
import { mapPanel, panel, settle } from "~/services/platform/http/settle.server";
import { figuresAddress } from "./_parts/analytics-address";
import { AnalyticsBar } from "./_parts/bar/analytics-bar";
import { countryRows, drawCountries } from "./_parts/draw/countries.server";
import { drawLatencies } from "./_parts/draw/latency.server";
import { drawRequests } from "./_parts/draw/requests.server";
import { daysBefore, drawSearches, hasSearches } from "./_parts/draw/searches.server";
import { openAsked } from "./_parts/figures-page.server";
import { topDocuments } from "./_parts/titled-documents.server";
import { furtherGate } from "./_parts/query.server";
import { SummaryCards } from "./_parts/summary-cards";
import { topFilters } from "./_parts/top-filters.server";
import { toFix, topTerm } from "./_parts/top-term";
import { toLogs } from "./_parts/to-logs.server";

/** Rows of each list; all of them are a link away. */
const TOP = 5;

export const handle: Handle = { screen: "analytics" };
export const meta = titled("Analytics");

export async function loader(args: LoaderFunctionArgs) {
  const { scope, here, range, query, before: old, hide, late, page, bar } = await openAsked(args, figuresAddress);
  const overview = getOverview(scope, query, TOP);
  const compared = Promise.all([overview, old && settle(getOverview(scope, old, 1))]);
  const figures = Promise.all([getSummary(scope, query), old && settle(getSummary(scope, old))]);
  const documents = overview.then((parts) => parts && topDocuments(scope, parts.results.slice(0, TOP)));
  const chosen = overview.then((parts) => parts && topFilters(scope, parts.filters.slice(0, TOP)));
  const terms = getPopularSearches(scope, query, TOP);
  const [loadedBar, summary, found, popular, results, filters, days, countries, latency, requests] = await Promise.all([
    bar(),
    panel(figures, late),
    panel(overview, late),
    panel(terms, late),
    panel(documents, late),
    panel(chosen, late),
    panel(compared, late),
    panel(getCountries(scope, query), late),
    panel(getLatencies(scope, range), late),
    panel(getRequests(scope, range), late),
  ]);
  return {
    page,
    bar: loadedBar,
    hasSessions: furtherGate(scope).ok,
    summary: mapPanel(
      summary,
      ([now, before]) => now && { now: now.now, before: before?.ok ? (before.value?.now ?? null) : null },
    ),
    searches: mapPanel(
      days,
      ([now, before]) =>
        now && drawSearches({ title: "Searches by day", days: now.days, range, hide, before: daysBefore(old, before) }),
    ),
    hasBefore: mapPanel(days, ([, before]) => hasSearches(before)),
    popular: mapPanel(popular, (list) => list && list.rows.slice(0, TOP).map(topTerm)),
    nothing: mapPanel(found, (parts) => parts && parts.nothing.slice(0, TOP)),
    results,
    filters,
    countries: mapPanel(countries, (one) => one && drawCountries(countryRows(one))),
    latency: mapPanel(latency, (one) => one && drawLatencies(one, { linkTo: toLogs(scope, here.state.range) }).chart),
    requests: mapPanel(requests, (one) => one && drawRequests(one, { range, hide }).chart),
  };
}

export default function AnalyticsScreen() {
  const { page, bar, hasBefore, hasSessions, summary, searches, popular, nothing, results, filters, ...charts } =
    useLoaderData<typeof loader>();
  const here = useAddress(figuresAddress);
  const { at, range } = page;
  const toList = (screen: string) => `${screenPath(at, screen)}${here.search}`;
  const toTerm = (term: string) =>
    `${screenPath(at, "popular-searches", { rest: ["query-overview", term] })}${here.search}`;
  const words = {
    actionName: "Analytics",
    absent: "This server has no such report.",
    empty: "No searches in this period.",
  };
  const zoomToDays = (span: { from: number; to: number }) =>
    here.href({ range: { ...daysOf(span, range.zone), zone: here.state.range.zone } });
  const zoomTo = (span: { from: number; to: number }) => here.href({ range: momentsOf(span) });
  const toChart = (screen: string, label: string) => (
    <PlainLink to={toList(screen)} className="link">
      {label}
    </PlainLink>
  );
  return (
    <FiguresPage
      title="Analytics"
      here={here}
      range={range}
      share={{ at, screen: "analytics" }}
      actions={
        <Menu label="More" button>
          <MenuLink to={screenPath(at, "analytics/insights")}>Insights</MenuLink>
          <MenuLink to={screenPath(at, "analytics/report")}>Weekly report</MenuLink>
        </Menu>
      }
      filters={<AnalyticsBar here={here} before={page.before} hasBefore={hasBefore} bar={bar} />}
      cards={<SummaryCards of={summary} hasSessions={hasSessions} />}
      chart={{ ...words, of: searches, title: "Searches by day", zoomTo: zoomToDays }}
    >
      <TopList
        of={popular}
        title="Popular searches"
        head="Search term"
        counts="Searches"
        all={toList("popular-searches")}
        linkTo={toTerm}
      />
      <TopList
        of={nothing}
        title="No results searches"
        head="Search term"
        counts="Searches"
        all={toList("no-results-searches")}
        linkTo={toTerm}
        {...(at.level === "app" && { fixTo: (term: string) => toFix(at, term) })}
      />
      <TopList
        of={results}
        title="Popular results"
        head="Document"
        counts="Impressions"
        all={toList("popular-results")}
      />
      <TopList of={filters} title="Popular filters" head="Filter" counts="Selections" all={toList("popular-filters")} />
      <ChartPanel
        of={charts.countries}
        title="Searches by country"
        {...words}
        empty="No search of this period has a country."
        aside={toChart("geo-distribution", "Geo distribution")}
      />
      <ChartPanel
        of={charts.latency}
        title="Searches by latency"
        {...words}
        aside={toChart("search-latency", "Search latency")}
      />
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
    </FiguresPage>
  );
}
