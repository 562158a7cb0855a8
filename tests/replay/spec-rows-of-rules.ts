import type { SpecRow } from "./spec-row";

/** What rules and stored queries do in somebody's name. */
export const RULE_ROWS: readonly SpecRow[] = [
  {
    spec: "rules: by whose rights they run",
    server: "those of the caller alone",
    ours: "those of author and caller: a rule keeps its author, stops with `stopped` where he is gone or may write no rules, and its script stays in the indices of the call, adds no endpoint and reaches no system index (docs/use/rules.md)",
    mark: "server",
    shown: "tests/contract/search-relevance/rules/authors.test.ts: who is gone stops his rules, and the search goes on",
  },
  {
    spec: "`settings.enableQueryRules: false`",
    server: "switches all rules off, for everybody",
    ours: "what hides, filters or may keep back by a script stays on, unless the caller may write rules; it holds by every name of an index and for every query",
    mark: "server",
    shown:
      "tests/contract/search-relevance/rules/keeping-back.test.ts: of a rule that does more only what it keeps back stays",
  },
  {
    spec: "rules: `add_filter`",
    server: "puts the filter into `react.and` of the first search query",
    ours: "of every query that is run, facets too, and leaves out what finds documents beside a query (`global` aggregations, `suggest`, `knn`)",
    mark: "server",
    shown:
      "tests/contract/search-relevance/rules/keeping-back.test.ts: two rules with a filter on one field, of which both hold",
  },
  {
    spec: "rules: `promote_result`",
    server: "answers the documents as the rule keeps them, on every page, beside their old places",
    ours: "answers them as they are now and as the caller may see them, on their page alone and once; one that is gone or that a filter leaves out is not promoted; totals and facets count those that are",
    mark: "server",
    shown:
      "tests/contract/search-relevance/rules/promoted-and-hidden.test.ts: pages put together hold each document that the total counts, once, and facets count the same",
  },
  {
    spec: "rules: `hide_result`",
    server: "takes hits out of the page that was found; `hidden` counts those",
    ours: "leaves them out within the queries, so that totals, pages and facets agree; `hidden` counts them on all pages",
    mark: "server",
    shown:
      "tests/contract/search-relevance/rules/promoted-and-hidden.test.ts: is out of the total, and its place is taken by another one",
  },
  {
    spec: "rules: a script that cannot run: not said",
    server: "is kept",
    ours: "is refused on saving (400): one that cannot be read, has no function that its trigger calls, calls what is not there or does not end; one that fails in a search lets it through as if its rule were not there, and answers of the rule count it in `failures`",
    mark: "server",
    shown:
      "tests/contract/search-relevance/rules/calls.test.ts: a script that another program kept is looked at when it is switched on, not when it is moved",
  },
  {
    spec: "rules: conditions on `$query`",
    server: "compare the text as it was sent",
    ours: "compare it, and what it is compared with, without white space at the ends and with one space between words",
    mark: "server",
    shown: "tests/contract/search-relevance/rules/searches.test.ts: expressions",
  },
  {
    spec: "stored queries that read from other indices: not said",
    server: "are run by the rights of the server",
    ours: "401 on saving one that reads an index which its author may not use, and on running one that reads a system index, for admins too",
    mark: "server",
    shown: "tests/contract/data/stored-queries.test.ts: a query that somebody has stored",
  },
];
