import type { EngineRequest } from "../port";

/**
 * What may be done with a call of which nobody knows whether the cluster carried it out.
 * - `read`: asked again, nothing changes.
 * - `write`: made again, the outcome is the same.
 * - `never`: made again, it could do something twice, skip something, or answer that something is not there which the
 *   first try removed.
 */
export type Repeat = "read" | "write" | "never";

const READING_POSTS = new Set([
  "_search",
  "_msearch",
  "_count",
  "_mget",
  "_field_caps",
  "_query",
  "_validate",
  "_termvectors",
  "_analyze",
  "_rank_eval",
  "_search_shards",
  "template",
]);
// A refresh, a flush or a cleared cache is no other when it happens twice.
const HARMLESS_POSTS = new Set(["_refresh", "_flush", "clear"]);
// Definitions that are replaced as a whole. A new index (`PUT /books`) is not among them: the second try would say that
// it exists.
const REPLACED = new Set([
  "_mapping",
  "_settings",
  "_alias",
  "_aliases",
  "_template",
  "_index_template",
  "_component_template",
  "_cluster",
  "_ingest",
  "_scripts",
]);
const CONDITIONS = ["op_type", "if_seq_no", "if_primary_term", "version", "version_type", "create"];

/**
 * Whether a call may be sent again after an answer that got lost.
 * A scroll may not: each call of it gives the next page. A DELETE may not: the second answer would be 404 for what the
 * first has removed. A document written under an id of the caller's may, unless it is made only where there is none yet
 * or under a condition.
 */
export function repeatOf({ method, path, query = {} }: Pick<EngineRequest, "method" | "path" | "query">): Repeat {
  const segments = path.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? "";
  const isScroll = segments[0] === "_search" && segments[1] === "scroll";
  if (isScroll || method === "DELETE") return "never";
  if (method === "GET" || method === "HEAD") return "read";
  if (CONDITIONS.some((name) => query[name] !== undefined)) return "never";
  const isDocument = segments.length === 3 && segments[1] === "_doc";
  if (isDocument) return "write";
  if (method === "PUT") return segments.some((segment) => REPLACED.has(segment)) ? "write" : "never";
  if (
    READING_POSTS.has(last) ||
    segments[1] === "_explain" ||
    segments[1] === "_termvectors" ||
    segments.includes("_render")
  )
    return "read";
  return HARMLESS_POSTS.has(last) ? "write" : "never";
}

const LONG = new Set([
  "_reindex",
  "_update_by_query",
  "_delete_by_query",
  "_forcemerge",
  "_flush",
  "_open",
  "_close",
  "_rollover",
]);
const LONG_BEFORE_NAME = new Set(["_shrink", "_split", "_clone"]);
const WAITS = ["wait_for_completion", "wait_for_status", "wait_for_completion_timeout", "timeout"];

/** How long the cluster may take until its answer begins, in ms; 0 is without end. */
export function answerLimit({
  method,
  path,
  query = {},
  signal,
}: Pick<EngineRequest, "method" | "path" | "query" | "signal">): number {
  const segments = path.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? "";
  // These take as long as there is data, or as long as the caller asked them to wait.
  if (LONG.has(last) || LONG_BEFORE_NAME.has(segments[1] ?? "") || WAITS.some((name) => query[name] !== undefined))
    return 0;
  const isLookUp =
    (method === "GET" || method === "HEAD") &&
    (segments.length <= 1 || segments[1] === "_doc" || segments.includes("_alias"));
  // A node that hangs must not hold up every sign-in; another one is asked.
  if (isLookUp) return 10_000;
  // A caller who can go away has a limit of its own, at most 10 minutes (BACKEND_TIMEOUT_MS); the gateway's own calls
  // have none but this.
  return signal ? 600_000 : 60_000;
}
