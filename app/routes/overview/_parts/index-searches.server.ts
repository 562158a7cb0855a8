import { planGate } from "~/lib/access/plan";
import { rangeOf } from "~/lib/address/range-of";
import { hides } from "~/navigation/missing-part.server";
import { everybody } from "~/services/analytics/ask.server";
import { getOverview } from "~/services/analytics/overview.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { listLogs } from "~/services/logs/list.server";
import type { Scope } from "~/session/scope.server";
import { drawSearches } from "../../analytics/_parts/draw/searches.server";
import { panelsOf } from "../../analytics/_parts/query.server";
import { queryOf } from "../../data/request-logs/_parts/load-list.server";
import { logList } from "../../data/request-logs/_parts/logs-address";

/** Rows of each list; all of them are a link away. */
const TOP = 5;

/**
 * What was searched for in an index during the last 30 days, and its latest requests (contract 20, 9.2). Each is a panel of its own; undefined where the reader
 * may not see it, or where this back end or its plan has none.
 */
export async function loadIndexSearches(scope: Scope, request: Request) {
  const late = panelsOf(scope, request);
  const shown = (section: "analytics" | "develop") => scope.can(section) && !hides({ backend: scope.identity.backend, section });
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const [found, requests] = await Promise.all([
    shown("analytics") && planGate({ plan: scope.identity.plan, feature: "analytics" }).ok
      ? panel(getOverview(scope, { range, ...everybody }, TOP), late)
      : undefined,
    shown("develop") ? panel(listLogs(scope, { query: queryOf(scope, logList.at("").state).query, from: 0, size: TOP }), late) : undefined,
  ]);
  return {
    figures: found && {
      days: mapPanel(found, (parts) => parts && drawSearches({ title: "Searches by day", days: parts.days, range })),
      popular: mapPanel(found, (parts) => parts && parts.searches.slice(0, TOP)),
      nothing: mapPanel(found, (parts) => parts && parts.nothing.slice(0, TOP)),
    },
    requests: requests && mapPanel(requests, ({ rows }) => rows),
  };
}

export type IndexSearchesData = Awaited<ReturnType<typeof loadIndexSearches>>;
