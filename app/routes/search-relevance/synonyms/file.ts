import type { LoaderFunctionArgs } from "@remix-run/node";
import { stringify } from "csv-stringify/sync";
import { requireScope } from "~/session/scope.server";
import { synonymList } from "./_parts/addresses";
import { matching, requireSynonyms } from "./_parts/list.server";
import { synonyms } from "./_parts/thing";

/** The synonyms that an address asks for, a group on each line: what the upload takes. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name, all } = await requireSynonyms(scope);
  const lines = matching(all, synonymList.at(request).state).map(({ expression, type }) =>
    type === "one-way" ? [expression] : expression.split(","),
  );
  const file = `${[...name].slice(0, 100).join("")}-synonyms.csv`;
  return new Response(stringify(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.replace(/[^\w.-]+/g, "_")}"; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, "_")}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
