import type { ReactNode } from "react";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import type { Failure } from "~/lib/messages/user-messages";
import { NameAndId } from "./name-and-id";

type Found = { index: string; id: string; title: string };
type FoundDocumentsProps = {
  /** What `findDocuments` gave. */
  of: { ok: true; value: readonly Found[] } | { ok: false; failure: Failure };
  /** What can be done with one of them. */
  children: (document: Found) => ReactNode;
};

/** Documents that a form found, each with its buttons. */
export function FoundDocuments({ of, children }: FoundDocumentsProps) {
  if (!of.ok) return <ErrorPanel title="The documents could not be searched." failure={of.failure} />;
  if (of.value.length === 0) return <p className="mt-2 text-13 text-muted">No document has these words.</p>;
  return (
    <ul className="mt-2 rounded border border-line" aria-label="Found documents">
      {of.value.map((document) => (
        <li
          key={`${document.index} ${document.id}`}
          className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1 last:border-b-0"
        >
          <span className="min-w-0">
            <NameAndId name={document.title} id={document.id} />
          </span>
          <span className="flex flex-wrap gap-1">{children(document)}</span>
        </li>
      ))}
    </ul>
  );
}
