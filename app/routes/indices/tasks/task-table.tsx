import type { ReactNode } from "react";
import { GatedLink } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber, formatPercent } from "~/lib/values/numbers";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { Task } from "~/services/indices/tasks/read.server";

const columnsFor = (gate: Gate): Column<Task>[] => [
  {
    key: "action",
    label: "Task",
    className: "min-w-[11rem]",
    render: ({ action, description, id }) => (
      <>
        <Name className="font-mono text-code">{action}</Name>
        {description !== null && (
          <Name title={description} className="line-clamp-2 max-w-[34rem] text-12 font-normal text-muted">
            {description}
          </Name>
        )}
        <Name className="block font-mono text-12 font-normal text-faint">{id}</Name>
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
  {
    key: "started",
    label: "Started",
    narrow: "hidden",
    roomy: true,
    room: 6,
    render: ({ startedAt }) => <Time value={startedAt} />,
  },
  {
    key: "node",
    label: "Node",
    narrow: "named",
    render: ({ node }) => <Name>{node}</Name>,
  },
  {
    key: "cancel",
    label: "Actions",
    hideLabel: true,
    align: "right",
    render: ({ id, cancellable, cancelled }) =>
      cancelled ? (
        <StatusBadge tone="warn">stopping</StatusBadge>
      ) : (
        cancellable && (
          <GatedLink
            gate={gate}
            label="Cancel…"
            to={screenPath(clusterLevel, "tasks/cancel", { query: { task: id } })}
          />
        )
      ),
  },
];

type TaskTableProps = { rows: Task[]; gate: Gate; footer: ReactNode; empty: ReactNode };

/** Running tasks, with the way to stop those that can be stopped. */
export function TaskTable({ rows, gate, footer, empty }: TaskTableProps) {
  return (
    <DataTable
      caption="Tasks"
      columns={columnsFor(gate)}
      rows={rows}
      rowKey={({ id }) => id}
      footer={footer}
      empty={empty}
    />
  );
}
