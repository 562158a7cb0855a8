/**
 * Where something is kept that the product may act by: a system index of the back end, a table of the console's database, a kind of job, a module that acts by the clock,
 * an action of a rule, or what is in no store of ours (a file of a caller's, a record of a server that only others have).
 */
export type Place = `index:${string}` | `table:${string}` | `job:${string}` | `clock:${string}` | `action:${string}` | `outside:${string}`;

/** A kind of record that is run on somebody's behalf. All of them stand in `docs/runs-as.md`, which is written from these rows. */
export type RunsAs = {
  what: string;
  kept: readonly Place[];
  /** By whose rights, and when they are asked for. */
  as: string;
  /** The most that it may do. */
  may: string;
  /** A test that holds it, by its path. */
  test: string;
};

/** What runs on somebody's behalf, by name. */
export const RUNS_AS: Readonly<Record<string, RunsAs>> = {
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
    test: "tests/contract/rules/authors.test.ts",
  },
  ruleScript: {
    what: "Script of a query rule",
    kept: ["action:script"],
    as: "author and caller, both asked for at each search, neither of them as an admin",
    may: "the indices that the call names itself and fields that both may see; no endpoint, no setting of the caller's; sees no endpoint of the caller's. Without a known author it does not run",
    test: "tests/contract/rules/authors.test.ts",
  },
  indexRule: {
    what: "Script of an index rule",
    kept: ["index:.rules"],
    as: "author and caller, both asked for at each write, neither of them as an admin",
    may: "documents in the indices that the call names itself; the author needs the same right to write, and no limits of fields",
    test: "tests/contract/rules/authors.test.ts",
  },
  cronRule: {
    what: "Script of a rule by the clock",
    kept: ["index:.rules", "clock:backend/gateway/rules/cron/keeper.ts"],
    as: "its author, asked for at each tick",
    may: "compute, and fetch from `SCRIPT_ALLOWED_URLS` without anybody's credentials; no call of this server",
    test: "tests/contract/rules/cron-authors.test.ts",
  },
  ruleTrial: {
    what: "Rule or script that is tried (`settings.queryRule`, `/_script/validate`)",
    kept: ["table:drafts"],
    as: "who tries it, never as an admin",
    may: "what a kept script of his may, in the indices that the trial names; no endpoint",
    test: "tests/contract/rules/trials.test.ts",
  },
  function: {
    what: "Function of an older ReactiveSearch server",
    kept: ["outside:functions of a server", "action:function"],
    as: "nobody: our back end has none. Its server runs it; a run from the console goes out as the session",
    may: "what its server lets it; a rule that names one does nothing here",
    test: "tests/routes/functions.test.ts",
  },
  pipeline: {
    what: "Stage of a pipeline",
    kept: ["index:.pipeline_runs", "outside:pipelines of a server"],
    as: "nobody: our back end keeps records of runs and runs none. A stage that comes is held by `access/runs-as.ts`, author and caller",
    may: "nothing",
    test: "tests/contract/rules/authors.test.ts",
  },
  storedQuery: {
    what: "Stored query, called by its id or named in a search",
    kept: ["index:.storedqueries"],
    as: "the caller; where a rule names it, author and caller",
    may: "what the caller's own search may: its index, and each that it names, must be his. Whoever stored it lends nothing",
    test: "tests/contract/stored-queries.test.ts",
  },
  relevanceSettings: {
    what: "Relevance settings that fill in searches",
    kept: ["index:.searchrelevancy", "table:relevance_drafts", "table:relevance_versions"],
    as: "the caller",
    may: "fields that he may see and sizes that he may ask for; they hold no query and no script. Drafts and versions act where somebody saves them, as that one",
    test: "tests/contract/relevancy.test.ts",
  },
  synonyms: {
    what: "Synonyms, written into the settings of their index",
    kept: ["index:.synonyms"],
    as: "the server, after who saves them was asked for the index",
    may: "the analysis of the index that each record names",
    test: "tests/contract/synonyms.test.ts",
  },
  suggestions: {
    what: "Suggestions of a search: preferences and featured groups",
    kept: ["index:.suggestions_preferences", "index:.featured_suggestions"],
    as: "the caller",
    may: "searches of indices that he may use; a stored query in them is the caller's too, and left out where it is not his",
    test: "tests/contract/suggestions.test.ts",
  },
  popularCollection: {
    what: "Collection of popular suggestions",
    kept: ["index:.suggestions_preferences", "clock:backend/gateway/suggestions/popular/keeper.ts"],
    as: "the server, started by use and by the clock",
    may: "read records of searches, write `.suggestions`; what a caller gets of it is held against his indices",
    test: "tests/contract/popular-builds.test.ts",
  },
  loggedRequest: {
    what: "Request of the log, on replay and in the console of requests",
    kept: ["index:.logs"],
    as: "who replays it, as himself",
    may: "what he may; calls of an `endpoint` are left out, for somebody else wrote them",
    test: "tests/routes/replay-search.test.ts",
  },
  grades: {
    what: "Grades, measured by running their searches",
    kept: ["index:.grades"],
    as: "who asks for the measure",
    may: "searches of indices that he may use, with rules acting as on everybody's",
    test: "tests/contract/grades.test.ts",
  },
  relevanceTest: {
    what: "Relevance test, on its page, by its address and by the command",
    kept: ["table:relevance_tests", "outside:file of relevance tests"],
    as: "the session that opens or runs it; the command by the name and password that it is given",
    may: "read: one search of its index by the caller's rights; a test holds no `endpoint`",
    test: "tests/routes/relevance-tests.test.ts",
  },
  consoleRequest: {
    what: "Request of the console: saved, in its history, at work",
    kept: ["table:console_saved", "table:console_history", "table:console_work"],
    as: "the session that presses Run; nothing is run by opening one",
    may: "what that session may, on servers that take changes",
    test: "tests/routes/console.test.ts",
  },
  undo: {
    what: "Undo of a change",
    kept: ["table:changes", "table:change_undos"],
    as: "the session that presses Undo",
    may: "the calls that it shows, by that session's rights",
    test: "tests/routes/changes.test.ts",
  },
  settingsFile: {
    what: "Settings as a file, compared and deployed",
    kept: ["outside:settings file"],
    as: "the session, or the name and password given to the command",
    may: "what each of its calls asks for; rules in it have who deploys it as their author",
    test: "tests/contract/settings-file.test.ts",
  },
  import: {
    what: "Import job",
    kept: ["job:import", "table:jobs", "table:job_failures", "clock:app/services/jobs/runner.server.ts"],
    as: "who started it, or resumed it last: his sealed credentials, rights asked for by each call; at OpenID Connect file and provider are asked before it",
    may: "write documents of its index",
    test: "tests/routes/import-rights.test.ts",
  },
  deleteByQuery: {
    what: "Job that deletes by query",
    kept: ["job:delete-by-query", "table:jobs"],
    as: "who started it, or resumed it last",
    may: "delete documents of its index",
    test: "tests/routes/jobs.test.ts",
  },
  updateByQuery: {
    what: "Job that changes documents by query",
    kept: ["job:update-by-query", "table:jobs"],
    as: "who started it, or resumed it last",
    may: "change documents of its index",
    test: "tests/routes/jobs.test.ts",
  },
  reindex: {
    what: "Job that copies an index",
    kept: ["job:reindex", "job:clone", "table:jobs"],
    as: "who started it, or resumed it last",
    may: "read the one index and write the other",
    test: "tests/routes/jobs.test.ts",
  },
  sharedLink: {
    what: "Shared link",
    kept: ["table:shared_links", "table:shared_link_openings"],
    as: "a credential of its own, bound to who created it, whose rights are asked for at each call",
    may: "read analytics of one index, until the link's end",
    test: "tests/routes/shared-links.test.ts",
  },
  reportMail: {
    what: "Report by mail",
    kept: [
      "table:report_mails",
      "table:report_mail_recipients",
      "table:report_mail_weeks",
      "table:mail_unsubscribed",
      "table:mail_sent",
      "clock:app/services/report-mails/runner.server.ts",
    ],
    as: "a credential of its own, bound to who set it up, whose rights are asked for at each mail",
    may: "read analytics of its level and mail them to its recipients",
    test: "tests/routes/report-mails.test.ts",
  },
  demoTraffic: {
    what: "Demo traffic",
    kept: ["outside:command of demo traffic"],
    as: "the name and password given to the command",
    may: "search and record; another time than now by admins alone",
    test: "tests/contract/analytics.test.ts",
  },
};

