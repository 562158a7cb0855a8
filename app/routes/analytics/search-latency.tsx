import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { ChartPanel, Dashboard } from "~/components/chart-kit";
import { useAddress } from "~/components/kit";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getLatencies } from "~/services/analytics/latency.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { requestsAddress } from "./_parts/analytics-address";
import { drawLatencies } from "./_parts/draw/latency.server";
import { FigureCards } from "./_parts/figure-cards";
import { PageActions } from "./_parts/page-actions";
import { panelsOf, rangeOn, requireAnalytics } from "./_parts/query.server";
import { toLogs } from "./_parts/to-logs.server";

export const handle: Handle = { screen: "search-latency" };
export const meta: MetaFunction = ({ params }) => [{ title: `Search latency · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const scope = await requireAnalytics(args);
  const here = requestsAddress.at(request);
  leaveLongAddress(request, here);
  const range = rangeOn(scope, here.state.range);
  const found = await panel(getLatencies(scope, range), panelsOf(scope, request));
  const drawn = mapPanel(found, (latencies) => latencies && drawLatencies(latencies, { linkTo: toLogs(scope, here.state.range) }));
  return {
    at: levelRef(args.params["appName"]),
    range,
    chart: mapPanel(drawn, (one) => one && one.chart),
    figures: mapPanel(drawn, (one) =>
      one === null
        ? []
        : [
            { label: "Searches", value: formatNumber(one.searches) },
            ...(one.average === null
              ? []
              : [{ label: "Average latency", value: `${formatNumber(one.average)} ms`, note: `half below ${formatNumber(one.half)} ms` }]),
            ...one.percentiles.map(({ name, below }) => ({ label: name, value: `< ${formatNumber(below)} ms` })),
          ],
    ),
  };
}

export default function SearchLatencyScreen() {
  const { at, range, chart, figures } = useLoaderData<typeof loader>();
  const here = useAddress(requestsAddress);
  return (
    <Dashboard
      title="Search latency"
      headingLevel="h1"
      range={<PageActions at={at} screen="search-latency" here={here} range={range} />}
      cards={<FigureCards of={figures} />}
    >
      <div className="large:col-span-2">
        <ChartPanel
          of={chart}
          title="Searches by latency"
          permission="Analytics"
          absent="This server has no such report."
          empty="No searches in this period."
        />
      </div>
    </Dashboard>
  );
}
