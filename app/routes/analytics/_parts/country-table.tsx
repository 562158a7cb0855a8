import { Rate } from "~/components/figures/rate";
import { EmptyState } from "~/components/ui/message/empty-state";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Here } from "~/lib/address";
import { formatNumber } from "~/lib/values/numbers";
import type { CountriesState } from "./analytics-address";
import type { CountryRow } from "./draw/countries.server";

type CountryTableProps = {
  here: Here<CountriesState>;
  rows: CountryRow[];
  total: number;
  page: number;
  searches: number;
  /** How many of the names are no countries. */
  strangers: number;
};

/** Countries with their searches, and the share that they have of all searches. */
export function CountryTable({ here, rows, total, page, searches, strangers }: CountryTableProps) {
  const columns: Column<CountryRow>[] = [
    { key: "name", label: "Country", sort: "name", render: (row) => <CountryName of={row} /> },
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

/** What a server calls it; a name that is no country's is told apart, for it has no place on the map. */
function CountryName({ of: { name, code } }: { of: CountryRow }) {
  if (code !== null) return <>{name}</>;
  return (
    <>
      {name} <span className="text-12 text-muted">Not a known country</span>
    </>
  );
}
