import { at, error, GONE, type Listed } from "../listed";

const ORIGIN = "appbase.io";
const ONE_SHARD = { total: 1, successful: 1, failed: 0 };
const NO_SCRIPTS = error(
  400,
  "elastic: Error 400 (Bad Request): cannot execute [inline] scripts [type=illegal_argument_exception]",
  "illegal_argument_exception",
);
const ONLY_ASSIGNMENTS = error(
  400,
  /cannot execute \[inline\] scripts: only plain assignments are carried out/,
  "illegal_argument_exception",
);
const BY_QUERY = [
  "timed_out",
  "total",
  "deleted",
  "batches",
  "version_conflicts",
  "noops",
  "retries",
  "throttled*",
  "requests_per_second",
  "failures",
].map((key) => `body.${key}`);
const WRITE = ["_index", "_id", "_version", "result", "forced_refresh", "_shards", "_seq_no", "_primary_term"].map(
  (key) => `body.${key}`,
);

export const DOCUMENTS: readonly Listed[] = [
  {
    cases: {
      "documents.create.typed": {
        status: 201,
        "header location": "/notes/_doc/21",
        "header x-origin": ORIGIN,
        "body.error": GONE,
        "body._index": "notes",
        "body._id": "21",
        "body._version": 1,
        "body.result": "created",
        "body._shards": ONE_SHARD,
        "body._seq_no": 4,
        "body._primary_term": 1,
      },
      "documents.source.typed": {
        status: 200,
        "header x-origin": ORIGIN,
        "body.error": GONE,
        "body.title": "Golden River at Night",
        "body.author": "Lea Tanaka",
        "body.genre": "travel",
        "body.description": "A travel about a golden river and the people who keep returning to it.",
        "body.price": 39.73,
        "body.pages": 157,
        "body.rating": 2.7,
        "body.published": "1961-04-08",
        "body.in_stock": true,
        "body.tags": ["signed", "bestseller"],
        "body.shop": { lat: 41.9028, lon: 12.4964 },
        "body.reviews": [{ user: "max", stars: 1, text: "lovely prose" }],
        "body.popularity": 85,
        "body.url": "/books/2",
      },
      "documents.update.typed": {
        status: 200,
        "header x-origin": ORIGIN,
        "body.error": GONE,
        "body._index": "notes",
        "body._id": "1",
        "body._version": 4,
        "body.result": "updated",
        "body._shards": ONE_SHARD,
        "body._seq_no": 8,
        "body._primary_term": 1,
      },
    },
    server: "typed document paths of older clients get 400 in front of an engine without types",
    ours: "they are read as the paths of today",
    reason: "published clients still send them",
  },
  {
    cases: { "documents.after-update": { "body._source.n": 2, "body._source.text": "old way" } },
    server: "the document after a typed update was refused and a script ran",
    ours: "the document after the update was made and the script refused",
    reason: "follows from the two rows on typed paths and scripts",
  },
  {
    cases: {
      "documents.update.script": { status: 400, "body.error": NO_SCRIPTS, "header x-origin": GONE, ...at(WRITE, GONE) },
      "reindex.inplace.script": {
        status: 400,
        "body.error": ONLY_ASSIGNMENTS,
        "body.created": GONE,
        ...at(BY_QUERY, GONE),
      },
    },
    server: "scripts run on the engine",
    ours: '400 `cannot execute [inline] scripts`, in Elasticsearch\'s words for a cluster without scripts; in a change by query and a re-index plain assignments (`ctx._source.a = 1; ctx._source.b = ctx._source.a; ctx._source.remove("c")`) are read and carried out as a list',
    reason: "a script runs with the engine's rights, beyond every check of indices and fields made here",
  },
  {
    cases: { "reindex.inplace.script.after": { "body.hits.hits.0._source.price": 14.4 } },
    server: "the price after the script",
    ours: "the price as it was",
    reason: "follows from the row on scripts",
  },
  {
    cases: { "documents.task": { "body.task.headers.X-Opaque-Id": /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } },
    server: "tasks of the engine do not tell who asked",
    ours: "the request id goes to the engine as `X-Opaque-Id`",
    reason: "a slow task can be traced to its request",
    engines: ["opensearch", "elasticsearch"],
  },
  {
    cases: {
      "meta.name.slash.doc": {
        status: 201,
        "header content-type": "application/json; charset=utf-8",
        "header location": "/books/_doc/a%2Fb",
        "header x-origin": ORIGIN,
        body: {
          _index: "books",
          _id: "a/b",
          _version: 1,
          result: "created",
          _shards: ONE_SHARD,
          _seq_no: 5,
          _primary_term: 1,
        },
      },
      "meta.name.slash.doc.get": {
        status: 200,
        "header content-type": "application/json; charset=utf-8",
        "header x-origin": ORIGIN,
        body: {
          _index: "books",
          _id: "a/b",
          _version: 1,
          _seq_no: 5,
          _primary_term: 1,
          found: true,
          _source: { title: "slash" },
        },
      },
    },
    server: "a document whose id holds a slash cannot be reached by path",
    ours: "it can",
    reason: "such documents exist: bulk calls write them",
  },
  {
    cases: { "meta.name.doc.space": { "header location": "/books/_doc/sn%C3%B6%20w" } },
    server: "the place of a new document encodes a space as `+`",
    ours: "as `%20`",
    reason: "a plus in a path is a plus",
  },
];
