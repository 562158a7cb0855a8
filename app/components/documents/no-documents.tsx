import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { GatedLink } from "~/components/ui/message/gated";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Gate } from "~/lib/access-control/gate";
import { documentsPath } from "~/navigation/document-paths";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";

/** In place of the table: nothing matches, or nothing is there. */
export function NoDocuments({
  at,
  filtered,
  words = "",
  gate,
}: {
  at: LevelRef;
  filtered: boolean;
  words?: string;
  gate: Gate;
}) {
  if (filtered) {
    return (
      <EmptyState
        title="No documents match"
        action={
          <>
            <LinkButton to={screenPath(at, "browse")}>Clear all filters</LinkButton>
            {words !== "" && (
              <LinkButton to={screenPath(at, "search-preview", { query: { q: words } })}>Try fuzzy search</LinkButton>
            )}
          </>
        }
      >
        <p>
          Documents must contain every word and match every filter exactly. Remove one, or try fuzzy search in Search
          preview.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="This index is empty"
      action={
        <>
          <LinkButton tone="primary" to={screenPath(at, "import")}>
            Import data
          </LinkButton>
          <GatedLink gate={gate} label="Add document" to={documentsPath(at, "add")} />
        </>
      }
    >
      <p>Import a file, or add the first document by hand.</p>
    </EmptyState>
  );
}

/** In place of the screen: a closed index answers nothing. */
export function ClosedIndex({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="Browse" />
      <EmptyState
        title={`${name} is closed`}
        action={<LinkButton to={screenPath(appLevel(name), "open")}>Open index…</LinkButton>}
      >
        <p>A closed index keeps its documents but cannot be read. Open it to see them.</p>
      </EmptyState>
    </>
  );
}
