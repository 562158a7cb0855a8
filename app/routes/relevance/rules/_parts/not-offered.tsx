import { EmptyState, PageHeader } from "~/components/kit";

/** In place of the list on a server that has no rules. */
export function NotOffered() {
  return (
    <>
      <PageHeader title="Rules" />
      <EmptyState title="This server has no rules">
        <p>They came with a later version of ReactiveSearch, or belong to a larger edition.</p>
      </EmptyState>
    </>
  );
}
