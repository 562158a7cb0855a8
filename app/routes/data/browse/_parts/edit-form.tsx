import { Button, LinkButton } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterInput, FilterSelect } from "~/components/ui/filter/filter-bar";
import type { Here } from "~/lib/address";
import { fieldOperations } from "~/lib/data/documents/field-edits";
import type { editing } from "./edit-address";

type EditFormProps = {
  here: Here<typeof editing.initial>;
  fields: readonly string[];
  problem: { problem: string; at: "path" | "with" } | null;
  backTo: string;
  /** The edit is shown below. */ shown: boolean;
};

/** What is to be done to a field, by address: nothing is changed by it. */
export function EditForm({ here, fields, problem, backTo, shown }: EditFormProps) {
  const { edit, path, with: typed } = here.state;
  const wrong = (at: "path" | "with") => (problem?.at === at ? "edit-problem" : undefined);
  return (
    <AddressForm here={here} controls={["edit", "path", "with"]} keepScroll className="mb-4 max-w-[900px]">
      <div className="flex flex-wrap items-end gap-2">
        <FilterSelect
          name="edit"
          label="Operation"
          defaultValue={edit}
          options={Object.entries(fieldOperations).map(([value, label]) => ({ value, label }))}
        />
        <FilterInput
          name="path"
          label="Field"
          type="text"
          list="edit-fields"
          defaultValue={path}
          problemId={wrong("path")}
        />
        <FilterInput
          name="with"
          label="Value or new name"
          type="text"
          wide
          defaultValue={typed}
          problemId={wrong("with")}
        />
        <Button tone={shown ? "plain" : "primary"}>Preview</Button>
        {!shown && (
          <LinkButton to={backTo} tone="quiet">
            Cancel
          </LinkButton>
        )}
      </div>
      <datalist id="edit-fields">
        {fields.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
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
