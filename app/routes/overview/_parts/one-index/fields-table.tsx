import { Link } from "@remix-run/react";
import { useAddress } from "~/components/ui/filter/use-address";
import { Remarks } from "~/components/ui/message/remarks";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Remark } from "~/lib/address";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { countOf } from "~/lib/values/numbers";
import { fieldList, listSizes } from "./fields-address";

type Row = Pick<MappingField, "path" | "type" | "useCase"> & { subFields: string[] };

// Here, not beside the mapping: what reads mappings brings a JSON parser along.
const useCaseNames: Record<MappingField["useCase"], string> = {
  search: "search",
  aggs: "aggregations",
  searchaggs: "search and aggregations",
  none: "none",
};

const columns: readonly Column<Row>[] = [
  {
    key: "path",
    label: "Field",
    className: "min-w-[7rem]",
    render: (row) => <span className="font-mono text-code">{row.path}</span>,
  },
  { key: "type", label: "Type", narrow: "badge", render: (row) => row.type },
  { key: "use", label: "Use case", narrow: "fact", render: (row) => useCaseNames[row.useCase] },
  { key: "sub", label: "Sub-fields", render: (row) => row.subFields.join(", ") },
];

type FieldsTableProps = {
  rows: Row[];
  total: number;
  /** Of the whole list, where the address asks for it. */
  page: number;
  remarks: readonly Remark[];
};

/** The first fields of a mapping; a long one has a link to all of them, in pages. */
export function FieldsTable({ rows, total, page, remarks }: FieldsTableProps) {
  const here = useAddress(fieldList);
  const { fields } = here.state;
  const footer =
    fields === "all" && total > Math.min(...listSizes) ? (
      <TableFooter
        here={here}
        page={page}
        sizes={listSizes}
        total={total}
        shown={rows.length}
        noun={["field", "fields"]}
      />
    ) : (
      <p className="rounded-b border-t border-line bg-raised px-3 py-2 text-13 text-muted">
        {rows.length < total ? (
          <>
            {rows.length} of {countOf(total, "field")} ·{" "}
            <Link to={here.href({ fields: "all" })} className="link" preventScrollReset>
              Show all
            </Link>
          </>
        ) : (
          countOf(total, "field")
        )}
      </p>
    );
  return (
    <>
      <Remarks of={[...here.remarks, ...remarks]} />
      <DataTable
        caption="Fields"
        plain
        columns={columns}
        rows={rows}
        rowKey={(row) => row.path}
        footer={footer}
        empty={<p className="text-muted">No fields yet. They appear with the first documents.</p>}
      />
    </>
  );
}
