import "~/components/kit";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireScope } from "~/session/scope.server";
import { exportPages, exportStream, isExportFormat } from "~/services/documents/export.server";
import { sortClause } from "~/services/documents/query.server";
import { listFields } from "~/services/mappings/get.server";
import { MOST_EXPORTED } from "./_parts/constants";
import { indexOf } from "./_parts/document-ref.server";
import { queryOf, readView } from "./_parts/list.server";

const types = { ndjson: "application/x-ndjson", json: "application/json", csv: "text/csv" };

/** What matches as a file, in the order of the table. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const index = indexOf(scope);
  const search = new URL(request.url).searchParams;
  const asked = search.get("format");
  const format = isExportFormat(asked) ? asked : "ndjson";
  const fields = await listFields(scope, index);
  const view = readView(search, fields);
  const sort = sortClause(
    fields.find((field) => field.path === view.sort),
    view.order,
  );
  const pages = exportPages(scope, { index, query: queryOf(scope, view, fields), sort: sort ? [sort] : [], most: MOST_EXPORTED });
  const columns = view.columns.length > 0 ? view.columns : fields.map((field) => field.path);
  const stream = await exportStream({ format, columns, pages, drained: () => scope.context.drained() });
  return new Response(stream, {
    headers: {
      "Content-Type": `${types[format]}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="documents.${format}"; filename*=UTF-8''${encodeURIComponent(`${index}.${format}`).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
