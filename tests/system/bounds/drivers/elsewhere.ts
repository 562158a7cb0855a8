import type { Driver, Drivers } from "../calls";

// Rows that single calls of the back end do not reach: what drives each of them past its bound.

const by = (test: string, names: readonly string[]): Drivers =>
  Object.fromEntries(names.map((name): [string, Driver] => [name, { test }]));

const ANALYTICS = "tests/contract/analytics";
const SCRIPTS = "backend/gateway/resources/search-relevance/rules/scripts";
const THREADS = "backend/engine/embedded/threads";

export const ENDPOINT_DRIVERS: Drivers = {
  ...by("tests/contract/platform/inner-calls/held.test.ts", ["endpointsInSearch"]),
  ...by("tests/contract/data/endpoint-bounds.test.ts", ["endpointAnswer", "endpointTime"]),
};

export const RULES_DRIVERS: Drivers = {
  ...by("tests/contract/search-relevance/rules/keeping-back.test.ts", ["queriesRead"]),
  ...by("tests/contract/search-relevance/rules/promoted-and-hidden.test.ts", ["promotedInSearch"]),
  ...by("tests/contract/search-relevance/rules/failing-scripts.test.ts", [
    "failuresKept",
    "failureLines",
    "failureText",
  ]),
  ...by("tests/contract/search-relevance/rules/bounds.test.ts", [
    ...["indicesAlone", "indicesWithQueries", "settingsLookedAt", "rules"],
    ...["expression", "expressionDepth", "pattern", "patternSize", "patternText"],
  ]),
};

export const PIPELINES_DRIVERS: Drivers = {
  ...by("tests/contract/pipelines/bounds.test.ts", ["pipelines", "versions", "globalEnvs", "body", "logged", "logs"]),
  ...by("app/services/pipelines/archive/archive.test.ts", ["archiveFiles", "archiveFile"]),
  ...by("tests/routes/pipelines/sample-bounds.test.ts", ["samples", "sample", "sampleExpectations", "samplesTime"]),
  ...by("tests/routes/pipelines/replay-bound.test.ts", ["replayTime"]),
  ...by("tests/routes/pipelines/server-schema.test.ts", ["schema", "schemaTime"]),
  ...by("tests/contract/pipelines/trace.test.ts", ["trace", "traceMember"]),
  ...by("backend/gateway/resources/pipelines/run/bounds.test.ts", ["stageTime", "runTime", "context", "cached"]),
};

export const UI_BUILDER_DRIVERS: Drivers = {
  ...by("tests/contract/ui-builder/bounds.test.ts", [
    ...["searchBoxes", "searchBox", "searchBoxId", "pages", "page"],
    ...["codeVersions", "code", "codeFiles", "codePath", "commit"],
  ]),
};

export const SCRIPTS_DRIVERS: Drivers = {
  ...by(`${SCRIPTS}/bounds.test.ts`, [
    ...["time", "cronTime", "cronTrialTime", "threadMemory", "input", "waiting", "lines", "printed", "errorText"],
    ...["fetches", "fetchedAnswer", "fetchTime"],
  ]),
  ...by(`${SCRIPTS}/scripts.test.ts`, ["memory", "stack", "output"]),
};

export const THREADS_DRIVERS: Drivers = {
  ...by(`${THREADS}/near-reads.test.ts`, ["nearDocument"]),
  ...by(`${THREADS}/readers.test.ts`, [
    "readers",
    "readsAtOnce",
    "readsWaiting",
    "smallRead",
    "readHolds",
    "goneReadHolds",
    "readerHeap",
    "idleReader",
  ]),
  ...by(`${THREADS}/open-threads.test.ts`, ["writerHeap"]),
  ...by("tests/system/bounds/bounds.test.ts", ["partCache", "vectorCache"]),
};

export const REINDEX_DRIVERS: Drivers = {
  ...by("tests/contract/indices/reindex-live.test.ts", ["blocked", "held", "looks"]),
  ...by("tests/contract/indices/reindex-runs.test.ts", ["attempts"]),
  ...by("backend/gateway/resources/indices/reindex/writes.test.ts", ["waiting", "deletions"]),
};

