import { own, type Passes } from "./rows";

const LOGS =
  "from size filter start_date end_date from_timestamp to_timestamp time_zone start_latency end_latency order_by_latency";
/** Our own, which a ReactiveSearch server leaves aside: further filters, and what a record is given out with. */
const OWN_LOGS = "text user status address route reason by";
const RECORDS = "origin bodies";

/** Routes that this server answers itself. What they read never reaches the engine as a parameter. */
export const OWN_PASSES: readonly Passes[] = [
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
     GET /_user/_second_factor/_state
     POST /_user/_second_factor/_verify
     POST /_user/_second_factor/_begin
     POST /_user/_second_factor/_confirm
     POST /_user/_second_factor/_recovery_codes
     POST /_user/_second_factor/_end
     DELETE /_user/:name/_second_factor
     GET /_permissions
     GET /user/_permissions
     GET /:index/_permissions
     POST /_permission
     GET /_permission/:name
     POST /_permission/:name/_try
     POST /_permission/:name/_rotate
     GET POST PATCH PUT DELETE /_role/:name
     GET PUT /_public_key
     GET PUT /_sync/preferences
     GET /_aliasedindices
     GET /_reactivesearch/schema
     GET /_rules
     POST /_rule
     POST /_script/validate
     GET /_rule/:id
     GET /_rule/:id/script
     GET /_storedqueries
     GET /_storedquery/:id
     POST /_storedquery/validate
     POST /_storedquery/execute
     POST /_storedquery/:id/validate
     POST /_storedquery/:id/execute`,
  ),
  own(
    `PATCH PUT DELETE /_user
     PATCH PUT DELETE /_user/:name
     PATCH PUT DELETE /_permission/:name
     PUT DELETE /_storedquery/:id
     PUT DELETE /_rule/:id`,
    "local",
  ),
  own(
    `GET /_searchrelevancy/_default
     GET /_searchrelevancy/:index
     GET /_synonyms/:index
     POST /_grade/metrics`,
  ),
  own("GET /_grade/:index", "query"),
  own(
    `PUT /_grade/:index
     DELETE /_grade/:index`,
    "query local",
  ),
  own(
    `PUT DELETE /_searchrelevancy/:index
     DELETE /_synonyms/:index
     PUT /_synonym/:index
     DELETE /_synonym/:id`,
    "local",
  ),
  own(
    `GET /_popular_suggestions/preferences
     GET /_recent_suggestions/preferences
     GET /_index_suggestions/preferences
     GET /_featured_suggestions_group/:id
     GET /_uibuilder/searchboxes
     GET /_uibuilder/searchbox/:id
     GET /_uibuilder/search
     GET /_uibuilder/recommendation
     GET /_uibuilder/:id/search
     GET /_uibuilder/:id/recommendation
     GET /_uibuilder/:id/code
     GET /_uibuilder/:id/code/versions
     GET /_uibuilder/:id/code/version/:version`,
  ),
  own(
    `PUT /_popular_suggestions/preferences
     PUT /_recent_suggestions/preferences
     PUT /_index_suggestions/preferences
     PUT DELETE /_featured_suggestions_group/:id
     PUT DELETE /_uibuilder/searchbox/:id
     PUT DELETE /_uibuilder/:id/search
     PUT DELETE /_uibuilder/:id/recommendation
     PUT /_uibuilder/:id/code`,
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
    `${LOGS} ${OWN_LOGS} ${RECORDS}`,
  ),
  own(
    `GET /_logs/percentiles
     GET /:index/_logs/percentiles
     GET /_logs/routes
     GET /:index/_logs/routes
     GET /_logs/errors
     GET /:index/_logs/errors
     GET /_logs/callers
     GET /:index/_logs/callers`,
    `${LOGS} ${OWN_LOGS}`,
  ),
  own("GET /_logs/retention", "days records bytes"),
  own("PUT DELETE /_logs/retention"),
  own(
    `GET /_log/:id
     GET /:index/_log/:id`,
    `verbose ${RECORDS}`,
  ),
  own(
    `GET /_analytics/request-distribution
     GET /_analytics/:index/request-distribution
     GET /_analytics/latency
     GET /_analytics/:index/latency`,
    "from to from_timestamp to_timestamp time_zone",
  ),
  own("GET /_analytics/storedqueries/usage", "from to from_timestamp to_timestamp time_zone size"),
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
     PUT POST /_analytics/favorite
     GET POST PUT /_analytics/preferences
     GET DELETE /_analytics/demo-traffic
     GET /_analytics/filter-labels
     GET /_analytics/insights
     GET /_analytics/:index/insights
     PUT POST /_analytics/insight-status
     PUT POST /_analytics/:index/insight-status`,
  ),
  own(
    `GET /_analytics/filter-values/:label
     GET /_analytics/:index/filter-values/:label`,
    "prefix",
  ),
  own(
    "PUT DELETE /_pipeline/:id\n     PUT /_pipeline/:id/version/:version\n     POST /_pipeline/:id/version/:version/live",
    "local",
  ),
  own(
    `GET /_pipelines
     GET /_pipeline/schema
     POST /_pipeline/validate
     POST /_pipeline
     GET /_pipeline/:id
     GET /_pipeline/:id/versions
     POST /_pipeline/:id/version
     GET /_pipelines/log/:log
     POST /_pipelines/env
     POST /_pipelines/env/validate
     GET /_pipelines/envs
     GET PUT DELETE /_pipelines/env/:key
     PUT /_update_backend_connection`,
  ),
  own("GET /_pipeline/:id/version/:version/scriptRef", "key"),
  own("GET /_pipeline/:id/logs", "size from category"),
  own(
    `GET /_analytics/rules/usage
     GET /_analytics/pipelines/usage
     GET /_analytics/pipeline/:id/stages/usage
     GET /_analytics/pipeline/:id/versions/usage
     GET /_analytics/pipeline/:id/time-taken
     GET /_analytics/pipeline/:id/error-rate
     GET /_analytics/pipeline/:id/version/:version/time-taken
     GET /_analytics/pipeline/:id/version/:version/error-rate`,
    "from to from_timestamp to_timestamp time_zone size",
  ),
  own("GET /_ai/analytics", "from_timestamp to_timestamp size"),
  own(
    "GET /_ai/analytics/filter",
    "from_timestamp to_timestamp invocation_min invocation_max useful size offset model_prefix user_id",
  ),
  own("GET /_ai/:id/detail\n     PUT POST /_ai/:id/analytics"),
  // Any other name is that of a custom event, and filters by it.
  {
    ...own(`GET /_analytics/saved-searches
     GET /_analytics/favorites
     ${[
       "advanced",
       "summary",
       "popular-searches",
       "no-result-searches",
       "popular-filters",
       "popular-results",
       "geo-distribution",
       "query-overview",
       "next-searches",
     ]
       .concat(["recent-searches", "recent-results"])
       .flatMap((name) => [`GET /_analytics/${name}`, `GET /_analytics/:index/${name}`])
       .join("\n")}`),
    others: "read",
  },
];
