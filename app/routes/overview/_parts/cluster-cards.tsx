import { Link } from "@remix-run/react";
import { Sparkline } from "~/components/charts/sparkline";
import { CardGrid, NumberCard } from "~/components/ui/card";
import { Name } from "~/components/ui/name";
import { arrived, Panel } from "~/components/ui/page/panel";
import { formatDuration } from "~/lib/values/dates";
import { countOf, formatBytes, formatCompact } from "~/lib/values/numbers";
import type { Failure } from "~/lib/messages/user-messages";
import { failureMessage } from "~/lib/messages/user-messages";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Unplaced } from "~/services/overview/allocation.server";
import type { ClusterHealth } from "~/services/overview/health.server";
import type { Nodes } from "~/services/overview/nodes.server";
import type { Traffic } from "~/services/overview/traffic.server";
import type { PanelData } from "~/services/platform/http/settle.server";
import type { IndexTableData } from "./index-list.server";

type HealthAndWhy = ClusterHealth & { unplaced: Unplaced | null };

type ClusterCardsProps = {
  health: PanelData<HealthAndWhy>;
  nodes: PanelData<Nodes>;
  traffic: PanelData<Traffic>;
  table: PanelData<IndexTableData>;
  /** Requests over the last hour, where they are there already. */
  line?: readonly number[] | undefined;
};

/** The four numbers above the table. Each stands on its own call; what failed says so in its card. */
export function ClusterCards({ health, nodes, traffic, table, line }: ClusterCardsProps) {
  const found = arrived(nodes);
  const free =
    found?.ok && found.value.bytesFree !== null
      ? `${formatBytes(found.value.bytesFree)} free on the ${found.value.count === 1 ? "node" : "nodes"}`
      : undefined;
  return (
    <CardGrid>
      <Panel of={health} waiting={<WaitingCard label="Health" />}>
        {(settled) =>
          settled.ok ? <HealthCard health={settled.value} /> : <FailedCard label="Health" failure={settled.failure} />
        }
      </Panel>
      <Panel
        of={table}
        waiting={["Documents", "Size"].map((label) => (
          <WaitingCard key={label} label={label} />
        ))}
      >
        {(settled) =>
          settled.ok ? (
            <>
              <NumberCard
                label="Documents"
                value={formatCompact(settled.value.documents)}
                note={countedIn(settled.value)}
              />
              <NumberCard label="Size" value={formatBytes(settled.value.bytes)} note={free} />
            </>
          ) : (
            ["Documents", "Size"].map((label) => <FailedCard key={label} label={label} failure={settled.failure} />)
          )
        }
      </Panel>
      <Panel of={traffic} waiting={<WaitingCard label="Requests" />}>
        {(settled) =>
          settled.ok ? (
            <TrafficCard traffic={settled.value} line={line} />
          ) : (
            <FailedCard label="Requests" failure={settled.failure} actionName="Analytics" />
          )
        }
      </Panel>
    </CardGrid>
  );
}

/** What documents and size are counted over: the indices of the list. */
function countedIn({ visible, hidden }: { visible: number; hidden: number }) {
  return `in ${countOf(visible, "index", "indices")}${hidden > 0 ? ", system indices not counted" : ""}`;
}

function WaitingCard({ label }: { label: string }) {
  return (
    <NumberCard label={label} value={<span className="text-faint">…</span>} note="This takes longer than usual." />
  );
}

const words = { green: "Green", yellow: "Yellow", red: "Red" };

function HealthCard({ health }: { health: HealthAndWhy }) {
  const unassigned = health.unassigned_shards;
  const what = health.status === "red" ? "shard" : "replica";
  const note =
    health.status === "green" || unassigned === 0 ? (
      [countOf(health.number_of_nodes, "node"), ...(health.disk ? ["disk nearly full"] : [])].join(" · ")
    ) : (
      <>
        {countOf(unassigned, what)} unassigned ·{" "}
        <Link to={`?health=${health.status}`} className="link">
          which
        </Link>{" "}
        ·{" "}
        <details className="inline">
          <summary className="link inline">why</summary>
          <span className="mt-1 block">
            {health.status === "red"
              ? "A primary shard is not assigned to a node, so its index cannot be searched in full. A node may be down or its disk full."
              : `Replicas need a node other than their primary's; the cluster has ${countOf(health.number_of_nodes, "node")}. Searches are complete.`}
          </span>
          {health.unplaced && <Why unplaced={health.unplaced} />}
        </details>
      </>
    );
  return (
    <NumberCard
      label="Health"
      value={words[health.status]}
      note={note}
      tone={health.status === "red" ? "bad" : undefined}
    />
  );
}

/** One shard as an example, in the engine's words. */
function Why({ unplaced: { index, shard, primary, cause, reasons } }: { unplaced: Unplaced }) {
  return (
    <Name className="mt-1 block">
      For example {primary ? "the primary" : "a replica"} of shard {shard} of{" "}
      <Link to={screenPath(appLevel(index))} className="link">
        {index}
      </Link>
      {cause !== null && ` (${cause})`}
      {reasons.length > 0 && ": "}
      {reasons.join(" · ")}
    </Name>
  );
}

function TrafficCard({ traffic, line }: { traffic: Traffic; line?: readonly number[] | undefined }) {
  const label = traffic.span === "hour" ? "Requests, last hour" : "Requests today (UTC)";
  if (traffic.requests === null)
    return (
      <NumberCard
        label={label}
        value={<span className="text-faint">Unknown</span>}
        note="This server keeps no request log."
      />
    );
  const parts = [traffic.p95 === null ? null : `p95 ${formatDuration(traffic.p95)}`, countOf(traffic.errors, "error")];
  return (
    <NumberCard
      label={label}
      value={formatCompact(traffic.requests)}
      note={parts.filter(Boolean).join(" · ")}
      line={line && line.length > 1 && <Sparkline series={line} />}
    />
  );
}

/**
 * What failed and why; the permission where that is all that is missing, nothing where no permission of the console
 * would give it.
 */
function FailedCard({ label, failure, actionName }: { label: string; failure: Failure; actionName?: string }) {
  if (failure.kind === "not-allowed") {
    return actionName === undefined ? null : (
      <NumberCard
        label={label}
        value={<span className="text-faint">–</span>}
        note={`Requires the ${actionName} permission.`}
      />
    );
  }
  return (
    <NumberCard
      label={label}
      value={<span className="text-faint">–</span>}
      note={
        <>
          <span title={`${failure.method} ${failure.path} · ${failure.status}`}>{failureMessage(failure)}</span>
          {failure.kind !== "not-offered" && (
            <>
              {" "}
              <Link to="" reloadDocument className="link">
                Try again
              </Link>
            </>
          )}
        </>
      }
    />
  );
}
