import { type Column, DataTable, EmptyState, PlainLink, SettledPanel } from "~/components/kit";
import { EMPTY_QUERY } from "~/lib/empty-query";
import { shownId } from "~/lib/ids";
import { formatNumber } from "~/lib/numbers";
import type { PanelData } from "~/services/http/settle.server";

type Row = { key: string; count: number };

type TopListProps = {
  /** Null: the server has no such report. */
  of: PanelData<Row[] | null>;
  title: string;
  head: string;
  counts: string;
  /** Where the whole list is. */
  all: string;
  linkTo?: (key: string) => string;
};

/** The first rows of a list, with the way to all of them. */
export function TopList({ of, title, head, counts, all, linkTo }: TopListProps) {
  const columns: Column<Row>[] = [
    {
      key: "name",
      label: head,
      render: ({ key }) => {
        const name = (
          <span className="[overflow-wrap:anywhere]">
            <TermName term={key} />
          </span>
        );
        return linkTo === undefined ? (
          name
        ) : (
          <PlainLink to={linkTo(key)} className="link">
            {name}
          </PlainLink>
        );
      },
    },
    { key: "count", label: counts, align: "right", narrow: "fact", unit: counts.toLowerCase(), render: ({ count }) => formatNumber(count) },
  ];
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-14 font-bold">{title}</h2>
        <PlainLink to={all} className="page-only link text-13">
          All
        </PlainLink>
      </div>
      <SettledPanel of={of} what={title}>
        {(rows) =>
          rows === null ? (
            <EmptyState title="This server has no such report" />
          ) : (
            <DataTable
              caption={title}
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              plain={linkTo === undefined}
              empty={<EmptyState title="Nothing in this period" />}
            />
          )
        }
      </SettledPanel>
    </section>
  );
}

/** The name of a term; searches without text have one that servers give them. */
export function TermName({ term }: { term: string }) {
  return term === EMPTY_QUERY ? <em title={EMPTY_QUERY}>Empty search</em> : <>{shownId(term)}</>;
}
