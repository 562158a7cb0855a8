import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartPanel } from "~/components/charts/chart-panel";
import { FiguresPage } from "~/components/figures/figures-page";
import { useAddress } from "~/components/ui/filter/use-address";
import { momentsOf } from "~/lib/address/date-range";
import { type Handle, titled } from "~/navigation/handle";
import { getLatencies } from "~/services/analytics/latency.server";
import { getLatencySinceFirst } from "~/services/data/logs/traffic-over-time.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { requestsAddress } from "./_parts/analytics-address";
import { drawLatencies, drawLatencyOverTime, latencyFigures } from "./_parts/draw/latency.server";
import { openFigures } from "./_parts/figures-page.server";
import { toLogs } from "./_parts/to-logs.server";

export const handle: Handle = { screen: "search-latency" };
export const meta = titled("Search latency");

export async function loader(args: LoaderFunctionArgs) {
  const { scope, here, range, hide, late, page } = await openFigures(args, requestsAddress);
  const span = { from: range.from, to: Math.min(range.to, Date.now()) };
  const [found, times] = await Promise.all([
    panel(getLatencies(scope, range), late),
    panel(getLatencySinceFirst(scope, { index: scope.app, span }), late),
  ]);
  const linkTo = toLogs(scope, here.state.range);
  const drawn = mapPanel(found, (latencies) => latencies && drawLatencies(latencies, { linkTo }));
  return {
    page,
    overTime: mapPanel(times, (one) => one && drawLatencyOverTime(one, { range, hide })),
    chart: mapPanel(drawn, (one) => one && one.chart),
    figures: mapPanel(drawn, (one) => (one === null ? [] : latencyFigures(one))),
  };
}

export default function SearchLatencyScreen() {
  const { page, chart, figures, overTime } = useLoaderData<typeof loader>();
  const here = useAddress(requestsAddress);
  return (
    <FiguresPage
      title="Search latency"
      here={here}
      range={page.range}
      share={{ at: page.at, screen: "search-latency" }}
      figures={figures}
      chart={{
        of: overTime,
        title: "Latency over time",
        empty: "No searches in this period.",
        zoomTo: (span) => here.href({ range: momentsOf(span) }),
      }}
    >
      <div className="min-w-0 large:col-span-2">
        <ChartPanel
          of={chart}
          title="Searches by latency"
          actionName="Analytics"
          absent="This server has no such report."
          empty="No searches in this period."
        />
      </div>
    </FiguresPage>
  );
}
