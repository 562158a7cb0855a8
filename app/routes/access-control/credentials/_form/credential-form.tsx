import { useActionData } from "@remix-run/react";
import { CheckboxField, ChoiceField, SelectField, TextField } from "~/components/forms/field";
import { ListField } from "~/components/forms/list-field";
import { ButtonBar, FieldGroup, FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import type { Gate } from "~/lib/access-control/gate";
import type { CategoryRow } from "../_parts/categories";
import { INTENTS } from "../_parts/intents";
import { accessName } from "../_parts/words";
import { setWords } from "./set-words";
import { CategoriesField, limitLabel } from "./categories-field";
import { IndicesMet, PageChecked, RefererExamples } from "./checked";
import type { Checks } from "./checks.server";
import type { CheckedReply } from "./take.server";
import type { CredentialShape } from "./shape";

type CredentialFormProps = {
  id: string;
  values: CredentialShape;
  /** Empty for a new one. */
  version: string;
  constraint: Record<string, object>;
  checks: Checks;
  categories: readonly CategoryRow[];
  /** Whether the server closes fields to searches; others only leave them out of documents. */
  closesFields: boolean;
  gate: Gate;
  cancelTo: string;
};

const labels = {
  ...{
    description: "Description",
    access: "Access",
    categories: "Categories",
    referers: "HTTP referers",
    sources: "IP sources",
    depth: "IP source depth",
  },
  ...{
    indices: "Indices",
    include: "Included fields",
    exclude: "Excluded fields",
    includedOnly: "Search",
    maxSize: "Max results",
    maxAggregations: "Max aggregations",
  },
  ...{
    ipLimit: "Requests/h per address",
    amount: "Time",
    unit: "Unit",
    expires: "Expiry",
    role: "Role",
    page: "Page to test",
  },
};
const accesses = [
  { value: "read", label: "Read-only", hint: "read" },
  { value: "write", label: "Write-only", hint: "write" },
  { value: "read,write,delete", label: "Read and write", hint: "read, write, delete" },
];

/**
 * The fields of a credential. "Check" tells what the patterns meet and whether a page fits; a new one is created,
 * another goes on to the review.
 */
export function CredentialForm({
  id,
  values,
  version,
  constraint,
  checks,
  categories,
  closesFields,
  gate,
  cancelTo,
}: CredentialFormProps) {
  const { form, fields, busy } = useServerForm<CredentialShape>({
    id,
    intent: INTENTS.take,
    constraint,
    defaultValue: values,
  });
  const checked = useActionData<CheckedReply>()?.checked ?? checks;
  const isNew = version === "";
  const set = setWords(values);
  // What was typed, checked or refused in a folded part is seen.
  const open = form.status !== undefined;
  const odd =
    accesses.some(({ value }) => value === values.access) || values.access === ""
      ? []
      : [{ value: values.access, label: accessName(values.access.split(",")) }];
  const limitLabels = Object.fromEntries(categories.map(({ name }) => [`limits.${name}`, limitLabel(name)]));
  return (
    <ServerForm form={form} intent={INTENTS.take} labels={{ ...labels, ...limitLabels }} className="max-w-[760px]">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="lasts" value={values.lasts} />
      <FieldGroup legend="What it may do">
        <TextField field={fields.description} label={labels.description} hint="Where it is used." autoComplete="off" />
        <ChoiceField field={fields.access} label={labels.access} options={[...accesses, ...odd]} segments />
        <CategoriesField rows={categories} chosen={fields.categories} limits={fields.limits} />
      </FieldGroup>
      <FieldGroup legend="Indices">
        <ListField
          field={fields.indices}
          label={labels.indices}
          hint="Names or patterns. books also admits books-2024."
          proposals={checked.known.indices}
          rows={2}
        />
        <IndicesMet checks={checked} />
      </FieldGroup>
      <FieldGroup legend="Where it may be used from" folded open={open} set={set.from}>
        <ListField
          field={fields.referers}
          label={labels.referers}
          hint="Pages that may use it. * stands for anything: https://*.shop.example/search*"
          rows={2}
          lines
          star
        />
        <RefererExamples examples={checked.examples} />
        <TextField
          field={fields.page}
          label={labels.page}
          hint="An address of a page; Check says whether it may use the credential."
          autoComplete="off"
        />
        <PageChecked page={checked.page} />
        <FieldRow>
          <ListField
            field={fields.sources}
            label={labels.sources}
            hint="Ranges of addresses. 0.0.0.0/0 is any."
            rows={2}
          />
          <TextField
            field={fields.depth}
            label={labels.depth}
            hint="Behind proxies: the n-th address from the right of X-Forwarded-For counts."
            inputMode="numeric"
          />
        </FieldRow>
        {checked.warnings.length > 0 && <Notice tone="warn">{checked.warnings.join(" ")}</Notice>}
      </FieldGroup>
      <FieldGroup legend="Fields" folded open={open} set={set.fields}>
        <FieldRow>
          <ListField
            field={fields.include}
            label={labels.include}
            hint="Names or patterns; what is below a field belongs to it. Empty: all."
            proposals={checked.known.fields}
            rows={2}
          />
          <ListField
            field={fields.exclude}
            label={labels.exclude}
            hint={closesFields ? "Left out of every answer, and closed to searches." : "Left out of documents only."}
            proposals={checked.known.fields}
            rows={2}
          />
        </FieldRow>
        {closesFields ? (
          <CheckboxField
            field={fields.includedOnly}
            label="Search only included fields"
            hint="Otherwise the values of other fields can be guessed by searching."
          />
        ) : (
          <Notice tone="warn">
            This server does not close fields to searches: values of excluded fields, and of those not included, can be
            found out by searching and aggregating.
          </Notice>
        )}
      </FieldGroup>
      <FieldGroup legend="Limits" folded open={open} set={set.limits}>
        <FieldRow three>
          <TextField field={fields.ipLimit} label={labels.ipLimit} inputMode="numeric" />
          <TextField field={fields.maxSize} label={labels.maxSize} hint="Per query, 0 to 10,000." inputMode="numeric" />
          <TextField
            field={fields.maxAggregations}
            label={labels.maxAggregations}
            hint="0 to 100,000."
            inputMode="numeric"
          />
        </FieldRow>
        <CheckboxField field={fields.queryDsl} label="Allow Query DSL in the search API" />
      </FieldGroup>
      <FieldGroup
        legend="Expiry"
        hint={isNew ? undefined : "The time counts from its creation."}
        folded
        open={open}
        set={set.expiry}
      >
        {/* The time is asked for where one is wanted. */}
        <div className="[&:has(input[value=never]:checked)_.field-row]:hidden [&:has(input[value=keep]:checked)_.field-row]:hidden">
          <ChoiceField
            field={fields.expires}
            label={labels.expires}
            segments
            options={[
              { value: "never", label: "Never" },
              { value: "after", label: "After a time" },
              ...(values.expires === "keep" ? [{ value: "keep", label: `As it is: ${values.lasts}` }] : []),
            ]}
          />
          <FieldRow>
            <TextField field={fields.amount} label={labels.amount} inputMode="numeric" />
            <SelectField
              field={fields.unit}
              label={labels.unit}
              options={["days", "hours", "minutes"].map((value) => ({ value, label: value }))}
            />
          </FieldRow>
        </div>
      </FieldGroup>
      <FieldGroup legend="Role" folded open={open} set={values.role || "none"}>
        <TextField
          field={fields.role}
          label={labels.role}
          hint="Tokens whose role claim says this get the rights of this credential."
          autoComplete="off"
        />
      </FieldGroup>
      <ButtonBar sticky>
        <Gated gate={gate} label={isNew ? "Create credential" : "Review changes"}>
          <Button tone="primary" name="then" value="save" disabled={busy}>
            {isNew ? "Create credential" : "Review changes"}
          </Button>
        </Gated>
        <Button name="then" value="check" disabled={busy}>
          Check
        </Button>
        <LinkButton tone="quiet" to={cancelTo}>
          Cancel
        </LinkButton>
      </ButtonBar>
    </ServerForm>
  );
}
