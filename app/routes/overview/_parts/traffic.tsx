// Not from the chart kit, whose file this module joins.
import { ChartPanel } from "~/components/charts/chart-panel";
import { Dashboard, PeriodLinks } from "~/components/charts/dashboard";
import { useAddress } from "~/components/ui/filter/use-address";
import { Remarks } from "~/components/ui/message/remarks";
import { useReader } from "~/components/ui/reader";
import { formatDateTime } from "~/lib/values/dates";
import { trafficAddress } from "./traffic-address";
import type { TrafficPanels } from "./traffic.server";

const periods = [
  { value: "hour", label: "Last hour" },
  { value: "day", label: "Last day" },
] as const;

const absent = "This server reports no requests by time. Servers from version 7.40 do.";

/** Requests and latency out of the request log: the last hour, the last day, or what the reader has zoomed to. */
export function Traffic({ of: { requests, latency } }: { of: Pick<TrafficPanels, "requests" | "latency"> }) {
  const here = useAddress(trafficAddress);
  const { zone } = useReader();
  const { traffic, zoom } = here.state;
  const clock = (instant: number) => formatDateTime({ instant, zone }).replace(/:\d\d$/, "");
  const shared = {
    actionName: "Analytics",
    absent,
    zoomTo: (range: { from: number; to: number }) => here.href({ zoom: range }),
  };
  const links = periods.map(({ value, label }) => ({
    label,
    to: here.href({ traffic: value, zoom: undefined }),
    current: zoom === null && value === traffic,
  }));
  return (
    <>
      <Remarks of={here.remarks} />
      <Dashboard
        title="Traffic"
        note={zoom && `${clock(zoom.from)} – ${clock(zoom.to)}`}
        range={<PeriodLinks periods={links} />}
      >
        <ChartPanel of={requests} title="Requests" empty="No requests in this period." {...shared} />
        <ChartPanel of={latency} title="Search latency" empty="No searches in this period." {...shared} />
      </Dashboard>
    </>
  );
}
