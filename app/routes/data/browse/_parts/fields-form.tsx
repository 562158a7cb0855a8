import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import type { loadEditor } from "~/editor/edit.server";
import { REVIEW } from "~/editor/intents";
import type { TypedField } from "~/lib/data/documents/typed-fields";
import { FieldControls, labelsOf, valuesOf } from "./field-controls";

type FieldsFormProps = {
  /** From `loadEditor`, with its text. */
  editor: Awaited<ReturnType<typeof loadEditor>>;
  fields: readonly TypedField[];
  /** Of the fields, in the order in which they are shown. */ places: readonly number[];
  formId: string;
};

/** A document as fields, one by one; what is in none of them stays as it is. */
export function FieldsForm({ editor, fields: typed, places, formId }: FieldsFormProps) {
  const { text, version, cancelTo, lost } = editor;
  const { form, fields, busy } = useServerForm<Record<string, string>>({
    id: formId,
    intent: REVIEW,
    defaultValue: valuesOf(typed),
  });
  return (
    <>
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; what is stored now is shown.</Notice>}
      <ServerForm form={form} intent={REVIEW} labels={labelsOf(typed)} className="max-w-form">
        <input type="hidden" name="as" value="fields" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="text" value={text ?? ""} />
        <FieldControls fields={fields} typed={typed} places={places} />
        <FormEnd label="Review changes" busy={busy} cancelTo={cancelTo} sticky />
      </ServerForm>
    </>
  );
}
