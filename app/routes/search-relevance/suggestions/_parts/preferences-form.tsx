import { CheckboxField, SelectField, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { ListField } from "~/components/forms/list-field";
import { FieldGroup, FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import type { Gate } from "~/lib/access-control/gate";
import { type Setting, settingsOf, type SuggestionKind } from "~/services/search-relevance/suggestions/kinds";
import type { PreferencesShape } from "./form.server";
import { INTENT } from "./intents";

type PreferencesFormProps = {
  kind: SuggestionKind;
  values: PreferencesShape;
  version: string;
  /** The indices there are, to choose from; patterns and other names are typed. */
  indices: readonly string[];
  /** Stored queries, to choose from. */
  queries: readonly string[];
  /** Fields of the index beside, to choose from. */
  fieldNames: readonly string[];
  gate: Gate;
};

/** What counts where it is not set is told. */
const choicesOf = (unset: "On" | "Off") => [
  { value: "", label: `${unset} (server default)` },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];

const isShort = ({ type }: Setting) => type === "number" || type === "choice" || type === "text";

/** Settings in their order; short ones that follow each other stand in rows. */
function runsOf(settings: readonly Setting[]): Setting[][] {
  const runs: Setting[][] = [];
  for (const setting of settings) {
    const last = runs.at(-1);
    if (isShort(setting) && last?.[0] !== undefined && isShort(last[0])) last.push(setting);
    else runs.push([setting]);
  }
  return runs;
}

/** The settings of one kind of suggestions. Its button leads to the review; nothing is saved here. */
export function PreferencesForm({ kind, values, version, indices, queries, fieldNames, gate }: PreferencesFormProps) {
  const { form, fields, busy } = useServerForm<PreferencesShape>({
    id: `suggestions-${kind}`,
    intent: INTENT,
    defaultValue: values,
  });
  const settings = settingsOf[kind];
  const proposals = { indices, fields: fieldNames };
  const folded = settings.filter(({ advanced }) => advanced === true);
  const isFilled = folded.some(({ name }) => (values[name] ?? "") !== "" || fields[name]?.errors !== undefined);

  function control(setting: Setting) {
    const field = fields[setting.name];
    if (field === undefined) return null;
    const { name, label, hint } = setting;
    const common = { field, label, ...(hint === undefined ? {} : { hint }) };
    switch (setting.type) {
      case "number":
        return (
          <TextField
            key={name}
            {...common}
            type="number"
            min={setting.min}
            max={setting.max}
            step={1}
            required={setting.initial !== undefined}
            {...(setting.unset !== undefined && { placeholder: `${setting.unset} (server default)` })}
          />
        );
      case "list":
        return <ListField key={name} {...common} rows={2} {...(setting.of && { proposals: proposals[setting.of] })} />;
      case "switch":
        return <CheckboxField key={name} {...common} />;
      case "choice":
        return <SelectField key={name} {...common} options={choicesOf(setting.unset)} />;
      case "rows":
        return <JsonArea key={name} {...common} rows={4} />;
      case "text":
        return (
          <TextField
            key={name}
            {...common}
            autoComplete="off"
            spellCheck={false}
            {...(setting.of ? { list: `suggestion-${setting.of}` } : {})}
          />
        );
    }
  }

  const drawn = (run: Setting[]) =>
    run.length === 1 ? run.map(control) : <FieldRow key={run[0]?.name}>{run.map(control)}</FieldRow>;

  return (
    <ServerForm
      form={form}
      intent={INTENT}
      labels={Object.fromEntries(settings.map(({ name, label }) => [name, label]))}
      className="max-w-form"
    >
      <input type="hidden" name="version" value={version} />
      {runsOf(settings.filter(({ advanced }) => advanced !== true)).map(drawn)}
      {folded.length > 0 && (
        <FieldGroup legend="Advanced" folded open={isFilled}>
          {runsOf(folded).map(drawn)}
        </FieldGroup>
      )}
      <Choices id="suggestion-queries" of={queries} />
      <Choices id="suggestion-fields" of={fieldNames} />
      <FormEnd label="Review changes" busy={busy} gate={gate} sticky />
    </ServerForm>
  );
}

/** Names that an input proposes. */
function Choices({ id, of }: { id: string; of: readonly string[] }) {
  return (
    <datalist id={id}>
      {of.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
