import type { FieldMetadata } from "@conform-to/react";
import { CheckboxField, ChoiceField, FieldErrors, FormEnd, SelectField, ServerForm, TextArea, TextField, useServerForm } from "~/components/form-kit";
import { PlanGatePanel } from "~/components/detail-kit";
import { LinkButton, PageHeader } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import { appLevel, screenPath } from "~/navigation/paths";
import { type RelevanceScreen, type Setting, settingsOfScreen } from "~/services/relevance/declared";
import { DraftBar } from "./draft-bar";
import type { Row, SettingsShape } from "./form.server";
import { INTENT } from "./intents";
import type { loadSettings } from "./screen.server";

type Loaded = Awaited<ReturnType<typeof loadSettings>>;

/** A screen of relevance settings: what waits, and the form that changes the draft. */
export function SettingsScreen({ screen, title, loaded }: { screen: RelevanceScreen; title: string; loaded: Loaded }) {
  if (loaded.kind === "not-offered") return <NotOffered title={title} lacks="has no relevance settings" />;
  const { index, draft, saved, plan } = loaded;
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {saved && <LinkButton to={screenPath(appLevel(index), "search/reset")}>Reset to default…</LinkButton>}
            <LinkButton to={screenPath(appLevel(index), "search/file")}>Import, export, copy…</LinkButton>
          </>
        }
      />
      <PlanGatePanel gate={plan} />
      {/* Another draft is another form. */}
      <SettingsForm key={JSON.stringify(loaded.values)} screen={screen} {...loaded} />
      <DraftBar index={index} draft={draft} />
    </>
  );
}

type FormProps = Pick<Extract<Loaded, { kind: "form" }>, "index" | "values" | "ranged" | "exact" | "names" | "gate"> & { screen: RelevanceScreen };

function SettingsForm({ screen, index, values, ranged, exact, names, gate }: FormProps) {
  const { form, fields, busy } = useServerForm<SettingsShape>({ id: `relevance-${screen}-${index}`, intent: INTENT, defaultValue: values });
  const settings = settingsOfScreen(screen);

  function control(setting: Setting) {
    if (setting.type === "rows") return <Rows key="rows" setting={setting} rows={fields.rows.getFieldList()} ranged={ranged} />;
    const field = fields[setting.name];
    if (field === undefined) return null;
    const { name, label, hint } = setting;
    const common = { field, label, ...(hint === undefined ? {} : { hint }) };
    switch (setting.type) {
      case "number":
        return <TextField key={name} {...common} type="number" min={setting.min} max={setting.max} step={1} required className="max-w-[12rem]" />;
      case "list":
        return <TextArea key={name} {...common} hint={`${hint ?? ""} One per line.`.trim()} rows={3} spellCheck={false} />;
      case "switch":
        return <CheckboxField key={name} {...common} />;
      case "choice":
        return <ChoiceField key={name} {...common} options={setting.choices} />;
      case "field": {
        const typed = values[name];
        const chosen = typeof typed === "string" ? typed : "";
        const options = [...new Set([...exact, chosen])].filter((path) => path !== "");
        return <SelectField key={name} {...common} placeholder="None" options={options.map((path) => ({ value: path, label: path }))} />;
      }
      case "tag":
        return <TextField key={name} {...common} autoComplete="off" spellCheck={false} required className="max-w-[20rem]" />;
    }
  }

  return (
    <ServerForm form={form} intent={INTENT} labels={Object.fromEntries(settings.map(({ name, label }) => [name, label]))} className="max-w-form">
      {settings.map(control)}
      {screen === "results" && names.length > 0 && <p className="mb-4 text-13 text-muted [overflow-wrap:anywhere]">Fields: {names.join(", ")}</p>}
      <FormEnd label="Save draft" busyLabel="Saving…" busy={busy} gate={gate} sticky />
    </ServerForm>
  );
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Conform's metadata is invariant in the form's shape
type RowField = FieldMetadata<Row, any, string[]>;
const control = "rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 text-ink min-h-[34px] w-[9rem]";

function Rows({ setting, rows, ranged }: { setting: Setting; rows: readonly RowField[]; ranged: readonly string[] }) {
  const weighs = setting.name === "weights";
  return (
    <fieldset className="mb-5">
      <legend className="text-13 font-semibold">{setting.label}</legend>
      <p className="text-13 text-muted">{weighs ? "A field without a weight is not searched." : "How a field is counted where a search does not say."}</p>
      {rows.length === 0 && <p className="mt-2">No field of the index can be chosen.</p>}
      {rows.map((row) => {
        const parts = row.getFieldset();
        const name = String(parts.field.initialValue ?? "");
        const shared = { id: parts.value.id, name: parts.value.name, form: row.formId, className: control };
        const described = { "aria-invalid": parts.value.errors ? true : undefined, "aria-describedby": parts.value.errors ? parts.value.errorId : undefined };
        const initial = String(parts.value.initialValue ?? "");
        return (
          <div key={row.key} className="mt-2 border-b border-line pb-2">
            <input type="hidden" name={parts.field.name} form={row.formId} value={name} />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <label htmlFor={parts.value.id} className="min-w-0 font-mono text-code [overflow-wrap:anywhere]">
                {name}
              </label>
              {weighs ? (
                <input type="number" min={0} step="any" defaultValue={initial} {...shared} {...described} />
              ) : (
                <select defaultValue={initial} {...shared} {...described}>
                  <option value="">Not counted</option>
                  <option value="term">Values</option>
                  {(ranged.includes(name) || initial === "range") && <option value="range">Range</option>}
                </select>
              )}
            </div>
            <FieldErrors id={parts.value.errorId} errors={parts.value.errors} />
          </div>
        );
      })}
    </fieldset>
  );
}
