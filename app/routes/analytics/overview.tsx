import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartPanel, Dashboard } from "~/components/chart-kit";
import { ListFilters, useAddress } from "~/components/kit";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getOverview } from "~/services/analytics/overview.server";
import { getSummary } from "~/services/analytics/summary.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { figuresAddress } from "./_parts/analytics-address";
import { drawSearches } from "./_parts/draw-searches.server";
import { queryOf, requireAnalytics } from "./_parts/query.server";
import { SummaryCards } from "./_parts/summary-cards";
import { TopList } from "./_parts/top-list";

/** Rows of each list; all of them are a link away. */
const TOP = 5;

export const handle: Handle = { screen: "analytics" };
export const meta: MetaFunction = ({ params }) => [{ title: `Analytics · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const here = figuresAddress.at(request);
  leaveLongAddress(request, here);
  const { range, query } = queryOf(scope, here.state);
  const late = { request, requestId: scope.context.requestId };
  const [summary, found] = await Promise.all([panel(getSummary(scope, query), late), panel(getOverview(scope, query, TOP), late)]);
  return {
    at: levelRef(params["appName"]),
    range,
    summary,
    searches: mapPanel(found, (parts) => parts && drawSearches(parts.days, { zone: scope.preferences.zone, title: "Searches by day" })),
    popular: mapPanel(found, (parts) => parts && parts.searches.slice(0, TOP)),
    nothing: mapPanel(found, (parts) => parts && parts.nothing.slice(0, TOP)),
    results: mapPanel(found, (parts) => parts && parts.results.slice(0, TOP)),
    filters: mapPanel(found, (parts) => parts && parts.filters.slice(0, TOP).map(({ key, value = "", count }) => ({ key: `${key}: ${value}`, count }))),
  };
}

export default function AnalyticsScreen() {
  const { at, range, summary, searches, popular, nothing, results, filters } = useLoaderData<typeof loader>();
  const here = useAddress(figuresAddress);
  const { events } = here.state;
  const toList = (screen: string) => `${screenPath(at, screen)}${here.search}`;
  const toTerm = (term: string) => `${screenPath(at, "popular-searches", { rest: ["query-overview", term] })}${here.search}`;
  return (
    <Dashboard
      title="Analytics"
      headingLevel="h1"
      range={<DateRangePicker here={here} range={range} />}
      filters={
        <div className="w-full">
          <ListFilters
            here={here}
            filters={[
              { name: "user", label: "User", chip: (name) => `By ${name}` },
              { name: "ip", label: "Address", chip: (address) => `From ${address}` },
            ]}
            further={events.length > 0 ? [{ name: "events", label: events.map(({ name, value }) => `${name} is ${value}`).join(", ") }] : []}
          />
        </div>
      }
      cards={<SummaryCards of={summary} />}
    >
      <ChartPanel of={searches} title="Searches by day" permission="Analytics" absent="This server has no such report." empty="No searches in this period." />
      <TopList of={popular} title="Popular searches" head="Search term" counts="Searches" all={toList("popular-searches")} linkTo={toTerm} />
      <TopList of={nothing} title="No results searches" head="Search term" counts="Searches" all={toList("no-results-searches")} linkTo={toTerm} />
      <TopList of={results} title="Popular results" head="Document" counts="Impressions" all={toList("popular-results")} />
      <TopList of={filters} title="Popular filters" head="Filter" counts="Selections" all={toList("popular-filters")} />
    </Dashboard>
  );
}
