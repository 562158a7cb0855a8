import { shortLink } from "~/navigation/short-links.server";
import type { Insight, insightMonth, Insights } from "~/services/analytics/insights.server";
import type { Scope } from "~/session/scope.server";

/** When servers list an insight (contract 20, section 5). */
const listedWhen: Record<string, string> = {
  no_results: "Listed when at least one search found nothing.",
  low_clicks: "Listed when at most 5% of searches lead to a click.",
  low_suggestions_clicks: "Listed when at most 5% of searches lead to a click on a suggestion.",
  avg_click_position: "Listed when the average click position is 5 or more.",
  popular_searches: "Listed when at least 1% of the search terms were searched for 100 times or more.",
  popular_searches_with_low_clicks: "Listed when at most 5% of the searches for popular terms lead to a click.",
  long_tail_searches: "Listed when searches have four words or more on average.",
  bounce_rate: "Listed when more than 50% of the sessions end without interaction.",
  high_response_time: "Listed when at least 10% of the searches take longer than a second.",
  error_500: "Listed when at least one request failed on the server.",
  error_400: "Listed when at least one request was rejected.",
};

/** An address of the web that a server gives; undefined for anything else. */
function webAddress(link: string): string | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

type Month = Pick<ReturnType<typeof insightMonth>, "from" | "to">;

/** An insight as its page shows it, with the screens that this reader may open. */
export function insightView(scope: Scope, { insight, month }: { insight: Insight; month: Month }) {
  const { id, title, description, short_link: report, recommendations } = insight;
  return {
    id,
    title,
    description,
    when: listedWhen[id],
    // The same month as the server's, whatever the reader's zone.
    report: shortLink(scope, { link: report, query: { from: month.from, to: month.to, zone: "UTC" } }),
    advice: recommendations.map((one) => ({
      title: one.title,
      description: one.description,
      to: shortLink(scope, { link: one.short_link }),
      web: webAddress(one.long_link),
    })),
  };
}

export type InsightView = ReturnType<typeof insightView>;

/** An insight by its id, and the list that it is in. */
export function findInsight(lists: Insights, id: string) {
  for (const list of ["insights", "saved", "read"] as const) {
    const insight = lists[list].find((one) => one.id === id);
    if (insight) return { list, insight };
  }
  return undefined;
}
