import type { LoaderFunctionArgs } from "@remix-run/node";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { rowsAddress } from "../analytics-address";
import { fixableIndices, fixesOf } from "./fixes.server";
import { type ListName, orderOf } from "./list-kind";
import { loadList } from "./load-list.server";
import { pageOfRows } from "./page-of-rows.server";
import { openAsked } from "../figures-page.server";
import { withTitles } from "./with-titles.server";
import { waysOf } from "./ways.server";

/** The loader of a list of analytics. */
export async function loadListScreen(args: LoaderFunctionArgs, list: ListName) {
  const { scope, here, query, before, page, bar } = await openAsked(args, rowsAddress(orderOf(list)));
  const { state } = here;
  const late = { request: args.request, requestId: scope.context.requestId };
  const loaded = loadList(scope, { list, query, before, state }).then(async (rows) => {
    const shown = rows && pageOfRows(rows, { list, state });
    return shown && { ...shown, rows: await withTitles(scope, { list, rows: shown.rows }) };
  });
  const [found, loadedBar, fixes, fixIn] = await Promise.all([
    panel(loaded, late),
    bar(),
    fixesOf(scope, { list, found: loaded, late }),
    fixableIndices(scope, list),
  ]);
  return {
    ...page,
    bar: loadedBar,
    // Plans without a tier list counts alone (specification, section 2).
    hasClicks: scope.identity.plan.plan === "growth",
    ways: { ...waysOf(scope), fixIn },
    fixes,
    found,
    hasBefore: mapPanel(found, (rows) => rows?.hasBefore ?? false),
  };
}

/** What the loader of a list gives to its page. */
export type ListData = Awaited<ReturnType<typeof loadListScreen>>;
