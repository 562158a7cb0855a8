import { JsonArea } from "~/components/forms/code/json-area";
import { SelectField, TextArea, TextField } from "~/components/forms/field";
import type { AnyField } from "~/components/forms/metadata";
import { fieldName } from "~/lib/data/documents/field-name";
import type { TypedField } from "~/lib/data/documents/typed-fields";

type ShownField = TypedField & { /** In place of what is said of its kind. */ hint?: string };

const sides = [
  { value: "", label: "Not set" },
  { value: "true", label: "true" },
  { value: "false", label: "false" },
];

/** What a form of such fields starts with, by the names of their controls. */
export const valuesOf = (typed: readonly TypedField[]) =>
  Object.fromEntries(typed.map(({ value }, at) => [fieldName(at), value]));

/** What their controls are called in the list of errors. */
export const labelsOf = (typed: readonly TypedField[]) =>
  Object.fromEntries(typed.map(({ path }, at) => [fieldName(at), path]));

type FieldControlsProps = {
  /** Of the form, by name. */ fields: Readonly<Record<string, AnyField | undefined>>;
  typed: readonly ShownField[];
  /** In which order they are shown, by their places in `typed`; as they stand there unless given. */
  places?: readonly number[];
};

/** What is short enough for half of the width. */
const isShort = ({ kind }: TypedField) => kind === "number" || kind === "boolean";

/** The controls of a document's fields, each by what it holds; numbers stand in pairs. */
export function FieldControls({ fields, typed, places = [...typed.keys()] }: FieldControlsProps) {
  return (
    <div className="grid items-start gap-x-4 small:grid-cols-2">
      {places.map((at) => {
        const [field, one] = [fields[fieldName(at)], typed[at]];
        if (!field || !one) return null;
        return (
          <div key={one.path} className={isShort(one) ? "min-w-0" : "col-span-full min-w-0"}>
            <Control field={field} of={one} />
          </div>
        );
      })}
    </div>
  );
}

function Control({ field, of: { path, kind, value, hint } }: { field: AnyField; of: ShownField }) {
  const common = { field, label: path, ...(hint === undefined ? {} : { hint }) };
  const rows = Math.min(8, Math.max(2, value.split("\n").length));
  switch (kind) {
    case "boolean":
      return <SelectField {...common} options={sides} />;
    case "number":
      return <TextField {...common} inputMode="decimal" autoComplete="off" />;
    case "text":
      return <TextField {...common} autoComplete="off" />;
    case "long":
      return <TextArea {...common} rows={5} />;
    case "lines":
      return <TextArea {...common} hint={hint ?? "One per line."} rows={rows} />;
    case "json":
      return <JsonArea {...common} hint={hint ?? "JSON."} rows={rows} />;
  }
}
