import type { Limits } from "./limit";

/** How long a re-index in place keeps writers waiting, and what it keeps in mind meanwhile. */
export const REINDEX_LIMITS = {
  blocked: {
    what: "time for which an index takes no writes while a re-index puts the new one in its place",
    where: "`_reindex/{index}`, once the copy is through",
    most: 2_000,
    unit: "ms",
    answer: "writes go on and the end is tried again later",
    protects: "writers: their calls wait so long instead of failing",
  },
  held: {
    what: "time for which writes wait before that, where three ends were too slow for writes that come as fast as they are copied",
    where: "as above",
    most: 10_000,
    unit: "ms",
    answer: "the end is tried again",
    protects: "an import that never rests: its calls wait instead of failing",
  },
  attempts: {
    what: "how often the end of a re-index is tried",
    where: "`_reindex/{index}`, where writes come faster than they are copied",
    most: 20,
    unit: "pieces",
    answer: "the re-index is taken back and says so",
    protects: "the engine: an index that is never still is not copied for ever",
  },
  waiting: {
    what: "time that a write waits for the end of a re-index",
    where: "every call that writes documents",
    most: 15_000,
    unit: "ms",
    answer: "the engine's own answer, mostly 403 `cluster_block_exception`",
    protects: "callers: what waits comes to an end",
  },
  deletions: {
    what: "ids that one call notes for a re-index to look after",
    where: "deletes by id and in a bulk, while a re-index copies",
    most: 50_000,
    unit: "pieces",
    answer: "the ids of both indices are compared instead",
    protects: "memory of the gateway",
  },
  looks: {
    what: "documents that are looked at, copied or taken out at a time while a re-index catches up",
    where: "`_reindex/{index}`",
    most: 500,
    unit: "pieces",
    answer: "the next ones come after them",
    protects: "memory of the gateway",
  },
} satisfies Limits;
