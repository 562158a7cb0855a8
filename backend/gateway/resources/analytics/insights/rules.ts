import type { SummaryFigures } from "../reports/summary";

/** What is known of a month. */
export type Month = SummaryFigures & {
  /** Searches by term that were made at least a hundred times: how many terms, and their mean click rate in percent. */
  popular: { terms: number; clickRate: number };
  /** Different terms. */
  terms: number;
  /** Words of a search, on average. */
  words: number;
  /** Searches in the request log, and those among them of more than a second. */
  logged: { searches: number; slow: number; serverErrors: number; callerErrors: number };
};

export type Recommendation = { title: string; description: string; short_link: string; long_link: string };
export type Insight = { title: string; description: string; short_link: string; recommendations: Recommendation[] };

const advice = {
  languages: {
    title: "Languages",
    description: "Check that each index is searched in the language of its texts.",
    short_link: "app/:index/languages",
  },
  search: {
    title: "Search settings",
    description: "Choose the fields that are searched, and how much each counts.",
    short_link: "app/:index/search",
  },
  synonyms: {
    title: "Synonyms",
    description: "Add the words that visitors use for what your documents call something else.",
    short_link: "app/:index/synonyms",
  },
  rules: {
    title: "Rules",
    description: "Promote, hide or replace results for the terms that matter.",
    short_link: "cluster/rules",
  },
  suggestions: {
    title: "Suggestions",
    description: "Choose what is suggested while visitors type.",
    short_link: "app/:index/query-suggestions",
  },
  results: {
    title: "Results",
    description: "Return fewer fields and smaller pages.",
    short_link: "app/:index/results",
  },
  indexSettings: {
    title: "Index settings",
    description: "Check how many shards and replicas an index has.",
    short_link: "app/:index/index-settings",
  },
  logs: {
    title: "Request logs",
    description: "Read the requests that failed, with what the server answered.",
    short_link: "app/:index/request-logs",
  },
  page: {
    title: "The search page",
    description: "See what visitors find after their first search, and what may keep them from going on.",
    short_link: "",
  },
} as const;

type Rule = {
  id: string;
  says: (month: Month) => Omit<Insight, "recommendations"> | null;
  advice: (keyof typeof advice)[];
};

const whole = (number: number) => number.toLocaleString("en");
const decimal = (number: number) => number.toLocaleString("en", { maximumFractionDigits: 2 });
/** With one decimal; a smaller rate would look like none. */
const percent = (rate: number) => `${rate < 0.1 ? decimal(rate) : rate.toFixed(1)}%`;
const isLow = (rate: number) => rate > 0 && rate <= 5;
const hasPopular = ({ popular, terms }: Month) => popular.terms > 0 && popular.terms >= terms / 100;

/** What a month may tell, in the order of the contract (contract 20, section 5), which has the thresholds too. */
const rules: readonly Rule[] = [
  {
    id: "no_results",
    says: ({ total_no_results_searches: found }) =>
      found > 0
        ? {
            title: `${whole(found)} ${found === 1 ? "search" : "searches"} found nothing`,
            description: "Visitors who find nothing often leave. See which terms these were.",
            short_link: "app/:index/no-results-searches",
          }
        : null,
    advice: ["languages", "search", "synonyms", "rules"],
  },
  {
    id: "low_clicks",
    says: ({ avg_click_rate: rate }) =>
      isLow(rate)
        ? {
            title: `Only ${percent(rate)} of searches led to a click`,
            description: "Results may not be what visitors look for.",
            short_link: "",
          }
        : null,
    advice: ["languages", "search", "rules"],
  },
  {
    id: "low_suggestions_clicks",
    says: ({ avg_suggestions_click_rate: rate }) =>
      isLow(rate)
        ? {
            title: `Suggestions were clicked in ${percent(rate)} of searches`,
            description: "The suggestions may not be what visitors are about to type.",
            short_link: "",
          }
        : null,
    advice: ["languages", "search", "rules", "suggestions"],
  },
  {
    id: "avg_click_position",
    says: ({ avg_click_position: place }) =>
      place >= 5
        ? {
            title: `The average click position is ${decimal(place)}`,
            description: "Visitors scroll far down the list before they find what they want.",
            short_link: "",
          }
        : null,
    advice: ["search"],
  },
  {
    id: "popular_searches",
    says: (month) =>
      hasPopular(month)
        ? {
            title: `${whole(month.popular.terms)} ${month.popular.terms === 1 ? "term was" : "terms were"} searched for a hundred times or more`,
            description: "These are worth the most care.",
            short_link: "app/:index/popular-searches",
          }
        : null,
    advice: ["rules"],
  },
  {
    id: "popular_searches_with_low_clicks",
    says: ({ popular }) =>
      popular.terms > 0 && popular.clickRate <= 5
        ? {
            title: `Only ${percent(popular.clickRate)} of popular searches led to a click`,
            description: "Many visitors do not find what they look for most.",
            short_link: "app/:index/popular-searches",
          }
        : null,
    advice: ["languages", "search", "rules"],
  },
  {
    id: "long_tail_searches",
    says: ({ words }) =>
      words >= 4
        ? {
            title: `Searches have ${decimal(words)} words on average`,
            description: "Look at what these long searches find.",
            short_link: "",
          }
        : null,
    advice: [],
  },
  {
    id: "bounce_rate",
    says: ({ avg_bounce_rate: rate }) =>
      rate > 50
        ? {
            title: `${percent(rate)} of visits ended after one search`,
            description: "These visitors neither clicked nor searched again.",
            short_link: "",
          }
        : null,
    advice: ["page"],
  },
  {
    id: "high_response_time",
    says: ({ logged: { searches, slow } }) =>
      slow > 0 && slow >= searches / 10
        ? {
            title: `${whole(slow)} searches took more than a second`,
            description: `That is one in ten or more of ${whole(searches)}.`,
            short_link: "",
          }
        : null,
    advice: ["results", "indexSettings"],
  },
  {
    id: "error_500",
    says: ({ logged: { serverErrors: found } }) =>
      found > 0
        ? {
            title: `${whole(found)} ${found === 1 ? "request" : "requests"} failed on the server`,
            description: "The server could not answer. The requests themselves may be fine.",
            short_link: "app/:index/request-logs",
          }
        : null,
    advice: ["logs"],
  },
  {
    id: "error_400",
    says: ({ logged: { callerErrors: found } }) =>
      found > 0
        ? {
            title: `${whole(found)} ${found === 1 ? "request was" : "requests were"} refused`,
            description: "Something was wrong with the request, or a permission was missing.",
            short_link: "app/:index/request-logs",
          }
        : null,
    advice: ["logs"],
  },
];

/** Every insight there may be. */
export const INSIGHT_IDS: readonly string[] = rules.map(({ id }) => id);

/** What a month tells, with what may help. */
export function insightsOf(month: Month): { id: string; insight: Insight }[] {
  return rules.flatMap(({ id, says, advice: topics }) => {
    const found = says(month);
    return found === null
      ? []
      : [{ id, insight: { ...found, recommendations: topics.map((topic) => ({ ...advice[topic], long_link: "" })) } }];
  });
}
