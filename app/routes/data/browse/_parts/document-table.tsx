import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { BarButton, type Column, DataTable, Menu, MenuLink, Notice, PlainLink, readTicked, SelectionBar, TableFooter } from "~/components/kit";
import { encodeSegment, shownId } from "~/lib/ids";
import { formatNumber } from "~/lib/numbers";
import { withParams } from "~/lib/search-params";
import type { LevelRef } from "~/navigation/paths";
import { sizes, WINDOW } from "./constants";
import type { BrowseView, DocumentRow, loadDocuments } from "./list.server";
import { documentPath } from "./paths";

type Table = Omit<Awaited<ReturnType<typeof loadDocuments>>, "body">;
type DocumentTableProps = {
  at: LevelRef;
  view: BrowseView;
  table: Table;
  /** Of the form that takes the ticked rows. */ intent: string;
  empty: ReactNode;
};

/** From here on a text gets a wide column and is cut to three lines, so that a column beside others is not one word wide. */
const LENGTHY = 40;

/** The documents of the page, with a box to tick on each; the boxes belong to a form in the foot. */
export function DocumentTable({ at, view, table, intent, empty }: DocumentTableProps) {
  const [params] = useSearchParams();
  const ticked = readTicked(params);
  const unsortable = table.columns.filter(({ path, sortable }) => !sortable && path !== "_id").map(({ path }) => path);
  const beyond = table.total > view.lastPage * view.size;
  return (
    <>
      <DataTable
        caption="Documents"
        columns={columnsOf({ at, table })}
        rows={table.rows}
        rowKey={(row) => `${row.id}/${row.routing ?? ""}`}
        sort={view.sort === "" ? undefined : view}
        selection={{ value: (row) => encodeSegment(row.id), label: (row) => row.cells[0] ?? shownId(row.id), ticked }}
        empty={empty}
        footer={
          table.rows.length === 0 ? undefined : (
            <TableFooter
              page={view.page}
              size={view.size}
              total={table.total}
              shown={table.rows.length}
              noun={["document", "documents"]}
              sizes={sizes}
              lastPage={view.lastPage}
            >
              <SelectionBar ticked={ticked}>
                <BarButton value={intent} danger>
                  Delete…
                </BarButton>
              </SelectionBar>
            </TableFooter>
          )
        }
      />
      {unsortable.length > 0 && (
        <p className="mt-2 text-12 text-faint">Not to be sorted by (text without a keyword sub-field, or a type without order): {unsortable.join(", ")}.</p>
      )}
      {beyond && view.page === view.lastPage && (
        <div className="mt-3">
          <Notice tone="info">
            The engine pages through the first {formatNumber(WINDOW)} documents of a search and no further. To see the others, narrow the filters,{" "}
            {view.sort === "" ? (
              "sort by a column"
            ) : (
              <Link to={withParams(params, { order: view.order === "asc" ? "desc" : "asc", page: null })} className="link">
                sort the other way round
              </Link>
            )}
            , or export them.
          </Notice>
        </div>
      )}
    </>
  );
}

function columnsOf({ at, table }: { at: LevelRef; table: Table }): Column<DocumentRow>[] {
  const lengthy = table.columns.map(({ numeric }, place) => !numeric && table.rows.some(({ cells }) => (cells[place]?.length ?? 0) > LENGTHY));
  const cells = table.columns.map(({ path, numeric, date, sortable }, place): Column<DocumentRow> => ({
    key: path,
    label: path === "_id" ? "Id" : path,
    ...(numeric ? { align: "right" as const } : {}),
    ...(sortable ? { sort: path } : {}),
    narrow: "labelled",
    firstOrder: numeric || date ? "desc" : "asc",
    ...(place === 0 ? { title: (row: DocumentRow) => row.cells[0] ?? "" } : lengthy[place] ? { className: "small:min-w-[15rem]" } : {}),
    render: (row) => {
      const text = row.cells[place] ?? null;
      if (place > 0 && text !== null) return lengthy[place] ? <span className="line-clamp-3">{text}</span> : text;
      if (place > 0) return null;
      return (
        <PlainLink to={documentPath(at, row.id, undefined, row)} className="link font-medium">
          {text === null || text.trim() === "" ? shownId(row.id) : text}
        </PlainLink>
      );
    },
  }));
  return [
    ...cells,
    {
      key: "actions",
      label: "Actions",
      hideLabel: true,
      align: "right",
      render: (row) => (
        <Menu label={<span className="sign">…</span>} name={`Actions for ${row.cells[0] ?? shownId(row.id)}`}>
          <MenuLink to={documentPath(at, row.id, undefined, row)}>Open</MenuLink>
          <MenuLink to={documentPath(at, row.id, "edit", row)}>Edit</MenuLink>
          <MenuLink to={documentPath(at, row.id, "delete", row)} danger>
            Delete…
          </MenuLink>
        </Menu>
      ),
    },
  ];
}
