import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { chartAddress, ChartPanel, Dashboard } from "~/components/chart-kit";
import { useAddress } from "~/components/kit";
import { momentsOf } from "~/lib/address/date-range";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getRequests } from "~/services/analytics/requests.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { requestsAddress } from "./_parts/analytics-address";
import { drawRequests } from "./_parts/draw/requests.server";
import { FigureCards } from "./_parts/figure-cards";
import { PageActions } from "./_parts/page-actions";
import { panelsOf, rangeOn, requireAnalytics } from "./_parts/query.server";

export const handle: Handle = { screen: "requests-per-minute" };
export const meta: MetaFunction = ({ params }) => [{ title: `Requests per minute · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const scope = await requireAnalytics(args);
  const here = requestsAddress.at(request);
  leaveLongAddress(request, here);
  const range = rangeOn(scope, here.state.range);
  const { hide } = chartAddress.at(request).state;
  const found = await panel(getRequests(scope, range), panelsOf(scope, request));
  const drawn = mapPanel(found, (requests) => requests && drawRequests(requests, { range, hide }));
  return {
    at: levelRef(args.params["appName"]),
    range,
    chart: mapPanel(drawn, (one) => one && one.chart),
    figures: mapPanel(drawn, (one) =>
      one === null ? [] : [{ label: "Total", count: one.total }, ...one.totals].map(({ label, count }) => ({ label, value: formatNumber(count) })),
    ),
  };
}

export default function RequestsPerMinuteScreen() {
  const { at, range, chart, figures } = useLoaderData<typeof loader>();
  const here = useAddress(requestsAddress);
  return (
    <Dashboard
      title="Requests per minute"
      headingLevel="h1"
      range={<PageActions at={at} screen="requests-per-minute" here={here} range={range} />}
      cards={<FigureCards of={figures} />}
    >
      <div className="large:col-span-2">
        <ChartPanel
          of={chart}
          title="Requests per minute"
          permission="Analytics"
          absent="This server has no such report."
          empty="No requests in this period."
          zoomTo={(span) => here.href({ range: momentsOf(span) })}
        />
      </div>
    </Dashboard>
  );
}
