import { type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { SelectField, TextField } from "~/components/forms/field";
import { DocumentField } from "./document-field";
import { expectationId, type ExpectationRow, KINDS } from "./fields";
import type { loadTest } from "./form.server";

type Row = FieldMetadata<ExpectationRow, Record<string, unknown>, string[]>;
type ExpectationFieldsProps = Pick<Awaited<ReturnType<typeof loadTest>>, "names" | "picked"> & {
  row: Row;
  /** From 0. */ at: number;
  busy: boolean;
  children: ReactNode;
};

/**
 * One expectation: its kind, and the fields that the kind has. The others are hidden by the style sheet, without
 * scripts too, and not read.
 */
export function ExpectationFields({ row, at, children, ...shown }: ExpectationFieldsProps) {
  const fields = row.getFieldset();
  return (
    <li
      id={expectationId(at)}
      className="expectation mb-2 flex scroll-mt-4 flex-wrap items-start gap-x-3 border-b border-line pb-1 last:border-b-0"
      aria-label={`Expectation ${at + 1}`}
    >
      <div className="w-full small:w-56">
        <SelectField field={fields.kind} label="Expected" options={KINDS} />
      </div>
      <div className="for-document min-w-[14rem] flex-1">
        <DocumentField
          field={fields.document}
          find={fields.findDocument}
          label="Document"
          place={`${at}.document`}
          {...shown}
        />
      </div>
      <div className="for-other min-w-[14rem] flex-1">
        <DocumentField
          field={fields.other}
          find={fields.findOther}
          label="Above document"
          place={`${at}.other`}
          {...shown}
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
