import { ENGINE_KIND, type EngineKind } from "../replay/target";

/** Where real engines answer in their own way, which the gateway passes on: what they do, and why that stays. */
export type EngineNote = { engines: readonly EngineKind[]; subject: string; does: string; reason: string };

const BOTH = ["opensearch", "elasticsearch"] as const;

export const ENGINE_NOTES = {
  resize: {
    engines: BOTH,
    subject: "`_shrink` and `_clone` of an index that is not read-only",
    does: "500 `illegal_state_exception`",
    reason: "they do not count it as a fault of the request; the gateway leaves an engine's status as it is",
  },
  expressions: {
    engines: BOTH,
    subject: "a regular expression that needs too many states",
    does: "`input automaton is too large`",
    reason: "another version of Lucene, with other words for the same limit",
  },
  parentheses: {
    engines: BOTH,
    subject: "a `query_string` of thousands of parentheses",
    does: "no answer: the stack of its parser overflows",
    reason: "the engine's own defect; a text may hold parentheses, so the gateway does not count them",
  },
  emptyBuckets: {
    engines: BOTH,
    subject: "a histogram with 100 million empty buckets between two values",
    does: "fills a gigabyte first: OpenSearch answers 429 `circuit_breaking_exception`, Elasticsearch 7.10 works for minutes",
    reason: "they look at their limit of buckets after the gaps are filled; the embedded engine looks before",
  },
  diskUsage: {
    engines: BOTH,
    subject: "`_disk_usage`",
    does: "400, no such route",
    reason: "Elasticsearch has it since 7.15, OpenSearch does not",
  },
  dataStreams: {
    engines: ["elasticsearch"],
    subject: "`_data_stream`",
    does: "400 or 405, no such route",
    reason: "Elasticsearch 7.10 has it only with the parts that are not open source",
  },
} as const satisfies Record<string, EngineNote>;

/** Whether the engine under test is one of the note's. */
export function isNoted({ engines }: EngineNote): boolean {
  return engines.includes(ENGINE_KIND);
}
