import type { ReactNode } from "react";
import { Chart, ErrorPanel, Panel, PlainLink, Remarks, useAddress, useReader } from "~/components/kit";
import { formatDateTime } from "~/lib/dates";
import type { DrawnChart } from "~/components/charts/types";
import type { PanelData } from "~/services/http/settle.server";
import { trafficAddress } from "./traffic-address";
import type { TrafficPanels } from "./traffic.server";

const periods = [
  { value: "hour", label: "Last hour" },
  { value: "day", label: "Last day" },
] as const;

/** Requests and latency out of the request log: the last hour, the last day, or what the reader has zoomed to. */
export function Traffic({ of: { requests, latency } }: { of: TrafficPanels }) {
  const here = useAddress(trafficAddress);
  const { zone } = useReader();
  const { traffic, zoom } = here.state;
  const zoomTo = (range: { from: number; to: number }) => here.href({ zoom: range });
  const clock = (instant: number) => formatDateTime({ instant, zone }).replace(/:\d\d$/, "");
  return (
    <section aria-labelledby="traffic" className="mt-7">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="traffic" className="text-16 font-bold">
          Traffic {zoom && <span className="text-13 font-normal text-muted">{`${clock(zoom.from)} – ${clock(zoom.to)}`}</span>}
        </h2>
        <ul className="flex gap-x-4 text-13" aria-label="Period">
          {periods.map(({ value, label }) => (
            <li key={value}>
              <PlainLink
                to={here.href({ traffic: value, zoom: undefined })}
                keepScroll
                className={zoom === null && value === traffic ? "font-semibold text-ink no-underline" : "link no-underline"}
                aria-current={zoom === null && value === traffic ? "true" : undefined}
              >
                {label}
              </PlainLink>
            </li>
          ))}
        </ul>
      </div>
      <Remarks of={here.remarks} />
      <div className="grid gap-4 large:grid-cols-2">
        <ChartPanel of={requests} title="Requests" zoomTo={zoomTo} empty="No requests in this period." />
        <ChartPanel of={latency} title="Search latency" zoomTo={zoomTo} empty="No searches in this period." />
      </div>
    </section>
  );
}

type ChartPanelProps = { of: PanelData<DrawnChart | null>; title: string; zoomTo: (range: { from: number; to: number }) => string; empty: ReactNode };

function ChartPanel({ of, title, zoomTo, empty }: ChartPanelProps) {
  return (
    <Panel of={of} waiting={<div className="chart chart-waiting text-muted">{title}: loading…</div>}>
      {(found) => {
        if (!found.ok && found.failure.kind === "not-allowed") return <Without title={title}>Requires the Analytics permission.</Without>;
        if (!found.ok) return <ErrorPanel title={`${title} could not be loaded.`} failure={found.failure} />;
        if (found.value === null)
          return <Without title={title}>This server has no report of its requests by time. Servers from version 7.40 have one.</Without>;
        return <Chart chart={found.value} zoomTo={zoomTo} empty={empty} />;
      }}
    </Panel>
  );
}

function Without({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="chart">
      <h3 className="text-14 font-bold">{title}</h3>
      <p className="py-8 text-center text-13 text-muted">{children}</p>
    </div>
  );
}
