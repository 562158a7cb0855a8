import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { DiffView } from "~/components/ui/request/diff-view";
import { titleOf } from "~/lib/data/documents/title";
import { shownId } from "~/lib/address/ids";
import { diffLines } from "~/lib/json/diff.server";
import { sortedLines } from "~/lib/json/sorted.server";
import { browseTitle, documentPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { searchRawDocuments } from "~/services/data/documents/search.server";
import { requireScope } from "~/session/scope.server";
import { readMany } from "./_parts/list.server";

/**
 * Characters of a document up to which it is compared; the comparing takes time that grows with the square of the
 * differences.
 */
const MOST_COMPARED = 500_000;

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Compare documents" }] };
export const meta: MetaFunction = ({ params }) => [{ title: browseTitle(params, "Compare documents") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { meant, name, backTo } = await readMany(scope, request);
  if (meant?.ids?.length !== 2) return { name, backTo, found: null, selected: meant?.ids?.length ?? null };
  const { hits } = await searchRawDocuments(scope, { index: meant.index, body: { query: meant.query, size: 3 } });
  // In the order in which they were ticked.
  const ordered = meant.ids.flatMap((id) => hits.filter((hit) => hit.id === id));
  const [one, other] = ordered;
  if (!one || !other) return { name, backTo, found: null, selected: ordered.length };
  const large = one.raw.length + other.raw.length > MOST_COMPARED;
  return {
    name,
    backTo,
    selected: 2,
    found: {
      documents: [one, other].map(({ id, routing, source }) => ({
        id,
        routing,
        title: titleOf(source) ?? shownId(id),
      })),
      rows: large ? null : diffLines(sortedLines(one.raw), sortedLines(other.raw)),
    },
  };
}

export default function CompareScreen() {
  const { name, backTo, found, selected } = useLoaderData<typeof loader>();
  const at = appLevel(name);
  const back = <LinkButton to={backTo}>Back to Browse</LinkButton>;
  if (found === null) {
    return (
      <>
        <PageHeader title="Compare documents" />
        <EmptyState
          title={selected === null ? "This selection is no longer kept" : "Select exactly two documents"}
          action={back}
        >
          <p>Tick the boxes of two documents, then choose Compare.</p>
        </EmptyState>
      </>
    );
  }
  const [one, other] = found.documents;
  return (
    <>
      <PageHeader
        title="Compare documents"
        description="Members in the order of their names; digits as they are stored."
        actions={back}
      />
      <ul className="mb-3 grid gap-2 text-13 medium:grid-cols-2">
        {found.documents.map(({ id, routing, title }) => (
          <Name as="li" key={id} className="min-w-0">
            <PlainLink to={documentPath(at, { id, routing })} className="link font-semibold">
              {title}
            </PlainLink>{" "}
            <span className="font-mono text-12 text-muted">{shownId(id)}</span>
          </Name>
        ))}
      </ul>
      {found.rows === null ? (
        <Notice tone="warn">These documents are too large to be compared here.</Notice>
      ) : (
        <DiffView rows={found.rows} before={one?.title ?? ""} after={other?.title ?? ""} />
      )}
    </>
  );
}
