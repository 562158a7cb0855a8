import type { FieldMetadata } from "@conform-to/react";
import { roleLabels } from "~/lib/search-relevance/field-roles";

type RoleSelectProps = {
  /** Of the field. */ path: string;
  field: FieldMetadata<string, Record<string, unknown>, string[]>;
};

/** What a field is for in a search, to choose. */
export function RoleSelect({ path, field }: RoleSelectProps) {
  return (
    <select
      name={field.name}
      defaultValue={field.initialValue}
      aria-label={`Role of ${path}`}
      className="block min-h-[30px] w-full rounded border border-line-strong bg-surface px-1.5 text-13 text-ink"
    >
      {roleLabels.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
