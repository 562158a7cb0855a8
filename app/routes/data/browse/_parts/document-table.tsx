import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Column, DataTable, Menu, MenuLink, Notice, PageForm, PlainLink, TableFooter } from "~/components/kit";
import { encodeSegment, shownId } from "~/lib/ids";
import { countOf, formatNumber } from "~/lib/numbers";
import { withParams } from "~/lib/search-params";
import type { LevelRef } from "~/navigation/paths";
import { sizes, WINDOW } from "./constants";
import type { BrowseView, DocumentRow, loadDocuments } from "./list.server";
import { documentPath, documentsPath } from "./paths";

type Table = Omit<Awaited<ReturnType<typeof loadDocuments>>, "body">;
type DocumentTableProps = {
  at: LevelRef;
  view: BrowseView;
  table: Table;
  filtered: boolean;
  /** Of the form that takes the ticked rows. */ intent: string;
  empty: ReactNode;
};

const FORM = "chosen-documents";

/** From here on a text gets a wide column and is cut to three lines, so that a column beside others is not one word wide. */
const LENGTHY = 40;

/** The documents of the page, with a box to tick on each; the boxes belong to a form in the foot. */
export function DocumentTable({ at, view, table, filtered, intent, empty }: DocumentTableProps) {
  const [params] = useSearchParams();
  const ticked = params.get("select") === "page";
  const unsortable = table.columns.filter(({ path, sortable }) => !sortable && path !== "_id").map(({ path }) => path);
  const beyond = table.total > view.lastPage * view.size;
  return (
    <>
      <DataTable
        caption="Documents"
        columns={columnsOf({ at, table, ticked })}
        rows={table.rows}
        rowKey={(row) => `${row.id}/${row.routing ?? ""}`}
        sort={view.sort === "" ? undefined : view}
        isSelected={() => ticked}
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
              <Selection at={at} table={table} filtered={filtered} ticked={ticked} intent={intent} />
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

function columnsOf({ at, table, ticked }: { at: LevelRef; table: Table; ticked: boolean }): Column<DocumentRow>[] {
  const lengthy = table.columns.map(({ numeric }, place) => !numeric && table.rows.some(({ cells }) => (cells[place]?.length ?? 0) > LENGTHY));
  const cells = table.columns.map(({ path, numeric, date, sortable }, place): Column<DocumentRow> => ({
    key: path,
    label: path === "_id" ? "Id" : path,
    ...(numeric ? { align: "right" as const } : {}),
    ...(sortable ? { sort: path } : {}),
    firstOrder: numeric || date ? "desc" : "asc",
    ...(numeric
      ? { className: "tabular-nums" }
      : lengthy[place]
        ? { className: "small:min-w-[15rem]" }
        : place === 0
          ? { className: "small:min-w-[9rem]" }
          : {}),
    render: (row) => {
      const text = row.cells[place] ?? null;
      if (place > 0 && text !== null) return lengthy[place] ? <span className="line-clamp-3">{text}</span> : text;
      if (place > 0) return <span className="text-faint">–</span>;
      return (
        <PlainLink to={documentPath(at, row.id, undefined, row)} className="link font-medium">
          {text === null || text.trim() === "" ? shownId(row.id) : text}
        </PlainLink>
      );
    },
  }));
  return [
    {
      key: "chosen",
      label: "Chosen",
      hideLabel: true,
      className: "tick w-8",
      render: (row) => (
        <input
          key={String(ticked)}
          type="checkbox"
          form={FORM}
          name="id"
          value={encodeSegment(row.id)}
          defaultChecked={ticked}
          aria-label={`Choose ${row.cells[0] ?? shownId(row.id)}`}
          className="h-4 w-4 align-middle accent-accent"
        />
      ),
    },
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

type SelectionProps = { at: LevelRef; table: Table; filtered: boolean; ticked: boolean; intent: string };

function Selection({ at, table, filtered, ticked, intent }: SelectionProps) {
  const [params] = useSearchParams();
  return (
    <PageForm method="post" id={FORM} className="flex flex-wrap items-center gap-x-2" action={withParams(params, { chosen: null, undo: null })}>
      <span>
        {table.rows.length === table.total ? "" : `${formatNumber(table.rows.length)} of `}
        {countOf(table.total, "document")}
      </span>
      <span aria-hidden="true">·</span>
      <Link to={withParams(params, { select: ticked ? null : "page" })} preventScrollReset className="link">
        {ticked ? "Choose none" : "Choose this page"}
      </Link>
      <span aria-hidden="true">·</span>
      <button type="submit" name="intent" value={intent} className="min-h-[24px] text-bad underline-offset-2 hover:underline">
        Delete chosen…
      </button>
      <span aria-hidden="true">·</span>
      <Link
        to={documentsPath(at, "delete", { q: params.get("q"), f: params.getAll("f") })}
        className="inline-flex min-h-[24px] items-center text-bad no-underline hover:underline"
      >
        Delete all {formatNumber(table.total)}
        {filtered ? " that match" : ""}…
      </Link>
    </PageForm>
  );
}
