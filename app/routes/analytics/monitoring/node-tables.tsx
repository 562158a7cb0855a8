import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { formatDuration } from "~/lib/values/dates";
import { formatBytes, formatNumber } from "~/lib/values/numbers";
import type { NodeFigures, ThreadPool } from "~/services/analytics/monitoring.server";
import { Usage } from "./thresholds";

const parts = (...texts: (string | null)[]) => texts.filter((text) => text !== null).join(" · ");
const of = (percent: number | null, bytes: number | null) =>
  percent === null ? null : bytes === null ? `${percent}%` : `${percent}% of ${formatBytes(bytes)}`;

const nodeColumns: Column<NodeFigures>[] = [
  {
    key: "name",
    label: "Node",
    render: ({ name, elected, version, roles }) => (
      <>
        <Name>{name}</Name>{" "}
        <span className="block text-12 font-normal text-muted">
          {parts(elected ? "Elected" : null, roles === null ? null : `roles ${roles}`, version)}
        </span>
      </>
    ),
  },
  { key: "cpu", label: "CPU", align: "right", narrow: "named", render: ({ cpu }) => <Usage of="cpu" percent={cpu} /> },
  {
    key: "load",
    label: "Load",
    align: "right",
    narrow: "named",
    render: ({ load }) => load !== null && formatNumber(load),
  },
  {
    key: "heap",
    label: "JVM heap",
    align: "right",
    narrow: "named",
    render: ({ heap }) => <Usage of="heap" percent={heap.percent} />,
  },
  {
    key: "memory",
    label: "Memory",
    align: "right",
    narrow: "named",
    room: 8,
    render: ({ memory }) => of(memory.percent, memory.max),
  },
  {
    key: "disk",
    label: "Disk used",
    align: "right",
    narrow: "named",
    render: ({ disk }) => <Usage of="disk" percent={disk.percent} />,
  },
  {
    key: "free",
    label: "Disk available",
    align: "right",
    narrow: "named",
    render: ({ disk }) => disk.free !== null && formatBytes(disk.free),
  },
  {
    key: "uptime",
    label: "Uptime",
    align: "right",
    narrow: "named",
    render: ({ uptime }) => uptime !== null && uptimeInWords(uptime),
  },
];

/** Engines write `663s`, `2.1h` or `5d`: seconds become the unit that reads. */
const uptimeInWords = (text: string) => (/^\d+s$/.test(text) ? formatDuration(Number(text.slice(0, -1)) * 1000) : text);

/** The nodes with what they are busy with. */
export function NodesTable({ nodes }: { nodes: NodeFigures[] }) {
  return (
    <DataTable
      caption="Nodes"
      columns={nodeColumns}
      rows={nodes}
      rowKey={({ name }) => name}
      plain
      empty={<EmptyState title="The engine reports no nodes" />}
    />
  );
}

const poolColumns: Column<ThreadPool>[] = [
  { key: "name", label: "Pool", render: ({ name }) => name },
  {
    key: "node",
    label: "Node",
    narrow: "fact",
    render: ({ node }) => <Name>{node}</Name>,
  },
  { key: "active", label: "Active", align: "right", narrow: "named", render: ({ active }) => formatNumber(active) },
  { key: "queue", label: "Queued", align: "right", narrow: "named", render: ({ queue }) => formatNumber(queue) },
  {
    key: "rejected",
    label: "Rejected",
    align: "right",
    narrow: "named",
    render: ({ rejected }) =>
      rejected === 0 ? (
        "0"
      ) : (
        <>
          <StatusBadge tone="warn">Rejected</StatusBadge> {formatNumber(rejected)}
        </>
      ),
  },
];

/** Thread pools that work, wait or have rejected something. */
export function PoolsTable({ pools }: { pools: ThreadPool[] }) {
  return (
    <DataTable
      caption="Thread pools"
      columns={poolColumns}
      rows={pools}
      rowKey={({ node, name }) => `${node} ${name}`}
      plain
      empty={<EmptyState title="No thread pool is busy" />}
    />
  );
}
