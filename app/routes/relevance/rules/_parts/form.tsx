import { CheckboxField, ChoiceField, FieldGroup, FormEnd, JsonArea, SelectField, ServerForm, TextArea, TextField, useServerForm } from "~/components/form-kit";
import { Button } from "~/components/kit";
import type { RuleShape } from "./fields";
import type { loadRule } from "./form.server";
import { RULE } from "./intents";
import { PromotePart } from "./promote-part";
import { ScriptResult, TestPart } from "./tried-parts";

type RuleFormProps = { page: Awaited<ReturnType<typeof loadRule>>; isNew: boolean; cancelTo: string };

const labels = {
  name: "Rule name",
  description: "Description",
  enabled: "Enabled",
  trigger: "Applies to",
  indices: "Indices",
  operator: "Query",
  query: "Query text",
  field: "Filter field",
  value: "Filter value",
  expression: "Advanced expression",
  cron: "Cron line",
  start: "From (UTC)",
  end: "Until (UTC)",
  hide: "Hide documents",
  term: "Replace search term",
  removeWords: "Remove words",
  replaceWords: "Replace words",
  filters: "Add filter",
  searchFields: "Search settings",
  searchQuery: "Replace search query",
  customData: "Custom data",
  script: "Script",
};

const TRIGGERS = [
  { value: "filter", label: "Searches that fit a condition" },
  { value: "always", label: "Every search" },
  { value: "index", label: "Documents that are written", hint: "Takes a script only." },
  { value: "cron", label: "A time, by a cron line", hint: "Takes a script only." },
];
const OPERATORS = [
  { value: "==", label: "is" },
  { value: "contains", label: "contains" },
  { value: "startsWith", label: "starts with" },
  { value: "endsWith", label: "ends with" },
  { value: "matches", label: "matches the expression" },
];

/** The fields of a rule: when it applies, what it does. Its buttons find documents, test it, check its script, or lead to the review; nothing is saved by those. */
export function RuleForm({ page, isNew, cancelTo }: RuleFormProps) {
  const { id, version, values, promoted, expression, indices, tried, constraint, gate } = page;
  const { form, fields, busy } = useServerForm<RuleShape>({ id: `rule-${id}`, intent: RULE, constraint, defaultValue: values });
  return (
    <ServerForm form={form} intent={RULE} labels={labels} className="max-w-[1000px]">
      <input type="hidden" name="version" value={version} />
      <TextField field={fields.name} label={labels.name} autoComplete="off" className="max-w-form" />
      <TextField field={fields.description} label={labels.description} autoComplete="off" className="max-w-form" />
      <CheckboxField field={fields.enabled} label={labels.enabled} />

      <FieldGroup legend="If">
        <ChoiceField field={fields.trigger} label={labels.trigger} options={TRIGGERS} />
        <TextField
          field={fields.indices}
          label={labels.indices}
          hint="Names or patterns, separated by commas. * is any index."
          list="rule-indices"
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id="rule-indices">
          {indices.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="grid gap-x-3 small:grid-cols-2">
          <SelectField field={fields.operator} label={labels.operator} options={OPERATORS} />
          <TextField field={fields.query} label={labels.query} autoComplete="off" />
          <TextField
            field={fields.field}
            label={labels.field}
            hint="The field of a term filter, such as brand.keyword."
            autoComplete="off"
            spellCheck={false}
          />
          <TextField field={fields.value} label={labels.value} autoComplete="off" />
        </div>
        <TextArea
          field={fields.expression}
          label={labels.expression}
          hint="Replaces the condition above, for what it cannot say: and, or, not, brackets, $query, $index, $type, $filter.brand, $customEvents.name."
          rows={3}
          code
        />
        {expression !== "" && (
          <p className="mb-4 text-13 text-muted">
            Stored as <code className="font-mono text-code [overflow-wrap:anywhere]">{expression}</code>
          </p>
        )}
        <TextField
          field={fields.cron}
          label={labels.cron}
          hint="Minute, hour, day, month, weekday, in UTC: 0 3 * * * is every day at 03:00."
          autoComplete="off"
          spellCheck={false}
          className="max-w-form"
        />
        <div className="grid gap-x-3 small:grid-cols-2">
          <TextField field={fields.start} label={labels.start} type="datetime-local" hint="Empty applies at once." />
          <TextField field={fields.end} label={labels.end} type="datetime-local" hint="Empty applies without end." />
        </div>
      </FieldGroup>

      <FieldGroup legend="Then">
        <PromotePart promoted={promoted} tried={tried} busy={busy} />
        <TextArea field={fields.hide} label={labels.hide} hint="One document ID on each line." rows={2} code />
        <TextField field={fields.term} label={labels.term} hint="Searched for in place of what was typed." autoComplete="off" />
        <TextField field={fields.removeWords} label={labels.removeWords} hint="Separated by commas." autoComplete="off" />
        <TextArea field={fields.replaceWords} label={labels.replaceWords} hint="A pair on each line: tv = television" rows={2} />
        <TextArea field={fields.filters} label={labels.filters} hint="A field and its values on each line: brand.keyword = acme, other" rows={2} />
        <TextArea field={fields.searchFields} label={labels.searchFields} hint="Fields to search, one on each line, with a weight after ^: title^2" rows={2} />
        <TextField
          field={fields.searchQuery}
          label={labels.searchQuery}
          hint="In query string syntax; $1 is the first group of a condition that matches an expression."
          autoComplete="off"
          spellCheck={false}
        />
        <JsonArea field={fields.customData} label={labels.customData} hint="Any JSON. Applications find it in the answer as customData." rows={4} />
        <TextArea
          field={fields.script}
          label={labels.script}
          hint="JavaScript with handleRequest or handleResponse. It gets context.request, context.response and context.envs."
          rows={8}
          code
        />
        <Button name="then" value="check" disabled={busy}>
          Check script
        </Button>
        {tried.check && <ScriptResult check={tried.check} />}
      </FieldGroup>

      <TestPart tried={tried} indices={indices} busy={busy} />
      <FormEnd label={isNew ? "Create rule" : "Review changes"} as={{ name: "then", value: "save" }} busy={busy} gate={gate} cancelTo={cancelTo} sticky />
    </ServerForm>
  );
}
