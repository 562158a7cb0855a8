import { ChoiceField } from "~/components/forms/field";
import { ListField } from "~/components/forms/list-field";
import type { AnyField } from "~/components/forms/metadata";

const choices = [
  { value: "all", label: "All fields" },
  { value: "only", label: "Only these" },
  { value: "except", label: "All but these" },
];
const both = { value: "both", label: "Some, but not these" };

type FieldsChoiceProps = {
  choice: AnyField;
  include: AnyField;
  exclude: AnyField;
  /** Of the index. */ names: readonly string[];
};

/** Which fields results have: a choice, and the list that it asks for. Both lists only where both are kept already. */
export function FieldsChoice({ choice, include, exclude, names }: FieldsChoiceProps) {
  const hint = "Fields, or patterns such as price.*.";
  return (
    <div className="group/fields">
      <ChoiceField
        field={choice}
        label="Fields in results"
        options={choice.initialValue === both.value ? [...choices, both] : choices}
        segments
      />
      <div className="hidden group-has-[:is([value=only],[value=both]):checked]/fields:block">
        <ListField field={include} label="Include fields" hint={hint} proposals={names} rows={2} />
      </div>
      <div className="hidden group-has-[:is([value=except],[value=both]):checked]/fields:block">
        <ListField field={exclude} label="Exclude fields" hint={hint} proposals={names} rows={2} />
      </div>
    </div>
  );
}
