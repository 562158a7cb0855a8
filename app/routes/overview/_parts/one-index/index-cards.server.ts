import { planGate } from "~/lib/access-control/plan";
import { rangeOf } from "~/lib/address/range-of";
import { hides } from "~/navigation/missing-part.server";
import { everybody } from "~/services/analytics/ask.server";
import { getSummary } from "~/services/analytics/summary.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { listVersions } from "~/services/search-relevance/deploy/versions.server";
import { mayOpen, type Scope } from "~/session/scope.server";
import { draftSummary } from "../../../search-relevance/_parts/draft-bar.server";
import { besideOf } from "../traffic.server";

/**
 * What an index does, for the cards and next steps of its overview: searches and those without results in 30 days, the
 * last publish, and what waits of whoever looks at it. Only the figures ask the server; undefined where the reader may
 * not see a part.
 */
export async function loadIndexCards(scope: Scope, { request, index }: { request: Request; index: string }) {
  const { plan, backend } = scope.identity;
  const hasAnalytics =
    scope.can("analytics") && !hides({ backend, section: "analytics" }) && planGate({ plan, feature: "analytics" }).ok;
  const tunes = mayOpen(scope, "search") && !hides({ backend, section: "search-relevancy" });
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const found = hasAnalytics
    ? await panel(getSummary(scope, { range, ...everybody }), besideOf(scope, request))
    : undefined;
  return {
    figures:
      found &&
      mapPanel(found, (summary) => {
        if (summary === null) return null;
        const { now, before } = summary;
        return {
          searches: now.total_searches,
          searchesBefore: before?.total_searches ?? null,
          nothing: now.total_no_results_searches,
          rate: now.no_results_rate,
          // Of no searches there is no rate.
          rateBefore: (before?.total_searches ?? 0) === 0 ? null : (before?.no_results_rate ?? null),
        };
      }),
    publish: tunes ? lastPublish(scope, index) : undefined,
    pending: tunes ? draftSummary(scope, index) : undefined,
  };
}

export type IndexCardsData = Awaited<ReturnType<typeof loadIndexCards>>;

/** Versions that the line of the card shows. */
const MARKS = 8;

/** The last version that somebody published from here; versions that were only found have nobody. */
function lastPublish(scope: Scope, index: string) {
  const own = listVersions(scope, index).filter(({ person }) => person !== "");
  const [last] = own;
  return last === undefined
    ? null
    : { number: last.number, at: last.at, person: last.person, times: own.slice(0, MARKS).map(({ at }) => at) };
}
