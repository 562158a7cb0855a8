import { each, error, GONE, type Listed } from "../listed";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const SEARCH: readonly Listed[] = [
  {
    cases: { "reactivesearch.settings.analytics": { "body.settings.queryId": UUID } },
    server: "the open build records no searches, whatever `settings.recordAnalytics` says",
    ours: "searches are recorded; the answer names their id, as `X-Search-Id` and `settings.queryId`",
    reason: "search pages report clicks by that id",
  },
  {
    cases: {
      "auth.cred.capped.dsl.validate": {
        "body.0.endpoint.body.query.match_all": {},
        "body.0.endpoint.body.query.term": GONE,
      },
    },
    server: "`disableQueryDSL` holds back nothing",
    ours: "it drops the caller's own query",
    reason: "a limit that a credential names is one",
  },
  {
    cases: each(["reactivesearch.search.number.validate", "reactivesearch.search.boolean.validate"], {
      "body.0.endpoint.body.query.match_all": {},
      "body.0.endpoint.body.query.bool": GONE,
    }),
    server: "a number or a boolean as the search text becomes a query without clauses, which finds every row",
    ours: "the query for every row, which says so",
    reason: "the same rows, and a query that can be read",
  },
  {
    cases: {
      "reactivesearch.react.term-missing": {
        status: 200,
        "body.error": GONE,
        "body.settings": {},
        "body.s": { timed_out: false, hits: { total: { value: 7, relation: "eq" } }, status: 200 },
      },
      "reactivesearch.react.term-missing.validate": {
        "body.0.endpoint.body.query.bool.must.0.bool.must.bool.should.#": 1,
        "body.0.endpoint.body.query.bool.must.0.bool.must.bool.should.0.bool": {
          must_not: { exists: { field: "rating" } },
        },
        "body.0.endpoint.body.query.bool.must.0.bool.must.bool.should.0.terms": GONE,
      },
    },
    server: "a reaction to the rows without a value asks for the value `null` too, which the engine refuses",
    ours: "it asks for the rows without a value",
    reason: "the choice is offered as a facet value and must work",
  },
  {
    cases: {
      "reactivesearch.search.and.validate": { "body.0.endpoint.body.query.bool.should.#": 4 },
      "reactivesearch.search.fuzzy-and.validate": { "body.0.endpoint.body.query.bool.should.#": 5 },
      "reactivesearch.search.array-and.validate": { "body.0.endpoint.body.query.bool.should.#": 3 },
      "reactivesearch.search.rank-and.validate": {
        "body.0.endpoint.body.query.bool.must": { "#": 1 },
        "body.0.endpoint.body.query.bool.should.#": 1,
        "body.0.endpoint.body.query.bool.should.0.multi_match": GONE,
        "body.0.endpoint.body.query.bool.should.0.rank_feature": { field: "popularity" },
        "body.0.endpoint.body.query.bool.minimum_should_match": GONE,
      },
    },
    server:
      "`queryFormat: and` asks all words of fields of one analyzer, the last in the plural, and forgives no typing errors: `sony lamp` finds no Sony with a lamp",
    ours: "documents that hold all words are found too, each word in any field, as typed and with the `fuzziness` of the query; rank features raise them and are not asked for",
    reason: "who asks for all words wants the documents that hold them",
  },
  {
    cases: {
      "reactivesearch.react.nested-list": {
        "body.s.hits.total.value": 12,
        "body.s.hits.hits.0._source.rating": 4.9,
        "body.s.hits.hits.0._source.tags.#": 1,
        "body.s.hits.hits.0._source.published": "1960-04-28",
        "body.s.hits.hits.2._source.rating": null,
      },
      "reactivesearch.react.nested-list.validate": {
        "body.0.endpoint.body.query.bool.must.0.bool.must": [
          { bool: { should: [{ terms: { genre: ["novel"] } }] } },
          { bool: { should: [{ range: { price: { gte: 5, lte: 45 } } }], minimum_should_match: 1 } },
        ],
        "body.0.endpoint.body.query.bool.must.0.bool.should": GONE,
        "body.0.endpoint.body.query.bool.must.0.bool.minimum_should_match": GONE,
      },
    },
    server: "a `react` list that mixes ids and objects loses the ids",
    ours: "both count",
    reason: "a filter that is shown must filter",
  },
  {
    cases: { "reactivesearch.route.preference.validate": { "body.0.id": "s" } },
    server: "the translation names the query by the `preference` of the address",
    ours: "by its own id",
    reason: "two queries of a request would have one name",
  },
  {
    cases: {
      "reactivesearch.error.empty-id": {
        status: 400,
        "header content-type": "application/json; charset=utf-8",
        "header x-content-type-options": "nosniff",
        body: { error: error(400, "field 'id' can't be empty") },
      },
    },
    server: "an empty query id breaks the connection",
    ours: "400 with its place",
    reason: "a caller can fix what he is told",
  },
  {
    cases: {
      "documents.search.template": {
        status: 400,
        "body.error": error(400, "elastic: Error 400 (Bad Request)", "unsupported"),
        "header x-origin": GONE,
        "body.timed_out": GONE,
        "body._shards": GONE,
        "body.hits": GONE,
        "body.status": GONE,
      },
    },
    server: "search templates run on the engine",
    ours: "400, as no such call is offered",
    reason: "a template is a script, and the embedded engine runs none",
    engines: ["embedded"],
  },
];
