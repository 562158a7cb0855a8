import type { Limits } from "./limit";

const RECORD = "records stay small";
const MEMORY = "memory of the back end";
const CALLS = "every call that is logged";
const LISTS = "`/_logs` and its like";

/** What the request log keeps of a call, and what it is asked for. */
export const LOGS_LIMITS = {
  loggedBody: {
    what: "body of a call, of its answer or of a stage",
    where: CALLS,
    most: 1_000_000,
    unit: "characters",
    answer: "it is cut",
    protects: RECORD,
  },
  loggedAddress: {
    what: "path and parameters",
    where: CALLS,
    most: 8_000,
    unit: "characters",
    answer: "they are cut",
    protects: RECORD,
  },
  loggedWords: {
    what: "beginning of a body that `text` finds",
    where: CALLS,
    most: 2_000,
    unit: "characters",
    answer: "the rest is not found",
    protects: "the index of the log",
  },
  loggedReason: {
    what: "reason of a failure",
    where: CALLS,
    most: 200,
    unit: "characters",
    answer: "it is cut",
    protects: "reports: many failures share one",
  },
  loggedIndices: {
    what: "names of the indices that a call was about, together",
    where: CALLS,
    most: 1_000,
    unit: "characters",
    answer: "it counts as about unknown ones, which some may not see",
    protects: "the index of the log",
  },
  recordsWaiting: {
    what: "records that wait to be written",
    where: CALLS,
    most: 5_000,
    unit: "pieces",
    answer: "further ones are dropped and counted",
    protects: MEMORY,
  },
  recordsWaitingSize: {
    what: "their text together",
    where: CALLS,
    most: 64 * 1024 ** 2,
    unit: "characters",
    answer: "further ones are kept without bodies",
    protects: MEMORY,
  },
  newestRecords: {
    what: "wait for records that are not written yet",
    where: `${LISTS}, reports of the log`,
    most: 400,
    unit: "ms",
    answer: "what is written is given",
    protects: "a page does not wait until an import leaves the engine a turn",
  },
  listed: {
    what: "records of a page",
    where: LISTS,
    most: 1_000,
    unit: "pieces",
    answer: "100 are given",
    protects: MEMORY,
    source: "that of ReactiveSearch",
  },
  window: {
    what: "deepest record of a list",
    where: LISTS,
    most: 10_000,
    unit: "pieces",
    answer: "400",
    protects: "the engine",
    source: "that of Elasticsearch",
  },
  filter: {
    what: "value of a filter of our own",
    where: LISTS,
    most: 1_000,
    unit: "characters",
    answer: "the rest is left aside",
    protects: "the engine",
  },
} as const satisfies Limits;
