import { TextArea } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { Name } from "~/components/ui/name";
import { RUN } from "./intents";

type SampleTexts = { body: string; headers: string; envs: string; method: string; path: string };

type SampleFormProps = { texts: SampleTexts; formId: string; number: number; logsTo: string | null };

/** What a pipeline is tried with: a request, and variables. A run keeps the sample for a day, and nothing else. */
export function SampleForm({ texts, formId, number, logsTo }: SampleFormProps) {
  const { form, fields, busy } = useServerForm<SampleTexts>({ id: formId, intent: RUN, defaultValue: texts });
  const { body, headers, envs } = fields;
  return (
    <ServerForm
      form={form}
      intent={RUN}
      labels={{ body: "Body", headers: "Headers", envs: "Variables" }}
      className="max-w-form"
    >
      {texts.path !== "" && (
        <p className="mb-3 text-13">
          Asks <Name as="code">{`${texts.method} ${texts.path}`}</Name>
          <input type="hidden" name="method" value={texts.method} />
          <input type="hidden" name="path" value={texts.path} />
        </p>
      )}
      <JsonArea field={body} label="Body" rows={10} />
      <details
        className="mb-4"
        open={headers.errors !== undefined || envs.errors !== undefined || texts.headers !== "" || texts.envs !== "{}"}
      >
        <summary className="link w-fit">Advanced: headers and variables</summary>
        <div className="mt-3">
          <TextArea
            field={headers}
            label="Headers"
            hint="One per line, like X-User-Id: anna. The run is in your own name, so no Authorization."
            rows={3}
            code
          />
          <JsonArea field={envs} label="Variables" hint="They lie over the envs of the pipeline." rows={3} />
        </div>
      </details>
      <FormEnd label={`Run version ${number}`} busyLabel="Running…" busy={busy}>
        {logsTo !== null && (
          <LinkButton to={logsTo} tone="quiet">
            Take one from the logs
          </LinkButton>
        )}
      </FormEnd>
    </ServerForm>
  );
}
