import type { ReactNode } from "react";
import { CheckboxField, SelectField, TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ListField } from "~/components/forms/list-field";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Unused } from "~/services/search-relevance/acting";
import { notActing } from "~/services/search-relevance/acting-words";
import { settingsOfScreen } from "~/services/search-relevance/declared";
import type { RelevanceScreen, Setting } from "~/services/search-relevance/setting";
import { DraftBar } from "../../_parts/draft-bar";
import { INTENT } from "../../_parts/draft-intents";
import { IndexStateNotice } from "../../_parts/index-state";
import { ExamplePanel } from "./example/panel";
import { FieldsChoice } from "./field-list";
import { FIELDS_CHOICE } from "./fields-choice";
import type { SettingsShape } from "./form.server";
import { rowsIn } from "./row-values";
import { rowLabels } from "./row-labels";
import { Rows } from "./rows";
import type { loadSettings } from "./screen.server";

type Loaded = Awaited<ReturnType<typeof loadSettings>>;

const MOST_TAGS = 200;

const entriesOf = (typed: unknown): string[] =>
  typeof typed === "string" ? typed.split("\n").filter((entry) => entry !== "") : [];

type SettingsScreenProps = {
  screen: RelevanceScreen;
  title: string;
  loaded: Loaded;
  /** Below the form. */ after?: ReactNode;
};

/** A screen of relevance settings: what waits, and the form that changes the draft. */
export function SettingsScreen({ screen, title, loaded, after }: SettingsScreenProps) {
  if (loaded.kind === "not-offered") return <NotOffered title={title} lacks="has no relevance settings" />;
  const { index, saved, plan, state, example } = loaded;
  // The screen of searches tells it beside its weights, with the button; grams are of that screen alone.
  const unused = screen === "languages" ? loaded.unused.filter(({ part }) => part === "language") : [];
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
      {/* One fact at a time: what the index lacks comes first. */}
      {(!state || state.state === "good") && unused.length > 0 && <UnusedNotice index={index} unused={unused} />}
      <div className="grid items-start gap-x-6 gap-y-8 large:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          {/* Another draft is another form. */}
          <SettingsForm key={JSON.stringify(loaded.values)} screen={screen} {...loaded} />
          {after}
        </div>
        {example && <ExamplePanel index={index} {...example} />}
      </div>
    </>
  );
}

/** Says that searches do not look into the sub-fields of the language; the screen of searches tells it by its weights. */
function UnusedNotice({ index, unused }: { index: string; unused: readonly Unused[] }) {
  return (
    <Notice tone="warn">
      {unused.map(({ part, fields }) => (
        <Name key={part}>{notActing(part, fields)} </Name>
      ))}
      <PlainLink to={screenPath(appLevel(index), "search")} className="font-semibold text-current underline">
        Add the sub-fields
      </PlainLink>
    </Notice>
  );
}

const isShort = ({ type }: Setting) => type === "choice" || type === "field" || type === "number";

/** Settings as they stand: short ones that follow each other share lines, the others have one each. */
function inPairs(settings: readonly Setting[]): Setting[][] {
  return settings.reduce<Setting[][]>((runs, setting) => {
    const last = runs.at(-1);
    if (last?.[0] && isShort(last[0]) && isShort(setting)) return [...runs.slice(0, -1), [...last, setting]];
    return [...runs, [setting]];
  }, []);
}

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
        if (name === "excludeFields") return null;
        if (name === "includeFields") {
          const [choice, exclude] = [fields[FIELDS_CHOICE], fields["excludeFields"]];
          return choice && exclude && <FieldsChoice key={name} {...{ choice, include: field, exclude, names }} />;
        }
        if (setting.fields) return <ListField key={name} {...common} proposals={names} rows={2} star />;
        // More tags than somebody looks through are edited as a text.
        if (entriesOf(values[name]).length > MOST_TAGS)
          return (
            <TextArea key={name} {...common} hint={`${hint ?? ""} One per line.`.trim()} rows={8} spellCheck={false} />
          );
        return <ListField key={name} {...common} rows={2} />;
      case "switch":
        return <CheckboxField key={name} {...common} />;
      case "choice":
        return <SelectField key={name} {...common} options={setting.choices} />;
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
      {inPairs(settings.filter(({ under }) => under === undefined)).map((run) =>
        run.length > 1 ? (
          <div key={run[0]?.name} className="field-row">
            {run.map(control)}
          </div>
        ) : (
          run.map((setting) => (
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
          ))
        ),
      )}
      <FormEnd label="Save draft" busyLabel="Saving…" busy={busy} gate={gate} sticky>
        <DraftBar index={index} draft={draft} inForm />
      </FormEnd>
    </ServerForm>
  );
}
