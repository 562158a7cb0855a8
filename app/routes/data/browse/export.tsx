import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FieldGroup } from "~/components/form-kit";
import { Button, LinkButton, Notice, PageForm, PageHeader } from "~/components/kit";
import { countOf, formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { countDocuments } from "~/services/documents/search.server";
import { listFields } from "~/services/mappings/get.server";
import { MOST_EXPORTED } from "./_parts/constants";
import { indexOf } from "./_parts/document-ref.server";
import { queryOf, readView } from "./_parts/list.server";
import { filePath, titleOf } from "./_parts/paths";

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Export" }] };
export const meta: MetaFunction = ({ params }) => [{ title: titleOf(params, "Export") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  const search = new URL(request.url).searchParams;
  const fields = await listFields(scope, indexOf(scope));
  const view = readView(search, fields);
  const count = await countDocuments(scope, { index: indexOf(scope), query: queryOf(scope, view, fields) });
  const kept = ["q", "f", "sort", "order"].flatMap((key) => search.getAll(key).map((value) => ({ key, value })));
  return { name, count, kept, columns: search.getAll("columns"), filtered: view.q !== "" || view.filters.length > 0, fieldCount: fields.length };
}

const formats = [
  { value: "ndjson", label: "NDJSON", hint: "One document a line. Can be imported again." },
  { value: "json", label: "JSON", hint: "One list of documents." },
  { value: "csv", label: "CSV", hint: "One row a document; lists and objects as JSON in their cell." },
];

export default function ExportScreen() {
  const { name, count, kept, columns, filtered, fieldCount } = useLoaderData<typeof loader>();
  const at = appLevel(name);
  return (
    <>
      <PageHeader
        title="Export"
        description={`${countOf(count, "document")} of ${name}${filtered ? " that match the filters" : ""}, in the order of the table. Each with its id as _id; numbers with all their digits.`}
      />
      {count > MOST_EXPORTED && (
        <Notice tone="warn">
          A file holds at most {formatNumber(MOST_EXPORTED)} documents; the first ones are taken. Narrow the filters to get the others.
        </Notice>
      )}
      <PageForm method="get" action={filePath(at)} reloadDocument className="max-w-form">
        {kept.map(({ key, value }) => (
          <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
        ))}
        <FieldGroup legend="Format">
          {formats.map(({ value, label, hint }, place) => (
            <label key={value} className="flex items-start gap-2 py-1">
              <input type="radio" name="format" value={value} defaultChecked={place === 0} className="mt-1 h-4 w-4 shrink-0 accent-accent" />
              <span>
                {label}
                <span className="block text-13 text-muted">{hint}</span>
              </span>
            </label>
          ))}
        </FieldGroup>
        {columns.length > 0 && (
          <FieldGroup legend="Columns of a CSV file" hint={`With none ticked it has all ${countOf(fieldCount, "field")} of the mapping.`}>
            <ul className="grid gap-x-4 small:grid-cols-2">
              {columns.map((path) => (
                <li key={path}>
                  <label className="flex min-h-[24px] items-center gap-2 [overflow-wrap:anywhere]">
                    <input type="checkbox" name="column" value={path} className="h-4 w-4 shrink-0 accent-accent" />
                    {path}
                  </label>
                </li>
              ))}
            </ul>
          </FieldGroup>
        )}
        <div className="flex flex-wrap gap-2">
          <Button tone="primary">Download</Button>
          <LinkButton tone="quiet" to={screenPath(at, "browse")}>
            Back to the documents
          </LinkButton>
        </div>
      </PageForm>
    </>
  );
}
