import * as body from "./members";
import type { Members } from "./members";
import * as of from "./names";

/**
 * What passes through a route to its handler, and with it to the engine.
 * URL parameters, those for admins alone apart; others are `refused` as Elasticsearch does, `dropped` where this server answers itself, `read` where any
 * name means something to it.
 * Members of the body: those named; `searches`, lines of headers and searches; `lines` of a bulk, looked at one by one; `any`, a document, whose names are the
 * caller's; `settings`, which only admins may give a pipeline; `own`, read and checked by the handler; `none`, a body is not passed on.
 */
export type Passes = {
  routes: readonly string[];
  parameters: readonly string[];
  ofAdmins: readonly string[];
  others: "refused" | "dropped" | "read";
  body: Members | "searches" | "lines" | "any" | "settings" | "own" | "none";
};

function routesIn(text: string): string[] {
  return text.trim().split("\n").flatMap((line) => {
    const names = line.trim().split(/\s+/);
    const path = names.pop() ?? "";
    return names.map((method) => `${method} ${path}`);
  });
}

function engine(routes: string, parameters: readonly string[], { ofAdmins = [], body = "none" }: Partial<Pick<Passes, "ofAdmins" | "body">> = {}): Passes {
  return { routes: routesIn(routes), parameters: [...new Set([...of.ANSWER, ...parameters])], ofAdmins, others: "refused", body };
}

function own(routes: string, parameters = ""): Passes {
  return { routes: routesIn(routes), parameters: parameters.split(" ").filter((name) => name !== ""), ofAdmins: [], others: "dropped", body: "own" };
}

// A pipeline may send a document to another index, and what a search pipeline of an operator's cuts out could be had back by leaving it out.
const PIPELINE = ["pipeline"];
const SEARCH_PIPELINE = ["search_pipeline"];
const LOGS = "from size filter start_date end_date from_timestamp to_timestamp time_zone start_latency end_latency order_by_latency";

