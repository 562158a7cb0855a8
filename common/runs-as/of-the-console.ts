import type { RunsAs } from "./types";

/** What the console and its commands keep and act by, by name. */
export const OF_THE_CONSOLE: Readonly<Record<string, RunsAs>> = {
  loggedRequest: {
    what: "Request of the log, on replay and in the console of requests",
    kept: ["index:.logs"],
    as: "who replays it, as himself",
    may: "what he may; calls of an `endpoint` are left out, for somebody else wrote them",
    shownBy: [
      "tests/routes/data/request-logs.test.ts#replays a search with the reader's credentials, and finds the same hits",
      "tests/routes/kept-endpoints.test.ts#a logged request is replayed without, and reads",
    ],
  },
  relevanceTest: {
    what: "Relevance test, on its page, by its address and by the command",
    kept: ["table:relevance_tests", "table:relevance_runs", "outside:file of relevance tests"],
    as: "the session that opens or runs it; the command by the name and password that it is given",
    may: "read: one search of its index by the caller's rights; a test holds no `endpoint`",
    shownBy: [
      "tests/routes/search-relevance/relevance-tests.test.ts#are those of relevance settings, for the indices that somebody may use",
      "tests/routes/kept-endpoints.test.ts#a relevance test runs without, and says so",
      "tests/e2e/relevance-tests-command.test.ts#ends with %s",
    ],
  },
  pipelineSample: {
    what: "Saved sample of a pipeline, on its page and in the review of a version",
    kept: ["table:pipeline_samples"],
    as: "the session that presses Run, or opens the review; never by a link of another site",
    may: "what a trial may in that session's name: read; a sample holds no `endpoint`, and nothing is recorded",
    shownBy: [
      "tests/routes/pipelines/samples.test.ts#are for those who may see the pipeline, run in their own name, and kept by those who may write",
      "tests/routes/pipelines/samples.test.ts#is refused with an endpoint, a secret, or more than it may hold",
    ],
  },
  scheduledTests: {
    what: "Relevance tests by a schedule",
    kept: [
      "table:relevance_schedules",
      "clock:app/services/search-relevance/relevance-tests/schedule/runner.server.ts",
    ],
    as: "a credential of its own, bound to who set it up, whose rights are asked for at each call",
    may: "search its index and read its settings and mapping; a test holds no `endpoint`",
    shownBy: ["tests/routes/search-relevance/scheduled-tests.test.ts#ends with the rights of who set it up"],
  },
  consoleRequest: {
    what: "Request of the console: saved, in its history, at work",
    kept: ["table:console_saved", "table:console_history", "table:console_work"],
    as: "the session that presses Run; nothing is run by opening one",
    may: "what that session may, on servers that take changes",
    shownBy: [
      "tests/routes/data/console.test.ts#begins with requests of the index that one is on, and sends nothing by that",
      "tests/routes/data/console.test.ts#makes changes as changes: logged by path, refused without the right, not sent to a protected server",
      "tests/routes/data/console-kept.test.ts#belongs to its session",
    ],
  },
  undo: {
    what: "Undo of a change",
    kept: ["table:changes", "table:change_undos"],
    as: "the session that presses Undo",
    may: "the calls that it shows, by that session's rights",
    shownBy: ["tests/routes/data/changes.test.ts#is sent by the rights of who presses it, whoever made the change"],
  },
  settingsFile: {
    what: "Settings as a file, compared and published",
    kept: ["outside:settings file"],
    as: "the session, or the name and password given to the command",
    may: "what each of its calls asks for; rules in it have who publishes it as their author",
    shownBy: [
      "tests/contract/search-relevance/settings-file.test.ts#rules in it have who deploys it as their author, whoever wrote them",
    ],
  },
  import: {
    what: "Import job",
    kept: ["job:import", "table:jobs", "table:job_failures", "clock:app/services/platform/jobs/runner.server.ts"],
    as: "who started it, or resumed it last: his sealed credentials, rights asked for by each call; at OpenID Connect file and provider are asked before it",
    may: "write documents of its index",
    shownBy: [
      "tests/routes/data/job-rights.test.ts#runs as who started it, ends with his rights, and goes on as who resumes it",
      "tests/routes/account/oidc/jobs.test.ts#that sends rows ends too, and does not wait as for a busy server",
      "tests/routes/data/import-rights.test.ts#are nothing to who lost the action, and uploads are refused before they are taken in",
    ],
  },
  deleteByQuery: {
    what: "Job that deletes by query",
    kept: ["job:delete-by-query", "table:jobs"],
    as: "who started it, or resumed it last",
    may: "delete documents of its index",
    shownBy: [
      "tests/routes/data/job-rights.test.ts#runs as who started it, ends with his rights, and goes on as who resumes it",
    ],
  },
  updateByQuery: {
    what: "Job that changes documents by query",
    kept: ["job:update-by-query", "table:jobs"],
    as: "who started it, or resumed it last",
    may: "change documents of its index",
    shownBy: [
      "tests/routes/data/job-rights.test.ts#runs as who started it, ends with his rights, and goes on as who resumes it",
    ],
  },
  reindex: {
    what: "Job that copies an index",
    kept: ["job:reindex", "job:clone", "table:jobs"],
    as: "who started it, or resumed it last",
    may: "read the one index and write the other",
    shownBy: [
      "tests/routes/data/job-rights.test.ts#runs as who started it, ends with his rights, and goes on as who resumes it",
    ],
  },
  sharedLink: {
    what: "Shared link",
    kept: ["table:shared_links", "table:shared_link_openings"],
    as: "a credential of its own, bound to who created it, whose rights are asked for at each call",
    may: "read analytics of one index, until the link's end",
    shownBy: ["tests/routes/analytics/shared-links.test.ts#dies with the rights of who created it"],
  },
  reportMail: {
    what: "Report by mail",
    kept: [
      "table:report_mails",
      "table:report_mail_recipients",
      "table:report_mail_weeks",
      "table:mail_unsubscribed",
      "table:mail_sent",
      "clock:app/services/analytics/report-mails/runner.server.ts",
    ],
    as: "a credential of its own, bound to who set it up, whose rights are asked for at each mail",
    may: "read analytics of its level and mail them to its recipients",
    shownBy: [
      "tests/routes/analytics/report-mails-kept.test.ts#ends with the right of who set it up to create credentials, asked for at each mail; sending it by hand needs that right too",
    ],
  },
  demoTraffic: {
    what: "Demo traffic",
    kept: ["outside:command of demo traffic"],
    as: "the name and password given to the command",
    may: "search and record; another time than now by admins alone",
    shownBy: [
      "tests/contract/analytics/demo.test.ts#are refused from others, for real visitors, and where they are none or to come",
      "tests/contract/analytics/demo.test.ts#an index without documents, a refused password and a bad command line are told in a sentence",
    ],
  },
};
