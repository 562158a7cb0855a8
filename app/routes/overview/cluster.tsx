import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { arrived, Panel } from "~/components/ui/page/panel";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, queryString, screenPath } from "~/navigation/paths";
import { rowsOnce } from "~/server/page-rows.server";
import { leaveLongAddress, redirect } from "~/server/redirect.server";
import { explainUnplaced } from "~/services/overview/allocation.server";
import { getClusterHealth } from "~/services/overview/health.server";
import { getNodes } from "~/services/overview/nodes.server";
import { getTraffic } from "~/services/overview/traffic.server";
import { mapPanel, panel, panelPatience } from "~/services/platform/http/settle.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { ClusterCards } from "./_parts/cluster-cards";
import { FirstSteps } from "./_parts/first-steps";
import { firstStepsFor } from "./_parts/first-steps-for.server";
import { IndexList } from "./_parts/index-list";
import { indexList } from "./_parts/index-list-address";
import { loadIndexTable } from "./_parts/index-list.server";
import { Traffic } from "./_parts/traffic";
import { loadTraffic } from "./_parts/traffic.server";

export const handle: Handle = { screen: "" };
export const meta = titled("Overview");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "overview", context);
  // Nothing of the cluster itself is for those who are held to some of its indices: those are their home.
  const here = indexList.at(request);
  if (scope.identity.heldTo !== null) throw redirect(`/indices${queryString({ name: here.state.q })}`);
  leaveLongAddress(request, here);
  const late = { request, requestId: scope.context.requestId };
  const [table, health, nodes, traffic, charts] = await Promise.all([
    panel(loadIndexTable(scope, here.state), late),
    panel(healthAndWhy(scope), late),
    panel(getNodes(scope), late),
    panel(getTraffic(scope), { ...late, patience: panelPatience.beside }),
    loadTraffic(scope, { request }),
  ]);
  const { listView, systemIndices } = scope.preferences;
  return {
    // Cards are drawn from the rows themselves.
    table: listView === "list" ? rowsOnce(table, scope.context) : table,
    mayChange: scope.can("develop"),
    gate: scope.may("indices:write"),
    steps: mapPanel(table, ({ documents }) => firstStepsFor(scope, { at: clusterLevel, documents })),
    health,
    nodes,
    traffic,
    charts,
    listView,
    systemIndices,
    server: new URL(scope.session.url).host,
  };
}

async function healthAndWhy(scope: Scope) {
  const health = await getClusterHealth(scope);
  return {
    ...health,
    unplaced: health.status === "green" || health.unassigned_shards === 0 ? null : await explainUnplaced(scope),
  };
}

export default function ClusterOverviewScreen() {
  const { table, mayChange, gate, steps, health, nodes, traffic, charts, listView, systemIndices, server } =
    useLoaderData<typeof loader>();
  const [seen, seenNodes] = [arrived(table), arrived(nodes)];
  const counts = seen?.ok
    ? `: ${countOf(seen.value.visible, "index", "indices")}${seenNodes?.ok ? `, ${countOf(seenNodes.value.count, "node")}` : ""}`
    : "";
  const mayList = seen === undefined || seen.ok || seen.failure.kind !== "not-allowed";
  return (
    <>
      <PageHeader
        title="Cluster overview"
        description={
          <>
            Everything on <code className="font-mono text-code">{server}</code>
            {counts}.
          </>
        }
        actions={
          // Where there is nothing yet, the list offers an import in the first place.
          <GatedLink
            gate={gate}
            label="Create index"
            to={screenPath(clusterLevel, "create-index")}
            tone={seen?.ok && seen.value.visible === 0 ? "plain" : "primary"}
          />
        }
      />
      <Panel of={health} waiting={null}>
        {(found) => found.ok && found.value.disk && <FullDisk reason={found.value.disk.reason} />}
      </Panel>
      <ClusterCards health={health} nodes={nodes} traffic={traffic} table={table} line={charts.line} />
      {mayList && (
        <IndexList table={table} view={listView} systemIndices={systemIndices} mayChange={mayChange} gate={gate} />
      )}
      <Panel of={steps} waiting={null}>
        {(found) => found.ok && <FirstSteps steps={found.value} />}
      </Panel>
      <Traffic of={charts} />
    </>
  );
}

function FullDisk({ reason }: { reason: string }) {
  return (
    <Notice tone="bad">
      <strong>Indices cannot be written to.</strong> On the search server {reason}. Searches work, imports wait, and
      writes resume as soon as there is space.
    </Notice>
  );
}
