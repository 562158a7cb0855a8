import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ClosedIndex, NoDocuments } from "~/components/documents/no-documents";
import { FormBoundary } from "~/components/forms/form-boundary";
import { useAddress } from "~/components/ui/filter/use-address";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Remarks } from "~/components/ui/message/remarks";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { ViewRequest } from "~/components/ui/request/view-request";
import { NothingTicked } from "~/components/ui/table/selection";
import { answerTicked } from "~/editor/selection.server";
import { answerForm } from "~/server/form-action.server";
import { placeQuery } from "~/lib/address/list-place";
import { documentsPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress, leavePageBehind } from "~/server/redirect.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { queryRemarks } from "~/services/data/documents/query.server";
import { loadDocuments } from "~/services/data/documents/table.server";
import { canBeCounted, topValues } from "~/services/data/documents/top-values.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { browseList, listOf } from "./_parts/address";
import { BrowseFilters } from "./_parts/browse-filters";
import { BrowseHeader } from "./_parts/browse-header";
import { DocumentTable } from "./_parts/document-table";
import { addedFilter, readBrowse } from "./_parts/list.server";
import { ValueFacet } from "./_parts/value-facet";

/** Fields in the lists of the filter bar; the address takes any. */
const MOST_LISTED = 200;
const intents = {
  remove: "delete-selected",
  update: "update-selected",
  compare: "compare-selected",
  export: "export-selected",
};

export const handle: Handle = { screen: "browse" };
export const meta = titled("Browse");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const index = await requireIndex(scope);
  if (!index.open) return { name: index.name, open: false as const };
  const read = await readBrowse(scope, request);
  const { fields, here, query } = read;
  const { state } = here;
  const chosen = addedFilter(scope, { request, fields, here });
  leaveLongAddress(request, here);

  const [found, facet] = await Promise.all([
    settle(loadDocuments(scope, { ...state, index: read.index, fields, query })),
    facetOf(scope, read),
  ]);
  if (found.ok) leavePageBehind(request, { here, ...found.value.table });
  const loose =
    state.value === "" || chosen
      ? []
      : [{ text: `“${state.value.slice(0, 80)}” is not searched for yet: choose the field that contains it.` }];
  return {
    name: index.name,
    open: true as const,
    gate: scope.may("documents:write"),
    documents: index.documents,
    state,
    table: found.ok ? { ok: true as const, value: found.value.table } : found,
    fields: fields.slice(0, MOST_LISTED).map(({ path, type }) => ({ path, type })),
    fieldCount: fields.length,
    facet,
    chosen,
    remarks: [
      ...loose,
      ...here.remarks,
      ...queryRemarks({ q: state.q, filters: state.f, fields, sort: state.sort.by }),
    ],
    request:
      state.show === "request"
        ? shownRequest(scope, {
            request: {
              method: "POST",
              path: apiPath`/${read.index}/_search`,
              json: found.ok ? found.value.body : { query },
            },
          })
        : null,
  };
}

/** The most frequent values of the field that the address asks for. */
async function facetOf(scope: Scope, { index, query, fields, here }: Awaited<ReturnType<typeof readBrowse>>) {
  const field = fields.find(({ path }) => path === here.state.facet);
  return field && canBeCounted(field) ? settle(topValues(scope, { index, query, field })) : null;
}

const pages = {
  [intents.remove]: "delete",
  [intents.update]: "update",
  [intents.compare]: "compare",
  [intents.export]: "export",
} as const;

export async function action(args: ActionFunctionArgs) {
  const { state, href } = browseList().at(args.request);
  const query = { column: state.columns, ...placeQuery({ list: listOf(state), row: null }) };
  return answerForm(args, {
    right: "develop",
    what: "Nothing was changed.",
    run: async ({ scope, form }) => {
      const to = (page: (typeof pages)[keyof typeof pages], draft: string) =>
        documentsPath(scope, page, { draft, ...query });
      return answerTicked(scope, {
        form,
        noun: "documents",
        none: `${screenPath(scope, "browse")}${href({ selected: "none" })}`,
        pages,
        to,
      });
    },
  });
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
  const total = table.ok ? table.value.total : 0;
  const columns = table.ok ? table.value.columns.map(({ path }) => path) : state.columns;
  // Filters and a table head over nothing help nobody.
  const empty = table.ok && total === 0 && !here.holds("q", "f") && data.chosen === undefined;
  return (
    <>
      <BrowseHeader
        name={name}
        here={here}
        documents={data.documents}
        total={table.ok ? total : null}
        columns={columns}
        empty={empty}
        gate={gate}
      />
      <NothingTicked noun="document" />
      {!empty && (
        <BrowseFilters
          here={here}
          fields={data.fields}
          fieldCount={data.fieldCount}
          columns={columns}
          chosen={data.chosen}
        />
      )}
      <Remarks of={data.remarks} />
      {data.facet && (
        <SettledPanel of={data.facet} what="Top values">
          {(values) => <ValueFacet here={here} {...values} total={total} />}
        </SettledPanel>
      )}
      {!table.ok && <ErrorPanel title="The documents could not be read." failure={table.failure} />}
      {empty && <NoDocuments at={at} filtered={false} gate={gate} />}
      {table.ok && !empty && <DocumentTable at={at} here={here} table={table.value} intents={intents} gate={gate} />}
      {!empty && (
        <p className="my-3 text-13">
          <PlainLink to={here.href({ show: state.show === "" ? "request" : undefined })} keepScroll className="link">
            {state.show === "" ? "View request" : "Hide request"}
          </PlainLink>
        </p>
      )}
      {request && <ViewRequest request={request} label="API request" open />}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
