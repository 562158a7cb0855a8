import { CheckboxField, FormEnd, JsonArea, SelectField, ServerForm, TextArea, TextField, useServerForm } from "~/components/form-kit";
import type { Gate } from "~/lib/access/gate";
import { type Setting, settingsOf, type SuggestionKind } from "~/services/suggestions/kinds";
import type { PreferencesShape } from "./form.server";
import { INTENT } from "./intents";

type PreferencesFormProps = {
  kind: SuggestionKind;
  values: PreferencesShape;
  version: string;
  /** Stored queries, to choose from. */
  queries: readonly string[];
  gate: Gate;
};

const PER_LINE = "One per line.";
const choices = [
  { value: "", label: "Not set" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];

/** The settings of one kind of suggestions. Its button leads to the review; nothing is saved here. */
export function PreferencesForm({ kind, values, version, queries, gate }: PreferencesFormProps) {
  const { form, fields, busy } = useServerForm<PreferencesShape>({ id: `suggestions-${kind}`, intent: INTENT, defaultValue: values });
  const settings = settingsOf[kind];

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
            className="max-w-[12rem]"
          />
        );
      case "list":
        return <TextArea key={name} {...common} hint={hint === undefined ? PER_LINE : `${hint} ${PER_LINE}`} rows={3} spellCheck={false} />;
      case "switch":
        return <CheckboxField key={name} {...common} />;
      case "choice":
        return <SelectField key={name} {...common} options={choices} />;
      case "rows":
        return <JsonArea key={name} {...common} rows={8} />;
      case "text":
        return <TextField key={name} {...common} autoComplete="off" spellCheck={false} {...(setting.of === "queries" ? { list: "suggestion-queries" } : {})} />;
    }
  }

  return (
    <ServerForm form={form} intent={INTENT} labels={Object.fromEntries(settings.map(({ name, label }) => [name, label]))} className="max-w-form">
      <input type="hidden" name="version" value={version} />
      {settings.map(control)}
      <datalist id="suggestion-queries">
        {queries.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FormEnd label="Review changes" busy={busy} gate={gate} sticky />
    </ServerForm>
  );
}
