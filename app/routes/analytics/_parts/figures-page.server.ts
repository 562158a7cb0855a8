import type { LoaderFunctionArgs } from "@remix-run/node";
import { chartAddress } from "~/components/charts/chart-address";
import type { Address } from "~/lib/address";
import type { DateRange } from "~/lib/address/date-range";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import type { Asked } from "./analytics-address";
import { loadBar } from "./bar/filter-choice.server";
import { panelsOf, queryOf, rangeOn, requireAnalytics } from "./query.server";

/**
 * How the loader of a page of figures begins: who asks, where they are, of which time. `page` is for the browser, `late`
 * for `panel`. Throws what `requireAnalytics` throws, and the redirect to a shorter address.
 */
export async function openFigures<State extends { range: DateRange }>(
  args: LoaderFunctionArgs,
  declared: Address<State>,
) {
  const scope = await requireAnalytics(args);
  const { request, params } = args;
  const here = declared.at(request);
  leaveLongAddress(request, here);
  const range = rangeOn(scope, here.state.range);
  return {
    scope,
    here,
    range,
    hide: chartAddress.at(request).state.hide,
    late: panelsOf(scope, request),
    page: { at: levelRef(params["appName"]), range },
  };
}

/** The same of a page whose figures can be filtered and compared; `bar` loads what `<AnalyticsBar>` needs. */
export async function openAsked<State extends Asked>(args: LoaderFunctionArgs, declared: Address<State>) {
  const opened = await openFigures(args, declared);
  const { scope, here, page } = opened;
  const { range, query, before } = queryOf(scope, here.state);
  return {
    ...opened,
    range,
    query,
    before,
    page: { ...page, range, before: before && before.range },
    bar: () => loadBar(scope, { request: args.request, state: here.state }),
  };
}
