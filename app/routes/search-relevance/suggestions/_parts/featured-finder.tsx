import { FoundDocuments } from "~/components/documents/found-documents";
import { StepButton } from "~/components/forms/step-button";
import { control } from "~/components/ui/filter/filter-bar";
import type { FinderData } from "./featured-finder.server";

/** Finds documents and puts them among the suggestions, by their titles: nobody has to know an ID. */
export function FeaturedFinder({ names, index, find, found }: FinderData) {
  return (
    <section aria-label="Documents to add" className="mb-4">
      <div className="flex flex-wrap items-end gap-2">
        <label className="min-w-0 flex-1 text-13 font-semibold">
          Add a document
          <input type="search" name="find" defaultValue={find} className={`${control} mt-1 font-normal`} />
        </label>
        <label className="min-w-0 text-13 font-semibold">
          In the index
          <select name="index" defaultValue={index} className={`${control} mt-1 font-normal`}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <StepButton step="find">Find</StepButton>
      </div>
      <div id="found" className="scroll-mt-4">
        {found && (
          <FoundDocuments of={found}>
            {({ id, title }) => (
              <StepButton tone="quiet" step={`add:${id}`} aria-label={`Add ${title}`}>
                Add
              </StepButton>
            )}
          </FoundDocuments>
        )}
      </div>
    </section>
  );
}
