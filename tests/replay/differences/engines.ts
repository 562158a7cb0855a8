import { each, GONE, type Listed } from "../listed";

/** What engines answer otherwise than the OpenSearch 2.19 behind the recorded server. */
export const ENGINES: readonly Listed[] = [
  {
    cases: {
      "meta.root": { "body.tagline": /^(A small engine that speaks the language of large ones|You Know, for Search)$/ },
    },
    server: "OpenSearch's tagline",
    ours: "the engine's own",
    reason: "it is another engine, and says so",
    engines: ["embedded", "elasticsearch"],
  },
  {
    cases: each(
      [
        "indices.create.settings.get",
        "indices.get",
        "indices.reopened.settings",
        "indices.settings.template",
        "indices.settings.get",
        "meta.slash",
        "meta.name.dots",
        "reindex.inplace.get",
        "reindex.inplace.settings",
        "reindex.inplace.settings.get",
        "reindex.copy.settings",
      ],
      { "body.*.settings.index.replication": GONE },
    ),
    server: "OpenSearch shows how an index is replicated",
    ours: "Elasticsearch 7.10 has no such setting, nor has the embedded engine",
    reason: "clients of 7.10 do not know it",
    engines: ["embedded", "elasticsearch"],
  },
  {
    cases: {
      ...each(["auth.user.cluster-ok", "meta.cluster.health", "meta.cluster.health.index"], {
        "body.discovered_master": GONE,
        "body.discovered_cluster_manager": GONE,
      }),
      "meta.cluster.stats": { "body.nodes.count.cluster_manager": GONE, "body.nodes.count.search": GONE },
    },
    server: "OpenSearch tells of cluster managers and other roles",
    ours: "the roles of Elasticsearch 7.10",
    reason: "clients of 7.10 do not know them",
    engines: ["embedded", "elasticsearch"],
  },
  {
    cases: { "meta.cluster.stats": { "body.nodes.count.remote_cluster_client": GONE } },
    server: "a node may be a client of other clusters",
    ours: "the embedded engine is one node without others",
    reason: "there is nothing to be a client of",
    engines: ["embedded"],
  },
  {
    cases: { "*": { "*._type": /^_doc$/, "body.docs.*._type": null } },
    server: "OpenSearch 2 has no document types",
    ours: "Elasticsearch 7.10 names the type `_doc` of every document, and none where no index is",
    reason: "clients of 7.10 may read it; others pass over it",
    engines: ["elasticsearch"],
  },
  {
    cases: each(["documents.task", "reindex.inplace.async.task"], { "body.task.cancelled": GONE }),
    server: "a task tells whether it was cancelled",
    ours: "Elasticsearch 7.10 does not",
    reason: "it came later",
    engines: ["elasticsearch"],
  },
  {
    cases: {
      "documents.bulk.bad-action": {
        "body.error.message":
          "elastic: Error 400 (Bad Request): Validation Failed: 1: no requests added; [type=action_request_validation_exception]",
      },
      "documents.bulk.bad-line": {
        "body.error.message":
          /^elastic: Error 400 \(Bad Request\): Unrecognized token 'hello': was expecting \(JSON String, [\s\S]* \[type=json_parse_exception\]$/,
      },
    },
    server: "the words of OpenSearch 2 for lines of a bulk that it cannot read",
    ours: "those of Elasticsearch 7.10, an older parser",
    reason: "an engine's reason is passed on as it stands",
    engines: ["elasticsearch"],
  },
  {
    cases: {
      "documents.search.negative": {
        "body.error.message":
          "elastic: Error 400 (Bad Request): all shards failed [type=search_phase_execution_exception]",
      },
    },
    server: "a negative size is refused when the search is parsed",
    ours: "Elasticsearch 7.10 refuses it on the shards",
    reason: "an older check of the engine",
    engines: ["elasticsearch"],
  },
  {
    cases: {
      "reactivesearch.error.size-negative": {
        status: 200,
        "body.error": GONE,
        "body.settings": {},
        "body.s": {
          timed_out: false,
          hits: { total: { value: 60, relation: "eq" }, max_score: 1, hits: { "#": 10 } },
          status: 200,
        },
      },
    },
    server: "400 for a size of −1",
    ours: "Elasticsearch 7.10 takes −1 for the default, 10",
    reason: "as the engine means it",
    engines: ["elasticsearch"],
  },
  {
    cases: {
      "reactivesearch.error.fuzziness": {
        status: 200,
        "body.error": GONE,
        "body.settings": {},
        "body.s": {
          error: {
            type: "search_phase_execution_exception",
            reason: "all shards failed",
            root_cause: [
              {
                type: "query_shard_exception",
                reason: 'failed to create query: For input string: "LOTS"',
                index: "books",
              },
            ],
          },
        },
      },
    },
    server: "400 for a fuzziness that cannot be read",
    ours: "Elasticsearch 7.10 finds it on the shards: an error in the part of that query",
    reason: "an older check of the engine",
    engines: ["elasticsearch"],
  },
  {
    cases: each(
      ["reactivesearch.search.distinct", "reactivesearch.search.distinct-config", "reactivesearch.react.distinct"],
      {
        "body.s.hits.max_score": null,
      },
    ),
    server: "collapsed hits have a highest score",
    ours: "Elasticsearch 7.10 leaves it null",
    reason: "as the engine counts",
    engines: ["elasticsearch"],
  },
];
