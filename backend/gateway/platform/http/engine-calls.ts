import type { Acl, Category, Op } from "@common/access-control/categories";
import type { Method } from "@backend/gateway/platform/http/types";

/**
 * What a route's body is, which decides how it is checked before it goes on.
 * `search`: a search body whose answer shows documents; `count`: one whose answer does not; `change`: such a one with
 * what is to be changed. `msearch`, `bulk`: lines. `document`: stored, not looked into. `update`: a partial document.
 * `admin`: settings, mappings, aliases.
 */
export type BodyKind =
  | "none"
  | "search"
  | "count"
  | "change"
  | "msearch"
  | "bulk"
  | "mget"
  | "document"
  | "update"
  | "reindex"
  | "aliases"
  | "admin"
  | "term-vectors"
  | "template-search";

/** A route of Elasticsearch that is passed on. `target` writes the engine's path where it is not the path asked for. */
export type ElasticRoute = {
  methods: readonly Method[];
  path: string;
  category: Category;
  acl: Acl;
  op: Op;
  body: BodyKind;
  target?: string;
};

type Row = [methods: string, path: string, acl: Acl, op: Op, body?: BodyKind, target?: string];

function rows(category: Category, table: readonly Row[]): ElasticRoute[] {
  return table.map(([methods, path, acl, op, body, target]) => ({
    methods: methods.split(" ") as Method[],
    path,
    category,
    acl,
    op,
    body: body ?? "none",
    ...(target === undefined ? {} : { target }),
  }));
}

// One operation for all methods of a route, whatever they do: a credential needs `read` to POST a search (contract 10,
// 2.6).
const DOCS = rows("docs", [
  ["POST PUT", "/_bulk", "bulk", "write", "bulk"],
  ["POST PUT", "/:index/_bulk", "bulk", "write", "bulk"],
  ["POST PUT", "/:index/_doc", "index", "write", "document"],
  ["POST PUT", "/:index/_doc/:id", "index", "write", "document"],
  ["GET", "/:index/_doc/:id", "get", "read"],
  ["HEAD", "/:index/_doc/:id", "exists", "read"],
  ["DELETE", "/:index/_doc/:id", "delete", "delete"],
  ["POST PUT", "/:index/_create/:id", "index", "write", "document"],
  ["POST", "/:index/_update/:id", "index", "write", "update"],
  ["GET HEAD", "/:index/_source/:id", "source", "read"],
  ["POST PUT", "/:index/_doc/:id/_create", "create", "write", "document", "/:index/_create/:id"],
  ["POST", "/:index/_doc/:id/_update", "update", "write", "update", "/:index/_update/:id"],
  ["GET HEAD", "/:index/_doc/:id/_source", "source", "read", "none", "/:index/_source/:id"],
  ["POST", "/:index/_delete_by_query", "delete_by_query", "write", "count"],
  ["POST", "/:index/_update_by_query", "update_by_query", "write", "change"],
  ["GET POST", "/_mget", "mget", "read", "mget"],
  ["GET POST", "/:index/_mget", "mget", "read", "mget"],
  ["GET POST", "/:index/_termvectors", "termvectors", "read", "term-vectors"],
  ["GET POST", "/:index/_termvectors/:id", "termvectors", "read", "term-vectors"],
  ["POST", "/_reindex", "reindex", "write", "reindex"],
]);

// Documents of older clients, typed: `/books/book/1` is read as `/books/_doc/1`.
const TYPED = rows("docs", [
  ["POST PUT", "/:index/:type", "index", "write", "document", "/:index/_doc"],
  ["POST PUT", "/:index/:type/:id", "index", "write", "document", "/:index/_doc/:id"],
  ["GET", "/:index/:type/:id", "get", "read", "none", "/:index/_doc/:id"],
  ["HEAD", "/:index/:type/:id", "exists", "read", "none", "/:index/_doc/:id"],
  ["DELETE", "/:index/:type/:id", "delete", "delete", "none", "/:index/_doc/:id"],
  ["POST PUT", "/:index/:type/:id/_create", "create", "write", "document", "/:index/_create/:id"],
  ["POST", "/:index/:type/:id/_update", "update", "write", "update", "/:index/_update/:id"],
  ["GET HEAD", "/:index/:type/:id/_source", "source", "read", "none", "/:index/_source/:id"],
]);

const SEARCH = rows("search", [
  ["GET POST", "/_search", "search", "read", "search"],
  ["GET POST", "/:index/_search", "search", "read", "search"],
  ["GET POST", "/_search/template", "search", "read", "template-search"],
  ["GET POST", "/:index/_search/template", "search", "read", "template-search"],
  ["GET POST", "/_search/scroll", "search", "read", "document"],
  ["DELETE", "/_search/scroll", "search", "delete", "document"],
  // Clients that are told of a scroll by name alone put it here.
  ["GET POST", "/_search/scroll/:scroll", "search", "read", "document"],
  ["DELETE", "/_search/scroll/:scroll", "search", "delete", "document"],
  ["GET POST", "/_msearch", "msearch", "read", "msearch"],
  ["GET POST", "/:index/_msearch", "msearch", "read", "msearch"],
  ["GET POST", "/_count", "count", "read", "count"],
  ["GET POST", "/:index/_count", "count", "read", "count"],
  ["GET POST", "/_field_caps", "field_caps", "read", "count"],
  ["GET POST", "/:index/_field_caps", "field_caps", "read", "count"],
  ["GET POST", "/_validate/query", "validate", "read", "count"],
  ["GET POST", "/:index/_validate/query", "validate", "read", "count"],
  ["GET POST", "/:index/_explain/:id", "explain", "read", "count"],
  ["GET POST", "/:index/_rank_eval", "rank_eval", "read", "count"],
  ["GET POST", "/:index/_search_shards", "search_shards", "read", "count"],
]);

