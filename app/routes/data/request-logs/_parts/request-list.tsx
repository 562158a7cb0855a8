import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { RangeBar } from "~/components/ui/filter/range-bar";
import { PageHeader } from "~/components/ui/page/page-header";
import { Tabs } from "~/components/ui/page/tabs";
import { PlainLink } from "~/components/ui/plain-link";
import { useReader } from "~/components/ui/reader";
import { DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Range } from "~/lib/address/range-of";
import { formatNamedDay } from "~/lib/values/dates";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { LogList } from "~/services/data/logs/list.server";
import { filterNames } from "~/services/data/logs/words";
import { columnsAt } from "../../_parts/logs/log-columns";
import { logList } from "../../_parts/logs/logs-address";
import { RefreshWithoutScripts, useLiveList } from "./live-list";
import { LogFilters } from "./log-filters";
import { tabsOf } from "./log-tabs";

type RequestListProps = LogList & {
  range: Range;
  at: LevelRef;
  /** In the order of latency, not of time. */
  timed: boolean;
  /** The row of the first one, from 0. */
  first: number;
  lastPage: number;
  /** As many as the server counts. */
  deepest: number;
};

/** A page of the request log with all that narrows it. */
export function RequestList({ rows, total, ignored, range, at, timed, first, lastPage, deepest }: RequestListProps) {
  const here = useAddress(logList);
  const { zone, now } = useReader();
  const { live } = here.state;
  useLiveList(live);
  const places = new Map(rows.map(({ id }, place) => [id, first + place]));
  const filtered = here.holds(
    "kind",
    "text",
    "user",
    "status",
    "address",
    "route",
    "reason",
    "least",
    "most",
    "range",
    "page",
  );
  const kept = here.href({ page: undefined, live: undefined }).slice(1);
  return (
    <>
      <RefreshWithoutScripts live={live} />
      <PageHeader
        title="Request logs"
        actions={
          <>
            {at.level === "cluster" && <LinkButton to={screenPath(at, "request-logs/retention")}>Retention</LinkButton>}
            <LinkButton
              to={`${screenPath(at, "request-logs/performance")}${here.href({ order: undefined, least: undefined, most: undefined, size: undefined, page: undefined, live: undefined })}`}
            >
              Performance
            </LinkButton>
          </>
        }
      >
        <Tabs label="Requests" tabs={tabsOf(here)} />
      </PageHeader>
      <RangeBar here={here} range={range}>
        <LogFilters
          here={here}
          range={range}
          aside={
            <span className="flex gap-x-4 py-1.5">
              <PlainLink to={here.href()} reload className="link">
                Refresh
              </PlainLink>
              <PlainLink
                to={here.href({ live: !live })}
                keepScroll
                className="link"
                aria-current={live ? "true" : undefined}
              >
                {live ? "Stop live updates" : "Live"}
              </PlainLink>
            </span>
          }
        />
      </RangeBar>
      {ignored.length > 0 && (
        <Notice tone="warn">
          This server cannot filter by {ignored.map((name) => filterNames[name]).join(", ")}. The requests below are not
          filtered by {ignored.length === 1 ? "it" : "them"}.
        </Notice>
      )}
      <DataTable
        caption="Requests"
        columns={columnsAt({
          at,
          searches: rows.some(({ hits }) => hits !== null),
          byDay: !timed,
          list: kept,
          rowOf: (row) => places.get(row.id) ?? first,
        })}
        rows={rows}
        rowKey={(row) => row.id}
        groupBy={
          timed ? undefined : (row) => (row.at === null ? "No time" : formatNamedDay({ instant: row.at, zone, now }))
        }
        footer={
          <TableFooter
            here={here}
            total={total}
            shown={rows.length}
            noun={["request", "requests"]}
            lastPage={lastPage}
            atLeast={total === deepest}
          />
        }
        empty={
          <EmptyState
            title={filtered ? "No request matches" : "No requests in the last 30 days"}
            action={filtered && <LinkButton to="?">Clear all filters</LinkButton>}
          >
            <p>
              {filtered
                ? undefined
                : "Searches and changes that reach this server are listed here a few seconds later."}
            </p>
          </EmptyState>
        }
      />
    </>
  );
}
