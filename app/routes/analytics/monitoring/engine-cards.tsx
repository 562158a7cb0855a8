import { CardGrid, NumberCard } from "~/components/ui/card";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { countOf, formatBytes, formatCompact, formatNumber } from "~/lib/values/numbers";
import type { EngineHealth, NodeFigures } from "~/services/analytics/monitoring.server";

const words = { green: "Healthy", yellow: "Replicas unassigned", red: "Primary shards unassigned" } as const;
const tones = { green: "good", yellow: "warn", red: "bad" } as const;

/** The health of server and engine, and how their shards and tasks stand. */
export function HealthCards({ health, version }: { health: EngineHealth; version: string | null }) {
  const { status, shards, tasks } = health;
  const pending = tasks.pending ?? 0;
  return (
    <CardGrid>
      <NumberCard
        label="Search server"
        value={<Word tone="good">Online</Word>}
        note={version === null ? undefined : `Version ${version}`}
      />
      <NumberCard
        label="Search engine"
        value={<Word tone={tones[status]}>{words[status]}</Word>}
        note={health.nodes !== null && countOf(health.nodes, "node")}
      />
      <NumberCard
        label="Shards"
        value={shards.active === null ? "–" : formatCompact(shards.active)}
        note={[
          ...(shards.primary === null ? [] : [`${formatNumber(shards.primary)} primary`]),
          ...(shards.moving > 0 ? [`${formatNumber(shards.moving)} moving`] : []),
          `${formatNumber(shards.unassigned)} unassigned`,
        ].join(", ")}
      />
      <NumberCard
        label="Pending tasks"
        value={tasks.pending === null ? "–" : formatCompact(pending)}
        note={pending > 0 && tasks.longest !== null ? `Waiting for up to ${tasks.longest}` : undefined}
        tone={pending > 100 ? "bad" : undefined}
      />
    </CardGrid>
  );
}

function Word({ tone, children }: { tone: "good" | "warn" | "bad"; children: string }) {
  return (
    <span className="text-14">
      <StatusBadge tone={tone}>{children}</StatusBadge>
    </span>
  );
}

type Data = { indices: number; documents: number; bytes: number };

/** What the indices come to, and the room that is left for more. */
export function DataCards({ data, nodes }: { data: Data; nodes: NodeFigures[] | null }) {
  const told = (nodes ?? []).flatMap(({ disk: { free, total } }) =>
    free === null || total === null ? [] : [{ free, total }],
  );
  const sum = (key: "free" | "total") => told.reduce((all, one) => all + one[key], 0);
  return (
    <CardGrid>
      <NumberCard label="Indices" value={formatCompact(data.indices)} note="With system indices" />
      <NumberCard label="Documents" value={formatCompact(data.documents)} />
      <NumberCard label="Data" value={formatBytes(data.bytes)} />
      {told.length > 0 && (
        <NumberCard label="Disk available" value={formatBytes(sum("free"))} note={`of ${formatBytes(sum("total"))}`} />
      )}
    </CardGrid>
  );
}
