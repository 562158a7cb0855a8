import { useActionData } from "@remix-run/react";
import { SelectField, TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { FieldGroup, FieldRow, ServerForm } from "~/components/forms/server-form";
import { StepButton } from "~/components/forms/step-button";
import { useServerForm } from "~/components/forms/use-server-form";
import { Gated } from "~/components/ui/message/gated";
import { Name } from "~/components/ui/name";
import { Notice } from "~/components/ui/message/notice";
import type { Gate } from "~/lib/access-control/gate";
import type { ShownRequest } from "~/lib/data/shown-request";
import type { Checked } from "~/services/pipelines/envs/check.server";
import type { EnvShape } from "./env-form.server";
import { CHECK, SAVE } from "./intents";
import { SecretField } from "./secret-field";

type EnvFormProps = {
  /** The key of a kept variable; null for a new one. */
  envKey: string | null;
  values: Partial<Record<keyof EnvShape, string>>;
  constraint: Record<string, object>;
  /** Whether the server makes checks. */
  checks: boolean;
  gate: Gate;
  request?: ShownRequest;
  cancelTo: string;
};

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({ value: method, label: method }));
const labels = {
  key: "Key",
  label: "Label",
  description: "Description",
  password: "Value",
  expected: "Expected status",
  url: "URL",
  method: "Method",
  headers: "Headers",
  body: "Body",
};

/** A global variable: what it is called, its value, and how it is checked. */
export function EnvForm({ envKey, values, constraint, checks, gate, request, cancelTo }: EnvFormProps) {
  const { form, fields, busy } = useServerForm<EnvShape>({
    id: `global-env-${envKey ?? "new"}`,
    intent: SAVE,
    constraint,
    defaultValue: values as never,
  });
  const checked = useActionData<{ checked?: Checked }>()?.checked;
  const isNew = envKey === null;
  return (
    <ServerForm form={form} intent={SAVE} labels={labels} className="max-w-form">
      {checked && <CheckNotice checked={checked} />}
      <FieldRow>
        <TextField
          field={fields.key}
          label="Key"
          readOnly={!isNew}
          autoComplete="off"
          className="font-mono"
          hint={isNew ? "Letters, digits and underscores. It cannot be changed later." : "It cannot be changed."}
        />
        <TextField field={fields.label} label="Label" hint="What it is called in lists." />
      </FieldRow>
      <TextArea field={fields.description} label="Description" rows={2} />
      <SecretField
        field={fields.password}
        hint={isNew ? "Not shown again on any page." : "•••••• is kept. Leave it empty to keep it."}
      />
      <FieldGroup
        legend="Advanced: validation"
        folded
        open={form.status === "error" || checked !== undefined || (values.url ?? "") !== ""}
        hint={
          <>
            The request that shows whether the value is right. <code>{"${KEY}"}</code> stands for the value,{" "}
            <code>{"btoa(${KEY})"}</code> for its base64.
          </>
        }
      >
        <TextField field={fields.url} label="URL" placeholder="https://db.example.org/ping" />
        <FieldRow>
          <SelectField field={fields.method} label="Method" options={methods} />
          <TextField field={fields.expected} label="Expected status" type="number" placeholder="200" />
        </FieldRow>
        <JsonArea field={fields.headers} label="Headers" rows={4} hint="A JSON object." />
        <JsonArea field={fields.body} label="Body" rows={4} hint="JSON." />
        {checks ? (
          <div className="mb-4">
            <Gated gate={gate} label="Check">
              <StepButton step={CHECK} disabled={busy}>
                Check
              </StepButton>
            </Gated>
            <p className="mt-1 text-13 text-muted">
              The server sends the request, to addresses of SCRIPT_ALLOWED_URLS alone. Nothing is saved.
            </p>
          </div>
        ) : (
          <p className="mb-4 text-13 text-muted">
            This server makes no checks. What stands here is kept for clients that do.
          </p>
        )}
      </FieldGroup>
      <FormEnd
        label={isNew ? "Create global variable" : "Save global variable"}
        busyLabel="Saving…"
        busy={busy}
        gate={gate}
        {...(request && { request })}
        cancelTo={cancelTo}
      />
    </ServerForm>
  );
}

function CheckNotice({ checked: { ok, status, expected, message } }: { checked: Checked }) {
  return (
    <Notice tone={ok ? "good" : "bad"} role="status">
      <p>
        {status === null
          ? "The check got no answer."
          : ok
            ? `The check went well: expected ${expected}, got ${status}.`
            : `The check failed: expected ${expected}, got ${status}.`}{" "}
        Nothing was saved.
      </p>
      {status === null && <Name as="p">{message}</Name>}
    </Notice>
  );
}
