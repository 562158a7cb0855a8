import { type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { FieldErrors, SelectField, TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { FieldGroup, FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import type { Gate } from "~/lib/access-control/gate";
import { SAVE_SAMPLE } from "./intents";
import { EXPECTED, type ExpectedRow, newRow, type SavedShape } from "./saved-fields";

const MOST_ROWS = 20;
const methods = ["GET", "POST", "PUT", "DELETE"].map((method) => ({ value: method, label: method }));
const labels = {
  name: "Name",
  method: "Method",
  path: "Path",
  body: "Body",
  headers: "Headers",
  envs: "Variables",
  expectations: "Expectations",
};

const PATH_LABEL = "Path (only of JSON)";

/** What the list of mistakes calls the fields, those of the rows too. */
const labelsOf = (rows: number): Record<string, string> => ({
  ...labels,
  ...Object.fromEntries(
    Array.from({ length: rows }, (_, at) => `expectations[${at}]`).flatMap((row) => [
      [`${row}.kind`, "Expected"],
      [`${row}.path`, PATH_LABEL],
      [`${row}.value`, "Value"],
    ]),
  ),
});

type SavedFormProps = {
  values: SavedShape;
  formId: string;
  /** The first route of the pipeline, which is asked without a path. */
  route: string;
  isNew: boolean;
  gate: Gate;
  cancelTo: string;
};

/** A sample under a name, and what is expected of the answer to it. Its buttons add and remove rows. */
export function SavedForm({ values, formId, route, isNew, gate, cancelTo }: SavedFormProps) {
  const { form, fields, busy } = useServerForm<SavedShape>({
    id: formId,
    intent: SAVE_SAMPLE,
    defaultValue: values,
  });
  const { expectations, headers, envs } = fields;
  const rows = expectations.getFieldList();
  return (
    <ServerForm form={form} intent={SAVE_SAMPLE} labels={labelsOf(rows.length)} className="max-w-form">
      <input type="hidden" name="version" key={fields.version.key} defaultValue={fields.version.initialValue ?? "0"} />
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <FieldRow>
        <SelectField field={fields.method} label={labels.method} options={methods} />
        <TextField field={fields.path} label={labels.path} hint={`Empty asks ${route}.`} className="font-mono" />
      </FieldRow>
      <JsonArea field={fields.body} label={labels.body} rows={10} />
      <details
        className="mb-4"
        open={
          headers.errors !== undefined || envs.errors !== undefined || values.headers !== "" || values.envs !== "{}"
        }
      >
        <summary className="link w-fit">Advanced: headers and variables</summary>
        <div className="mt-3">
          <TextArea
            field={headers}
            label={labels.headers}
            hint="One per line, like X-User-Id: anna. No passwords or keys: others see this sample."
            rows={3}
            code
          />
          <JsonArea field={envs} label={labels.envs} hint="They lie over the envs of the pipeline." rows={3} />
        </div>
      </details>
      <FieldGroup legend="Expectations" hint="Without any, the run must not fail.">
        <ol>
          {rows.map((row, at) => (
            <ExpectedFields key={row.key ?? row.name} row={row} place={at + 1}>
              <Button
                tone="quiet"
                aria-label={`Remove expectation ${at + 1}`}
                {...form.remove.getButtonProps({ name: expectations.name, index: at })}
              >
                Remove
              </Button>
            </ExpectedFields>
          ))}
        </ol>
        <div id={expectations.id}>
          <FieldErrors id={expectations.errorId} errors={expectations.errors} />
        </div>
        {rows.length < MOST_ROWS && (
          <Button {...form.insert.getButtonProps({ name: expectations.name, defaultValue: newRow() })}>
            Add expectation
          </Button>
        )}
      </FieldGroup>
      <FormEnd
        label={isNew ? "Save sample" : "Save changes"}
        busyLabel="Saving…"
        busy={busy}
        gate={gate}
        cancelTo={cancelTo}
      />
    </ServerForm>
  );
}

type Row = FieldMetadata<ExpectedRow, Record<string, unknown>, string[]>;

function ExpectedFields({ row, place, children }: { row: Row; place: number; children: ReactNode }) {
  const { kind, path, value } = row.getFieldset();
  return (
    <li
      className="mb-2 flex flex-wrap items-start gap-x-3 border-b border-line pb-1 last:border-b-0"
      aria-label={`Expectation ${place}`}
    >
      <div className="w-full small:w-56">
        <SelectField field={kind} label="Expected" options={EXPECTED} />
      </div>
      <div className="min-w-[10rem] flex-1">
        <TextField field={path} label={PATH_LABEL} placeholder="hits.hits.0._id" autoComplete="off" />
      </div>
      <div className="min-w-[10rem] flex-1">
        <TextField field={value} label="Value" autoComplete="off" />
      </div>
      <div className="pb-4 pt-5">{children}</div>
    </li>
  );
}
