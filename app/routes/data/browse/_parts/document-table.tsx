import { documentColumns, documentName } from "~/components/documents/document-columns";
import { NoDocuments } from "~/components/documents/no-documents";
import { Gated } from "~/components/ui/message/gated";
import { WindowNotice } from "~/components/ui/message/window-notice";
import { DataTable } from "~/components/ui/table/data-table";
import { BarButton, rowTicks, SelectionBar } from "~/components/ui/table/selection";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Gate } from "~/lib/access-control/gate";
import type { Here } from "~/lib/address";
import { encodeSegment } from "~/lib/address/ids";
import { placeQuery } from "~/lib/address/list-place";
import { documentPath } from "~/navigation/document-paths";
import type { LevelRef } from "~/navigation/paths";
import type { loadDocuments } from "~/services/data/documents/table.server";
import { type BrowseState, listOf, sizes } from "./address";

type DocumentTableProps = {
  at: LevelRef;
  here: Here<BrowseState>;
  table: Awaited<ReturnType<typeof loadDocuments>>["table"];
  intents: { remove: string; update: string; compare: string; export: string };
  /** Of deletions. */ gate: Gate;
};

/** The documents of the page, with a box to tick on each. */
export function DocumentTable({ at, here, table, intents, gate }: DocumentTableProps) {
  const { select } = here.state;
  const { total, lastPage, columns, rows } = table;
  const list = listOf(here.state);
  const ticked = select === "page";
  const unsortable = columns.filter(({ path, sortable }) => !sortable && path !== "_id").map(({ path }) => path);
  return (
    <>
      <DataTable
        caption="Documents"
        here={here}
        columns={documentColumns({
          columns,
          rows,
          linkTo: (row, page) => documentPath(at, row, page, placeQuery({ list, row: row.row })),
          topValuesOf: (facet) => here.href({ facet }),
        })}
        rows={rows}
        rowKey={(row) => `${row.id}/${row.routing ?? ""}`}
        selection={rowTicks({ value: (row) => encodeSegment(row.id), label: documentName, ticked })}
        empty={<NoDocuments at={at} filtered={here.holds("q", "f")} words={here.state.q} gate={gate} />}
        footer={
          rows.length > 0 && (
            <TableFooter
              here={here}
              total={total}
              shown={rows.length}
              noun={["document", "documents"]}
              sizes={sizes}
              lastPage={lastPage}
            >
              <SelectionBar ticked={ticked}>
                <Gated gate={gate} label="Update…">
                  <BarButton value={intents.update}>Update…</BarButton>
                </Gated>
                <BarButton value={intents.compare}>Compare</BarButton>
                <BarButton value={intents.export}>Export…</BarButton>
                <Gated gate={gate} look="link" label="Delete…">
                  <BarButton value={intents.remove} danger>
                    Delete…
                  </BarButton>
                </Gated>
              </SelectionBar>
            </TableFooter>
          )
        }
      />
      {unsortable.length > 0 && (
        <p className="mt-2 text-12 text-faint">
          Not sortable (text without a keyword sub-field, or a type without order): {unsortable.join(", ")}.
        </p>
      )}
      <WindowNotice here={here} total={total} lastPage={lastPage} nouns="documents" />
    </>
  );
}
