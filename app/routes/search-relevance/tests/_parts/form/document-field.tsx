import type { FieldMetadata } from "@conform-to/react";
import { FoundDocuments } from "~/components/documents/found-documents";
import { TextField } from "~/components/forms/field";
import { StepButton } from "~/components/forms/step-button";
import { NameAndId } from "~/components/documents/name-and-id";
import type { loadTest } from "./form.server";

type Page = Awaited<ReturnType<typeof loadTest>>;
type TextMetadata = FieldMetadata<string, Record<string, unknown>, string[]>;

type DocumentFieldProps = Pick<Page, "names" | "picked"> & {
  /** The ID. */ field: TextMetadata;
  /** The words by which it is looked for. */ find: TextMetadata;
  /** What it is to its expectation: "Document". */ label: string;
  /** As a button names it: "0.document". */ place: string;
  busy: boolean;
};

/**
 * A document of an expectation: by its title, found by words within the index and chosen by a button. Its ID may be
 * typed all the same.
 */
export function DocumentField({ field, find, label, place, names, picked, busy }: DocumentFieldProps) {
  const id = field.initialValue ?? "";
  const found = picked?.place === place ? picked.found : null;
  const finder = (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField field={find} label="Find by words" type="search" autoComplete="off" />
        </div>
        <div className="pb-4">
          <StepButton step={`pick:${place}`} disabled={busy} aria-label={`Find ${label.toLowerCase()}`}>
            Find
          </StepButton>
        </div>
      </div>
      {found && (
        <div className="mb-3">
          <FoundDocuments of={found}>
            {({ id: one, title }) => (
              <StepButton
                tone="quiet"
                step={`choose:${place}:${one}`}
                disabled={busy}
                aria-label={`Choose ${title} as ${label.toLowerCase()}`}
              >
                Choose
              </StepButton>
            )}
          </FoundDocuments>
        </div>
      )}
      <details className="mb-3" open={field.errors !== undefined}>
        <summary className="link w-fit text-13">Enter a full document ID</summary>
        <div className="mt-1">
          <TextField field={field} label={`${label} ID`} autoComplete="off" spellCheck={false} />
        </div>
      </details>
    </>
  );
  return (
    <div role="group" aria-label={label}>
      <p className="text-13 font-semibold">{label}</p>
      {id === "" ? (
        finder
      ) : (
        <>
          <p className="py-1">
            <NameAndId name={names[id] ?? id} id={id} />
          </p>
          <details className="mb-3" open={found !== null || field.errors !== undefined}>
            <summary className="link w-fit text-13">Change</summary>
            <div className="mt-1">{finder}</div>
          </details>
        </>
      )}
    </div>
  );
}
