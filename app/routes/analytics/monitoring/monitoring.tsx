import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAddress } from "~/components/charts/chart-address";
import { ChartPanel } from "~/components/charts/chart-panel";
import { Dashboard, PeriodLinks } from "~/components/charts/dashboard";
import { drawLatency, drawRequests } from "~/components/charts/traffic-charts.server";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { useReader } from "~/components/ui/reader";
import { formatDateTime } from "~/lib/values/dates";
import { type Handle, titled } from "~/navigation/handle";
import { listNodeFigures, listThreadPools, getEngineHealth } from "~/services/analytics/monitoring.server";
import { mapPanel, panel, settle } from "~/services/platform/http/settle.server";
import { listCountedIndices } from "~/services/indices/counted.server";
import { getLatencyOverTime, getRequestsOverTime } from "~/services/data/logs/traffic-over-time.server";
import { requireAnalytics } from "../_parts/query.server";
import { DataCards, HealthCards } from "./engine-cards";
import { monitoringAddress, spanNames, spans } from "./monitoring-address";
import { NodesTable, PoolsTable } from "./node-tables";
import { Thresholds } from "./thresholds";
import { verdictOf } from "./verdict";
import { VerdictCard } from "./verdict-card";

export const handle: Handle = { screen: "monitoring" };
export const meta = titled("Monitoring");

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const scope = await requireAnalytics(args);
  const { time } = monitoringAddress.at(request).state;
  const now = Date.now();
  const span = { from: now - spans[time].ms, to: now };
  const late = { request, requestId: scope.context.requestId };
  const look = { zone: scope.preferences.zone, hide: chartAddress.at(request).state.hide };
  const [asked, askedHealth, askedPools] = [listNodeFigures(scope), getEngineHealth(scope), listThreadPools(scope)];
  const [all, health, nodes, pools, data, requests, latency] = await Promise.all([
    panel(Promise.all([askedHealth, settle(asked), settle(askedPools)]), late),
    panel(askedHealth, late),
    panel(asked, late),
    panel(askedPools, late),
    panel(Promise.all([listCountedIndices(scope), asked.catch(() => null)]), late),
    panel(getRequestsOverTime(scope, { span }), late),
    panel(getLatencyOverTime(scope, { span }), late),
  ]);
  return {
    now,
    version: scope.identity.plan.version,
    verdict: mapPanel(all, ([health, nodes, pools]) =>
      verdictOf({ health, nodes: nodes.ok ? nodes.value : null, pools: pools.ok ? pools.value : "unknown" }),
    ),
    health,
    nodes,
    pools,
    data: mapPanel(data, ([rows, found]) => ({
      nodes: found,
      data: {
        indices: rows.length,
        documents: rows.reduce((sum, { documents }) => sum + (documents ?? 0), 0),
        bytes: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      },
    })),
    requests: mapPanel(requests, (found) => found && drawRequests(found, look)),
    latency: mapPanel(latency, (found) => found && drawLatency(found, look)),
  };
}

const absent = "This server reports no requests by time. Servers from version 7.40 do.";

export default function MonitoringScreen() {
  const { now, version, verdict, health, nodes, pools, data, requests, latency } = useLoaderData<typeof loader>();
  const here = useAddress(monitoringAddress);
  const { zone } = useReader();
  const shared = { actionName: "Analytics", absent };
  return (
    <>
      <PageHeader
        title="Monitoring"
        description={`As of ${formatDateTime({ instant: now, zone })}`}
        actions={
          <LinkButton to={here.search === "" ? "?" : here.search} preventScrollReset>
            Refresh
          </LinkButton>
        }
      />
      <Remarks of={here.remarks} />
      <SettledPanel of={verdict} what="State of the cluster">
        {(found) => <VerdictCard verdict={found} />}
      </SettledPanel>
      <SettledPanel of={health} what="Health">
        {(found) =>
          found === null ? (
            <EmptyState title="This server does not report the health of its engine" />
          ) : (
            <HealthCards health={found} version={version} />
          )
        }
      </SettledPanel>
      <SettledPanel of={data} what="Data">
        {(found) => <DataCards {...found} />}
      </SettledPanel>
      <h2 className="mb-2 text-16 font-bold">Nodes</h2>
      <SettledPanel of={nodes} what="Nodes">
        {(found) =>
          found === null ? <EmptyState title="This server does not report its nodes" /> : <NodesTable nodes={found} />
        }
      </SettledPanel>
      <h2 className="mb-2 mt-6 text-16 font-bold">Thread pools</h2>
      <SettledPanel of={pools} what="Thread pools">
        {(found) =>
          found === null ? <p className="text-muted">This engine has no thread pools.</p> : <PoolsTable pools={found} />
        }
      </SettledPanel>
      <Thresholds />
      <Dashboard
        title="Traffic"
        range={
          <PeriodLinks
            periods={spanNames.map((name) => ({
              to: here.href({ time: name }),
              label: spans[name].label,
              current: name === here.state.time,
            }))}
          />
        }
      >
        <ChartPanel of={requests} title="Requests" empty="No requests in this period." {...shared} />
        <ChartPanel of={latency} title="Search latency" empty="No searches in this period." {...shared} />
      </Dashboard>
    </>
  );
}
