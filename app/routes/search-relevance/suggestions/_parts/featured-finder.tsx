import { FoundDocuments } from "~/components/documents/found-documents";
import { StepButton } from "~/components/forms/step-button";
import type { FinderData } from "./featured-finder.server";
import { NamedInput, NamedSelect } from "./named-controls";

/** Finds documents and puts them among the suggestions, by their titles: nobody has to know an ID. */
export function FeaturedFinder({ names, index, find, found }: FinderData) {
  return (
    <section aria-label="Documents to add" className="mb-4">
      <div className="flex flex-wrap items-end gap-2">
        <NamedInput name="find" label="Add a document" value={find} className="flex-1" />
        <NamedSelect name="index" label="In the index" value={index} options={names} />
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
