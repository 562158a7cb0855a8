import type { LoaderFunctionArgs } from "@remix-run/node";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { rowsAddress } from "../analytics-address";
import { loadBar } from "../bar/filter-choice.server";
import type { ListName } from "./list-kind";
import { loadList } from "./load-list.server";
import { pageOfRows } from "./page-of-rows.server";
import { queryOf, requireAnalytics } from "../query.server";
import { waysOf } from "./ways.server";

/** The loader of a list of analytics. */
export async function loadListScreen(args: LoaderFunctionArgs, list: ListName) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const here = rowsAddress.at(request);
  leaveLongAddress(request, here);
  const { state } = here;
  const { range, query, before } = queryOf(scope, state);
  const late = { request, requestId: scope.context.requestId };
  const [found, bar] = await Promise.all([panel(loadList(scope, { list, query, before, state }), late), loadBar(scope, { request, state })]);
  return {
    at: levelRef(params["appName"]),
    range,
    before: before && before.range,
    bar,
    // Plans without a tier list counts alone (specification, section 2).
    hasClicks: scope.identity.plan.plan === "growth",
    ways: waysOf(scope),
    found: mapPanel(found, (rows) => rows && pageOfRows(rows, { list, state })),
  };
}

/** What the loader of a list gives to its page. */
export type ListData = Awaited<ReturnType<typeof loadListScreen>>;
