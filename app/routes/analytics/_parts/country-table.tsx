import { Rate } from "~/components/figures/rate";
import { EmptyState } from "~/components/ui/message/empty-state";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Here } from "~/lib/address";
import { formatNumber } from "~/lib/values/numbers";
import type { CountriesState } from "./analytics-address";
import type { CountryPage, CountryRow } from "./draw/countries.server";

type CountryTableProps = { here: Here<CountriesState> } & Pick<
  CountryPage,
  "rows" | "total" | "page" | "searches" | "strangers"
>;

// A name that is no country's is told apart, for it has no place on the map.
const nameOf = ({ name, code }: CountryRow) => (
  <>
    {name} {code === null && <span className="text-12 font-normal text-muted">unknown name</span>}
  </>
);

/** Countries with their searches, and the share that they have of all searches. */
export function CountryTable({ here, rows, total, page, searches, strangers }: CountryTableProps) {
  const columns: Column<CountryRow>[] = [
    { key: "name", label: "Country", sort: "name", render: nameOf },
    {
      key: "count",
      label: "Searches",
      sort: "count",
      firstOrder: "desc",
      align: "right",
      narrow: "fact",
      unit: ({ count }) => (count === 1 ? "search" : "searches"),
      render: ({ count }) => formatNumber(count),
    },
    {
      key: "share",
      label: "Share",
      align: "right",
      narrow: "badge",
      render: ({ count }) => <Rate value={(count / searches) * 100} wide />,
    },
  ];
  return (
    <section aria-label="Countries" className="mt-4">
      <DataTable
        caption="Countries"
        here={here}
        plain
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        footer={
          <TableFooter
            here={here}
            page={page}
            total={total}
            shown={rows.length}
            noun={strangers > 0 ? ["name", "names"] : ["country", "countries"]}
          />
        }
        empty={<EmptyState title="No searches from this region" />}
      />
    </section>
  );
}
