import { Rate } from "~/components/figures/rate";
import { NumberCard } from "~/components/ui/card";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { countOf, formatBytes, formatCompact, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import { dataUsageAddress } from "./data-usage-address";
import type { IndexUsage } from "./data-usage.server";

type Row = IndexUsage["rows"][number];

const columnsOf = (bytes: number, links: boolean): Column<Row>[] => [
  {
    key: "name",
    label: "Index",
    sort: "name",
    className: "large:min-w-[12rem]",
    render: ({ name, open, system }) => (
      <>
        {links && !system ? <Name to={screenPath(appLevel(name))}>{name}</Name> : <Name>{name}</Name>}{" "}
        {!open && <StatusBadge tone="neutral">Closed</StatusBadge>}
      </>
    ),
  },
  {
    key: "documents",
    label: "Documents",
    sort: "documents",
    firstOrder: "desc",
    align: "right",
    narrow: "fact",
    unit: ({ documents }) => (documents === 1 ? "document" : "documents"),
    render: ({ documents }) => documents !== null && formatNumber(documents),
  },
  {
    key: "size",
    label: "Size",
    sort: "size",
    firstOrder: "desc",
    align: "right",
    narrow: "fact",
    render: (row) => row.bytes !== null && formatBytes(row.bytes),
  },
  {
    key: "share",
    label: "Share",
    align: "right",
    narrow: "named",
    render: (row) => row.bytes !== null && bytes > 0 && <Rate value={(row.bytes / bytes) * 100} />,
  },
];

/** What the indices take, with and without the system's own. */
export function UsageCards({ totals }: { totals: IndexUsage["totals"] }) {
  const { bytes, documents, indices, system, closed } = totals;
  return (
    <>
      <NumberCard
        label="Data"
        value={formatBytes(bytes)}
        note={`${formatBytes(bytes - system.bytes)} without system indices`}
      />
      <NumberCard
        label="Documents"
        value={formatCompact(documents)}
        note={`${formatCompact(documents - system.documents)} without system indices`}
      />
      <NumberCard
        label="Indices"
        value={formatNumber(indices)}
        note={[
          countOf(system.indices, "system index", "system indices"),
          ...(closed > 0 ? [`${formatNumber(closed)} closed`] : []),
        ].join(", ")}
      />
    </>
  );
}

/** The indices by what they take. */
export function UsageTable({ usage, links, note }: { usage: IndexUsage; links: boolean; note?: string | undefined }) {
  const here = useAddress(dataUsageAddress);
  return (
    <section aria-label="Indices" className="large:col-span-2 min-w-0">
      <h2 className="mb-2 text-14 font-bold">
        Indices {note && <span className="text-13 font-normal text-muted">{note}</span>}
      </h2>
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Index name", chip: (text) => `Name contains ${text}` },
          {
            name: "of",
            label: "Indices",
            any: "Without system indices",
            options: [
              { value: "all", label: "With system indices" },
              { value: "system", label: "System indices only" },
            ],
          },
        ]}
        remarks={usage.remarks}
      />
      <DataTable
        caption="Indices"
        here={here}
        columns={columnsOf(usage.listedBytes, links)}
        rows={usage.rows}
        rowKey={({ index }) => index}
        plain={!links}
        footer={
          <TableFooter
            here={here}
            page={usage.page}
            total={usage.total}
            shown={usage.rows.length}
            noun={["index", "indices"]}
          />
        }
        empty={<EmptyState title={here.holds("q", "of") ? "No index matches" : "There are no indices"} />}
      />
    </section>
  );
}
