import { planGate } from "~/lib/access-control/plan";
import { rangeOf } from "~/lib/address/range-of";
import { hides } from "~/navigation/missing-part.server";
import { everybody } from "~/services/analytics/ask.server";
import { getOverview } from "~/services/analytics/overview.server";
import { getPopularSearches } from "~/services/analytics/terms.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { listLogs } from "~/services/data/logs/list.server";
import type { Scope } from "~/session/scope.server";
import { drawSearches, searchesByDay } from "../../../analytics/_parts/draw/searches.server";
import { topTerm } from "../../../analytics/_parts/top-term";
import { queryOf } from "../../../data/_parts/logs/load-list.server";
import { logList } from "../../../data/_parts/logs/logs-address";
import { besideOf } from "../traffic.server";

/** Rows of each list; all of them are a link away. */
const TOP = 5;

/**
 * What was searched for in an index during the last 30 days, and its latest requests (contract 20, 9.2). Each is a
 * panel of its own; undefined where the reader may not see it, or where this back end or its plan has none.
 */
export async function loadIndexSearches(scope: Scope, request: Request) {
  const late = besideOf(scope, request);
  const shown = (section: "analytics" | "develop") =>
    scope.can(section) && !hides({ backend: scope.identity.backend, section });
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const query = { range, ...everybody };
  const counts = shown("analytics") && planGate({ plan: scope.identity.plan, feature: "analytics" }).ok;
  const [found, popular, requests] = await Promise.all([
    counts ? panel(getOverview(scope, query, TOP), late) : undefined,
    counts ? panel(getPopularSearches(scope, query, TOP), late) : undefined,
    shown("develop")
      ? panel(listLogs(scope, { query: queryOf(scope, logList.at("").state).query, from: 0, size: TOP }), late)
      : undefined,
  ]);
  return {
    figures: found && {
      line: mapPanel(found, (parts) => parts && searchesByDay({ days: parts.days, range })),
      days: mapPanel(found, (parts) => parts && drawSearches({ title: "Searches by day", days: parts.days, range })),
      popular: popular && mapPanel(popular, (list) => list && list.rows.slice(0, TOP).map(topTerm)),
      nothing: mapPanel(found, (parts) => parts && parts.nothing.slice(0, TOP)),
    },
    requests: requests && mapPanel(requests, ({ rows }) => rows),
  };
}

export type IndexSearchesData = Awaited<ReturnType<typeof loadIndexSearches>>;
