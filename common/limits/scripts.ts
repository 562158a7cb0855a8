import type { Limits } from "./limit";

const SCRIPT = "scripts of rules";
const THREADS = "scripts of others, which share these threads";
const MEMORY = "the back end stays below 1.2 GB";

/** What one run of a rule's script may take, and how many may wait. */
export const SCRIPTS_LIMITS = {
  time: { what: "time of a script", where: SCRIPT, most: 5_000, unit: "ms", answer: "it is ended, with a sentence", protects: THREADS },
  cronTime: { what: "time of a script by the clock", where: SCRIPT, most: 600_000, unit: "ms", answer: "it is ended, with a sentence", protects: THREADS },
  cronTrialTime: {
    what: "time of a script by the clock that is only tried",
    where: "`_script/validate`",
    most: 60_000,
    unit: "ms",
    answer: "it is ended, with a sentence",
    protects: "trials of others, which share one thread",
  },
  memory: { what: "memory of a script", where: SCRIPT, most: 64 * 1024 ** 2, unit: "bytes", answer: "it is ended, with a sentence", protects: MEMORY },
  stack: {
    what: "calls within calls of a script",
    where: SCRIPT,
    most: 256 * 1024,
    unit: "bytes",
    answer: "it is ended, with a sentence",
    protects: "the thread",
  },
  output: { what: "what a script gives back", where: SCRIPT, most: 10 * 1024 ** 2, unit: "bytes", answer: "it fails, with a sentence", protects: MEMORY },
  threadMemory: {
    what: "memory of a thread's interpreter, which only grows",
    where: SCRIPT,
    most: 96 * 1024 ** 2,
    unit: "bytes",
    answer: "a fresh thread takes its place",
    protects: MEMORY,
  },
  input: {
    what: "script, request and response together",
    where: SCRIPT,
    most: 16 * 1024 ** 2,
    unit: "characters",
    answer: "it fails, with a sentence",
    protects: MEMORY,
  },
  waiting: { what: "scripts that wait for a thread", where: SCRIPT, most: 200, unit: "pieces", answer: "it fails, with a sentence", protects: MEMORY },
  lines: {
    what: "lines that a script prints",
    where: "`console` in scripts",
    most: 1_000,
    unit: "pieces",
    answer: "the rest is left out, with a remark",
    protects: MEMORY,
  },
  printed: {
    what: "all that a script prints",
    where: "`console` in scripts",
    most: 100_000,
    unit: "characters",
    answer: "the rest is left out, with a remark",
    protects: MEMORY,
  },
  errorText: {
    what: "message of an error that a script threw",
    where: SCRIPT,
    most: 1_000,
    unit: "characters",
    answer: "it is cut",
    protects: "answers stay small",
  },
  fetches: { what: "calls of `fetch` in a run", where: SCRIPT, most: 20, unit: "pieces", answer: "`fetch` throws", protects: "servers that scripts may call" },
  fetchedAnswer: { what: "answer that a script fetches", where: SCRIPT, most: 5 * 1024 ** 2, unit: "bytes", answer: "`fetch` throws", protects: MEMORY },
  fetchTime: { what: "time of a `fetch`", where: SCRIPT, most: 10_000, unit: "ms", answer: "`fetch` throws", protects: THREADS },
} satisfies Limits;
