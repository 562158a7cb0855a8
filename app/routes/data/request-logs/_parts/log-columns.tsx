import { MethodBadge } from "~/components/detail-kit";
import { type Column, LongName, PlainLink, StatusBadge, statusTone, Time } from "~/components/kit";
import { formatDuration } from "~/lib/dates";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { LogRow } from "~/services/logs/record.server";

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
          <PlainLink
            to={screenPath(at, "request-logs", { rest: [row.id], query: { list, row: rowOf(row) } })}
            className="link font-mono text-12 [overflow-wrap:anywhere]"
          >
            <LongName text={row.uri} />
          </PlainLink>
        </span>
      ),
    },
    latency
      ? { key: "latency", label: "Latency", align: "right", narrow: "fact", room: 5, render: (row) => milliseconds(row.took) }
      : { key: "type", label: "Type", narrow: "fact", room: 7, render: (row) => <span className="text-12">{row.category.toUpperCase()}</span> },
    { key: "time", label: "Time", narrow: "fact", room: 6, render: (row) => <Time value={row.at} clock={byDay} /> },
    { key: "status", label: "Status", narrow: "badge", room: 5, render: (row) => <StatusBadge tone={statusTone(row.code)}>{row.code}</StatusBadge> },
    { key: "user", label: "User or credential", roomy: true, room: 9, narrow: "fact", render: (row) => row.caller.name },
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
