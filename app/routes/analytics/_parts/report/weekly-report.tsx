import type { ReactNode } from "react";
import { TermName } from "~/components/figures/terms";
import { CardGrid } from "~/components/ui/card";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import { type Failure, failureMessage } from "~/lib/messages/user-messages";
import { SummaryCards } from "../summary-cards";
import type { WeeklyReportData } from "./load-report.server";

type Settled<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };
type Row = { key: string; count: number; label?: string | undefined; before?: number | null };

/** A part of the report; where it could not be loaded it says so under its name. */
function Part<Value>({
  title,
  of,
  children,
}: {
  title: string;
  of: Settled<Value | null>;
  children: (value: Value) => ReactNode;
}) {
  return (
    <section aria-label={title} className="mb-6 break-inside-avoid">
      <h2 className="mb-2 text-16 font-bold">{title}</h2>
      {!of.ok ? (
        <Notice tone="bad">
          {title} could not be loaded. {failureMessage(of.failure)}
        </Notice>
      ) : of.value === null ? (
        <p className="text-muted">This server has no such report.</p>
      ) : (
        children(of.value)
      )}
    </section>
  );
}

const nameOf = (key: string) => <TermName term={key} />;

/** Since the week before, signed: "+3", "new". */
function changeOf({ count, before }: Row): string {
  if (before === null || before === undefined) return "";
  if (before === 0) return "new";
  const change = count - before;
  return change === 0 ? "as before" : `${change > 0 ? "+" : "−"}${formatNumber(Math.abs(change))}`;
}

type RankProps = { title: string; of: Settled<Row[] | null>; head: string; counts: string; changes?: boolean };

/** The first rows of a list. */
function Rank({ title, of, head, counts, changes = false }: RankProps) {
  return (
    <Part title={title} of={of}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-muted">Nothing in this week.</p>
        ) : (
          <DataTable
            caption={title}
            columns={[
              {
                key: "name",
                label: head,
                render: ({ key, label }) => <Name>{label ?? nameOf(key)}</Name>,
              },
              {
                key: "count",
                label: counts,
                align: "right",
                narrow: "fact",
                unit: counts.toLowerCase(),
                render: ({ count }) => formatNumber(count),
              },
              ...(changes ? [{ key: "change", label: "Week before", align: "right" as const, render: changeOf }] : []),
            ]}
            rows={rows}
            rowKey={({ key }) => key}
            plain
          />
        )
      }
    </Part>
  );
}

function Volume({ of }: { of: WeeklyReportData["volume"] }) {
  return (
    <Part title="Searches by day" of={of}>
      {({ id, svg, height, table, empty }) =>
        empty ? (
          <p className="text-muted">No searches in this week.</p>
        ) : (
          <>
            <div className="chart">
              <div className="chart-plot">
                <svg
                  role="img"
                  aria-labelledby={`${id}-t ${id}-d`}
                  width="100%"
                  height={height}
                  dangerouslySetInnerHTML={{ __html: svg }}
                />
              </div>
            </div>
            <div className="mt-3">
              <DataTable
                caption="Searches by day"
                columns={table.head.map((label, at) => ({
                  key: label,
                  label,
                  render: (row: string[]) => row[at],
                  ...(at === 0 ? {} : { align: "right" as const }),
                }))}
                rows={table.rows}
                rowKey={([day = ""]) => day}
                plain
              />
            </div>
          </>
        )
      }
    </Part>
  );
}

const isEmpty = (of: WeeklyReportData["summary"]) => of.ok && of.value?.now.total_searches === 0;

/** The report of a week: the same on the page, in the file, in print. */
export function WeeklyReport({ report }: { report: WeeklyReportData }) {
  const { summary, popular, nothing, filters, results, insights, until, isToCome } = report;
  return (
    <article aria-label={report.title}>
      <p className="mb-4 text-muted">
        {report.index ?? "All indices"} · {report.dates} · {report.zone}
      </p>
      {isToCome && <Notice tone="info">This week has not started yet.</Notice>}
      {until !== null && (
        <Notice tone="info">
          This week is not over. The figures are those until {until}; they are compared with as much of the week before.
        </Notice>
      )}
      {isEmpty(summary) ? (
        <p className="mb-6">Nobody searched in this week.</p>
      ) : (
        <div className="mb-2">
          <CardGrid>
            <SummaryCards of={summary} whole />
          </CardGrid>
        </div>
      )}
      <Volume of={report.volume} />
      <div className="grid gap-x-6 large:grid-cols-2">
        <Rank title="Popular searches" of={popular} head="Search term" counts="Searches" />
        <Rank title="No results searches" of={nothing} head="Search term" counts="Searches" changes />
        <Rank title="Popular results" of={results} head="Document" counts="Impressions" />
        <Rank title="Popular filters" of={filters} head="Filter" counts="Selections" />
      </div>
      {!(insights.ok && (insights.value === null || insights.value.length === 0)) && (
        <Part title="Insights of the month before" of={insights}>
          {(list) => (
            <ul className="list-disc space-y-2 pl-5">
              {list.map(({ id, title, description }) => (
                <li key={id}>
                  <strong className="font-semibold">{title}</strong>
                  {description !== "" && <p className="text-muted">{description}</p>}
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      <p className="text-12 text-faint">Created {report.made}.</p>
    </article>
  );
}
