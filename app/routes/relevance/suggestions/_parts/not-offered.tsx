import { EmptyState, PageHeader } from "~/components/kit";

/** In place of the pages on a server that has no suggestions. */
export function NotOffered() {
  return (
    <>
      <PageHeader title="Suggestions" />
      <EmptyState title="This server has no preferences of suggestions">
        <p>They came with a later version of ReactiveSearch, or belong to a larger edition.</p>
      </EmptyState>
    </>
  );
}
