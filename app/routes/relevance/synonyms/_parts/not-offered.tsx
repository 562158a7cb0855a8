import { EmptyState, PageHeader } from "~/components/kit";

/** In place of the pages on a server that keeps no synonyms. */
export function NotOffered() {
  return (
    <>
      <PageHeader title="Synonyms" />
      <EmptyState title="This server keeps no synonyms">
        <p>They came with a later version of ReactiveSearch, or belong to a larger edition.</p>
      </EmptyState>
    </>
  );
}
