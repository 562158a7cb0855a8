import { callIn, endpointsIn } from "./endpoint-calls";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a POST only reads, searches or translates with: the path from its first part that begins with an underscore. */
const readingPosts = new Set(
  `_search _search/scroll _search/template _msearch _msearch/template _async_search _count _mget _reactivesearch _reactivesearch.v3 _reactivesearch/draft _reactivesearch/validate
  _reactivesearch.v3/validate _analyze _disk_usage _field_caps _rank_eval _termvectors _mtermvectors _terms_enum _search_shards _pit _search/point_in_time _validate/query
  _render/template _pipeline/validate _pipelines/env/validate _script/validate _storedquery/validate _storedquery/execute _grade/metrics
  _user/_second_factor/_verify _user/_second_factor/_begin`.split(/\s+/),
);

/**
 * The same with a name in it: `_explain/<id>`, `_storedquery/<id>/execute`, `_permission/<name>/_try`,
 * `_index_template/_simulate_index/<index>`.
 */
const readingNamed =
  /^(_explain|_termvectors|_render\/template|_index_template\/_simulate_index)\/[^/]+$|^_storedquery\/[^/]+\/(validate|execute)$|^_permission\/[^/]+\/_try$/;

/** What a search keeps open on the server is let go by a DELETE. */
const readingDeletes = new Set(["_search/scroll", "_pit", "_search/point_in_time"]);

type Judged = {
  method?: Method | undefined;
  path: string;
  /** As it is sent. */ body?: string | Uint8Array | null | undefined;
};

const textOf = (body: Judged["body"]) => (body instanceof Uint8Array ? new TextDecoder().decode(body) : body);

/**
 * True for a call that leaves the server as it is: GET, HEAD, and the POSTs that search, but for searches that call an
 * endpoint. Everything else is a change, sent by `change` alone.
 */
export function isReading({ method = "GET", path, body }: Judged): boolean {
  if (method === "GET" || method === "HEAD") return true;
  // `/books/_doc/_search` stores a document: only the first such part says what a path does.
  const call = callIn(path);
  if (method === "DELETE") return readingDeletes.has(call);
  if (method !== "POST" || !(readingPosts.has(call) || readingNamed.test(call))) return false;
  return endpointsIn({ path, body: textOf(body) }).length === 0;
}