/** What is kept and acts on nobody's behalf: read, counted, or a lock. By place, with what it is. */
export const NOT_RUN: Readonly<Partial<Record<Place, string>>> = {
  "index:.locks": "who does what at the moment",
  "index:.reindex_deletions": "ids that were deleted while their index is re-indexed; who deletes has the right to",
  "index:.users": "rights, asked for at each call",
  "index:.permissions": "rights, asked for at each call",
  "index:.second_factors": "asked for at each sign-in",
  "index:.publickey": "checks tokens",
  "index:.sync_preferences": "a number that is answered",
  "index:.log_retention": "how long the log keeps what it has",
  "index:.analytics": "records of searches",
  "index:.analytics_sums": "sums of records",
  "index:.analytics_days": "which days are summed",
  "clock:backend/gateway/analytics/sums/keeper.ts": "adds up records into sums, as the server; what a reader gets of them is held against his rights",
  "index:.user_sessions": "records of visits",
  "index:.actionableinsights": "marks of readers",
  "index:.analytics_preferences": "numbers of reports",
  "index:.ai_sessions": "records of conversations",
  "index:.search_sessions": "records of visits",
  "index:.saved_searches": "answered to who saved them; the client sends them again as itself",
  "index:.favorites": "answered to who keeps them",
  "index:.rule_failures": "how often scripts of rules failed",
  "table:sessions": "which sign-ins are alive",
  "table:oidc_checks": "what a provider is asked again with; its answer can only end a sign-in and its jobs",
  "table:writing_windows": "when a protected server takes changes",
  "clock:backend/gateway/store/lock.ts": "keeps a lock alive",
  "clock:common/idle-memory.ts": "gives memory back",
  "clock:backend/gateway/analytics/geo/places.ts": "reads a file of the operator's again",
};
