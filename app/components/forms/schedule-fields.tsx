import type { FieldMetadata } from "@conform-to/react";
import { SelectField, TextField } from "~/components/forms/field";
import { hourText, weekdays } from "~/lib/schedule/when";

type Fields = { weekday: FieldMetadata<number>; hour: FieldMetadata<number>; zone: FieldMetadata<string> };

/** What the list of errors above a form calls the fields of `<ScheduleFields>`. */
export const scheduleLabels = { weekday: "Day", hour: "Time", zone: "Time zone" };

/** Day, time and time zone of something that is done again and again; every day where `daily`. */
export function ScheduleFields({ fields, daily = false, hint }: { fields: Fields; daily?: boolean; hint?: string }) {
  const days = weekdays.map((label, at) => ({ value: String(at + 1), label }));
  return (
    <>
      <SelectField
        field={fields.weekday}
        label={scheduleLabels.weekday}
        options={daily ? [{ value: "0", label: "Every day" }, ...days] : days}
      />
      <SelectField
        field={fields.hour}
        label={scheduleLabels.hour}
        {...(hint !== undefined && { hint })}
        options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
      />
      <TextField field={fields.zone} label={scheduleLabels.zone} />
    </>
  );
}
