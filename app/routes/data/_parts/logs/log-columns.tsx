import { LongName } from "~/components/ui/long-name";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { MethodBadge } from "~/components/ui/request/view-request";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { LogRow } from "~/services/data/logs/record.server";

type ColumnsOf = {
  at: LevelRef;
  /** Whether there is a search among them. */
  searches: boolean;
  /** In the order of time, under heads with the day: the clock says the rest. */
  byDay: boolean;
  /** What the list is set to, for the way back from a record. */
  list: string;
  rowOf: (row: LogRow) => number;
};

/** The words of the first search, and how many there are besides. */
function Words({ of: [first = "", ...others] }: { of: readonly string[] }) {
  return (
    <Name
      as="span"
      title={[first, ...others].join(", ")}
      className="line-clamp-1 min-w-0 font-semibold small:max-w-[14rem] small:shrink-0"
    >
      {first}
      {others.length > 0 && <span className="font-normal text-muted"> +{others.length}</span>}
    </Name>
  );
}

const milliseconds = (value: number | null) => (value === null ? null : formatDuration(value));

/** The columns of the request log. */
export function columnsAt({ at, searches, byDay, list, rowOf }: ColumnsOf): Column<LogRow>[] {
  return [
    {
      key: "operation",
      label: "Operation",
      className: "large:min-w-[16rem]",
      render: (row) => (
        // What was searched for is told before the rest of the path; on a phone in a line of its own.
        <span className="flex flex-wrap items-center gap-x-2 small:flex-nowrap">
          <MethodBadge method={row.method} />
          <Name
            to={screenPath(at, "request-logs", { rest: [row.id], query: { list, row: rowOf(row) } })}
            className="min-w-0 max-w-[calc(100%-4rem)] font-mono text-12 small:max-w-none"
          >
            <LongName text={row.uri} />
          </Name>
          {row.words.length > 0 && <Words of={row.words} />}
        </span>
      ),
    },
    ...(searches
      ? [
          {
            key: "hits",
            label: "Hits",
            align: "right" as const,
            narrow: "fact" as const,
            unit: ({ hits }: LogRow) => (hits === 1 ? "hit" : "hits"),
            room: 4,
            render: (row: LogRow) => (row.hits === null ? null : formatNumber(row.hits)),
          },
        ]
      : []),
    {
      key: "latency",
      label: "Latency",
      align: "right",
      narrow: "fact",
      room: 5,
      // Of a search its own, of all else the whole call's.
      render: (row) => milliseconds(row.took ?? row.duration),
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
      room: 9,
      narrow: "hidden",
      // A long one of IPv6 is cut: broken into lines it would make each row higher.
      render: (row) =>
        row.address === "" ? null : (
          <span title={row.address} className="block max-w-[9rem] truncate font-mono text-12">
            {row.address}
          </span>
        ),
    },
  ];
}
