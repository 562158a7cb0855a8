import { DataTable, EmptyState, LinkButton, ListFilters, PageHeader, PlainLink, SettledPanel, TableFooter, useAddress } from "~/components/kit";
import type { Range } from "~/lib/address/range-of";
import type { Settled } from "~/services/http/settle.server";
import { encodeSegment } from "~/lib/ids";
import type { LevelRef } from "~/navigation/paths";
import { figuresAddress, rowsAddress } from "./analytics-address";
import { columnsOf } from "./list-columns";
import type { AnalyticsRow, ListKind } from "./list-kind";
import { PageActions } from "./page-actions";
import { Totals } from "./totals";

type Found = {
  rows: AnalyticsRow[];
  totals: { label: string; value: string }[];
  page: number;
  total: number;
  all: number;
  remarks: { name: string; text: string }[];
};

type ListScreenProps = {
  kind: ListKind;
  /** What the loader gave. */
  shown: { at: LevelRef; range: Range; found: Settled<Found | null> | { later: Promise<Settled<Found | null>> } };
};

/** A list of analytics: what of, its totals, its rows, and the same as a file. */
export function ListScreen({ kind, shown: { at, range, found } }: ListScreenProps) {
  const here = useAddress(rowsAddress);
  const { user, ip, events } = here.state;
  const search = figuresAddress.at(here.search).href({ range: here.state.range });
  const file = at.level === "app" ? `/resources/${encodeSegment(at.app)}/analytics/file/${kind.screen}` : `/resources/analytics/file/${kind.screen}`;
  const fileOf = (format: string) => `${file}${here.search}${here.search === "" ? "?" : "&"}format=${format}`;
  const isFiltered = here.holds("q", "user", "ip", "events");
  return (
    <>
      <PageHeader title={kind.title} actions={<PageActions at={at} screen={kind.screen} here={here} range={range} />} />
      <SettledPanel of={found} what={kind.title}>
        {(list) =>
          list === null ? (
            <EmptyState title="This server has no such report" />
          ) : (
            <>
              <Totals totals={list.totals} />
              {(list.all > 0 || isFiltered) && (
                <ListFilters
                  here={here}
                  filters={[
                    { name: "q", label: `Search ${kind.noun[1]}`, chip: (text) => `Contains ${text}` },
                    { name: "user", label: "User", chip: (name) => `By ${name}` },
                    { name: "ip", label: "Address", chip: (address) => `From ${address}` },
                  ]}
                  further={events.length > 0 ? [{ name: "events", label: events.map(({ name, value }) => `${name} is ${value}`).join(", ") }] : []}
                  remarks={list.remarks}
                />
              )}
              <DataTable
                caption={kind.title}
                here={here}
                columns={columnsOf({ kind, rows: list.rows, at, search })}
                rows={list.rows}
                rowKey={(row) => row.id}
                footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={kind.noun} />}
                empty={
                  isFiltered || user !== "" || ip !== "" ? (
                    <EmptyState
                      title="Nothing matches these filters"
                      action={<LinkButton to={here.href({ q: "", user: "", ip: "", events: [] })}>Clear the filters</LinkButton>}
                    />
                  ) : (
                    <EmptyState title={kind.empty.title}>
                      <p>{kind.empty.text}</p>
                    </EmptyState>
                  )
                }
              />
              {list.total > 0 && (
                <p className="page-only mt-3 text-13">
                  Download{" "}
                  <PlainLink reload className="link" to={fileOf("csv")}>
                    CSV
                  </PlainLink>{" "}
                  or{" "}
                  <PlainLink reload className="link" to={fileOf("ndjson")}>
                    NDJSON
                  </PlainLink>
                </p>
              )}
            </>
          )
        }
      </SettledPanel>
    </>
  );
}