export const HELD_DRIVERS: Drivers = {
  ...by("tests/contract/platform/held-open.test.ts", [
    "callsOfOne",
    "scrollsOfOne",
    "scrollsOfAll",
    "scrollKeepAlive",
    "slices",
    "copiesOfOne",
    "trialsOfOne",
  ]),
  ...by(`${SCRIPTS}/bounds.test.ts`, ["scriptsOfOne"]),
};

export const ANALYTICS_DRIVERS: Drivers = {
  ...by(`${ANALYTICS}/bounds.test.ts`, [
    ...[
      "body",
      "term",
      "userId",
      "id",
      "index",
      "place",
      "filters",
      "filterText",
      "impressions",
      "clicks",
      "results",
      "events",
      "eventsBytes",
    ],
    ...["meta", "searchState", "favorite", "name", "keptOfVisitor", "keptOfOne", "answer", "answerStates", "indices"],
  ]),
  ...by("backend/gateway/resources/analytics/bounds.test.ts", ["resultsBytes", "eventsOfSearch", "eventName"]),
  ...by("backend/gateway/resources/analytics/visitors/session.test.ts", ["session"]),
  ...by("backend/gateway/resources/analytics/sums/retention.test.ts", ["sumRows"]),
  ...by(`${ANALYTICS}/event-names.test.ts`, ["namesOfOne", "namesOfCallers", "namesOfAll"]),
  ...by(`${ANALYTICS}/sums.test.ts`, ["day", "sumTries"]),
};

export const LOGS_DRIVERS: Drivers = by("backend/gateway/resources/data/logs/bounds.test.ts", [
  ...[
    "loggedBody",
    "loggedAddress",
    "loggedWords",
    "loggedReason",
    "loggedIndices",
    "recordsWaiting",
    "recordsWaitingSize",
    "newestRecords",
  ],
  ...["listed", "window", "filter"],
]);

export const KEPT_DRIVERS: Drivers = {
  ...by("backend/gateway/kept-bounds.test.ts", [
    "gradeQuery",
    "gradeDocuments",
    "gradesAtOnce",
    "synonyms",
    "synonym",
    "suggestions",
  ]),
  ...by("backend/gateway/kept-bounds.test.ts", ["sections", "sectionSuggestions", "featuredText", "popularAtOnce"]),
  ...by("backend/gateway/kept-bounds.test.ts", ["synonymsAtOnce"]),
  ...by("tests/contract/search-relevance/kept-bounds.test.ts", [
    "gradeTerms",
    "popularSearches",
    "popularIndices",
    "popularLookedUp",
  ]),
};

export const CONSOLE_DRIVERS: Drivers = {
  ...by("tests/jobs/bounds.test.ts", ["jobsAtOnce", "jobsWaiting", "jobFailures", "jobFailuresBytes"]),
  ...by("tests/routes/account/oidc/ask-again.test.ts", ["oidcAnswer", "oidcAway"]),
  ...by("tests/routes/account/oidc/ask-again-for-others.test.ts", ["oidcRevocation"]),
  ...by("tests/routes/account/oidc/second-answers.test.ts", ["oidcToken"]),
  ...by("tests/routes/all-screens/large-bodies.test.ts", ["form", "typedForm", "signIn", "bodyOfReading"]),
  ...by("server/http/form-gate.test.ts", ["formsTogether", "formsOfOne", "formPause"]),
  ...by(
    "server/http/shares/shares.test.ts",
    ["pages", "events", "files", "calls", "uploads"].flatMap((kind) => [`${kind}OfOne`, `${kind}OfAll`]),
  ),
  ...by("server/http/shares/shares.test.ts", ["heldByStrangers"]),
  ...by("tests/unit/read-form.test.ts", ["formFields", "formFieldName", "formListPlace"]),
};

export const IMPORTS_DRIVERS: Drivers = by("app/services/data/import/receive/bounds.test.ts", [
  ...["file", "pasted", "otherText", "row", "rowSkipped", "look", "header", "columns", "fieldName", "fieldSteps"],
  ...["rowValues", "rowDepth", "listText", "unclosed"],
]);

export const MAIL_DRIVERS: Drivers = by("tests/routes/analytics/report-mails.test.ts", [
  "mailsToAddress",
  "reportsOfServer",
  "recipientsOfReport",
]);
