import type { LoaderFunctionArgs } from "@remix-run/node";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { rowsAddress } from "./analytics-address";
import type { ListName } from "./list-kind";
import { loadRows, pageOfRows, rowsFor } from "./load-rows.server";
import { queryOf, requireAnalytics } from "./query.server";

/** The loader of a list of analytics. */
export async function loadListScreen(args: LoaderFunctionArgs, list: ListName) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const here = rowsAddress.at(request);
  leaveLongAddress(request, here);
  const { range, query } = queryOf(scope, here.state);
  const found = await panel(loadRows(scope, { list, query, size: rowsFor(here.state) }), { request, requestId: scope.context.requestId });
  return { at: levelRef(params["appName"]), range, found: mapPanel(found, (rows) => rows && pageOfRows(rows, here.state)) };
}
