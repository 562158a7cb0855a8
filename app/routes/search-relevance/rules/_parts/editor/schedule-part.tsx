import { TextField } from "~/components/forms/field";
import { FieldRow } from "~/components/forms/server-form";
import { countOf } from "~/lib/values/numbers";
import type { RuleFields } from "./fields-type";
import { Hints } from "./hints";
import { LABELS } from "./labels";
import type { RulePage } from "./load.server";

/** From when and until when a rule applies, on the reader's clock. */
export function SchedulePart({ page: { values, daysLeft, hints }, fields }: { page: RulePage; fields: RuleFields }) {
  const seconds = [values.start, values.end].some((wall) => wall.length > 16);
  return (
    <section aria-labelledby="rule-schedule" className="border-t border-line pt-4">
      <h2 id="rule-schedule" className="mb-1 text-16 font-bold">
        Schedule
      </h2>
      <p className="mb-3 text-13 text-muted">
        Times are in {values.zone}. Empty applies at once, and without end.
        {daysLeft !== null && ` ${countOf(daysLeft, "day")} left.`}
      </p>
      <FieldRow>
        <TextField field={fields.start} label={LABELS.start} type="datetime-local" {...(seconds ? { step: 1 } : {})} />
        <TextField field={fields.end} label={LABELS.end} type="datetime-local" {...(seconds ? { step: 1 } : {})} />
      </FieldRow>
      <Hints of={hints} about="schedule" />
    </section>
  );
}
