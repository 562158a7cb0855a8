import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { LongName } from "~/components/ui/long-name";
import { MethodBadge } from "~/components/ui/request/view-request";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatDuration } from "~/lib/values/dates";
import type { LevelRef } from "~/navigation/paths";
import type { RunRow } from "~/services/pipelines/logs/list.server";
import { runPath } from "./run-path";

type ColumnsOf = {
  at: LevelRef;
  pipeline: string;
  /** What the list is set to, for the way back from a run. */
  list: string;
  rowOf: (row: RunRow) => number;
};

/** The columns of the runs of a pipeline. */
export function runColumns({ at, pipeline, list, rowOf }: ColumnsOf): Column<RunRow>[] {
  return [
    {
      key: "request",
      label: "Request",
      className: "large:min-w-[16rem]",
      render: (row) => (
        <span className="flex items-center gap-2">
          <MethodBadge method={row.method} />
          <Name
            to={runPath(at, { pipeline, run: row.id, query: { list, row: rowOf(row) } })}
            className="font-mono text-12"
          >
            <LongName text={row.path} />
          </Name>
        </span>
      ),
    },
    {
      key: "words",
      label: "Searched for",
      narrow: "own",
      render: ({ words }) => (words === null ? null : <Name>{`“${words}”`}</Name>),
    },
    {
      key: "failed",
      label: "Failed stage",
      narrow: "own",
      render: ({ failed }) =>
        failed === null ? null : (
          <StatusBadge tone="bad">
            <Name>{failed}</Name>
          </StatusBadge>
        ),
    },
    {
      key: "code",
      label: "Status",
      narrow: "badge",
      room: 5,
      render: ({ code }) => (code === 0 ? null : <StatusBadge tone={statusTone(code)}>{code}</StatusBadge>),
    },
    {
      key: "took",
      label: "Took",
      align: "right",
      narrow: "fact",
      room: 5,
      render: ({ took }) => (took === null ? null : formatDuration(took)),
    },
    {
      key: "version",
      label: "Version",
      align: "right",
      narrow: "named",
      yields: 1,
      room: 5,
      render: ({ version }) => version,
    },
    { key: "time", label: "Time", align: "right", narrow: "fact", room: 7, render: ({ at }) => <Time value={at} /> },
  ];
}
