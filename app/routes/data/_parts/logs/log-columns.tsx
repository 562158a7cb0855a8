import { LongName } from "~/components/ui/long-name";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { MethodBadge } from "~/components/ui/request/view-request";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatDuration } from "~/lib/values/dates";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { LogRow } from "~/services/data/logs/record.server";

type ColumnsOf = {
  at: LevelRef;
  /** Of searches the latency stands in place of the type. */
  latency: boolean;
  /** In the order of time, under heads with the day: the clock says the rest. */
  byDay: boolean;
  /** What the list is set to, for the way back from a record. */
  list: string;
  rowOf: (row: LogRow) => number;
};

const milliseconds = (value: number | null) => (value === null ? null : formatDuration(value));

/** The columns of the request log. */
export function columnsAt({ at, latency, byDay, list, rowOf }: ColumnsOf): Column<LogRow>[] {
  return [
    {
      key: "operation",
      label: "Operation",
      className: "large:min-w-[16rem]",
      render: (row) => (
        <span className="flex items-center gap-2">
          <MethodBadge method={row.method} />
          <Name
            to={screenPath(at, "request-logs", { rest: [row.id], query: { list, row: rowOf(row) } })}
            className="font-mono text-12"
          >
            <LongName text={row.uri} />
          </Name>
        </span>
      ),
    },
    ...(latency
      ? []
      : [
          {
            key: "type",
            label: "Type",
            narrow: "fact" as const,
            room: 7,
            render: (row: LogRow) => <span className="text-12">{row.category.toUpperCase()}</span>,
          },
        ]),
    {
      key: "latency",
      label: "Latency",
      align: "right",
      narrow: "fact",
      room: 5,
      render: (row) => milliseconds(row.took),
    },
    { key: "time", label: "Time", narrow: "fact", room: 6, render: (row) => <Time value={row.at} clock={byDay} /> },
    {
      key: "status",
      label: "Status",
      narrow: "badge",
      room: 5,
      render: (row) => <StatusBadge tone={statusTone(row.code)}>{row.code}</StatusBadge>,
    },
    {
      key: "user",
      label: "User or credential",
      roomy: true,
      room: 9,
      narrow: "fact",
      render: (row) => row.caller.name,
    },
    {
      key: "address",
      label: "Address",
      roomy: true,
      room: 8,
      narrow: "hidden",
      render: (row) => (row.address === "" ? null : <span className="font-mono text-12">{row.address}</span>),
    },
  ];
}
