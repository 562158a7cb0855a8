import type { ReactNode } from "react";
import { LongName } from "~/components/ui/long-name";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import type { PanelData } from "~/services/platform/http/settle.server";
import type { ErrorReason, SlowRoute } from "~/services/data/logs/figures.server";

type FigureTable<Row> = {
  /** Null: the server has no such report. */
  of: PanelData<Row[] | null>;
  absent: string;
  /** The requests of a row. */
  linkTo: (name: string) => string;
};

const took = (value: number | null) => (value === null ? null : formatDuration(value));

/** The routes that take longest, each with its requests. */
export function SlowRoutes({ of, absent, linkTo }: FigureTable<SlowRoute>) {
  const columns: Column<SlowRoute>[] = [
    {
      key: "route",
      label: "Route",
      render: ({ route }) => (
        <Name to={linkTo(route)} className="font-mono text-12">
          <LongName text={route} />
        </Name>
      ),
    },
    {
      key: "count",
      label: "Requests",
      align: "right",
      narrow: "fact",
      unit: "requests",
      render: ({ count }) => formatNumber(count),
    },
    ...(["p50", "p90", "p95", "p99"] as const).map((key): Column<SlowRoute> => ({
      key,
      label: key,
      align: "right",
      narrow: "named",
      room: 3.6,
      render: (row) => took(row[key]),
    })),
  ];
  return (
    <Figures title="Slowest routes" of={of} absent={absent}>
      {(rows) => (
        <DataTable
          caption="Slowest routes"
          columns={columns}
          rows={rows}
          rowKey={({ route }) => route}
          empty={<EmptyState title="No requests in this period" />}
        />
      )}
    </Figures>
  );
}

/** Why requests fail, each reason with its requests. */
export function ErrorReasons({ of, absent, linkTo }: FigureTable<ErrorReason>) {
  const columns: Column<ErrorReason>[] = [
    {
      key: "reason",
      label: "Reason",
      render: ({ reason }) => <Name to={linkTo(reason)}>{reason}</Name>,
    },
    { key: "codes", label: "Status", narrow: "fact", render: ({ codes }) => codes.map(({ code }) => code).join(", ") },
    {
      key: "count",
      label: "Requests",
      align: "right",
      narrow: "fact",
      unit: "requests",
      render: ({ count }) => formatNumber(count),
    },
  ];
  return (
    <Figures title="Errors by reason" of={of} absent={absent}>
      {(rows) => (
        <DataTable
          caption="Errors by reason"
          columns={columns}
          rows={rows}
          rowKey={({ reason }) => reason}
          empty={<EmptyState title="No errors in this period" />}
        />
      )}
    </Figures>
  );
}

function Figures<Row>({
  title,
  of,
  absent,
  children,
}: {
  title: string;
  of: PanelData<Row[] | null>;
  absent: string;
  children: (rows: Row[]) => ReactNode;
}) {
  return (
    <section aria-label={title} className="min-w-0 large:col-span-2">
      <h2 className="mb-2 text-14 font-bold">{title}</h2>
      <SettledPanel of={of} what={title}>
        {(rows) => (rows === null ? <p className="py-8 text-center text-13 text-muted">{absent}</p> : children(rows))}
      </SettledPanel>
    </section>
  );
}
