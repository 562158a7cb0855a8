import { PageActions } from "~/components/figures/page-actions";
import { RangeBar } from "~/components/ui/filter/range-bar";
import { LinkButton } from "~/components/ui/button";
import { FilterBar, FilterChips, FilterInput } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Here } from "~/lib/address";
import { figuresAddress, rowsAddress, type RowsState } from "../analytics-address";
import { AnalyticsBar } from "../bar/analytics-bar";
import { DownloadLinks } from "../download-links";
import { filePath } from "../file-path";
import { FixCoverage } from "./fix-coverage";
import { columnsOf } from "./list-columns";
import type { ListKind, ListName } from "./list-kind";
import type { ListData } from "./list-screen.server";
import { Totals } from "./totals";

type ListScreenProps = { list: ListName; kind: ListKind; /** What the loader gave. */ shown: ListData };

/** A list of analytics: what of, its totals, its rows, and the same as a file. */
export function ListScreen({ list, kind, shown }: ListScreenProps) {
  const { at, range, before, bar, hasClicks, ways, fixes, found, hasBefore } = shown;
  const here = useAddress(rowsAddress(kind.order ?? "count"));
  const { events, user, ip, compare } = here.state;
  const search = figuresAddress.at("").href({ range: here.state.range, events, user, ip, compare });
  const chips = rowChips(here, list);
  const isFiltered = here.holds("q", "user", "ip", "events", "only");
  return (
    <>
      <PageHeader title={kind.title} actions={<PageActions at={at} screen={kind.screen} here={here} />} />
      <RangeBar here={here} range={range}>
        <AnalyticsBar
          here={here}
          bar={bar}
          rows={{
            filters: <RowFilters here={here} list={list} kind={kind} />,
            chips: <FilterChips here={here} chips={chips} clears={chips.length > 1 ? ["q", "only"] : []} />,
            set: chips.length,
          }}
          // Where nothing is compared the bar offers no comparison.
          {...(kind.compared !== null && { before, hasBefore })}
        />
      </RangeBar>
      <SettledPanel of={found} what={kind.title}>
        {(rows) =>
          rows === null ? (
            <EmptyState title="This server has no such report" />
          ) : (
            <>
              <Totals
                totals={rows.totals}
                beside={fixes && rows.rows.length > 0 && <FixCoverage rows={rows.rows} fixes={fixes} />}
              />
              <Remarks of={rows.remarks} />
              <DataTable
                caption={kind.title}
                here={here}
                columns={columnsOf({
                  list,
                  kind,
                  rows: rows.rows,
                  at,
                  here,
                  ways,
                  fixes,
                  hasClicks,
                  isCompared: before !== null && kind.compared !== null,
                  search,
                })}
                rows={rows.rows}
                rowKey={(row) => row.id}
                footer={
                  <TableFooter here={here} page={rows.page} total={rows.total} shown={rows.shown} noun={kind.noun} />
                }
                empty={
                  isFiltered ? (
                    <EmptyState
                      title="Nothing matches these filters"
                      action={
                        <LinkButton to={here.href({ q: "", user: "", ip: "", events: [], only: "" })}>
                          Clear the filters
                        </LinkButton>
                      }
                    />
                  ) : (
                    <EmptyState title={kind.empty.title}>
                      <p>{kind.empty.text}</p>
                    </EmptyState>
                  )
                }
              />
              {rows.total > 0 && (
                <DownloadLinks
                  what={kind.title}
                  fileOf={(format) => filePath(at, { name: kind.screen, search: here.search, format })}
                />
              )}
            </>
          )
        }
      </SettledPanel>
    </>
  );
}

/** What narrows the rows themselves. */
function RowFilters({ here, list, kind }: { here: Here<RowsState>; list: ListName; kind: ListKind }) {
  const { q, only } = here.state;
  return (
    <FilterBar
      here={here}
      controls={["q"]}
      aside={
        list === "popularSearches" &&
        only === "" && (
          <PlainLink to={here.href({ only: "no-clicks" })} className="page-only link">
            Hits but no clicks
          </PlainLink>
        )
      }
    >
      <FilterInput name="q" label={kind.filterLabel} defaultValue={q} wide />
    </FilterBar>
  );
}

/** The chips of what narrows the rows. */
function rowChips({ state: { q, only } }: Here<RowsState>, list: ListName) {
  return [
    ...(q === "" ? [] : [{ label: `Contains ${q}`, without: { q: undefined } }]),
    ...(only === "" || list !== "popularSearches"
      ? []
      : [{ label: "Hits but no clicks", without: { only: undefined } }]),
  ];
}
