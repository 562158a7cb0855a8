import type { Limits } from "./limit";

/** Calls that a search makes by an `endpoint`. */
export const ENDPOINT_LIMITS = {
  endpointsInSearch: {
    what: "queries with an `endpoint`",
    where: "one search",
    most: 8,
    unit: "pieces",
    answer: "400, before anything is called",
    protects: "what one call of a caller makes the server do",
  },
  endpointAnswer: {
    what: "answer of an `endpoint`",
    where: "each query with one",
    most: 10 * 1024 * 1024,
    unit: "bytes",
    answer: "an error under the id of the query",
    protects: "memory of the back end",
  },
  endpointTime: {
    what: "time of an `endpoint`",
    where: "each query with one",
    most: 30_000,
    unit: "ms",
    answer: "an error under the id of the query",
    protects: "connections that wait",
  },
} as const satisfies Limits;
