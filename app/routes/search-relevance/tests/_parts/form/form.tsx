import { FoundDocuments } from "~/components/documents/found-documents";
import { FieldErrors, SelectField, TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { StepButton } from "~/components/forms/step-button";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { ExpectationFields } from "./expectation-row";
import { earlyRow, type TestShape } from "./fields";
import type { loadTest } from "./form.server";
import { TEST } from "../intents";
import { OtherGrades } from "./other-grades";
import { ResultOrder } from "./result-order";

type Page = Awaited<ReturnType<typeof loadTest>>;
type TestFormProps = { page: Page; cancelTo: string };

const labels = {
  label: "Label",
  search: "Search",
  request: "Request",
  grades: "Grades",
  sharing: "Same grades as",
  expectations: "Expectations",
};
const MOST_ROWS = 50;

/**
 * The fields of a relevance test. Its buttons add rows, find documents and take over grades; nothing is saved by those.
 */
export function TestForm({ page, cancelTo }: TestFormProps) {
  const { id, index, values, names, find, found, picked, gate, lost, order, others, choices } = page;
  const { form, fields, busy } = useServerForm<TestShape>({
    id: `relevance-test-${id ?? "new"}`,
    intent: TEST,
    defaultValue: values,
  });
  const rows = fields.expectations.getFieldList();
  return (
    <ServerForm form={form} intent={TEST} labels={labels} className="max-w-[1000px]">
      {lost && <Notice tone="warn">What you typed is no longer kept.</Notice>}
      <input type="hidden" name="version" key={fields.version.key} defaultValue={fields.version.initialValue ?? "0"} />
      <div className="flex max-w-form items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField field={fields.search} label={labels.search} type="search" autoComplete="off" />
        </div>
        <div className="pb-4">
          <StepButton step="results" disabled={busy}>
            Show results
          </StepButton>
        </div>
      </div>
      <TextField
        field={fields.label}
        label={labels.label}
        hint="Empty takes the search."
        autoComplete="off"
        className="max-w-form"
      />

      <FieldGroup
        legend="Results now"
        hint="Pick what the search must find, and grade how good an answer each document is: 3 best, 2 good, 1 weak, 0 no answer."
      >
        <div id="results" className="scroll-mt-4">
          {order ? (
            <ResultOrder order={order} index={index} busy={busy} changes={gate.ok} />
          ) : (
            <p className="text-13 text-muted">Enter a search and show its results.</p>
          )}
          {others.length > 0 && <OtherGrades rows={others} index={index} busy={busy} changes={gate.ok} />}
        </div>
      </FieldGroup>

      {choices.length > 0 && (
        <div className="max-w-form">
          <SelectField
            field={fields.sharing}
            label={labels.sharing}
            hint="For other words for the same, as sofa and couch: a grade given in one test counts in both."
            options={choices}
            placeholder="No other test"
          />
        </div>
      )}
      <FieldGroup legend="Expectations">
        <ol id="expectations" className="scroll-mt-4">
          {rows.map((row, at) => (
            <ExpectationFields key={row.key ?? row.name} {...{ row, at, names, picked, busy }}>
              <Button
                tone="quiet"
                aria-label={`Remove expectation ${at + 1}`}
                {...form.remove.getButtonProps({ name: fields.expectations.name, index: at })}
              >
                Remove
              </Button>
            </ExpectationFields>
          ))}
        </ol>
        <div id={fields.expectations.id}>
          <FieldErrors id={fields.expectations.errorId} errors={fields.expectations.errors} />
        </div>
        {rows.length < MOST_ROWS && (
          <Button {...form.insert.getButtonProps({ name: fields.expectations.name, defaultValue: earlyRow() })}>
            Add expectation
          </Button>
        )}
        <Finder index={index} find={find} found={found} busy={busy} />
      </FieldGroup>

      <details id="grades" className="mb-5 scroll-mt-4" open={fields.grades.errors !== undefined}>
        <summary className="link w-fit text-13">Enter full document IDs with grades</summary>
        <div className="mt-2">
          <TextArea
            field={fields.grades}
            label={labels.grades}
            hint="A document ID and its grade on each line: b1 = 3"
            rows={4}
            code
          />
          <StepButton step="grades" disabled={busy}>
            Add saved grades of this search
          </StepButton>
        </div>
      </details>
      <details className="mb-5" open={values.request !== "" || fields.request.errors !== undefined}>
        <summary className="link w-fit text-13">Advanced: whole request</summary>
        <div className="mt-2">
          <JsonArea
            field={fields.request}
            label={labels.request}
            hint="A body of the search API with a query whose id is result. Replaces the search above. Fields that it names override the settings."
            rows={10}
          />
        </div>
      </details>
      <FormEnd
        label="Save test"
        busyLabel="Saving…"
        as={{ name: "then", value: "save" }}
        busy={busy}
        gate={gate}
        cancelTo={cancelTo}
        sticky
      />
    </ServerForm>
  );
}

function Finder({ index, find, found, busy }: Pick<Page, "index" | "find" | "found"> & { busy: boolean }) {
  return (
    <section aria-label="Find a document" className="mt-5">
      <div className="flex flex-wrap items-end gap-2">
        <label className="text-13 font-semibold">
          Find a document in {index}
          <input
            type="search"
            name="find"
            defaultValue={find}
            className="mt-1 block min-h-[34px] rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink"
          />
        </label>
        <StepButton step="find" disabled={busy}>
          Find
        </StepButton>
      </div>
      <div id="found" className="scroll-mt-4">
        {found && (
          <FoundDocuments of={found}>
            {({ id, title }) => (
              <>
                <StepButton
                  tone="quiet"
                  step={`within:${id}`}
                  disabled={busy}
                  aria-label={`Expect ${title} in the first 3`}
                >
                  Expect in the first 3
                </StepButton>
                <StepButton tone="quiet" step={`grade:3:${id}`} disabled={busy} aria-label={`Grade ${title} as best`}>
                  Best
                </StepButton>
                <StepButton
                  tone="quiet"
                  step={`grade:0:${id}`}
                  disabled={busy}
                  aria-label={`Grade ${title} as no answer`}
                >
                  No answer
                </StepButton>
              </>
            )}
          </FoundDocuments>
        )}
      </div>
    </section>
  );
}
