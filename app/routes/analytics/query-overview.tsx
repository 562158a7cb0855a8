import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { chartAddress, ChartPanel, Dashboard } from "~/components/chart-kit";
import { PlainLink, useAddress } from "~/components/kit";
import { encodeSegment, shownId } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { levelRef, restOf, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getTerm } from "~/services/analytics/term.server";
import { mapPanel, panel, settle } from "~/services/http/settle.server";
import { figuresAddress } from "./_parts/analytics-address";
import { AnalyticsBar } from "./_parts/bar/analytics-bar";
import { loadBar } from "./_parts/bar/filter-choice.server";
import { filePath } from "./_parts/file-path";
import { drawSearches } from "./_parts/draw/searches.server";
import { PageActions } from "./_parts/page-actions";
import { queryOf, requireAnalytics } from "./_parts/query.server";
import { TermDocuments } from "./_parts/term-documents";

const termOf = (pathname: string) => restOf(pathname.replace(/\.data$/, ""), 1);

export const handle: Handle = { screen: "popular-searches", crumbs: ({ pathname }) => [{ label: shownId(termOf(pathname)) }] };
export const meta: MetaFunction = ({ location }) => [{ title: `${shownId(termOf(location.pathname))} · Popular searches` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const here = figuresAddress.at(request);
  leaveLongAddress(request, here);
  const { range, query, before } = queryOf(scope, here.state);
  const { hide } = chartAddress.at(request).state;
  const term = termOf(new URL(request.url).pathname);
  const late = { request, requestId: scope.context.requestId };
  const found = getTerm(scope, { term, query });
  const both = Promise.all([found, before && settle(getTerm(scope, { term, query: before }))]);
  const [documents, days, bar] = await Promise.all([panel(found, late), panel(both, late), loadBar(scope, { request, state: here.state })]);
  return {
    at: levelRef(params["appName"]),
    range,
    before: before && before.range,
    bar,
    term,
    searches: mapPanel(days, ([now, old]) => {
      const past = before && { days: old?.ok ? (old.value?.days ?? []) : [], range: before.range };
      return now && drawSearches({ title: "Searches by day", days: now.days, range, hide, before: before === null ? undefined : old?.ok ? past : null });
    }),
    documents: mapPanel(documents, (one) => one && { seen: one.seen, clicked: one.clicked }),
  };
}

export default function QueryOverviewScreen() {
  const { at, range, before, bar, term, searches, documents } = useLoaderData<typeof loader>();
  const here = useAddress(figuresAddress);
  const absent = "This server has no such report.";
  return (
    <>
      <nav aria-label="List" className="place-nav">
        <PlainLink to={`${screenPath(at, "popular-searches")}${here.search}`} className="link back">
          Popular searches
        </PlainLink>
      </nav>
      <Dashboard
        title={shownId(term)}
        headingLevel="h1"
        range={<PageActions at={at} screen={`popular-searches/query-overview/${encodeSegment(term)}`} here={here} range={range} />}
        filters={
          <div className="w-full">
            <AnalyticsBar here={here} range={range} before={before} bar={bar} />
          </div>
        }
      >
        <div className="large:col-span-2">
          <ChartPanel of={searches} title="Searches by day" permission="Analytics" absent={absent} empty="Nobody searched for it in this period." />
        </div>
        <TermDocuments of={documents} at={at} fileOf={(name, format) => filePath(at, { name, search: here.search, format, term })} />
      </Dashboard>
    </>
  );
}
