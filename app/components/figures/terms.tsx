import type { ReactNode } from "react";
import { Rate } from "~/components/figures/rate";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { shownId } from "~/lib/address/ids";
import { formatNumber } from "~/lib/values/numbers";
import type { PanelData } from "~/services/platform/http/settle.server";

type Row = {
  key: string;
  count: number;
  /** What it is called, where that is not its key; where it leads, where `linkTo` does not tell. */
  label?: string | undefined;
  to?: string | undefined;
  /** Of searches with a click, in percent; a column where the server tells it of a row. */
  rate?: number | null | undefined;
};

type TopListProps = {
  /** Null: the server has no such report. */
  of: PanelData<Row[] | null>;
  title: string;
  head: string;
  counts: string;
  /** Where the whole list is. */
  all?: string;
  empty?: string;
  /** Stands below a list that has rows. */
  below?: ReactNode;
  linkTo?: (key: string) => string;
  /** Where a row can be fixed: a link in a last column. */
  fixTo?: (key: string) => string;
};

/** The first rows of a list, with the way to all of them. */
export function TopList({
  of,
  title,
  head,
  counts,
  all,
  linkTo,
  fixTo,
  empty = "Nothing in this period",
  below,
}: TopListProps) {
  const columns = (rows: readonly Row[]): Column<Row>[] => [
    {
      key: "name",
      label: head,
      render: (row) => <RowName row={row} rows={rows} to={row.to ?? linkTo?.(row.key)} />,
    },
    {
      key: "count",
      label: counts,
      align: "right",
      narrow: "fact",
      unit: counts.toLowerCase(),
      render: ({ count }) => formatNumber(count),
    },
    ...(rows.some(({ rate }) => rate != null) ? [rateColumn] : []),
    ...(fixTo === undefined ? [] : [fixColumn(fixTo)]),
  ];
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-14 font-bold">{title}</h2>
        {all !== undefined && (
          <PlainLink to={all} className="page-only link text-13">
            All
          </PlainLink>
        )}
      </div>
      <SettledPanel of={of} what={title}>
        {(rows) =>
          rows === null ? (
            <EmptyState title="This server has no such report" />
          ) : (
            <>
              <DataTable
                caption={title}
                columns={columns(rows)}
                rows={rows}
                rowKey={({ key, to = "" }) => `${key} ${to}`}
                plain={linkTo === undefined && rows.every(({ to }) => to === undefined)}
                empty={<EmptyState title={empty} />}
              />
              {rows.length > 0 && below}
            </>
          )
        }
      </SettledPanel>
    </section>
  );
}

const rateColumn: Column<Row> = {
  key: "rate",
  label: "Click rate",
  align: "right",
  narrow: "named",
  render: ({ rate }) => rate != null && <Rate value={rate} />,
};

const fixColumn = (fixTo: (key: string) => string): Column<Row> => ({
  key: "fix",
  label: "Fix",
  hideLabel: true,
  align: "right",
  render: ({ key }) =>
    key !== EMPTY_QUERY && (
      <PlainLink to={fixTo(key)} className="page-only link text-13">
        Fix<span className="sr-only"> {key}</span>
      </PlainLink>
    ),
});

function RowName({ row, rows, to }: { row: Row; rows: readonly Row[]; to: string | undefined }) {
  const { key, label } = row;
  const name = <Name>{label ?? <TermName term={key} />}</Name>;
  // Two of one name are told apart by their keys.
  const isTwin = label !== undefined && rows.some((one) => one !== row && one.label === label);
  return (
    <>
      {to === undefined ? (
        name
      ) : (
        <PlainLink to={to} className="link">
          {name}
        </PlainLink>
      )}
      {isTwin && <Name className="ml-2 text-12 text-muted">{shownId(key)}</Name>}
    </>
  );
}

/** The name of a term; searches without text have one that servers give them. */
export function TermName({ term }: { term: string }) {
  return term === EMPTY_QUERY ? <em title={EMPTY_QUERY}>Empty search</em> : <>{shownId(term)}</>;
}
