import { ChartPanel } from "~/components/charts/chart-panel";
import { Dashboard } from "~/components/charts/dashboard";
import { TopList } from "~/components/figures/terms";
import { EmptyState } from "~/components/ui/message/empty-state";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { DataTable } from "~/components/ui/table/data-table";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { toFix } from "../../../analytics/_parts/top-term";
import { columnsAt } from "../../../data/_parts/logs/log-columns";
import type { IndexSearchesData } from "./index-searches.server";

/** Searches of an index by day, its first search terms, and its latest requests. */
export function IndexSearches({ of: { figures, requests }, at }: { of: IndexSearchesData; at: LevelRef }) {
  const toTerm = (term: string) => screenPath(at, "popular-searches", { rest: ["query-overview", term] });
  return (
    <>
      {figures && (
        <Dashboard
          title="Searches"
          note="last 30 days"
          range={<Way to={screenPath(at, "analytics")} label="Analytics" />}
        >
          <div className="min-w-0 large:col-span-2">
            <ChartPanel
              of={figures.days}
              title="Searches by day"
              actionName="Analytics"
              absent="This server has no such report."
              empty="No searches in this period."
            />
          </div>
          {figures.popular && (
            <TopList
              of={figures.popular}
              title="Popular searches"
              head="Search term"
              counts="Searches"
              all={screenPath(at, "popular-searches")}
              linkTo={toTerm}
            />
          )}
          <TopList
            of={figures.nothing}
            title="No results searches"
            head="Search term"
            counts="Searches"
            all={screenPath(at, "no-results-searches")}
            linkTo={toTerm}
            fixTo={(term) => toFix(at, term)}
          />
        </Dashboard>
      )}
      {requests && (
        <Dashboard title="Latest requests" range={<Way to={screenPath(at, "request-logs")} label="Request logs" />}>
          <div className="min-w-0 large:col-span-2">
            <SettledPanel of={requests} what="Latest requests">
              {(rows) => (
                <DataTable
                  caption="Latest requests"
                  columns={columnsAt({
                    at,
                    searches: rows.some(({ hits }) => hits !== null),
                    byDay: false,
                    list: "",
                    rowOf: (row) => rows.indexOf(row),
                  })}
                  rows={rows}
                  rowKey={({ id }) => id}
                  empty={<EmptyState title="No requests in the last 30 days" />}
                />
              )}
            </SettledPanel>
          </div>
        </Dashboard>
      )}
    </>
  );
}

const Way = ({ to, label }: { to: string; label: string }) => (
  <PlainLink to={to} className="link text-13">
    {label}
  </PlainLink>
);
