import { type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { SelectField, TextField } from "~/components/forms/field";
import { type ExpectationRow, KINDS } from "./fields";

type Row = FieldMetadata<ExpectationRow, Record<string, unknown>, string[]>;

/**
 * One expectation: its kind, and the fields that the kind has. The others are hidden by the style sheet, without
 * scripts too, and not read.
 */
export function ExpectationFields({
  row,
  place,
  names,
  children,
}: {
  row: Row;
  place: number;
  names: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const fields = row.getFieldset();
  const name = names[fields.document.initialValue ?? ""];
  return (
    <li
      className="expectation mb-2 flex flex-wrap items-start gap-x-3 border-b border-line pb-1 last:border-b-0"
      aria-label={`Expectation ${place}`}
    >
      <div className="w-full small:w-56">
        <SelectField field={fields.kind} label="Expected" options={KINDS} />
      </div>
      <div className="for-document min-w-[10rem] flex-1">
        <TextField field={fields.document} label="Document ID" hint={name} autoComplete="off" spellCheck={false} />
      </div>
      <div className="for-other min-w-[10rem] flex-1">
        <TextField
          field={fields.other}
          label="Above document ID"
          hint={names[fields.other.initialValue ?? ""]}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="for-places w-28">
        <TextField field={fields.places} label="First results" inputMode="numeric" autoComplete="off" />
      </div>
      <div className="for-least w-28">
        <TextField field={fields.least} label="Least (0–1)" inputMode="decimal" autoComplete="off" />
      </div>
      <div className="pb-4 pt-5">{children}</div>
    </li>
  );
}
