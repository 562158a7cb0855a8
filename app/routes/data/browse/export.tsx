import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { ExportForm } from "~/components/ui/request/export-form";
import { readPlace } from "~/lib/address/list-place";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { browseTitle, documentFilePath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { MOST_EXPORTED } from "~/services/data/documents/limits";
import { countDocuments } from "~/services/data/documents/search.server";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { listOf, listPath } from "./_parts/address";
import { ContinueExport } from "./_parts/continue-export";
import { meantDocuments } from "./_parts/list.server";

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Export" }] };
export const meta: MetaFunction = ({ params }) => [{ title: browseTitle(params, "Export") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  const meant = await meantDocuments(scope, new URL(request.url).searchParams);
  if (!meant) return { name, meant: null };
  const { draft, index, query, fields, here } = meant;
  const list = draft === null ? listOf(here.state) : readPlace(new URL(request.url).searchParams).list;
  const kept = draft === null ? here.keep(["columns"]) : [{ name: "draft", value: draft }];
  return {
    name,
    meant: {
      list,
      kept,
      count: await countDocuments(scope, { index, query }),
      columns: here.state.columns,
      fieldCount: fields.length,
    },
  };
}

export default function ExportScreen() {
  const { name, meant } = useLoaderData<typeof loader>();
  const at = appLevel(name);
  if (meant === null) {
    return (
      <>
        <PageHeader title="Export" />
        <EmptyState
          title="This selection is no longer kept"
          action={<LinkButton to={listPath(at, { list: "", row: null })}>Back to Browse</LinkButton>}
        />
      </>
    );
  }
  const { list, kept, count, columns, fieldCount } = meant;
  return (
    <>
      <PageHeader
        title={`Export ${countOf(count, "document")}`}
        description={`Each with its ID as _id. Numbers keep all their digits.`}
      />
      {count > MOST_EXPORTED && (
        <Notice tone="warn">
          A file holds at most {formatNumber(MOST_EXPORTED)} documents. Narrow the filters to export the others.
        </Notice>
      )}
      <ExportForm
        action={documentFilePath(at)}
        kept={kept}
        columns={columns}
        noneChosen={`With none selected: all ${countOf(fieldCount, "mapped field")}.`}
        noun="document"
        cancelTo={listPath(at, { list, row: null })}
      >
        <ContinueExport />
      </ExportForm>
    </>
  );
}
