import { Fragment } from "react";
import type { Column } from "~/components/ui/table/data-table";
import { Menu, MenuLink } from "~/components/ui/menu";
import { PlainLink } from "~/components/ui/plain-link";
import { shownId } from "~/lib/address/ids";
import type { DocumentPage } from "~/navigation/document-paths";
import type { DocumentColumn, DocumentRow } from "~/services/data/documents/table.server";

/**
 * From here on a text gets a wide column and is cut to three lines, so that a column beside others is not one word
 * wide.
 */
const LENGTHY = 40;

/** What a row is called: its first cell, else its id. */
export const documentName = (row: DocumentRow) => row.cells[0]?.trim() || shownId(row.id);

/** A letter of a cell, in rem, and what stands left and right of it. */
const LETTER = 0.45;
const PADDING = 1.5;

/** The room that a column of words needs so that none breaks; a word beyond `LENGTHY` may. */
function roomOf(texts: readonly string[]) {
  const longest = Math.max(
    0,
    ...texts.flatMap((text) => text.split(/[\s/]+/)).map((word) => Math.min(word.length, LENGTHY / 2)),
  );
  return longest * LETTER + PADDING;
}

/** "Concert/Performance" may break after the stroke, so that a narrow column breaks it nowhere else. */
function breakable(text: string | null) {
  if (text === null || !text.includes("/")) return text;
  return text.split("/").map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

type ColumnsOptions = {
  columns: readonly DocumentColumn[];
  rows: readonly DocumentRow[];
  /** The address of a document of the table, or of a page under it. */
  linkTo: (row: DocumentRow, page?: DocumentPage) => string;
  /** The address that tells the most frequent values of a field. */
  topValuesOf: (path: string) => string;
};

/** The columns of a table of documents, from `loadDocuments`; the last one has what can be done with a document. */
export function documentColumns({ columns, rows, linkTo, topValuesOf }: ColumnsOptions): Column<DocumentRow>[] {
  const cells = columns.map(({ path, numeric, date, sortable }, place): Column<DocumentRow> => {
    const lengthy = place > 0 && !numeric && rows.some(({ cells }) => (cells[place]?.length ?? 0) > LENGTHY);
    return {
      key: path,
      label: path === "_id" ? "ID" : path,
      narrow: numeric || lengthy ? "named" : "fact",
      firstOrder: numeric || date ? "desc" : "asc",
      ...(numeric && place > 0 ? { align: "right" } : {}),
      ...(sortable ? { sort: path, more: { to: topValuesOf(path), label: `Top values of ${path}` } } : {}),
      ...(place === 0
        ? { className: "small:min-w-[11rem]", room: 11 }
        : lengthy
          ? { className: "small:min-w-[15rem]", room: 15 }
          : { room: Math.max(5, roomOf(rows.flatMap(({ cells }) => cells[place] ?? []))) }),
      render: (row) => {
        const text = row.cells[place] ?? null;
        if (place > 0) return lengthy && text !== null ? <span className="line-clamp-3">{text}</span> : breakable(text);
        return (
          <PlainLink to={linkTo(row)} className="link">
            <span className="line-clamp-2" title={documentName(row)}>
              {documentName(row)}
            </span>
          </PlainLink>
        );
      },
    };
  });
  const actions: Column<DocumentRow> = {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 3.5,
    render: (row) => (
      <Menu label={<span className="sign">…</span>} name={`Actions for ${documentName(row)}`}>
        <MenuLink to={linkTo(row)}>Open</MenuLink>
        <MenuLink to={linkTo(row, "edit")}>Edit</MenuLink>
        <MenuLink to={linkTo(row, "delete")} danger>
          Delete…
        </MenuLink>
      </Menu>
    ),
  };
  return [...cells, actions];
}
