import { Link } from "@remix-run/react";
import { type Column, DataTable, TableFooter } from "~/components/kit";
import { countOf } from "~/lib/numbers";
import { type MappingField, useCaseNames } from "~/lib/mapping-fields";

type Row = Pick<MappingField, "path" | "type" | "useCase"> & { subFields: string[] };

const columns: readonly Column<Row>[] = [
  { key: "path", label: "Field", render: (row) => <span className="font-mono text-code">{row.path}</span> },
  { key: "type", label: "Type", narrow: "badge", render: (row) => row.type },
  { key: "use", label: "Use case", render: (row) => useCaseNames[row.useCase] },
  { key: "sub", label: "Sub-fields", render: (row) => row.subFields.join(", ") },
];

type FieldsTableProps = {
  fields: Row[];
  total: number;
  /** The page of the whole list; null for the first few. */ list: { page: number; size: number; sizes: number[] } | null;
};

/** The first fields of a mapping; a long one has a link to all of them, in pages. */
export function FieldsTable({ fields, total, list }: FieldsTableProps) {
  const footer =
    list && total > Math.min(...list.sizes) ? (
      <TableFooter {...list} total={total} shown={fields.length} noun={["field", "fields"]} />
    ) : (
      <p className="rounded-b border-t border-line bg-raised px-3 py-2 text-13 text-muted">
        {fields.length < total ? (
          <>
            {fields.length} of {countOf(total, "field")} ·{" "}
            <Link to="?fields=all" className="link" preventScrollReset>
              Show all
            </Link>
          </>
        ) : (
          countOf(total, "field")
        )}
      </p>
    );
  return (
    <DataTable
      caption="Fields"
      columns={columns}
      rows={fields}
      rowKey={(row) => row.path}
      footer={footer}
      empty={<p className="text-muted">No fields yet: they come with the first documents.</p>}
    />
  );
}
