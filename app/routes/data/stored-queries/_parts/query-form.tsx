import { TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import type { Gate } from "~/lib/access-control/gate";
import { QUERY } from "./intents";
import type { QueryShape } from "./query-form.server";

type QueryFormProps = {
  values: QueryShape;
  /** Empty for a new one, whose name can be chosen. */
  version: string;
  constraint: Record<string, object>;
  /** Names that an index field may be filled with. */
  indices: readonly string[];
  gate: Gate;
  cancelTo: string;
};

const labels = { id: "Name", description: "Description", index: "Index", query: "Query", params: "Parameters" };

/**
 * The fields of a stored query. Its buttons show what it becomes, run it, or lead to the review; nothing is saved here.
 */
export function QueryForm({ values, version, constraint, indices, gate, cancelTo }: QueryFormProps) {
  const { form, fields, busy } = useServerForm<QueryShape>({
    id: `stored-query-${values.id}`,
    intent: QUERY,
    constraint,
    defaultValue: values,
  });
  const isNew = version === "";
  return (
    <ServerForm form={form} intent={QUERY} labels={labels} className="max-w-[1000px]">
      <input type="hidden" name="version" value={version} />
      <TextField
        field={fields.id}
        label={labels.id}
        hint={
          isNew
            ? "Letters, digits, - and _. Applications call it by this name."
            : "The name cannot be changed. Clone the query to give it another one."
        }
        readOnly={!isNew}
        autoComplete="off"
        spellCheck={false}
        className="max-w-form"
      />
      <TextField field={fields.description} label={labels.description} autoComplete="off" className="max-w-form" />
      <TextField
        field={fields.index}
        label={labels.index}
        hint="A name, a list, or a pattern such as shop-*."
        list="query-indices"
        autoComplete="off"
        spellCheck={false}
        className="max-w-form"
      />
      <datalist id="query-indices">
        {indices.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <JsonArea
        field={fields.query}
        label={labels.query}
        hint={<>A search body. A whole value such as {'"{{brand}}"'} is a placeholder that a parameter replaces.</>}
        rows={16}
      />
      <JsonArea
        field={fields.params}
        label={labels.params}
        hint={<>Defaults, such as {'{ "brand": "acme" }'}. Any JSON value; parameters of a call win.</>}
        rows={6}
      />
      <FormEnd
        label="Review changes"
        as={{ name: "then", value: "review" }}
        busy={busy}
        gate={gate}
        cancelTo={cancelTo}
        sticky
      >
        <Button name="then" value="render" disabled={busy}>
          Render
        </Button>
        <Button name="then" value="execute" disabled={busy}>
          Execute
        </Button>
      </FormEnd>
    </ServerForm>
  );
}
