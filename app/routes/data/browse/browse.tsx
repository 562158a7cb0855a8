import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { FormBoundary } from "~/components/form-kit";
import { CodeBlock, EmptyState, ErrorPanel, LinkButton, Menu, MenuLink, Notice, PageHeader } from "~/components/kit";
import { unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { chosenFilter, filterText } from "~/lib/document-filters";
import { decodeSegment } from "~/lib/ids";
import { countOf, formatNumber } from "~/lib/numbers";
import { withParams } from "~/lib/search-params";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { redirect } from "~/redirect.server";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { filterProblem } from "~/services/documents/query.server";
import { settle } from "~/services/http/settle.server";
import { listFields } from "~/services/mappings/get.server";
import { addDraft } from "~/services/store/draft-store.server";
import { SELECT } from "./_parts/constants";
import { indexOf } from "./_parts/document-ref.server";
import { DocumentTable } from "./_parts/document-table";
import { BrowseFilters } from "./_parts/browse-filters";
import { loadDocuments, queryOf, readView, remarks, shownRequest } from "./_parts/list.server";
import { documentsPath } from "./_parts/paths";

/** Fields in the lists of the filter bar; the address takes any. */
const MOST_LISTED = 200;

export const handle: Handle = { screen: "browse" };
export const meta: MetaFunction = ({ params }) => [{ title: `Browse · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const row = await requireIndex(scope);
  if (!row.open) return { name: row.name, open: false as const };
  const search = new URL(request.url).searchParams;
  const fields = await listFields(scope, row.name);
  const byPath = new Map(fields.map((field) => [field.path, field]));

  const chosen = chosenFilter(search);
  const problem = chosen && filterProblem(chosen, byPath);
  if (chosen && problem === undefined) {
    const added = [...new Set([...search.getAll("f"), filterText(chosen)])];
    const clean = withParams(search, { f: added, field: null, operator: null, value: null, to: null, page: null, select: null });
    throw redirect(`${screenPath(scope, "browse")}${clean}`);
  }

  const view = readView(search, fields);
  const table = await settle(loadDocuments(scope, { view, fields }));
  // A page behind the last one, by an old link or because its rows were deleted.
  const last = table.ok ? Math.ceil(table.value.total / view.size) : 0;
  if (last > 0 && view.page > last) throw redirect(`${screenPath(scope, "browse")}${withParams(search, { page: last })}`);
  const misfits = view.filters.flatMap((filter) => filterProblem(filter, byPath) ?? []);
  const loose = search.get("value")?.trim() ?? "";
  if (chosen === undefined && loose !== "") misfits.unshift(`“${loose.slice(0, 80)}” is not looked for yet: choose the field that should hold it.`);
  if (view.filters.length !== search.getAll("f").length) misfits.unshift("A filter of this address cannot be read; it is left out.");
  const { body, ...shown } = table.ok ? table.value : { body: { query: queryOf(scope, view, fields) }, total: 0, columns: [], rows: [] };
  return {
    name: row.name,
    open: true as const,
    documents: row.documents,
    view,
    table: table.ok ? { ok: true as const, value: shown } : table,
    fields: fields.slice(0, MOST_LISTED).map(({ path, type }) => ({ path, type })),
    fieldCount: fields.length,
    chosen: chosen && { ...chosen, problem: problem ?? "" },
    remarks: [...misfits, ...remarks(view, fields, search.get("sort"))],
    request: search.get("show") === "request" ? shownRequest(scope, body) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, { right: "develop", what: "Nothing was changed.", run: ({ scope, form }) => answerList({ request: args.request, scope, form }) });
}

async function answerList({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  switch (form.get("intent")) {
    case SELECT: {
      const ids = form.getAll("id").flatMap((id) => (typeof id === "string" ? [decodeSegment(id)] : []));
      const back = new URL(request.url).search;
      if (ids.length === 0) return redirect(`${screenPath(scope, "browse")}${withParams(new URLSearchParams(back), { chosen: "none" })}`);
      const draft = addDraft(scope, { kind: "selection", index: indexOf(scope), value: { ids } });
      return redirect(documentsPath(scope, "delete", { draft }));
    }
    default:
      throw unknownIntent(form.get("intent"));
  }
}

export default function BrowseScreen() {
  const data = useLoaderData<typeof loader>();
  const at = appLevel(data.name);
  if (!data.open) return <ClosedIndex name={data.name} />;
  return <OpenIndex data={data} at={at} />;
}

type OpenData = Extract<Awaited<ReturnType<typeof loader>>, { open: true }>;

function OpenIndex({ data, at }: { data: OpenData; at: ReturnType<typeof appLevel> }) {
  const { name, documents, view, table, request } = data;
  const [params] = useSearchParams();
  const filtered = view.q !== "" || view.filters.length > 0;
  const total = table.ok ? table.value.total : 0;
  // Filters and a table head over nothing help nobody.
  const empty = table.ok && total === 0 && !filtered && data.chosen === undefined;
  const query = Object.fromEntries(["q", "f", "column", "sort", "order"].map((key) => [key, params.getAll(key)]));
  return (
    <>
      <PageHeader
        title="Browse"
        description={
          <>
            {documents === null ? "Documents" : countOf(documents, "document")} in <strong>{name}</strong>.
            {filtered && table.ok && ` ${formatNumber(total)} match the filters.`}
          </>
        }
        actions={
          <>
            {total > 0 && (
              <LinkButton to={documentsPath(at, "export", { ...query, columns: table.ok ? table.value.columns.map(({ path }) => path) : [] })}>
                Export {formatNumber(total)}
              </LinkButton>
            )}
            {total > 0 && (
              <Menu label="More" button>
                <MenuLink to={documentsPath(at, "delete", { q: params.get("q"), f: params.getAll("f") })} danger>
                  Delete all {formatNumber(total)}
                  {filtered ? " that match" : ""}…
                </MenuLink>
              </Menu>
            )}
            {!empty && (
              <LinkButton tone="primary" to={documentsPath(at, "add")}>
                Add document
              </LinkButton>
            )}
          </>
        }
      />
      {params.get("chosen") === "none" && (
        <Notice tone="warn" role="alert">
          No row was chosen. Tick the boxes of the documents to delete.
        </Notice>
      )}
      {!empty && (
        <BrowseFilters
          view={view}
          fields={data.fields}
          fieldCount={data.fieldCount}
          columns={table.ok ? table.value.columns.map(({ path }) => path) : view.columns}
          chosen={data.chosen}
        />
      )}
      {data.remarks.map((remark) => (
        <Notice key={remark} tone="warn">
          {remark}
        </Notice>
      ))}
      {request && (
        <div className="mb-4 grid gap-3 large:grid-cols-2">
          <CodeBlock label={request.label} text={request.json} />
          <CodeBlock label="curl" text={request.curl} />
        </div>
      )}
      {empty ? (
        <NoDocuments at={at} filtered={false} />
      ) : table.ok ? (
        <DocumentTable at={at} view={view} table={table.value} intent={SELECT} empty={<NoDocuments at={at} filtered={filtered} words={view.q} />} />
      ) : (
        <ErrorPanel title="The documents could not be read." failure={table.failure} />
      )}
    </>
  );
}

function NoDocuments({ at, filtered, words = "" }: { at: ReturnType<typeof appLevel>; filtered: boolean; words?: string }) {
  if (filtered) {
    return (
      <EmptyState
        title="No document matches"
        action={
          <>
            <LinkButton to={screenPath(at, "browse")}>Clear all filters</LinkButton>
            {words !== "" && <LinkButton to={screenPath(at, "search-preview", { query: { q: words } })}>Search with typing errors</LinkButton>}
          </>
        }
      >
        <p>
          All words and all filters must hold, and each word letter by letter. Take one away, or let search preview look for words that are nearly the same.
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
            Import a file
          </LinkButton>
          <LinkButton to={documentsPath(at, "add")}>Add a document</LinkButton>
        </>
      }
    >
      <p>Its documents would be listed here. Import a file, or add the first one by hand.</p>
    </EmptyState>
  );
}

function ClosedIndex({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="Browse" />
      <EmptyState title={`${name} is closed`} action={<LinkButton to={screenPath(appLevel(name), "open")}>Open it…</LinkButton>}>
        <p>A closed index keeps its documents but answers nothing. Open it to see them.</p>
      </EmptyState>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
