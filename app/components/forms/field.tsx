import { getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import { Name } from "../ui/name";
import type { AnyField } from "./metadata";

type CommonProps = {
  field: AnyField;
  label: ReactNode;
  /** Under the label: format, example, consequence. */ hint?: ReactNode;
};

const control =
  "block w-full rounded border bg-surface px-2.5 py-1.5 text-14 text-ink min-h-[34px] disabled:bg-sunken disabled:text-muted";
/** The look of a control, with or without an error. */
export const controlClass = (field: AnyField) =>
  `${control} ${field.errors ? "border-bad [box-shadow:0_0_0_1px_var(--bad)]" : "border-line-strong"}`;

type FieldProps = CommonProps & {
  children: ReactNode;
  /** For controls that are a group: the label becomes no `<label>`. */ group?: boolean;
};

/**
 * Label, hint, control, error. The control must carry the field's id and `describedBy(field, hint)`; the ones of this
 * file do.
 */
export function Field({ field, label, hint, children }: FieldProps) {
  return (
    <div className="mb-4">
      <label htmlFor={field.id} className="block text-13 font-semibold [overflow-wrap:anywhere]">
        {label}
        {field.required === false && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {hint && (
        <p id={field.descriptionId} className="text-13 text-muted">
          {hint}
        </p>
      )}
      <div className="mt-1">{children}</div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** The ids that describe a control: its hint and, when there are some, its errors. */
export function describedBy(field: AnyField, hint: ReactNode) {
  return [hint ? field.descriptionId : "", field.errors ? field.errorId : ""].filter(Boolean).join(" ") || undefined;
}

/** The messages under a control or a group; `id` is the field's `errorId`. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <Name as="div" id={id} className="mt-1 text-13 text-bad">
      {errors.map((error) => (
        <p key={error}>
          <span aria-hidden="true" className="shape shape-bad mr-1.5" />
          {error}
        </p>
      ))}
    </Name>
  );
}

type InputOptions = Omit<InputHTMLAttributes<HTMLInputElement>, "form" | "id" | "name" | "defaultValue" | "type">;
type TextFieldProps = CommonProps &
  InputOptions & {
    type?: "text" | "password" | "url" | "email" | "number" | "search" | "date" | "datetime-local" | "file";
  };

/** A one-line control. */
export function TextField({ field, label, hint, type = "text", className = "", ...rest }: TextFieldProps) {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false });
  return (
    <Field field={field} label={label} hint={hint}>
      <input
        key={key}
        {...props}
        {...rest}
        {...aria(field, hint)}
        className={`${controlClass(field)} read-only:bg-sunken ${className}`}
      />
    </Field>
  );
}

type TextAreaProps = CommonProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "form" | "id" | "name" | "defaultValue"> & {
    /** For JSON and scripts. */ code?: boolean;
  };

/** Text of several lines. */
export function TextArea({ field, label, hint, code = false, rows = 6, className = "", ...rest }: TextAreaProps) {
  const { key, ...props } = getTextareaProps(field, { ariaAttributes: false });
  const look = code ? "font-mono text-code" : "";
  return (
    <Field field={field} label={label} hint={hint}>
      <textarea
        key={key}
        rows={rows}
        spellCheck={!code}
        {...props}
        {...rest}
        {...aria(field, hint)}
        className={`${controlClass(field)} read-only:bg-sunken ${look} ${className}`}
      />
    </Field>
  );
}

type SelectFieldProps = CommonProps & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Shown for "nothing chosen". */ placeholder?: string;
};

export function SelectField({ field, label, hint, options, placeholder }: SelectFieldProps) {
  const { key, ...props } = getSelectProps(field, { ariaAttributes: false });
  return (
    <Field field={field} label={label} hint={hint}>
      <select key={key} {...props} {...aria(field, hint)} className={controlClass(field)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/**
 * One box with its label beside it. The schema reads it as `z.boolean().default(false)` (Conform turns `on` into true).
 */
export function CheckboxField({ field, label, hint }: CommonProps) {
  const { key, ...props } = getInputProps(field, { type: "checkbox", ariaAttributes: false });
  return (
    <div className="mb-4">
      <div className="flex items-start gap-2">
        <input key={key} {...props} {...aria(field, hint)} className="mt-1 h-4 w-4 shrink-0 accent-accent" />
        <div>
          <label htmlFor={field.id} className="block min-h-[24px] text-13 font-semibold [overflow-wrap:anywhere]">
            {label}
          </label>
          {hint && (
            <p id={field.descriptionId} className="text-13 text-muted">
              {hint}
            </p>
          )}
        </div>
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

type ChoiceOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };
type ChoiceFieldProps = CommonProps & {
  options: readonly ChoiceOption[];
  /** Boxes (several) instead of radio buttons (one). */ multiple?: boolean;
  /** Beside each other as one control, for two or three of equal weight. */ segments?: boolean;
};

/** A group of radio buttons, or of boxes of one name. */
export function ChoiceField({ field, label, hint, options, multiple = false, segments = false }: ChoiceFieldProps) {
  const initial: unknown = field.initialValue;
  const chosen = (Array.isArray(initial) ? (initial as unknown[]) : [initial]).filter(
    (value) => typeof value === "string",
  );
  return (
    <fieldset
      className="mb-4"
      aria-describedby={describedBy(field, hint)}
      aria-invalid={field.errors ? true : undefined}
    >
      <legend className="text-13 font-semibold">{label}</legend>
      {hint && (
        <p id={field.descriptionId} className="text-13 text-muted">
          {hint}
        </p>
      )}
      <div className={segments ? "segments" : undefined}>
        {options.map((option, at) => (
          <label key={option.value} className="mt-1.5 flex items-start gap-2 text-14">
            <input
              id={at === 0 ? field.id : undefined}
              type={multiple ? "checkbox" : "radio"}
              name={field.name}
              form={field.formId}
              value={option.value}
              disabled={option.disabled}
              required={!multiple && field.required}
              defaultChecked={chosen.includes(option.value)}
              className="mt-1 h-4 w-4 shrink-0 accent-accent"
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-13 text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}

function aria(field: AnyField, hint: ReactNode) {
  return { "aria-describedby": describedBy(field, hint), "aria-invalid": field.errors ? true : undefined } as const;
}
