import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { ChartPanel, Dashboard } from "~/components/chart-kit";
import { PlainLink, useAddress } from "~/components/kit";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import { shownId } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { levelRef, restOf, screenPath } from "~/navigation/paths";
import { getTerm } from "~/services/analytics/term.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { figuresAddress } from "./_parts/analytics-address";
import { drawSearches } from "./_parts/draw/searches.server";
import { EMPTY_QUERY } from "./_parts/list-kind";
import { queryOf, requireAnalytics } from "./_parts/query.server";
import { TermDocuments } from "./_parts/term-documents";

const termOf = (pathname: string) => restOf(pathname.replace(/\.data$/, ""), 1);

export const handle: Handle = { screen: "popular-searches", crumbs: ({ pathname }) => [{ label: shownTerm(termOf(pathname)) }] };
export const meta: MetaFunction = ({ location }) => [{ title: `${shownTerm(termOf(location.pathname))} · Popular searches` }];

const shownTerm = (term: string) => (term === EMPTY_QUERY ? "Empty search" : shownId(term));

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const here = figuresAddress.at(request);
  const { range, query } = queryOf(scope, here.state);
  const term = termOf(new URL(request.url).pathname);
  const asked = getTerm(scope, { term: term === EMPTY_QUERY ? "" : term, query });
  const found = await panel(asked, { request, requestId: scope.context.requestId });
  return {
    at: levelRef(params["appName"]),
    range,
    term,
    searches: mapPanel(found, (one) => one && drawSearches({ title: "Searches by day", days: one.days, range })),
    documents: mapPanel(found, (one) => one && { seen: one.seen, clicked: one.clicked }),
  };
}

export default function QueryOverviewScreen() {
  const { at, range, term, searches, documents } = useLoaderData<typeof loader>();
  const here = useAddress(figuresAddress);
  const absent = "This server has no such report.";
  return (
    <>
      <nav aria-label="List" className="place-nav">
        <PlainLink to={`${screenPath(at, "popular-searches")}${here.search}`} className="link back">
          Popular searches
        </PlainLink>
      </nav>
      <Dashboard title={shownTerm(term)} headingLevel="h1" range={<DateRangePicker here={here} range={range} />}>
        <div className="large:col-span-2">
          <ChartPanel of={searches} title="Searches by day" permission="Analytics" absent={absent} empty="Nobody searched for it in this period." />
        </div>
        <TermDocuments of={documents} at={at} />
      </Dashboard>
    </>
  );
}
