import { Button, LinkButton } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterInput, FilterSelect } from "~/components/ui/filter/filter-bar";
import type { Here } from "~/lib/address";
import { fieldOperations } from "~/lib/data/documents/field-edits";
import { type editing, meantField, NEW_FIELD } from "./edit-address";

type EditFormProps = {
  here: Here<typeof editing.initial>;
  /** `example` is what a value of it looks like. */ fields: readonly { path: string; type: string; example: string }[];
  problem: { problem: string; at: "path" | "other" | "with" } | null;
  backTo: string;
  /** The edit is shown below. */ shown: boolean;
};

const sides = [
  { value: "", label: "Choose a value" },
  { value: "true", label: "true" },
  { value: "false", label: "false" },
];

/**
 * What is to be done to a field, by address: nothing is changed by it. Once the field is chosen, its value is asked for
 * by its type.
 */
export function EditForm({ here, fields, problem, backTo, shown }: EditFormProps) {
  const { edit, with: typed } = here.state;
  const { choice, field } = meantField(here.state, fields);
  const chosen = fields.find(({ path }) => path === choice);
  const wrong = (at: "path" | "other" | "with") => (problem?.at === at ? "edit-problem" : undefined);
  const options = [
    { value: "", label: "Choose a field" },
    ...fields.map(({ path, type: of }) => ({ value: path, label: `${path} (${of})` })),
    { value: NEW_FIELD, label: "New field…" },
  ];
  const isSet = edit === "set" && chosen?.type === "boolean";
  return (
    <AddressForm here={here} controls={["edit", "path", "other", "with"]} keepScroll className="mb-4 max-w-[1000px]">
      <div className="flex flex-wrap items-end gap-2">
        <FilterSelect
          name="edit"
          label="Operation"
          defaultValue={edit}
          options={Object.entries(fieldOperations).map(([value, label]) => ({ value, label }))}
        />
        <FilterSelect name="path" label="Field" defaultValue={choice} options={options} problemId={wrong("path")} />
        {choice === NEW_FIELD && (
          <FilterInput name="other" label="New field" type="text" defaultValue={field} problemId={wrong("other")} />
        )}
        {isSet ? (
          <FilterSelect name="with" label="Value" defaultValue={typed} options={sides} problemId={wrong("with")} />
        ) : (
          <FilterInput
            name="with"
            label="Value or new name"
            placeholder={edit === "rename" ? "New name" : edit === "remove" ? "No value" : (chosen?.example ?? "Value")}
            type="text"
            wide
            defaultValue={typed}
            problemId={wrong("with")}
          />
        )}
        <Button tone={shown ? "plain" : "primary"}>Preview</Button>
        {!shown && (
          <LinkButton to={backTo} tone="quiet">
            Cancel
          </LinkButton>
        )}
      </div>
      {problem ? (
        <p id="edit-problem" role="alert" className="mt-1 text-13 text-bad">
          {problem.problem}
        </p>
      ) : (
        <p className="mt-1 text-12 text-muted">
          A value is text, or JSON: 12, true, [&quot;a&quot;, &quot;b&quot;]. Append skips lists that already contain
          it. Remove needs no value.
        </p>
      )}
    </AddressForm>
  );
}
