import type { Driver, Drivers } from "../calls";

// Rows that single calls of the back end do not reach: what drives each of them past its bound, or why nothing does.

const by = (test: string, names: readonly string[]): Drivers => Object.fromEntries(names.map((name): [string, Driver] => [name, { test }]));
const undriven = (why: string, names: readonly string[]): Drivers => Object.fromEntries(names.map((name): [string, Driver] => [name, { why }]));

const ANALYTICS = "tests/contract/analytics";
const SCRIPTS = "backend/gateway/rules/scripts";
const THREADS = "backend/engine/embedded/threads";

export const ENDPOINT_DRIVERS: Drivers = {
  ...by("tests/contract/inner-calls/held.test.ts", ["endpointsInSearch"]),
  ...by("tests/contract/endpoints.test.ts", ["endpointAnswer"]),
  ...undriven("that takes half a minute", ["endpointTime"]),
};

export const RULES_DRIVERS: Drivers = {
  ...by("tests/contract/rules/keeping-back.test.ts", ["queriesRead"]),
  ...by("tests/contract/rules/promoted-and-hidden.test.ts", ["promotedInSearch"]),
  ...by("tests/contract/rules/failing-scripts.test.ts", ["failuresKept", "failureLines", "failureText"]),
  ...undriven("past it what keeps something back holds all the same, as past `queriesRead`", ["indicesAlone", "indicesWithQueries", "settingsLookedAt"]),
};

export const SCRIPTS_DRIVERS: Drivers = {
  ...by(`${SCRIPTS}/bounds.test.ts`, ["time", "input", "waiting", "lines", "printed", "errorText", "fetches", "fetchedAnswer"]),
  ...by(`${SCRIPTS}/scripts.test.ts`, ["memory", "stack", "output"]),
  ...undriven("that takes a minute and more; the function that ends a script by its time is driven with `time`", ["cronTime", "cronTrialTime"]),
  ...undriven("a script's own memory ends before it, so that only what many runs leave behind comes so far", ["threadMemory"]),
  ...undriven("that takes ten seconds in a thread of others", ["fetchTime"]),
};

export const THREADS_DRIVERS: Drivers = {
  ...by(`${THREADS}/near-reads.test.ts`, ["nearDocument"]),
  ...by(`${THREADS}/readers.test.ts`, ["readers", "readsAtOnce", "readsWaiting", "smallRead", "readHolds", "goneReadHolds", "readerHeap", "idleReader"]),
  ...by(`${THREADS}/open-threads.test.ts`, ["writerHeap"]),
  ...by("tests/system/bounds/bounds.test.ts", ["partCache", "vectorCache"]),
};

export const REINDEX_DRIVERS: Drivers = {
  ...by("tests/contract/reindex-live.test.ts", ["blocked", "held", "looks"]),
  ...by("tests/contract/reindex-runs.test.ts", ["attempts"]),
  ...by("backend/gateway/reindex/writes.test.ts", ["waiting", "deletions"]),
};

export const HELD_DRIVERS: Drivers = {
  ...by("tests/contract/held-open.test.ts", ["callsOfOne", "scrollsOfOne", "scrollsOfAll", "scrollKeepAlive", "slices", "copiesOfOne", "trialsOfOne"]),
  ...by(`${SCRIPTS}/bounds.test.ts`, ["scriptsOfOne"]),
};

export const ANALYTICS_DRIVERS: Drivers = {
  ...by(`${ANALYTICS}/bounds.test.ts`, [
    ...["body", "term", "userId", "id", "index", "place", "filters", "filterText", "impressions", "clicks", "results", "events", "eventsBytes"],
    ...["meta", "searchState", "favorite", "name", "keptOfVisitor", "answer", "answerStates", "indices"],
  ]),
  ...by("backend/gateway/analytics/bounds.test.ts", ["resultsBytes", "eventsOfSearch", "eventName"]),
  ...by("backend/gateway/analytics/visitors/session.test.ts", ["session"]),
  ...by("backend/gateway/analytics/sums/retention.test.ts", ["sumRows"]),
  ...undriven("ten thousand things kept by one credential; that of a visitor is counted by the same function", ["keptOfOne"]),
  ...by(`${ANALYTICS}/event-names.test.ts`, ["namesOfOne", "namesOfCallers", "namesOfAll"]),
  ...by(`${ANALYTICS}/sums.test.ts`, ["day", "sumTries"]),
};

export const KEPT_DRIVERS: Drivers = {
  ...by("backend/gateway/kept-bounds.test.ts", ["gradeQuery", "gradeDocuments", "gradesAtOnce", "synonyms", "synonym", "suggestions"]),
  ...by("backend/gateway/kept-bounds.test.ts", ["sections", "sectionSuggestions", "featuredText", "popularAtOnce"]),
  ...undriven("ten thousand graded terms of an index; it is the size of one aggregation", ["gradeTerms"]),
  ...undriven("no call is larger: what is read, written or deleted goes in pieces of this size", ["synonymsAtOnce", "popularLookedUp"]),
  ...undriven("they are sizes of one aggregation", ["popularSearches", "popularIndices"]),
};

export const CONSOLE_DRIVERS: Drivers = {
  ...by("tests/routes/oidc/ask-again.test.ts", ["oidcAnswer", "oidcAway"]),
  ...by("tests/routes/oidc/ask-again-for-others.test.ts", ["oidcRevocation"]),
  ...by("tests/routes/oidc/second-answers.test.ts", ["oidcToken"]),
  ...by("tests/routes/large-bodies.test.ts", ["form", "typedForm", "signIn", "bodyOfReading"]),
  ...by("server/http/form-gate.test.ts", ["formsTogether", "formsOfOne", "formPause"]),
  ...by(
    "server/http/shares/shares.test.ts",
    ["pages", "events", "files", "calls", "uploads"].flatMap((kind) => [`${kind}OfOne`, `${kind}OfAll`]),
  ),
  ...by("server/http/shares/shares.test.ts", ["heldByStrangers"]),
  ...by("tests/unit/read-form.test.ts", ["formFields", "formFieldName", "formListPlace"]),
};

export const MAIL_DRIVERS: Drivers = by("tests/routes/report-mails.test.ts", ["mailsToAddress", "reportsOfServer", "recipientsOfReport"]);