/** Routes that are passed on to the engine, and the search API, which goes on with them. */
const ENGINE: readonly Passes[] = [
  engine(
    `POST PUT /_bulk
     POST PUT /:index/_bulk`,
    of.BULK,
    { ofAdmins: PIPELINE, body: "lines" },
  ),
  engine(
    `POST PUT /:index/_doc
     POST PUT /:index/_doc/:id
     POST PUT /:index/_create/:id
     POST PUT /:index/_doc/:id/_create
     POST PUT /:index/:type
     POST PUT /:index/:type/:id
     POST PUT /:index/:type/:id/_create`,
    of.WRITE_DOCUMENT,
    { ofAdmins: PIPELINE, body: "any" },
  ),
  engine(
    `GET HEAD /:index/_doc/:id
     GET HEAD /:index/_source/:id
     GET HEAD /:index/_doc/:id/_source
     GET HEAD /:index/:type/:id
     GET HEAD /:index/:type/:id/_source`,
    of.READ_DOCUMENT,
  ),
  engine(
    `DELETE /:index/_doc/:id
     DELETE /:index/:type/:id`,
    of.DELETE_DOCUMENT,
  ),
  engine(
    `POST /:index/_update/:id
     POST /:index/_doc/:id/_update
     POST /:index/:type/:id/_update`,
    of.UPDATE_DOCUMENT,
    { body: body.UPDATE },
  ),
  engine("POST /:index/_delete_by_query", of.BY_QUERY, { body: body.BY_QUERY }),
  engine("POST /:index/_update_by_query", of.BY_QUERY, { ofAdmins: PIPELINE, body: body.BY_QUERY }),
  engine("POST /_reindex", of.REINDEX, { body: body.REINDEX }),
  engine(
    `GET POST /_mget
     GET POST /:index/_mget`,
    [...of.MGET, ...of.AS_BODY],
    { body: body.MGET },
  ),
  engine(
    `GET POST /:index/_termvectors
     GET POST /:index/_termvectors/:id`,
    [...of.TERM_VECTORS, ...of.AS_BODY],
    { body: body.TERM_VECTORS },
  ),

  engine(
    `GET POST /_search
     GET POST /:index/_search`,
    [...of.SEARCH, ...of.AS_BODY],
    { ofAdmins: SEARCH_PIPELINE, body: body.SEARCH },
  ),
  engine(
    `GET POST /_search/template
     GET POST /:index/_search/template`,
    [...of.SEARCH_TEMPLATE, ...of.AS_BODY],
    { body: body.SEARCH_TEMPLATE },
  ),
  engine(
    `GET POST /_search/scroll
     GET POST /_search/scroll/:scroll`,
    [...of.SCROLL, ...of.AS_BODY],
    { body: body.SCROLL },
  ),
  engine(
    `DELETE /_search/scroll
     DELETE /_search/scroll/:scroll`,
    ["scroll_id"],
    { body: body.CLEAR_SCROLL },
  ),
  engine(
    `GET POST /_msearch
     GET POST /:index/_msearch`,
    [...of.MSEARCH, ...of.AS_BODY],
    { ofAdmins: SEARCH_PIPELINE, body: "searches" },
  ),
  // Searches become one `_msearch`; the preference is put into its lines.
  engine(
    `POST /:index/_reactivesearch
     POST /:index/_reactivesearch.v3`,
    [...of.MSEARCH, "preference"],
    { body: "own" },
  ),
  engine(
    `GET POST /_count
     GET POST /:index/_count`,
    [...of.COUNT, ...of.AS_BODY],
    { body: body.COUNT },
  ),
  engine(
    `GET POST /_field_caps
     GET POST /:index/_field_caps`,
    [...of.FIELD_CAPS, ...of.AS_BODY],
    { body: body.FIELD_CAPS },
  ),
  engine(
    `GET POST /_validate/query
     GET POST /:index/_validate/query`,
    [...of.VALIDATE, ...of.AS_BODY],
    { body: body.COUNT },
  ),
  engine("GET POST /:index/_explain/:id", [...of.EXPLAIN, ...of.AS_BODY], { body: body.COUNT }),
  engine("GET POST /:index/_rank_eval", [...of.SCOPE, "search_type", ...of.AS_BODY], { body: body.RANK_EVAL }),
  engine("GET POST /:index/_search_shards", [...of.SCOPE, "preference", "routing", "local", ...of.AS_BODY], { body: body.SHARDS }),

  engine("PUT /:index", of.MAKE_INDEX, { body: body.INDEX }),
  engine("DELETE /:index", of.CHANGE_INDEX),
  engine("GET HEAD /:index", of.SHOW_INDEX),
  engine(
    `GET /_mapping
     GET /:index/_mapping`,
    of.MAPPING,
  ),
  engine(
    `PUT POST /:index/_mapping
     PUT POST /:index/_mappings`,
    of.MAPPING,
    { body: body.MAPPING },
  ),
  engine("GET /:index/_mapping/field/:fields", [...of.MAPPING, "include_defaults"]),
  engine(
    `GET /_settings
     GET /:index/_settings
     GET /:index/_settings/:name`,
    of.SHOW_SETTINGS,
  ),
  engine("PUT /:index/_settings", of.CHANGE_SETTINGS, { body: "settings" }),
  engine(
    `POST /:index/_close
     POST /:index/_open`,
    of.OPEN_INDEX,
  ),
  engine(
    `GET POST /_refresh
     GET POST /:index/_refresh`,
    of.SCOPE,
  ),
  engine(
    `GET POST /_flush
     GET POST /:index/_flush`,
    of.FLUSH,
  ),
  engine("POST /:index/_forcemerge", of.MERGE),
  engine("POST /:index/_cache/clear", of.CLEAR_CACHE),
  engine(
    `GET /_stats
     GET /:index/_stats
     GET /_stats/:metric
     GET /:index/_stats/:metric`,
    of.STATS,
  ),
  engine("GET /:index/_recovery", [...of.SCOPE, "detailed", "active_only"]),
  engine(
    `GET /_segments
     GET /:index/_segments`,
    [...of.SCOPE, "verbose"],
  ),
  engine("GET /:index/_shard_stores", [...of.SCOPE, "status"]),
  engine(
    `GET POST /_analyze
     GET POST /:index/_analyze`,
    of.AS_BODY,
    { body: body.ANALYZE },
  ),
  engine("POST /_aliases", of.WAITING, { body: body.ALIASES }),
  engine(
    `PUT POST /:index/_alias/:name
     PUT POST /:index/_aliases/:name`,
    of.WAITING,
    { body: body.ALIAS },
  ),
  engine("DELETE /:index/_alias/:name", of.WAITING),
  engine(
    `GET /_alias
     GET /_aliases
     GET HEAD /_alias/:name
     GET /:index/_alias
     GET HEAD /:index/_alias/:name`,
    of.SHOW_ALIAS,
  ),
  engine(
    `POST /:index/_rollover
     POST /:index/_rollover/:name`,
    of.ROLLOVER,
    { body: body.ROLLOVER },
  ),
  engine(
    `PUT POST /:index/_shrink/:name
     PUT POST /:index/_split/:name
     PUT POST /:index/_clone/:name`,
    of.RESIZE,
    { body: body.RESIZE },
  ),
  engine(
    `GET /_template
     GET HEAD /_template/:name
     GET /_index_template
     GET HEAD /_index_template/:name`,
    of.SHOW_TEMPLATE,
  ),
  engine("PUT POST /_template/:name", of.CHANGE_TEMPLATE, { body: body.TEMPLATE }),
  engine("PUT POST /_index_template/:name", of.CHANGE_TEMPLATE, { body: body.INDEX_TEMPLATE }),
  engine(
    `DELETE /_template/:name
     DELETE /_index_template/:name`,
    of.WAITING,
  ),
  engine(
    `GET /_resolve/index/:index
     GET /_data_stream
     GET /_data_stream/:index`,
    of.SCOPE,
  ),

  engine(
    `GET /_cat
     GET /_cat/*rest`,
    of.CAT,
  ),
  engine(
    `GET /_nodes
     GET /_nodes/*rest`,
    of.NODES,
  ),
  engine("GET /_cluster/*rest", of.CLUSTER, { ofAdmins: ["include_defaults"] }),
  // The details of a task hold the searches and the indices of others.
  engine(
    `GET /_tasks
     GET /_tasks/:id
     POST /_tasks/_cancel
     POST /_tasks/:id/_cancel`,
    of.TASKS,
    { ofAdmins: ["detailed"] },
  ),
];

