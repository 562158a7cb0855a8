import { StepButton } from "~/components/forms/step-button";
import { control } from "~/components/ui/filter/filter-bar";
import { Name } from "~/components/ui/name";
import type { ShownSection } from "./featured-group";

const field = `${control} mt-1 font-normal`;
const named = (label: string, place: number) => label || `number ${place + 1}`;

/**
 * What a search box suggests as one list, in the order in which shoppers see it: sections with their suggestions, each
 * to be moved up or removed, and more of both.
 */
export function FeaturedSections({ sections }: { sections: readonly ShownSection[] }) {
  return (
    <div id="sections" className="scroll-mt-4">
      {sections.length === 0 && (
        <p className="mb-4 text-13 text-muted">No suggestions yet. Add a document, or a label that leads somewhere.</p>
      )}
      {sections.length > 0 && (
        <div className="mb-4 rounded border border-line">
          {sections.map((section, at) => (
            <Section key={at} section={section} at={at} />
          ))}
        </div>
      )}
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <label className="w-full min-w-0 text-13 font-semibold small:w-auto small:flex-1">
          Add a suggestion
          <input name="label" placeholder="Label" autoComplete="off" maxLength={200} className={field} />
        </label>
        <label className="w-full min-w-0 text-13 font-semibold small:w-auto small:flex-1">
          Leads to
          <input
            name="url"
            placeholder="/sale; empty: a search"
            autoComplete="off"
            maxLength={2000}
            className={field}
          />
        </label>
        {sections.length > 1 && (
          <label className="min-w-0 text-13 font-semibold">
            In the section
            <select name="into" defaultValue={String(sections.length - 1)} className={field}>
              {sections.map(({ label }, at) => (
                <option key={at} value={at}>
                  {named(label, at)}
                </option>
              ))}
            </select>
          </label>
        )}
        <StepButton step="put">Add suggestion</StepButton>
      </div>
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <label className="min-w-0 text-13 font-semibold">
          Add a section
          <input name="sectionLabel" placeholder="Label" autoComplete="off" maxLength={200} className={field} />
        </label>
        <StepButton step="section">Add section</StepButton>
      </div>
    </div>
  );
}

function Section({ section: { label, suggestions }, at }: { section: ShownSection; at: number }) {
  const name = named(label, at);
  return (
    <section aria-label={`Section ${name}`} className="border-b border-line last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2 bg-sunken px-3 py-1">
        <Name as="h2" className="min-w-0 text-13 font-bold">
          {name}
        </Name>
        <Steps of={`${at}`} name={`section ${name}`} isFirst={at === 0} />
      </div>
      <ol>
        {suggestions.length === 0 && (
          <li className="border-t border-line px-3 py-2 text-13 text-muted">No suggestions in this section.</li>
        )}
        {suggestions.map((suggestion, place) => (
          <li
            key={place}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-1 text-13"
          >
            <Name className="min-w-0">
              {named(suggestion.label, place)}{" "}
              <span className="text-muted">{suggestion.to === "" ? "a search" : suggestion.to}</span>
            </Name>
            <Steps of={`${at}:${place}`} name={`${named(suggestion.label, place)} of ${name}`} isFirst={place === 0} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Steps({ of, name, isFirst }: { of: string; name: string; isFirst: boolean }) {
  return (
    <span className="flex gap-1">
      {!isFirst && (
        <StepButton tone="quiet" step={`up:${of}`} aria-label={`Move up ${name}`}>
          Move up
        </StepButton>
      )}
      <StepButton tone="quiet" step={`remove:${of}`} aria-label={`Remove ${name}`}>
        Remove
      </StepButton>
    </span>
  );
}
