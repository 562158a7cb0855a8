import type { ReactNode } from "react";
import { FieldErrors } from "./field";
import type { AnyForm } from "./metadata";

type FieldRowsProps = {
  legend: string;
  hint?: ReactNode;
  /** In place of the rows where there are none. */
  empty?: ReactNode;
  /** Below the rows: how one is added. */
  foot?: ReactNode;
  /** `FieldRow`s. */
  children: ReactNode[];
};

/** Rows of a form, each about one thing that has a name: fields and what they weigh. */
export function FieldRows({ legend, hint, empty, foot, children }: FieldRowsProps) {
  return (
    <fieldset className="mb-6 min-w-0">
      <legend className="text-13 font-semibold">{legend}</legend>
      {hint && <p className="text-13 text-muted">{hint}</p>}
      <div className="field-rows">
        {children.length === 0 ? <div className="text-muted">{empty}</div> : children}
        {foot && <div className="foot">{foot}</div>}
      </div>
    </fieldset>
  );
}

type FieldRowProps = {
  label: ReactNode;
  /** The control that the label is of: `rowControl(…).id`. */
  labelFor: string;
  /** Beside the label: that it is new, or gone. */
  note?: ReactNode;
  /** The controls, made with `rowControl`. */
  children: ReactNode;
  /** The controls whose messages stand below, as `rowControl` gives them. */
  controls: readonly RowControl[];
  /** The last thing of the row: its removal. */
  action?: ReactNode;
  /** What belongs to the row and stands below it. */
  below?: ReactNode;
};

/** A name, its controls beside it, and below them what is wrong. */
export function FieldRow({ label, labelFor, note, children, controls, action, below }: FieldRowProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-[9rem] flex-1">
          <label htmlFor={labelFor} className="font-mono text-code [overflow-wrap:anywhere]">
            {label}
          </label>
          {note && <span className="ml-2">{note}</span>}
        </div>
        {children}
        {action}
      </div>
      {controls.map(({ props, errors }) => (
        <FieldErrors key={props.id} id={`${props.id}-error`} errors={errors} />
      ))}
      {below}
    </div>
  );
}

export type RowControl = ReturnType<typeof rowControl>;

const look = "rounded border bg-surface px-2.5 py-1 text-14 text-ink min-h-[34px]";

/**
 * What a control of a row needs of its form, by its name (`weights[2].value`): to be spread over it, and its errors.
 * `focus`: it is typed in next.
 */
export function rowControl(form: Pick<AnyForm, "id" | "allErrors">, name: string, focus = false) {
  const errors = form.allErrors[name];
  const id = `${form.id}-${name}`;
  const props = {
    ...{ id, name, form: form.id, className: `${look} ${errors ? "border-bad" : "border-line-strong"}` },
    autoFocus: focus || undefined,
    "aria-invalid": errors ? (true as const) : undefined,
    "aria-describedby": errors ? `${id}-error` : undefined,
  };
  return { props, errors };
}
