import type { ReactNode } from "react";
import type { Here, Remark } from "~/lib/address";
import type { Thing } from "~/navigation/thing";
import { LinkButton } from "../button";
import { type Filter, ListFilters } from "../filter/list-filters";
import { Menu } from "../menu";
import { EmptyState } from "../message/empty-state";
import { PageHeader } from "../page/page-header";
import { type Column, DataTable } from "./data-table";
import { TableFooter } from "./table-footer";
import type { Sorted } from "./table-head";

type PageState = { q: string; page: number; size?: number };
/** What `listOf` gives. */
type Listed<Row> = { rows: readonly Row[]; page: number; total: number; all: number; remarks: readonly Remark[] };

type ListPageProps<Row, State extends PageState> = {
  thing: Pick<Thing, "title" | "noun" | "plural" | "empty">;
  here: Here<State>;
  list: Listed<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Head: one sentence, buttons. */
  description?: ReactNode;
  actions?: ReactNode;
  /** Between the head and the filters. */
  children?: ReactNode;
  /** What the text filter searches, as its label; the parameter is `q`. */
  search: string;
  /** What is said of a text that is searched for; "Contains …" otherwise. */
  searchChip?: (text: string) => string;
  /** Further filters. */
  filters?: readonly Filter<State>[];
  /** Chips of what narrows the list and is chosen elsewhere on the page. */
  further?: readonly { name: keyof State & string; label: string }[];
  /** The filters are there also where there is nothing to filter. */
  filtersStay?: boolean;
  /** Beside the filters. */
  aside?: ReactNode;
  /** Between the filters and the table. */
  above?: ReactNode;
  sizes?: readonly number[];
  /** Of a list with nothing in it: why, what to do; a title where the thing's own would be wrong. */
  empty: { title?: string; text?: ReactNode; action?: ReactNode };
  /** Below the table. */
  below?: ReactNode;
  isSelected?: (row: Row) => boolean;
  groupBy?: (row: Row) => string;
  /** What the table stands in: rows that are dragged. */
  around?: (table: ReactNode) => ReactNode;
};

/** The last column: a menu of what can be done with the row, whose items `items` draws. */
export const actionsColumn = <Row,>(name: (row: Row) => string, items: (row: Row) => ReactNode): Column<Row> => ({
  key: "actions",
  label: "Actions",
  hideLabel: true,
  align: "right",
  room: 3,
  render: (row) => (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${name(row)}`}>
      {items(row)}
    </Menu>
  ),
});

/** Whether the list can be sorted by its heads. */
const isSorted = <State extends PageState>(here: Here<State>): here is Here<State> & Sorted => "sort" in here.state;

/** The page of a list that `listOf` made: head, filters, table, foot, and what it says when it is empty. */
export function ListPage<Row, State extends PageState>({ thing, here, list, ...props }: ListPageProps<Row, State>) {
  const { columns, rowKey, aside, above, sizes, empty, further, filtersStay = false } = props;
  const { rows, page, total, all, remarks } = list;
  const filters: Filter<State>[] = [
    { name: "q", label: props.search, chip: props.searchChip ?? ((text) => `Contains ${text}`) },
    ...(props.filters ?? []),
  ];
  const narrowing = [...filters, ...(further ?? [])].map(({ name }) => name);
  const isNarrowed = all > 0 || (filtersStay && here.holds(...narrowing));
  const table = (
    <DataTable
      caption={thing.title}
      {...(isSorted(here) && { here })}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      {...(props.isSelected && { isSelected: props.isSelected })}
      {...(props.groupBy && { groupBy: props.groupBy })}
      footer={
        <TableFooter
          here={here}
          page={page}
          total={total}
          shown={rows.length}
          noun={[thing.noun, thing.plural]}
          {...(sizes && { sizes })}
        />
      }
      empty={
        isNarrowed ? (
          <EmptyState title={thing.empty.matches} action={<LinkButton to="?">Clear all filters</LinkButton>} />
        ) : (
          <EmptyState title={empty.title ?? thing.empty.none} action={empty.action}>
            {empty.text && <p>{empty.text}</p>}
          </EmptyState>
        )
      }
    />
  );
  return (
    <>
      <PageHeader title={thing.title} description={props.description} actions={props.actions} />
      {props.children}
      {(all > 0 || filtersStay) && (
        <ListFilters here={here} filters={filters} {...(further && { further })} remarks={remarks} aside={aside} />
      )}
      {above}
      {props.around ? props.around(table) : table}
      {props.below}
    </>
  );
}
