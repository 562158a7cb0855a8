import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFile, readFormat } from "~/lib/data/documents/export-file.server";
import { documentFile, exportPages, MOST_EXPORTED, placeAfter } from "~/services/data/documents/export.server";
import { requireScope } from "~/session/scope.server";
import { meantDocuments } from "./_parts/list.server";

/** What matches, or is ticked, as a file, in the order of the table. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const search = new URL(request.url).searchParams;
  const meant = await meantDocuments(scope, search);
  if (!meant) throw new Response("This selection is no longer kept.", { status: 404 });
  const { index, query, sort, fields, here } = meant;
  const columns = here.state.columns.length > 0 ? here.state.columns : fields.map((field) => field.path);
  const id = search.get("after")?.trim() ?? "";
  const after = id === "" ? undefined : await placeAfter(scope, { index, sort, id });
  if (id !== "" && after === undefined)
    throw new Response(`No document has the ID ${id}. Use the ID of an earlier line of the file.`, { status: 404 });
  const pages = exportPages(scope, { index, query, sort, most: MOST_EXPORTED, after });
  return exportFile({
    name: index,
    format: readFormat(search),
    ...documentFile(columns),
    pages,
    goesOn: after !== undefined,
    drained: () => scope.context.drained(),
  });
}
