import { EmptyState, LinkButton, PageHeader } from "~/components/kit";
import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";

/** In place of the list on a server that has no stored queries. */
export function NotOffered() {
  const at = useLevel();
  return (
    <>
      <PageHeader title="Stored queries" />
      <EmptyState title="This server has no stored queries" action={<LinkButton to={screenPath(at, "search-preview")}>Search preview</LinkButton>}>
        <p>They came with a later version of ReactiveSearch, or belong to a larger edition. The search preview works here too.</p>
      </EmptyState>
    </>
  );
}
