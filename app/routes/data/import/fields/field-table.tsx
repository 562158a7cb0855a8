import type { FieldMetadata } from "@conform-to/react";
import { FieldErrors } from "~/components/forms/field";
import { RoleSelect } from "~/components/relevance/role-select";
import { Name } from "~/components/ui/name";
import { formatNumber } from "~/lib/values/numbers";
import type { ShownField } from "~/services/data/import/shape/plan.server";
import { kinds, numberFormatLabels, useCaseLabels } from "./field-kinds";

type RowShape = { name: string; include: boolean; kind: string; numberFormat: string; useCase: string; role: string };
/** `misfit` tells of rows whose values do not fit. */
type TableField = ShownField & { misfit: string | null };
type FieldRow = FieldMetadata<RowShape, Record<string, unknown>, string[]>;

const heads = [
  { label: "Field", width: "w-[21%]" },
  { label: "Type and use case", width: "w-[44%]" },
  { label: "Role", width: "w-[14%]" },
  { label: "Values", width: "w-[21%]" },
];
const headsWithoutRoles = [
  { label: "Field", width: "w-[26%]" },
  { label: "Type and use case", width: "w-[46%]" },
  { label: "Values", width: "w-[28%]" },
];

const select = "block min-h-[30px] w-full rounded border bg-surface px-1.5 text-13 text-ink";

type FieldTableProps = {
  rows: FieldRow[];
  shown: TableField[];
  /** Where search is set up: what each field is for in it. */
  withRoles: boolean;
};

/** The fields of a file with a choice of type and use for each; the message about one stands in its row. */
export function FieldTable({ rows, shown, withRoles }: FieldTableProps) {
  return (
    <div className="rounded border border-line">
      <table className="stacking w-full table-fixed border-collapse text-13">
        <caption className="sr-only">Fields of the file</caption>
        <thead>
          <tr>
            {(withRoles ? heads : headsWithoutRoles).map(({ label, width }) => (
              <th
                key={label}
                scope="col"
                className={`border-b border-line bg-sunken px-3 py-1.5 text-left font-semibold text-muted ${width}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const field = shown[at];
            return field ? <FieldRowView key={field.name} row={row} field={field} withRole={withRoles} /> : null;
          })}
        </tbody>
      </table>
    </div>
  );
}

function FieldRowView({ row, field, withRole }: { row: FieldRow; field: TableField; withRole: boolean }) {
  const parts = row.getFieldset();
  const errors = parts.kind.errors ?? parts.useCase.errors;
  const describedBy =
    [(field.note ?? field.misfit) === null ? "" : `${row.id}-note`, errors ? parts.kind.errorId : ""]
      .filter(Boolean)
      .join(" ") || undefined;
  const line = errors ? "border-bad outline outline-1 outline-bad" : "border-line-strong";
  return (
    <tr className="border-b border-line align-top last:border-b-0 [&:not(:has(option[value=text]:checked))_.of-text]:hidden [&:not(:has(option:is([value=long],[value=integer],[value=double],[value=float]):checked))_.of-number]:hidden">
      <td data-label="Field" className="px-3 py-2">
        <input type="hidden" name={parts.name.name} value={field.name} />
        <Name as="label" className="flex min-h-[24px] items-start gap-2 font-semibold">
          <input
            type="checkbox"
            name={parts.include.name}
            defaultChecked={checked(parts.include.initialValue)}
            aria-label={`Import ${field.name}`}
            className="mt-0.5 h-4 w-4 shrink-0 accent-accent"
          />
          {field.name}
        </Name>
        {field.existing !== null && <p className="text-12 font-normal text-faint">In the index as {field.existing}</p>}
      </td>
      <td data-label="Type and use case" className="px-3 py-2">
        <div className="grid w-full min-w-0 gap-1 text-left large:grid-cols-2">
          <select
            id={parts.kind.id}
            name={parts.kind.name}
            defaultValue={parts.kind.initialValue}
            aria-label={`Type of ${field.name}`}
            aria-describedby={describedBy}
            aria-invalid={errors ? true : undefined}
            className={`${select} ${line}`}
          >
            {kinds.map((kind) => (
              <option key={kind.value} value={kind.value}>
                {kind.label}
              </option>
            ))}
          </select>
          <select
            name={parts.useCase.name}
            defaultValue={parts.useCase.initialValue}
            aria-label={`Use case of ${field.name}`}
            className={`of-text ${select} border-line-strong`}
          >
            {useCaseLabels.map((useCase) => (
              <option key={useCase.value} value={useCase.value}>
                {useCase.label}
              </option>
            ))}
          </select>

          {field.written ? (
            <select
              name={parts.numberFormat.name}
              defaultValue={parts.numberFormat.initialValue}
              aria-label={`Number format of ${field.name}`}
              className={`of-number ${select} border-line-strong`}
            >
              {numberFormatLabels.map((format) => (
                <option key={format.value} value={format.value}>
                  {format.label}
                </option>
              ))}
            </select>
          ) : null}
          <div className="large:col-span-2">
            <FieldErrors id={parts.kind.errorId} errors={errors} />
          </div>
        </div>
      </td>
      {withRole && (
        <td data-label="Role" className="px-3 py-2">
          <RoleSelect path={field.name} field={parts.role} />
        </td>
      )}
      <td data-label="Values" className="px-3 py-2 text-muted">
        <Name as="div" className="min-w-0">
          {field.filled === 0 ? (
            <span className="text-faint">no values</span>
          ) : field.examples.length === 0 ? (
            "empty lists"
          ) : (
            `${field.list ? "lists of " : ""}${field.examples.join(" · ")}`
          )}
          {field.filled > 0 && <span className="text-faint"> ({formatNumber(field.filled)} filled)</span>}
          {(field.misfit ?? field.note) !== null && (
            <p id={`${row.id}-note`} className="text-12 text-warn">
              {field.misfit ?? field.note}
            </p>
          )}
        </Name>
      </td>
    </tr>
  );
}

// Conform keeps a ticked box as "on" once it was sent, and as the boolean before.
function checked(value: unknown): boolean {
  return value === "on" || value === true || value === "true";
}
