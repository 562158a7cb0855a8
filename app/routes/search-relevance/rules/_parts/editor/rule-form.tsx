import { Button } from "~/components/ui/button";
import { CheckboxField, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { open } from "~/lib/access-control/gate";
import { appLevel, screenPath } from "~/navigation/paths";
import { RULE, TO_DRAFT } from "../intents";
import { ActionsPart } from "./actions-part";
import { ConditionPart } from "./condition-part";
import { Hints } from "./hints";
import { LABELS } from "./labels";
import type { RulePage } from "./load.server";
import { SchedulePart } from "./schedule-part";
import type { RuleShape } from "./shape";
import { SidePart } from "./side-part";

type RuleFormProps = { page: RulePage; isNew: boolean; cancelTo: string; orderTo: string };

/**
 * The fields of a rule: when it applies, what it does, and beside them a test. Its buttons find documents, test it,
 * check its script, or lead to the review; nothing is saved by those.
 */
export function RuleForm({ page, isNew, cancelTo, orderTo }: RuleFormProps) {
  const { id, version, values, hints, tried, unsaved, constraint, gate } = page;
  const { form, fields, busy } = useServerForm<RuleShape>({
    id: `rule-${id}`,
    intent: RULE,
    constraint,
    defaultValue: values,
  });
  const save = isNew ? "Create rule" : "Review changes";
  // What a hit of the preview begins is tried with the rest of the draft before visitors see it.
  const draftFirst = page.draftFirst;
  return (
    <ServerForm form={form} intent={RULE} labels={LABELS} className="max-w-[1240px]" enterAsIs>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="zone" value={values.zone} />
      <input type="hidden" name="found" value={tried.find} />
      <input type="hidden" name="foundHide" value={tried.findHide} />
      <input type="hidden" name="first" value={draftFirst ? TO_DRAFT : ""} />
      <input type="hidden" name="tested" value={tried.q} />
      {page.waits !== null && (
        <Notice tone="info">
          This is how the rule waits in your draft of {page.waits}; searches use it as it was.{" "}
          <PlainLink
            to={screenPath(appLevel(page.waits), "search/review")}
            className="font-semibold text-current underline"
          >
            Review the draft
          </PlainLink>
        </Notice>
      )}
      <div className="grid items-start gap-x-6 xlarge:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0">
          <div className="grid gap-x-4 small:grid-cols-[minmax(0,1fr)_auto]">
            <TextField field={fields.name} label={LABELS.name} autoComplete="off" />
            <div className="small:min-w-[7rem] small:pt-6">
              <CheckboxField field={fields.enabled} label={LABELS.enabled} />
            </div>
          </div>
          <Hints of={hints} about="status" />
          <ConditionPart page={page} fields={fields} />
          <ActionsPart page={page} fields={fields} shown={form.initialValue} busy={busy} />
          <SchedulePart page={page} fields={fields} />
          <TextField field={fields.description} label={LABELS.description} autoComplete="off" />
        </div>
        <SidePart page={page} busy={busy} orderTo={orderTo} />
      </div>
      <FormEnd
        label={draftFirst ? "Add to draft" : save}
        as={{ name: "then", value: draftFirst ? TO_DRAFT : "save" }}
        busy={busy}
        gate={draftFirst ? open : gate}
        cancelTo={cancelTo}
        sticky
      >
        {draftFirst && (
          <Gated gate={gate} label={save}>
            <Button name="then" value="save">
              {save}
            </Button>
          </Gated>
        )}
        {page.drafts && !draftFirst && (
          <Button name="then" value={TO_DRAFT}>
            Add to draft
          </Button>
        )}
        {unsaved.length > 0 && (
          <span className="order-last text-13 text-muted small:ml-auto">
            {unsaved.length === 1 ? "1 unsaved change" : `${unsaved.length} unsaved changes`}: {unsaved.join(", ")}
          </span>
        )}
      </FormEnd>
    </ServerForm>
  );
}
