import { TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import type { AnyField } from "~/components/forms/metadata";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import type { TypedField } from "~/lib/data/documents/typed-fields";
import type { NewDocumentShape } from "~/services/data/documents/new-document.server";
import { ADD, ADD_FIELDS } from "./add-intents";
import { FieldControls, labelsOf } from "./field-controls";

type End = Pick<Parameters<typeof FormEnd>[0], "request" | "gate" | "cancelTo">;

function IdField({ field }: { field: AnyField }) {
  return (
    <TextField
      field={field}
      label="ID"
      hint="Leave empty to generate one."
      autoComplete="off"
      spellCheck={false}
      className="max-w-form"
    />
  );
}

/** A new document, field by field; what is left empty is not stored. */
export function AddByFields({ name, typed, end }: { name: string; typed: readonly TypedField[]; end: End }) {
  const { form, fields, busy } = useServerForm<Record<string, string>>({
    id: `add-${name}-fields`,
    intent: ADD_FIELDS,
    defaultValue: {},
  });
  const shown = JSON.stringify(typed.map(({ path, kind }) => ({ path, kind })));
  return (
    <ServerForm form={form} intent={ADD_FIELDS} labels={{ id: "ID", ...labelsOf(typed) }} className="max-w-form">
      <input type="hidden" name="shown" value={shown} />
      <p className="mb-4 text-13 text-muted">Empty fields are not stored.</p>
      <FieldControls fields={fields} typed={typed} />
      {fields["id"] && <IdField field={fields["id"]} />}
      <FormEnd label="Add document" busyLabel="Adding…" busy={busy} {...end} sticky />
    </ServerForm>
  );
}

type AddAsJsonProps = {
  name: string;
  constraint: Parameters<typeof useServerForm<NewDocumentShape>>[0]["constraint"];
  end: End;
};

/** A new document as its text. */
export function AddAsJson({ name, constraint, end }: AddAsJsonProps) {
  const { form, fields, busy } = useServerForm<NewDocumentShape>({
    id: `add-${name}`,
    intent: ADD,
    constraint,
    defaultValue: { source: "{\n  \n}" },
  });
  return (
    <ServerForm form={form} intent={ADD} labels={{ id: "ID", source: "Document" }} className="max-w-[1000px]">
      <IdField field={fields.id} />
      <JsonArea
        field={fields.source}
        label="Document"
        hint={<>JSON, such as {'{ "title": "Metropolis", "year": 1927 }'}. Stored as typed.</>}
        rows={18}
      />
      <FormEnd label="Add document" busyLabel="Adding…" busy={busy} {...end} />
    </ServerForm>
  );
}
