import { DataTable } from "~/components/ui/table/data-table";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Query } from "~/navigation/paths";
import type { FieldRow, fieldRows } from "~/services/data/documents/field-rows.server";
import type { Settled } from "~/services/platform/http/settle.server";

type Failed = Extract<Settled<never>, { ok: false }>;
type FieldRowsTableProps = {
  /** The page with the points of a field on a map. */
  mapOf: (field: string) => string;
  mapping: ({ ok: true } & ReturnType<typeof fieldRows>) | Failed;
  index: string;
  link: (query: Query) => string;
};

/** The values of a document by the fields of its mapping. */
export function FieldRowsTable({ mapping, index, link, mapOf }: FieldRowsTableProps) {
  if (!mapping.ok) return <ErrorPanel title={`The mapping of ${index} could not be read.`} failure={mapping.failure} />;
  const { rows, filled, total, cut, unmapped } = mapping;
  const all = rows.length > filled;
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        {formatNumber(filled)} of {countOf(total, "mapped field")} {filled === 1 ? "has" : "have"} a value.{" "}
        {cut && `Showing the first ${formatNumber(rows.length)}. `}
        <PlainLink to={link({ fields: all ? null : "all" })} className="link">
          {all ? "Only fields with a value" : "Show all fields"}
        </PlainLink>
      </p>
      {unmapped.length > 0 && (
        <Notice tone="info">Stored but not mapped, so not searchable: {unmapped.join(", ")}.</Notice>
      )}
      <DataTable<FieldRow>
        caption="Fields"
        plain
        rows={rows}
        rowKey={(row) => row.path}
        columns={[
          { key: "path", label: "Field", className: "font-mono", render: (row) => row.path },
          {
            key: "value",
            label: "Value",
            narrow: "own",
            render: (row) => <FieldValue row={all ? row : { ...row, link: null }} mapOf={mapOf} />,
          },
          { key: "type", label: "Type", narrow: "badge", render: (row) => row.type },
          {
            key: "sub",
            label: "Sub-fields",
            narrow: "named",
            roomy: true,
            render: ({ subFields }) =>
              subFields.length > 2 ? (
                <span title={subFields.join(", ")}>{countOf(subFields.length, "sub-field")}</span>
              ) : (
                subFields.join(", ") || null
              ),
          },
        ]}
      />
    </>
  );
}

/** A value, with what can be opened of it on request. */
function FieldValue({ row, mapOf }: { row: FieldRow; mapOf: (field: string) => string }) {
  if (row.link !== null)
    return (
      <a href={row.link} target="_blank" rel="noopener noreferrer nofollow" className="link [overflow-wrap:anywhere]">
        {row.value} <span className="sr-only">(opens in a new window)</span>
      </a>
    );
  if (!row.points) return row.value;
  return (
    <>
      {row.value}{" "}
      <PlainLink to={mapOf(row.path)} className="link">
        Map
      </PlainLink>
    </>
  );
}
