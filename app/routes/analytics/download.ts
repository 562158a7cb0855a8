import "~/components/kit";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFile, readFormat } from "~/lib/documents/export-file.server";
import { BackendError } from "~/services/http/errors.server";
import { rowsAddress } from "./_parts/analytics-address";
import { type AnalyticsRow, listKinds, type ListName } from "./_parts/list-kind";
import { arranged, loadRows } from "./_parts/load-rows.server";
import { queryOf, requireAnalytics } from "./_parts/query.server";

const text = (value: number | null) => (value === null ? "" : String(value));

function listOf(screen: string | undefined): ListName | undefined {
  return (Object.keys(listKinds) as ListName[]).find((name) => listKinds[name].screen === screen);
}

/** The rows of a list, all that match, as a file. The numbers are those of the server, not rounded; rates in percent. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const url = new URL(request.url);
  const list = listOf(params["listName"]);
  if (list === undefined) throw new Response(null, { status: 404 });
  const { state } = rowsAddress.at(request);
  const kind = listKinds[list];
  const { query, range } = queryOf(scope, state);
  const found = await loadRows(scope, { list, query });
  if (found === null)
    throw new BackendError({ failure: { kind: "not-offered", status: 405, method: "GET", path: url.pathname, requestId: scope.context.requestId } });
  const rows = arranged(found.rows, state);
  async function* pages() {
    yield rows;
  }
  return exportFile<AnalyticsRow>({
    name: `${kind.screen}-${params["appName"] ?? "cluster"}-${range.days.from}-${range.days.to}`,
    format: readFormat(url.searchParams),
    columns: [
      { label: kind.name, value: ({ name }) => name },
      { label: kind.counts, value: ({ count }) => String(count) },
      { label: "Clicks", value: ({ clicks }) => text(clicks) },
      { label: "Click rate", value: ({ rate }) => text(rate) },
      { label: "Click position", value: ({ position }) => text(position) },
      { label: "Conversion rate", value: ({ conversion }) => text(conversion) },
      { label: "Index", value: ({ index }) => index ?? "" },
      { label: "Last searched", value: ({ at }) => at ?? "" },
    ],
    json: ({ id: _id, ...row }) => JSON.stringify(row),
    pages: pages(),
    drained: scope.context.drained,
  });
}
