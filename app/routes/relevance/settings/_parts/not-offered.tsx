import { EmptyState, PageHeader } from "~/components/kit";

/** In place of the pages on a server without relevance settings. */
export function NotOffered({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="This server has no relevance settings">
        <p>They came with a later version of ReactiveSearch, or belong to a larger edition.</p>
      </EmptyState>
    </>
  );
}
