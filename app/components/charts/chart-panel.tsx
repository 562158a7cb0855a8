import type { ReactNode } from "react";
import { ErrorPanel, notLoaded } from "~/components/ui/message/error-panel";
import { Panel } from "~/components/ui/page/panel";
import type { Failure } from "~/lib/messages/user-messages";
import { Chart } from "./chart";
import type { DrawnChart } from "./types";

type Settled = { ok: true; value: DrawnChart | null } | { ok: false; failure: Failure };

type ChartPanelProps = {
  /** What `panel` and `mapPanel` of the loader gave. Null: the server has no such report. */
  of: Settled | { later: Promise<Settled> };
  title: string;
  /** The action that the call asks for, by its name on the screen. */
  actionName: string;
  /** What is said where the server has no such report. */
  absent: string;
  /** What is said of a period without values. */
  empty: string;
  zoomTo?: (range: { from: number; to: number }) => string;
  aside?: ReactNode;
};

/**
 * One chart of a dashboard: it comes when it is there, and what keeps it away is said in its place and nowhere else.
 */
export function ChartPanel({ of, title, actionName, absent, empty, zoomTo, aside }: ChartPanelProps) {
  return (
    <Panel of={of} waiting={<div className="chart chart-waiting text-muted">{title}: loading…</div>}>
      {(found) => {
        if (!found.ok && found.failure.kind === "not-allowed")
          return <Instead title={title}>Requires the {actionName} permission.</Instead>;
        if (!found.ok) return <ErrorPanel title={notLoaded(title, found.failure)} failure={found.failure} />;
        if (found.value === null) return <Instead title={title}>{absent}</Instead>;
        return <Chart chart={found.value} zoomTo={zoomTo} empty={empty} aside={aside} />;
      }}
    </Panel>
  );
}

function Instead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="chart">
      <h3 className="text-14 font-bold">{title}</h3>
      <p className="py-8 text-center text-13 text-muted">{children}</p>
    </div>
  );
}
