import { at, GONE, type Listed, NUMBER } from "../listed";

const ZERO = ["deleted", "version_conflicts", "noops", "throttled_millis", "throttled_until_millis"].map(
  (key) => `body.${key}`,
);

export const LOGS_AND_REINDEX: readonly Listed[] = [
  {
    cases: { "logs.all.size-negative": { "body.logs.*.request.header.Authorization": GONE } },
    server: "log records hold the Authorization header",
    ours: "it is left out",
    reason: "whoever reads logs would have the password",
  },
  {
    cases: { "logs.all.from-far": { status: 400, "body.error.code": 400, "body.error.status": "Bad Request" } },
    server: "500 beyond the 10,000th record",
    ours: "400",
    reason: "the request is wrong, not the server",
  },
  {
    cases: { "logs.date.timestamps": { "body.logs.#": 0, "body.total": 0 } },
    server: "`from_timestamp` and `to_timestamp` are ignored by this version",
    ours: "they count, as on newer servers",
    reason: "consoles send them by version",
  },
  {
    cases: { "reindex.copy.settings": { "body.five-copy.settings.index.auto_expand_replicas": "0-1" } },
    server: "replicas are switched off for the copy and stay so",
    ours: "they are kept",
    reason: "a copy on one node only is lost with it",
  },
  {
    cases: {
      "reindex.inplace.other-alias.after": {
        status: 200,
        "header x-origin": "appbase.io",
        "body.error": GONE,
        "body.ten_reindexed_1": { aliases: { shop: {} } },
      },
    },
    server: "an index loses its other aliases",
    ours: "they are kept",
    reason: "applications read by them",
  },
  {
    cases: {
      "reindex.inplace.action-mappings.again": {
        status: 200,
        "body.error": GONE,
        "body.total": 5,
        "body.created": 5,
        "body.timed_out": false,
        "body.batches": 1,
        "body.failures": [],
        "body.retries": { bulk: 0, search: 0 },
        "body.requests_per_second": -1,
        ...at(ZERO, 0),
        "body.throttled": "",
        "body.throttled_until": "",
        "body.took": NUMBER,
      },
    },
    server: "an action without data leaves an empty index behind, which is in the way of the next run",
    ours: "nothing is left behind, and the next run does its work",
    reason: "a name that only the engine's operator could free",
  },
];
