import type { RunsAs } from "./types";

/** What the back end keeps and acts by, by name. */
export const OF_THE_SERVER: Readonly<Record<string, RunsAs>> = {
  rule: {
    what: "Query rule, its actions without a script",
    kept: [
      "index:.rules",
      "action:promote_result",
      "action:hide_result",
      "action:custom_data",
      "action:replace_search_term",
      "action:remove_words",
      "action:replace_words",
      "action:add_filter",
      "action:search_settings",
      "action:replace_search_query",
    ],
    as: "author and caller, both asked for at each search; without a known author the caller",
    may: "fields that both may see, on no call that reaches a system index; stops where the author is gone or may write no rules",
    shownBy: [
      "tests/contract/search-relevance/rules/authors.test.ts#who is gone stops his rules, and the search goes on",
      "tests/contract/search-relevance/rules/authors.test.ts#who loses %s stops his rules",
      "tests/contract/search-relevance/rules/authors.test.ts#who is not known: a rule of before there were authors goes on, and its script does not run",
      "tests/contract/search-relevance/rules/random-authors.test.ts#no search brings more than author and caller may see in the indices that it names, and none is refused",
    ],
  },
  ruleScript: {
    what: "Script of a query rule",
    kept: ["action:script"],
    as: "author and caller, both asked for at each search, neither of them as an admin",
    may: "the indices that the call names itself and fields that both may see; no endpoint, no setting of the caller's; sees no endpoint of the caller's. Without a known author it does not run",
    shownBy: [
      "tests/contract/search-relevance/rules/authors.test.ts#the same of a script whose author is an admin himself",
      "tests/contract/search-relevance/rules/authors.test.ts#no field that its author may not see, whoever asks",
      "tests/contract/search-relevance/rules/authors.test.ts#neither the endpoints of the caller nor their answers, which stay in his answer",
      "tests/contract/search-relevance/rules/authors.test.ts#without the right to search stops the script alone",
    ],
  },
  indexRule: {
    what: "Script of an index rule",
    kept: ["index:.rules"],
    as: "author and caller, both asked for at each write, neither of them as an admin",
    may: "documents in the indices that the call names itself; the author needs the same right to write, and no limits of fields",
    shownBy: [
      "tests/contract/search-relevance/rules/authors.test.ts#%s is refused, and nothing is written",
      "tests/contract/search-relevance/rules/authors.test.ts#the script of one who may %s does not run",
    ],
  },
  cronRule: {
    what: "Script of a rule by the clock",
    kept: ["index:.rules", "clock:backend/gateway/resources/search-relevance/rules/cron/clock.ts"],
    as: "its author, asked for at each tick",
    may: "compute, and fetch from `SCRIPT_ALLOWED_URLS` without anybody's credentials; no call of this server",
    shownBy: [
      "tests/contract/search-relevance/rules/cron-authors.test.ts#a rule by the clock runs as its author, whose rights are asked for at each tick",
    ],
  },
  pipeline: {
    what: "Pipeline, its stages and scripts",
    kept: ["index:.pipeline_definitions", "index:.pipeline_versions", "outside:pipelines of a server"],
    as: "author and caller, both asked for at each call, neither of them as an admin; without the stage `authorization` nobody, unless `PIPELINES_OPEN` lets it answer as its author",
    may: "what both may do, in the indices and fields that both may use; a call of this server goes through the table of calls and changes something only where the call of the pipeline does; other addresses by `SCRIPT_ALLOWED_URLS` without anybody's credentials. Stops where the author is gone or may write none",
    shownBy: [
      "tests/contract/pipelines/rights.test.ts#is who may call the route by its category, index and operation",
      "tests/contract/pipelines/rights.test.ts#is nobody by a pipeline without the stage, nor by one where it is passed over or fails",
      "tests/contract/pipelines/rights.test.ts#is not done: an index that the caller may not use is not read for him by any stage",
      "tests/contract/pipelines/rights.test.ts#is not done: a call that only reads changes nothing",
      "tests/contract/pipelines/rights.test.ts#stops the pipeline where its author has gone, or may write none any more; it is not passed over",
    ],
  },
  cronPipeline: {
    what: "Pipeline by the clock",
    kept: ["index:.pipeline_definitions", "clock:backend/gateway/resources/search-relevance/rules/cron/clock.ts"],
    as: "its author, asked for at each tick, without an admin's rights",
    may: "what a pipeline may whose caller is its author",
    shownBy: ["tests/contract/pipelines/by-clock.test.ts#runs as its author, once a tick, and not when he has gone"],
  },
  pipelineTrial: {
    what: "Pipeline that is tried (`/_pipeline/validate`)",
    kept: ["index:.pipeline_variables"],
    as: "who tries it, never as an admin",
    may: "what a kept pipeline of his may, but nothing that changes something; values of global variables are masked in what it tells",
    shownBy: [
      "tests/contract/pipelines/calls.test.ts#changes nothing, also where the route would",
      "tests/contract/pipelines/rights.test.ts#is the value of a global variable, in logs and trials",
    ],
  },
  globalEnvCheck: {
    what: "Check of a global variable (`/_pipelines/env/validate`)",
    kept: ["index:.pipeline_variables"],
    as: "nobody: it goes out without credentials of this server",
    may: "call an address of `SCRIPT_ALLOWED_URLS`, for whoever may change pipelines; redirects are not followed, and the value is masked in what is told",
    shownBy: [
      "tests/contract/pipelines/check-env.test.ts#calls nothing that the operator does not list, and tells no value",
    ],
  },
  ruleTrial: {
    what: "Rule or script that is tried (`settings.queryRule`, `/_script/validate`)",
    kept: ["table:drafts"],
    as: "who tries it, never as an admin",
    may: "what a kept script of his may, in the indices that the trial names; no endpoint",
    shownBy: [
      "tests/contract/search-relevance/rules/trials.test.ts#by the call for it does not lend it %s",
      "tests/contract/search-relevance/rules/trials.test.ts#by a rule that is not kept does not lend it %s",
    ],
  },
  function: {
    what: "Function of an older ReactiveSearch server",
    kept: ["outside:functions of a server", "action:function"],
    as: "nobody: our back end has none. Its server runs it; a run from the console goes out as the session",
    may: "what its server lets it; a rule that names one does nothing here",
    shownBy: [
      "tests/routes/search-relevance/functions.test.ts#runs with a body and shows the answer",
      "tests/contract/search-relevance/rules/authors.test.ts#a rule that names a function does nothing here: it is not saved, and one that another server kept leaves searches alone",
    ],
  },
  storedQuery: {
    what: "Stored query, called by its id or named in a search",
    kept: ["index:.storedqueries"],
    as: "the caller; where a rule names it, author and caller",
    may: "what the caller's own search may: its index, and each that it names, must be his. Whoever stored it lends nothing",
    shownBy: [
      "tests/contract/data/stored-queries.test.ts#reads %s for no admin who runs it, checks it, or whose search names it",
      "tests/contract/data/stored-queries.test.ts#nobody reads by a stored query an index that he may not read",
    ],
  },
  relevanceSettings: {
    what: "Relevance settings that fill in searches",
    kept: ["index:.searchrelevancy", "table:relevance_drafts", "table:relevance_versions"],
    as: "the caller",
    may: "fields that he may see and sizes that he may ask for; they hold no query and no script. Drafts and versions act where somebody saves them, as that one",
    shownBy: [
      "tests/contract/search-relevance/filled-searches.test.ts#a credential's fields stand over the saved ones, to be shown and to be searched",
      "tests/contract/search-relevance/filled-searches.test.ts#a credential's limits bound what is filled, and still refuse what he asks",
      "tests/routes/search-relevance/relevance-deploy.test.ts#wants the rights to what it does",
    ],
  },
  synonyms: {
    what: "Synonyms, written into the settings of their index",
    kept: ["index:.synonyms"],
    as: "the server, after who saves them was asked for the index",
    may: "the analysis of the index that each record names",
    shownBy: ["tests/contract/search-relevance/synonyms.test.ts#want the right to them, and to their index"],
  },
  suggestions: {
    what: "Suggestions of a search: preferences, featured groups, search boxes",
    kept: ["index:.suggestions_preferences", "index:.featured_suggestions"],
    as: "the caller",
    may: "searches of indices that he may use; a stored query in them is the caller's too, and left out where it is not his. What a search box says of popular and recent suggestions and of an endpoint is done by the widget, which calls as its visitor",
    shownBy: [
      "tests/contract/search-relevance/suggestions-by-index.test.ts#a stored query among them is the caller's too, and left out where its index is not his",
    ],
  },
  popularCollection: {
    what: "Collection of popular suggestions",
    kept: [
      "index:.suggestions_preferences",
      "clock:backend/gateway/resources/search-relevance/suggestions/popular/keeper.ts",
    ],
    as: "the server, started by use and by the clock",
    may: "read records of searches, write `.suggestions`; what a caller gets of it is held against his indices",
    shownBy: [
      "tests/contract/search-relevance/popular-builds.test.ts#what is due is collected once by all gateways, and on a save in any case",
      "tests/contract/search-relevance/suggestions.test.ts#a credential is told those of its indices alone",
    ],
  },
  grades: {
    what: "Grades, measured by running their searches",
    kept: ["index:.grades"],
    as: "who asks for the measure",
    may: "searches of indices that he may use, with rules acting as on everybody's",
    shownBy: [
      "tests/contract/search-relevance/grades.test.ts#want the right to grades, and to each index",
      "tests/contract/search-relevance/rules/keeping-back.test.ts#grades are measured on what visitors find",
    ],
  },
};
