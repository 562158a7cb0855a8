import { describedBy, FieldErrors, SelectField, TextArea, TextField } from "~/components/forms/field";
import { ListField } from "~/components/forms/list-field";
import { Name } from "~/components/ui/name";
import type { RuleFields } from "./fields-type";
import { Hints } from "./hints";
import { LABELS } from "./labels";
import type { RulePage } from "./load.server";
import { Matching } from "./matching";

const TRIGGERS = [
  { value: "filter", label: "Condition" },
  { value: "index", label: "Index" },
  { value: "cron", label: "Cron" },
  { value: "always", label: "Always" },
];
const OPERATORS = [
  { value: "==", label: "is" },
  { value: "contains", label: "contains" },
  { value: "startsWith", label: "starts with" },
  { value: "endsWith", label: "ends with" },
  { value: "matches", label: "matches the expression" },
];

// Fields of other triggers are out of sight, by the style sheet: it works without scripts.
const ofSearches = "[.rule-if:not(:has([value=filter]:checked))_&]:hidden";
const ofIndices = "[.rule-if:is(:has([value=cron]:checked),:has([value=always]:checked))_&]:hidden";
const ofCron = "[.rule-if:not(:has([value=cron]:checked))_&]:hidden";

type ConditionPartProps = { page: RulePage; fields: RuleFields };

/** When a rule applies. Folded where a hit of the preview said it already: what follows from it comes into view. */
export function ConditionPart({ page, fields }: ConditionPartProps) {
  const isWrong = [fields.indices, fields.query, fields.field, fields.value, fields.expression].some(
    ({ errors }) => errors !== undefined,
  );
  return (
    <section aria-labelledby="rule-if" className="rule-if border-t border-line pt-4">
      <h2 id="rule-if" className="mb-3 text-16 font-bold">
        If
      </h2>
      {page.conditionWords === null ? (
        <ConditionFields page={page} fields={fields} />
      ) : (
        <details className="mb-4" open={isWrong}>
          <summary className="link w-fit text-14">
            <Name>{page.conditionWords}</Name>
          </summary>
          <div className="mt-3">
            <ConditionFields page={page} fields={fields} />
          </div>
        </details>
      )}
    </section>
  );
}

/** What sets a rule off, and the condition, as fields or as an expression. */
function ConditionFields({
  page: { values, expression, indices, fieldNames, hints, matching },
  fields,
}: ConditionPartProps) {
  return (
    <>
      <TriggerChoice field={fields.trigger} />
      <div className={ofIndices}>
        <ListField
          field={fields.indices}
          label={LABELS.indices}
          hint="Names or patterns; * is any index."
          proposals={["*", ...indices]}
          rows={2}
        />
      </div>
      <div className={ofSearches}>
        <div className="grid gap-x-3 small:grid-cols-[11rem_minmax(0,1fr)]">
          <SelectField field={fields.operator} label={LABELS.operator} options={OPERATORS} />
          <TextField field={fields.query} label={LABELS.query} autoComplete="off" />
          <TextField
            field={fields.field}
            label={LABELS.field}
            list="rule-fields"
            placeholder="brand.keyword"
            autoComplete="off"
            spellCheck={false}
          />
          <TextField field={fields.value} label={LABELS.value} autoComplete="off" />
        </div>
        <datalist id="rule-fields">
          {fieldNames.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {expression !== "" && values.expression === "" && (
          <p className="mb-2 rounded border border-line bg-sunken px-2.5 py-2">
            <span className="sr-only">As an expression: </span>
            <Name as="code" className="font-mono text-code">
              {expression}
            </Name>
          </p>
        )}
        <details className="mb-4" open={values.expression !== "" || fields.expression.errors !== undefined}>
          <summary className="link w-fit text-13">Advanced editor</summary>
          <div className="mt-2">
            <TextArea
              field={fields.expression}
              label={LABELS.expression}
              hint="Replaces the condition above, for what it cannot say: and, or, not, brackets, $query, $index, $type, $filter.brand, $customEvents.name."
              rows={3}
              code
            />
          </div>
        </details>
        {matching !== null && <Matching of={matching} />}
      </div>
      <div className={ofCron}>
        <TextField
          field={fields.cron}
          label={LABELS.cron}
          hint="Minute, hour, day, month, weekday, in UTC: 0 3 * * * is every day at 03:00."
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Hints of={hints} about="condition" />
    </>
  );
}

/** Four ways to set a rule off, side by side. */
function TriggerChoice({ field }: { field: RuleFields["trigger"] }) {
  return (
    <fieldset
      className="mb-4"
      aria-describedby={describedBy(field, null)}
      aria-invalid={field.errors ? true : undefined}
    >
      <legend className="sr-only">{LABELS.trigger}</legend>
      <div className="grid grid-cols-2 overflow-hidden rounded border border-line-strong small:grid-cols-4">
        {TRIGGERS.map(({ value, label }, at) => (
          <label
            key={value}
            className="flex min-h-[34px] items-center gap-2 px-3 text-13 font-semibold has-[:checked]:bg-accent-soft small:[&:not(:first-child)]:border-l small:[&:not(:first-child)]:border-line"
          >
            <input
              id={at === 0 ? field.id : undefined}
              type="radio"
              name={field.name}
              value={value}
              required={field.required}
              defaultChecked={field.initialValue === value}
              className="h-4 w-4 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}
