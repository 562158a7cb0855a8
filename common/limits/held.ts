import type { Limits } from "./limit";

/**
 * What one caller may hold open of the back end at a time. Whatever is held by a caller, the server's own work has room
 * beside it.
 */
export const HELD_LIMITS = {
  callsOfOne: {
    what: "calls of one caller under way, until their answers are taken",
    where: "every route that asks who calls",
    most: 250,
    unit: "pieces",
    answer: "429 `es_rejected_execution_exception`, `Retry-After`",
    protects: "searches of others are answered",
  },
  scrollsOfOne: {
    what: "scrolls that one caller has open, each counted by its shards; a single one may be larger",
    where:
      "`scroll` of `_search` and `_search/template`, slices of `_delete_by_query`, `_update_by_query` and `_reindex`",
    most: 100,
    unit: "pieces",
    answer: "429 `rejected_execution_exception`, `Retry-After`",
    protects: "scrolls of others",
  },
  scrollsOfAll: {
    what: "scrolls that all callers have open together, each counted by its shards",
    where: "as above; the server's own work is not counted and has what is left of the engine's 500",
    most: 400,
    unit: "pieces",
    answer: "429 `rejected_execution_exception`, `Retry-After`",
    protects: "synonyms, sums of analytics and migrations go on",
  },
  scrollKeepAlive: {
    what: "time that a scroll may rest between two pages",
    where: "`scroll` as a parameter or in the body",
    most: 3_600_000,
    unit: "ms",
    answer: "400 `illegal_argument_exception`",
    protects: "what nobody reads any more ends",
    source: "Elasticsearch's words for its own day",
  },
  slices: {
    what: "slices of one call",
    where: "`slices` of `_delete_by_query`, `_update_by_query` and `_reindex`",
    most: 20,
    unit: "pieces",
    answer: "400 `illegal_argument_exception`",
    protects: "scrolls of others",
    source: "what `slices=auto` is at most",
  },
  copiesOfOne: {
    what: "calls of one caller that copy, change or delete what a query finds, those that go on as tasks included",
    where: "`_delete_by_query`, `_update_by_query`, `_reindex` in all its forms",
    most: 8,
    unit: "pieces",
    answer: "429 `es_rejected_execution_exception`, `Retry-After`",
    protects: "writes of others",
  },
  trialsOfOne: {
    what: "scripts that one caller tries at a time",
    where: "`_script/validate`",
    most: 3,
    unit: "pieces",
    answer: "429 `es_rejected_execution_exception`, `Retry-After`",
    protects: "trials of others, which share one thread",
  },
  scriptsOfOne: {
    what: "scripts of rules that run for one caller, or wait to",
    where: "searches and writes with a rule that has a script",
    most: 60,
    unit: "pieces",
    answer: "429 `es_rejected_execution_exception`, `Retry-After`",
    protects: "scripts in searches of others, of which 200 may wait",
  },
} satisfies Limits;
