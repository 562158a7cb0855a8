import { SelectField, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { REVIEW } from "~/editor/intents";
import type { Gate } from "~/lib/access-control/gate";
import { formSettings, type SettingField } from "./form-fields";

type Shape = Record<SettingField, string>;
type SettingsFormProps = {
  name: string;
  version: string;
  values: Shape;
  /** Where the engine tells them. */ defaults: Record<string, string>;
  gate: Gate;
};

const labels = Object.fromEntries(formSettings.map(({ field, label }) => [field, label]));
const choices = [
  { value: "true", label: "On" },
  { value: "false", label: "Off" },
];

/** The settings that are changed most, as a form; it leads to the review. An empty field stands for the default. */
export function SettingsForm({ name, version, values, defaults, gate }: SettingsFormProps) {
  const { form, fields, busy } = useServerForm<Shape>({ id: `settings-${name}`, intent: REVIEW, defaultValue: values });
  return (
    <ServerForm form={form} intent={REVIEW} labels={labels} className="mb-8 max-w-[1000px]">
      <input type="hidden" name="version" value={version} />
      <FieldRow>
        {formSettings.map((setting) => {
          const { field, label, hint } = setting;
          const usual = defaults[field];
          if ("choices" in setting)
            return (
              <SelectField
                key={field}
                field={fields[field]}
                label={label}
                hint={hint}
                options={choices}
                placeholder={`Default${usual === undefined ? "" : ` (${usual})`}`}
              />
            );
          return (
            <TextField
              key={field}
              field={fields[field]}
              label={label}
              hint={hint}
              placeholder={usual === undefined ? "Default" : `Default: ${usual}`}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          );
        })}
      </FieldRow>
      <FormEnd label="Review changes" busy={busy} gate={gate} />
    </ServerForm>
  );
}