const INDICES = rows("indices", [
  ["PUT", "/:index", "indices", "write", "admin"],
  ["DELETE", "/:index", "indices", "delete"],
  ["GET HEAD", "/:index", "indices", "read"],
  ["GET", "/_mapping", "mapping", "read"],
  ["GET", "/:index/_mapping", "mapping", "read"],
  ["PUT POST", "/:index/_mapping", "mapping", "write", "admin"],
  ["PUT POST", "/:index/_mappings", "mapping", "write", "admin", "/:index/_mapping"],
  ["GET", "/:index/_mapping/field/:fields", "mapping", "read"],
  ["GET", "/_settings", "settings", "read"],
  ["GET", "/:index/_settings", "settings", "read"],
  ["GET", "/:index/_settings/:name", "settings", "read"],
  ["PUT", "/:index/_settings", "settings", "write", "admin"],
  ["POST", "/:index/_close", "close", "write"],
  ["POST", "/:index/_open", "open", "write"],
  ["GET POST", "/_refresh", "refresh", "read"],
  ["GET POST", "/:index/_refresh", "refresh", "read"],
  ["GET POST", "/_flush", "flush", "read"],
  ["GET POST", "/:index/_flush", "flush", "read"],
  ["POST", "/:index/_forcemerge", "forcemerge", "write"],
  ["POST", "/:index/_cache/clear", "cache", "write"],
  ["GET", "/_stats", "stats", "read"],
  ["GET", "/:index/_stats", "stats", "read"],
  ["GET", "/_stats/:metric", "stats", "read"],
  ["GET", "/:index/_stats/:metric", "stats", "read"],
  // Engines take it by POST alone, though it only reads.
  ["POST", "/:index/_disk_usage", "stats", "read"],
  ["GET", "/:index/_recovery", "recovery", "read"],
  ["GET", "/_segments", "segments", "read"],
  ["GET", "/:index/_segments", "segments", "read"],
  ["GET", "/:index/_shard_stores", "shard_stores", "read"],
  ["GET POST", "/_analyze", "analyze", "read", "admin"],
  ["GET POST", "/:index/_analyze", "analyze", "read", "admin"],
  ["POST", "/_aliases", "aliases", "write", "aliases"],
  ["GET", "/_alias", "alias", "read"],
  ["GET", "/_aliases", "alias", "read", "none", "/_alias"],
  ["GET HEAD", "/_alias/:name", "alias", "read"],
  ["GET", "/:index/_alias", "alias", "read"],
  ["GET HEAD", "/:index/_alias/:name", "alias", "read"],
  ["PUT POST", "/:index/_alias/:name", "alias", "write", "admin"],
  ["PUT POST", "/:index/_aliases/:name", "alias", "write", "admin", "/:index/_alias/:name"],
  ["DELETE", "/:index/_alias/:name", "alias", "delete"],
  ["POST", "/:index/_rollover", "rollover", "write", "admin"],
  ["POST", "/:index/_rollover/:name", "rollover", "write", "admin"],
  ["PUT POST", "/:index/_shrink/:name", "shrink", "write", "admin"],
  ["PUT POST", "/:index/_split/:name", "split", "write", "admin"],
  ["PUT POST", "/:index/_clone/:name", "split", "write", "admin"],
  ["GET", "/_template", "template", "read"],
  ["GET HEAD", "/_template/:name", "template", "read"],
  ["PUT POST", "/_template/:name", "template", "write", "admin"],
  ["DELETE", "/_template/:name", "template", "delete"],
  ["GET", "/_index_template", "template", "read"],
  ["GET HEAD", "/_index_template/:name", "template", "read"],
  ["PUT POST", "/_index_template/:name", "template", "write", "admin"],
  ["DELETE", "/_index_template/:name", "template", "delete"],
  ["POST", "/_index_template/_simulate", "template", "read", "admin"],
  ["POST", "/_index_template/_simulate/:name", "template", "read", "admin"],
  ["POST", "/_index_template/_simulate_index/:index", "template", "read", "admin"],
  ["GET", "/_component_template", "template", "read"],
  ["GET HEAD", "/_component_template/:name", "template", "read"],
  ["PUT POST", "/_component_template/:name", "template", "write", "admin"],
  ["DELETE", "/_component_template/:name", "template", "delete"],
  ["GET", "/_resolve/index/:index", "indices", "read"],
  ["GET", "/_data_stream", "indices", "read"],
  ["GET", "/_data_stream/:index", "indices", "read"],
]);

const CLUSTER = [
  ...rows("cat", [
    ["GET", "/_cat", "cat", "read"],
    ["GET", "/_cat/*rest", "cat", "read"],
  ]),
  ...rows("clusters", [
    ["GET", "/_nodes", "nodes", "read"],
    ["GET", "/_nodes/*rest", "nodes", "read"],
    ["GET", "/_cluster/health/:index", "cluster", "read"],
    ["GET", "/_cluster/*rest", "cluster", "read"],
    ["GET", "/_tasks", "tasks", "read"],
    ["GET", "/_tasks/:id", "tasks", "read"],
    ["POST", "/_tasks/_cancel", "tasks", "write"],
    ["POST", "/_tasks/:id/_cancel", "tasks", "write"],
  ]),
];

/** Every route of Elasticsearch that is passed on to the engine, with what a caller needs for it. */
export const ELASTIC_ROUTES: readonly ElasticRoute[] = [...DOCS, ...TYPED, ...SEARCH, ...INDICES, ...CLUSTER];
