import type { FieldMetadata } from "@conform-to/react";
import { SelectField } from "~/components/forms/field";
import { ZoneField } from "~/components/forms/zone-field";
import { hourText, weekdays } from "~/lib/schedule/when";

type Fields = { weekday: FieldMetadata<number>; hour: FieldMetadata<number>; zone: FieldMetadata<string> };

/** What the list of errors above a form calls the fields of `<ScheduleFields>`. */
export const scheduleLabels = { weekday: "Day", hour: "Time", zone: "Time zone" };

type ScheduleFieldsProps = {
  fields: Fields;
  /** From `timeZones`. */ zones: readonly string[];
  daily?: boolean;
  hint?: string;
};

/** Day, time and time zone of something that is done again and again; every day where `daily`. */
export function ScheduleFields({ fields, zones, daily = false, hint }: ScheduleFieldsProps) {
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
      <ZoneField field={fields.zone} label={scheduleLabels.zone} zones={zones} />
    </>
  );
}
