import type { ReactNode } from "react";
import { type Column, DataTable, GatedLink, StatusBadge, Time } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { formatDuration } from "~/lib/dates";
import { formatNumber, formatPercent } from "~/lib/numbers";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { Task } from "~/services/tasks/read.server";

const columnsFor = (gate: Gate): Column<Task>[] => [
  {
    key: "action",
    label: "Task",
    className: "min-w-[11rem]",
    render: ({ action, description, id }) => (
      <>
        <span className="font-mono text-code [overflow-wrap:anywhere]">{action}</span>
        {description !== null && (
          <span title={description} className="line-clamp-2 max-w-[34rem] text-12 font-normal text-muted [overflow-wrap:anywhere]">
            {description}
          </span>
        )}
        <span className="block font-mono text-12 font-normal text-faint [overflow-wrap:anywhere]">{id}</span>
      </>
    ),
  },
  {
    key: "progress",
    label: "Progress",
    narrow: "fact",
    render: ({ progress }) =>
      progress && (
        <>
          {formatPercent(Math.min(1, progress.done / progress.total))}{" "}
          <span className="text-muted">
            {formatNumber(progress.done)} of {formatNumber(progress.total)}
          </span>
        </>
      ),
  },
  {
    key: "running",
    label: "Running for",
    align: "right",
    narrow: "fact",
    room: 7,
    render: ({ running }) => (running === null ? null : formatDuration(running)),
  },
  { key: "started", label: "Started", narrow: "hidden", roomy: true, room: 6, render: ({ startedAt }) => <Time value={startedAt} /> },
  { key: "node", label: "Node", narrow: "named", render: ({ node }) => <span className="[overflow-wrap:anywhere]">{node}</span> },
  {
    key: "cancel",
    label: "Actions",
    hideLabel: true,
    align: "right",
    render: ({ id, cancellable, cancelled }) =>
      cancelled ? (
        <StatusBadge tone="warn">stopping</StatusBadge>
      ) : (
        cancellable && <GatedLink gate={gate} label="Cancel…" to={screenPath(clusterLevel, "tasks/cancel", { query: { task: id } })} />
      ),
  },
];

type TaskTableProps = { rows: Task[]; gate: Gate; footer: ReactNode; empty: ReactNode };

/** Running tasks, with the way to stop those that can be stopped. */
export function TaskTable({ rows, gate, footer, empty }: TaskTableProps) {
  return <DataTable caption="Tasks" columns={columnsFor(gate)} rows={rows} rowKey={({ id }) => id} footer={footer} empty={empty} />;
}
