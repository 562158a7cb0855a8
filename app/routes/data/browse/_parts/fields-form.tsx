import { SelectField, TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import type { AnyField } from "~/components/forms/metadata";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import type { loadEditor } from "~/editor/edit.server";
import { REVIEW } from "~/editor/intents";
import type { TypedField } from "~/lib/data/documents/typed-fields";

type FieldsFormProps = {
  /** From `loadEditor`, with its text. */
  editor: Awaited<ReturnType<typeof loadEditor>>;
  fields: readonly TypedField[];
  formId: string;
};

const sides = [
  { value: "", label: "Not set" },
  { value: "true", label: "true" },
  { value: "false", label: "false" },
];

/** A document as fields, one by one; what is in none of them stays as it is. */
export function FieldsForm({ editor, fields: typed, formId }: FieldsFormProps) {
  const { text, version, cancelTo, lost } = editor;
  const { form, fields, busy } = useServerForm<Record<string, string>>({
    id: formId,
    intent: REVIEW,
    defaultValue: Object.fromEntries(typed.map(({ value }, at) => [`field${at}`, value])),
  });
  const labels = Object.fromEntries(typed.map(({ path }, at) => [`field${at}`, path]));
  return (
    <>
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; what is stored now is shown.</Notice>}
      <ServerForm form={form} intent={REVIEW} labels={labels} className="max-w-form">
        <input type="hidden" name="as" value="fields" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="text" value={text ?? ""} />
        {typed.map((one, at) => {
          const field = fields[`field${at}`];
          return field && <Control key={one.path} field={field} of={one} />;
        })}
        <FormEnd label="Review changes" busy={busy} cancelTo={cancelTo} sticky />
      </ServerForm>
    </>
  );
}

function Control({ field, of: { path, kind, value } }: { field: AnyField; of: TypedField }) {
  const common = { field, label: path };
  const rows = Math.min(8, Math.max(2, value.split("\n").length));
  switch (kind) {
    case "boolean":
      return <SelectField {...common} options={sides} />;
    case "number":
      return <TextField {...common} inputMode="decimal" autoComplete="off" className="max-w-[16rem]" />;
    case "text":
      return <TextField {...common} autoComplete="off" />;
    case "long":
      return <TextArea {...common} rows={5} />;
    case "lines":
      return <TextArea {...common} hint="One per line." rows={rows} />;
    case "json":
      return <TextArea {...common} hint="JSON." rows={rows} spellCheck={false} code />;
  }
}
