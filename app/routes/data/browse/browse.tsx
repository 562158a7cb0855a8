import { ClosedIndex, NoDocuments } from "~/components/documents/no-documents";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/form-kit";
import { ViewRequest } from "~/components/detail-kit";
import { ErrorPanel, Gated, LinkButton, Menu, MenuLink, Notice, PageHeader, useAddress } from "~/components/kit";
import { unknownIntent } from "~/components/forms/reply.server";
import { keepSelection, tickedIds } from "~/editor/selection.server";
import { answerForm } from "~/form-action.server";
import { chosenFilter, filterText } from "~/lib/documents/filters";
import { placeQuery } from "~/lib/list-place";
import { countOf, formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { documentsPath } from "~/navigation/document-paths";
import { appLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress, redirect } from "~/redirect.server";
import { shownRequest } from "~/services/changes/shown.server";
import { filterProblem, queryRemarks } from "~/services/documents/query.server";
import { loadDocuments, WINDOW } from "~/services/documents/table.server";
import { apiPath } from "~/services/http/path";
import { settle } from "~/services/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { browseList, listOf } from "./_parts/address";
import { BrowseFilters } from "./_parts/browse-filters";
import { DocumentTable } from "./_parts/document-table";
import { readBrowse } from "./_parts/list.server";

/** Fields in the lists of the filter bar; the address takes any. */
const MOST_LISTED = 200;
const intents = { remove: "delete-selected", export: "export-selected" };

export const handle: Handle = { screen: "browse" };
export const meta: MetaFunction = ({ params }) => [{ title: `Browse · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const index = await requireIndex(scope);
  if (!index.open) return { name: index.name, open: false as const };
  const read = await readBrowse(scope, request);
  const { fields, here, query } = read;
  const { state } = here;

  const chosen = chosenFilter(new URL(request.url).searchParams);
  const problem = chosen && filterProblem(chosen, new Map(fields.map((field) => [field.path, field])));
  if (chosen && problem === undefined) {
    const others = state.f.filter((filter) => filterText(filter) !== filterText(chosen));
    throw redirect(`${screenPath(scope, "browse")}${here.href({ f: [...others, chosen] })}`);
  }
  leaveLongAddress(request, here);

  const lastPage = Math.floor(WINDOW / state.size);
  const table = await settle(loadDocuments(scope, { ...state, index: read.index, fields, query, page: Math.min(state.page, lastPage) }));
  // A page behind the last one, by an old link or because its rows were deleted.
  const last = table.ok ? Math.min(lastPage, Math.ceil(table.value.total / state.size)) : 0;
  if (last > 0 && state.page > last) throw redirect(`${screenPath(scope, "browse")}${here.href({ page: last })}`);
  const { body, ...shown } = table.ok ? table.value : { body: { query }, total: 0, columns: [], rows: [] };
  const loose = state.value === "" || chosen ? [] : [`“${state.value.slice(0, 80)}” is not searched for yet: choose the field that contains it.`];
  return {
    name: index.name,
    open: true as const,
    gate: scope.may("documents:write"),
    documents: index.documents,
    state,
    table: table.ok ? { ok: true as const, value: { ...shown, lastPage } } : table,
    fields: fields.slice(0, MOST_LISTED).map(({ path, type }) => ({ path, type })),
    fieldCount: fields.length,
    chosen: chosen && { ...chosen, problem: problem ?? "" },
    remarks: [...loose, ...here.remarks.map(({ text }) => text), ...queryRemarks({ q: state.q, filters: state.f, fields, sort: state.sort.by })],
    request: state.show === "request" ? shownRequest(scope, { request: { method: "POST", path: apiPath`/${read.index}/_search`, json: body } }) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, { right: "develop", what: "Nothing was changed.", run: ({ scope, form }) => answerList({ request: args.request, scope, form }) });
}

async function answerList({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const here = browseList().at(request);
  const intent = form.get("intent");
  if (intent === intents.remove || intent === intents.export) {
    const ids = tickedIds(form);
    if (ids.length === 0) return redirect(`${screenPath(scope, "browse")}${here.href({ selected: "none" })}`);
    const query = { draft: keepSelection(scope, "documents", ids), column: here.state.columns, ...placeQuery({ list: listOf(here.state), row: null }) };
    return redirect(documentsPath(scope, intent === intents.remove ? "delete" : "export", query));
  }
  throw unknownIntent(intent);
}

export default function BrowseScreen() {
  const data = useLoaderData<typeof loader>();
  return data.open ? <OpenIndex data={data} /> : <ClosedIndex name={data.name} />;
}

type OpenData = Extract<Awaited<ReturnType<typeof loader>>, { open: true }>;

function OpenIndex({ data }: { data: OpenData }) {
  const { name, table, request, state, gate } = data;
  const here = useAddress(browseList(), state);
  const at = appLevel(name);
  const filtered = here.holds("q", "f");
  const total = table.ok ? table.value.total : 0;
  const columns = table.ok ? table.value.columns.map(({ path }) => path) : state.columns;
  // Filters and a table head over nothing help nobody.
  const empty = table.ok && total === 0 && !filtered && data.chosen === undefined;
  const deleteAll = `Delete all ${formatNumber(total)}${filtered ? " that match" : ""}…`;
  const listed = new URLSearchParams(listOf({ ...state, columns: [] }));
  const meant = Object.fromEntries([...new Set(listed.keys())].map((key) => [key, listed.getAll(key)]));
  return (
    <>
      <PageHeader
        title="Browse"
        description={
          <>
            {data.documents === null ? "Documents" : countOf(data.documents, "document")} in <strong>{name}</strong>.
            {filtered && table.ok && ` ${formatNumber(total)} match the filters.`}
          </>
        }
        actions={
          <>
            {total > 0 && <LinkButton to={documentsPath(at, "export", { ...meant, column: columns })}>Export {formatNumber(total)}</LinkButton>}
            {total > 0 && (
              <Menu label="More" button>
                <Gated gate={gate} look="menu" label={deleteAll}>
                  <MenuLink to={documentsPath(at, "delete", meant)} danger>
                    {deleteAll}
                  </MenuLink>
                </Gated>
              </Menu>
            )}
            {!empty && (
              <Gated gate={gate} label="Add document">
                <LinkButton tone="primary" to={documentsPath(at, "add")}>
                  Add document
                </LinkButton>
              </Gated>
            )}
          </>
        }
      />
      {state.selected === "none" && (
        <Notice tone="warn" role="alert">
          No document is selected. Tick the boxes of the documents first.
        </Notice>
      )}
      {!empty && <BrowseFilters here={here} fields={data.fields} fieldCount={data.fieldCount} columns={columns} chosen={data.chosen} />}
      {data.remarks.map((remark) => (
        <Notice key={remark} tone="warn">
          {remark}
        </Notice>
      ))}
      {request && <ViewRequest request={request} open />}
      {!table.ok && <ErrorPanel title="The documents could not be read." failure={table.failure} />}
      {table.ok && empty && <NoDocuments at={at} filtered={false} gate={gate} />}
      {table.ok && !empty && (
        <DocumentTable
          at={at}
          here={here}
          table={table.value}
          intents={intents}
          gate={gate}
          empty={<NoDocuments at={at} filtered={filtered} words={state.q} gate={gate} />}
        />
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
