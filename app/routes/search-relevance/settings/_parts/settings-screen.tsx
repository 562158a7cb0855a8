import type { ReactNode } from "react";
import { useState } from "react";
import { CheckboxField, ChoiceField, SelectField, TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ListField } from "~/components/forms/list-field";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Unused } from "~/services/search-relevance/acting";
import { settingsOfScreen } from "~/services/search-relevance/declared";
import type { RelevanceScreen, Setting } from "~/services/search-relevance/setting";
import { DraftBar } from "../../_parts/draft-bar";
import { INTENT } from "../../_parts/draft-intents";
import { IndexStateNotice } from "../../_parts/index-state";
import { entriesOf, FieldList, type Lists } from "./field-list";
import type { SettingsShape } from "./form.server";
import { rowsIn } from "./row-values";
import { rowLabels } from "./row-labels";
import { Rows } from "./rows";
import type { loadSettings } from "./screen.server";

type Loaded = Awaited<ReturnType<typeof loadSettings>>;

/** More choices than this are a list that opens. */
const MOST_SHOWN = 8;
const MOST_TAGS = 200;

type SettingsScreenProps = {
  screen: RelevanceScreen;
  title: string;
  loaded: Loaded;
  /** Below the form. */ after?: ReactNode;
};

/** A screen of relevance settings: what waits, and the form that changes the draft. */
export function SettingsScreen({ screen, title, loaded, after }: SettingsScreenProps) {
  if (loaded.kind === "not-offered") return <NotOffered title={title} lacks="has no relevance settings" />;
  const { index, saved, plan, state, unused } = loaded;
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
      {state && <IndexStateNotice index={index} state={state} />}
      {unused.length > 0 && <UnusedNotice screen={screen} index={index} unused={unused} />}
      {/* Another draft is another form. */}
      <SettingsForm key={JSON.stringify(loaded.values)} screen={screen} {...loaded} />
      {after}
    </>
  );
}

/** Says which of the settings do not act, for searches do not look into their sub-fields. */
function UnusedNotice({
  screen,
  index,
  unused,
}: {
  screen: RelevanceScreen;
  index: string;
  unused: readonly Unused[];
}) {
  return (
    <Notice tone="warn">
      {unused.map(({ part, fields }) => (
        <p key={part}>
          Searches do not use {part === "language" ? "the language" : part} in {shortList(fields)}.
        </p>
      ))}
      {screen === "search" ? (
        "Add the sub-fields below."
      ) : (
        <PlainLink to={screenPath(appLevel(index), "search")} className="font-semibold text-current underline">
          Search settings
        </PlainLink>
      )}
    </Notice>
  );
}

const SHOWN = 5;
const shortList = (names: readonly string[]) =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more` : names.join(", ");

type FormProps = Pick<
  Extract<Loaded, { kind: "form" }>,
  "index" | "draft" | "values" | "rows" | "focus" | "ranged" | "exact" | "names" | "gate"
> & {
  screen: RelevanceScreen;
};

function SettingsForm({ screen, index, draft, values, rows, focus, ranged, exact, names, gate }: FormProps) {
  const { form, fields, busy } = useServerForm<SettingsShape>({
    id: `relevance-${screen}-${index}`,
    intent: INTENT,
    defaultValue: values,
  });
  const settings = settingsOfScreen(screen);
  const [lists, setLists] = useState<Lists>(() =>
    Object.fromEntries(settings.map(({ name }) => [name, entriesOf(values[name])])),
  );

  const labels = Object.fromEntries(
    settings.flatMap((one) => [
      [one.name, one.label],
      ...(one.type === "rows" ? Object.entries(rowLabels(one, rowsIn(fields[one.name]?.initialValue))) : []),
    ]),
  );

  function control(setting: Setting) {
    const { name, label, hint } = setting;
    const field = fields[name];
    if (field === undefined) return null;
    if (setting.type === "rows") {
      const shown = rows[name];
      return (
        shown && (
          <Rows
            key={name}
            {...{ index, setting, form, shown, ranged, focus }}
            rows={rowsIn(field.initialValue)}
            open={gate.ok}
          />
        )
      );
    }
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
            required
            className="max-w-[12rem]"
          />
        );
      case "list":
        if (setting.fields)
          return (
            <FieldList
              key={name}
              {...{
                setting,
                field,
                names,
                lists,
                focus: focus === name,
                mayChange: gate.ok,
                onEntries: (entries) => setLists({ ...lists, [name]: entries }),
              }}
            />
          );
        // More tags than somebody looks through are edited as a text.
        if (entriesOf(values[name]).length > MOST_TAGS)
          return (
            <TextArea key={name} {...common} hint={`${hint ?? ""} One per line.`.trim()} rows={8} spellCheck={false} />
          );
        return (
          <ListField
            key={name}
            {...common}
            hint={`${hint ?? ""} One per line, or with commas between.`.trim()}
            rows={2}
          />
        );
      case "switch":
        return <CheckboxField key={name} {...common} />;
      case "choice":
        if (setting.choices.length > MOST_SHOWN)
          return <SelectField key={name} {...common} options={setting.choices} />;
        return <ChoiceField key={name} {...common} options={setting.choices} />;
      case "field": {
        const typed = values[name];
        const chosen = typeof typed === "string" ? typed : "";
        const options = [...new Set([...exact, chosen])].filter((path) => path !== "");
        return (
          <SelectField
            key={name}
            {...common}
            placeholder="None"
            options={options.map((path) => ({ value: path, label: path }))}
          />
        );
      }
      case "tag":
        return (
          <TextField key={name} {...common} autoComplete="off" spellCheck={false} required className="max-w-[20rem]" />
        );
    }
  }

  return (
    <ServerForm form={form} intent={INTENT} labels={labels} className="max-w-form">
      {settings
        .filter(({ under }) => under === undefined)
        .map((setting) => (
          <div key={setting.name} className="switched">
            {control(setting)}
            <div className="below field-row">
              {settings
                .filter(({ under }) => under === setting.name)
                .map((one) =>
                  one.type === "number" ? (
                    control(one)
                  ) : (
                    <div key={one.name} className="col-span-2">
                      {control(one)}
                    </div>
                  ),
                )}
            </div>
          </div>
        ))}
      <FormEnd label="Save draft" busyLabel="Saving…" busy={busy} gate={gate} sticky>
        <DraftBar index={index} draft={draft} inForm />
      </FormEnd>
    </ServerForm>
  );
}
