import type { ReactNode } from "react";
import { type Column, DataTable, EmptyState, LongName, PlainLink, SettledPanel } from "~/components/kit";
import { formatDuration } from "~/lib/dates";
import { formatNumber } from "~/lib/numbers";
import type { PanelData } from "~/services/http/settle.server";
import type { ErrorReason, SlowRoute } from "~/services/logs/figures.server";

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
        <PlainLink to={linkTo(route)} className="link font-mono text-12 [overflow-wrap:anywhere]">
          <LongName text={route} />
        </PlainLink>
      ),
    },
    { key: "count", label: "Requests", align: "right", narrow: "fact", unit: "requests", render: ({ count }) => formatNumber(count) },
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
      render: ({ reason }) => (
        <PlainLink to={linkTo(reason)} className="link [overflow-wrap:anywhere]">
          {reason}
        </PlainLink>
      ),
    },
    { key: "codes", label: "Status", narrow: "fact", render: ({ codes }) => codes.map(({ code }) => code).join(", ") },
    { key: "count", label: "Requests", align: "right", narrow: "fact", unit: "requests", render: ({ count }) => formatNumber(count) },
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

function Figures<Row>({ title, of, absent, children }: { title: string; of: PanelData<Row[] | null>; absent: string; children: (rows: Row[]) => ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 large:col-span-2">
      <h2 className="mb-2 text-14 font-bold">{title}</h2>
      <SettledPanel of={of} what={title}>
        {(rows) => (rows === null ? <p className="py-8 text-center text-13 text-muted">{absent}</p> : children(rows))}
      </SettledPanel>
    </section>
  );
}