/** Routes that this server answers itself. What they read never reaches the engine as a parameter. */
const OWN: readonly Passes[] = [
  own(
    `GET HEAD /
     GET HEAD /arc/health
     GET HEAD POST /arc/_health
     GET /arc/metrics
     GET /arc/plan
     GET /_user
     GET /_users
     POST /_user
     GET /_user/:name
     GET /_permissions
     GET /user/_permissions
     GET /:index/_permissions
     POST /_permission
     GET /_permission/:name
     GET POST PATCH PUT DELETE /_role/:name
     GET PUT /_public_key
     GET PUT /_sync/preferences
     GET /_aliasedindices
     GET /_reactivesearch/schema`,
  ),
  own(
    `PATCH PUT DELETE /_user
     PATCH PUT DELETE /_user/:name
     PATCH PUT DELETE /_permission/:name`,
    "local",
  ),
  own(
    `POST /_reactivesearch/validate
     POST /_reactivesearch.v3/validate
     POST /:index/_reactivesearch/validate
     POST /:index/_reactivesearch.v3/validate`,
    "preference",
  ),
  own(
    `GET /_logs
     GET /:index/_logs
     GET /_logs/search
     GET /:index/_logs/search`,
    LOGS,
  ),
  own("GET /_log/:id", "verbose"),
  own(
    `POST /_reindex/:index
     POST /_reindex/:source/:target`,
    "wait_for_completion",
  ),
  own(
    `PUT POST /:index/_analytics/search
     PUT POST /:index/_analytics/click
     PUT POST /:index/_analytics/conversion
     PUT POST /_analytics/save-search
     DELETE /_analytics/save-search/:id
     PUT POST /_analytics/favorite`,
  ),
  // Any other name is that of a custom event, and filters by it.
  {
    ...own(`GET /_analytics/saved-searches
     GET /_analytics/favorites
     GET /_analytics/recent-searches
     GET /_analytics/:index/recent-searches`),
    others: "read",
  },
];

/** Every route of this server, once. */
export const PASSES: readonly Passes[] = [...ENGINE, ...OWN];
