import type { ReactNode } from "react";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PlainLink } from "~/components/ui/plain-link";
import { RequestLine } from "~/components/ui/request/view-request";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatDuration } from "~/lib/values/dates";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { Sent } from "~/services/data/console/history.server";
import { Outcome } from "./answers";
import type { None } from "./none.server";

const columnsAt = (at: LevelRef): Column<Sent>[] => [
  {
    key: "request",
    label: "Request",
    render: ({ id, method, path }) => (
      <PlainLink to={screenPath(at, "console", { query: { history: id } })} className="link">
        <RequestLine method={method} path={path} cut />
      </PlainLink>
    ),
  },
  { key: "status", label: "Status", narrow: "badge", room: 7, render: (row) => <Outcome answer={row} /> },
  {
    key: "took",
    label: "Time",
    align: "right",
    narrow: "fact",
    render: ({ took }) => (took === null ? null : formatDuration(took)),
  },
  { key: "at", label: "Sent", narrow: "fact", room: 6, render: ({ at: sent }) => <Time value={sent} /> },
];

type SentTableProps = {
  at: LevelRef;
  rows: readonly Sent[];
  /** What is said where there are none. */ none: None;
  footer?: ReactNode;
};

/** Requests that were sent, each a link to the console with it. */
export function SentTable({ at, rows, none, footer }: SentTableProps) {
  return (
    <DataTable
      caption="History"
      columns={columnsAt(at)}
      rows={rows}
      rowKey={(row) => row.id}
      footer={footer}
      empty={<EmptyState title={none.title}>{none.text}</EmptyState>}
    />
  );
}
