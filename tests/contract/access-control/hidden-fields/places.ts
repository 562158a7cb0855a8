type Body = Record<string, unknown>;
/** A call on one of the indices. */
export type Call = [method: string, path: string, body?: unknown];
export type Probe = (index: string) => Call;

const lines = (...all: unknown[]) => all.map((one) => `${JSON.stringify(one)}\n`).join("");
const search =
  (body: Body): Probe =>
  (index) => ["POST", `/${index}/_search`, body];
const groups = (a: Body): Probe => search({ size: 0, aggs: { a } });
const ask =
  (...query: Body[]): Probe =>
  (index) => ["POST", `/${index}/_reactivesearch`, { query }];
const NAMED = { id: "a", dataField: ["name"] };

/** Where a query may stand. The first two are tried with every query, the others in turn. */
export const PLACES: readonly [name: string, place: (query: Body) => Probe][] = [
  ["search", (query) => search({ query, track_scores: true, sort: ["_score", { price: "asc" }] })],
  ["defaultQuery", (query) => ask({ ...NAMED, defaultQuery: { query } })],
  ["count", (query) => (index) => ["POST", `/${index}/_count`, { query }]],
  ["filter aggregation", (query) => groups({ filter: query })],
  ["customQuery", (query) => ask({ ...NAMED, react: { and: "b" } }, { id: "b", dataField: ["name"], execute: false, customQuery: { query } })],
  ["post_filter", (post_filter) => search({ post_filter })],
  ["filters aggregation", (query) => groups({ filters: { filters: { x: query, rest: { match_all: {} } } } })],
  ["list of filters", (query) => groups({ filters: { filters: [query], other_bucket: true } })],
  ["adjacency matrix", (query) => groups({ adjacency_matrix: { filters: { x: query, y: { match: { name: "boot" } } } } })],
  ["a filter below groups", (query) => groups({ terms: { field: "brand" }, aggs: { b: { filter: query, aggs: { c: { top_hits: { size: 1 } } } } } })],
  ["background of significant terms", (query) => search({ query: { term: { brand: "acme" } }, size: 0, aggs: { a: { significant_terms: { field: "brand", min_doc_count: 1, background_filter: query } } } })],
  ["search of several", (query) => (index) => ["POST", `/${index}/_msearch`, lines({}, { query }, {}, { size: 0, aggs: { a: { filter: query } } })]],
  ["search of several by header", (query) => (index) => ["POST", "/_msearch", lines({ index }, { query })]],
  ["template", (query) => (index) => ["POST", `/${index}/_search/template`, { source: { query: query } }]],
  ["template as text", (query) => (index) => ["POST", `/${index}/_search/template`, { source: JSON.stringify({ query }).replace('"plover"', '"{{w}}"'), params: { w: "plover" } }]],
  ["scroll", (query) => (index) => ["POST", `/${index}/_search?scroll=10s&size=1`, { query }]],
  ["explanation", (query) => (index) => ["POST", `/${index}/_explain/1`, { query }]],
  ["second ranking", (query) => search({ query: { match: { name: "boot" } }, rescore: { window_size: 10, query: { rescore_query: query, rescore_query_weight: 7 } } })],
  ["highlight of another query", (query) => search({ query: { match: { name: "boot" } }, highlight: { require_field_match: false, highlight_query: query, fields: { secret: {}, name: {}, "*": { require_field_match: false } } } })],
  ["rank evaluation", (query) => (index) => ["POST", `/${index}/_rank_eval`, { requests: [{ id: "r", request: { query }, ratings: [{ _index: index, _id: "1", rating: 1 }] }], metric: { precision: { k: 3 } } }]],
  ["body in the URL", (query) => (index) => ["GET", `/${index}/_search?source_content_type=application/json&source=${encodeURIComponent(JSON.stringify({ query }))}`]],
  ["named query", (query) => search({ query: { bool: { should: [{ match_all: {} }, { bool: { must: query, _name: "x" } }] } } })],
  ["least score", (query) => search({ min_score: 0.5, query: { function_score: { query: { match_all: {} }, boost: 0.1, functions: [{ filter: query, weight: 100 }] } } })],
  ["collapsed hits", (query) => search({ collapse: { field: "brand" }, query: { bool: { should: [{ match: { name: "open" } }, query] } } })],
  ["sort after", (query) => search({ query, sort: [{ price: "asc" }], search_after: [0] })],
  ["t-test", (query) => groups({ t_test: { a: { field: "price", filter: query }, b: { field: "price" }, type: "heteroscedastic" } })],
  ["which searches an endpoint", (query) => (index) => ["POST", `/${index}/_reactivesearch`, { query: [{ ...NAMED, endpoint: { url: `/${index}/_search`, method: "POST", body: { query } } }] }]],
  ["search over all", (query) => (index) => ["POST", `/${index},${index}-none/_search?ignore_unavailable=true`, { query, size: 0 }]],
]; // prettier-ignore

/** Places in which documents are changed where a query finds them; their answers are counts. */
export const CHANGING: typeof PLACES = [
  ["update by query", (query) => (index) => ["POST", `/${index}/_update_by_query?conflicts=proceed&refresh=true`, { query }]],
  ["re-index", (query) => (index) => ["POST", "/_reindex", { source: { index, query }, dest: { index: "twin-copy" }, conflicts: "proceed" }]],
]; // prettier-ignore

const geo = { spot: "48.1,11.5", unit: "km", order: "asc" };
const url =
  (path: string): Probe =>
  (index) => ["GET", `/${index}/${path}`];
const q = (text: string, more = ""): Probe => url(`_search?q=${encodeURIComponent(text)}${more}`);

/** Everything else that names a field, beside queries. */
export const OTHERS: readonly Probe[] = [
  q("secret:plover"), q("plover"), q("plover", "&df=secret"), q("pin:[70 TO 80]"), q("_exists_:day"), q("plo*", "&df=secret&analyze_wildcard=true"), q("plover", "&lenient=true&default_operator=AND"), q("sec\\*:plover"), q("name:none OR deep.note:plover"),
  url("_count?q=secret:plover"), url("_count?q=plover"), url("_explain/1?q=secret:plover"), url("_search?q=secret:plover&size=0"), (index) => ["POST", `/${index}/_search?q=plover`, { query: { match_all: {} } }],
  (index) => ["POST", `/${index}/_search/template?q=secret:plover`, { source: { query: { match_all: {} } } }],
  search({ sort: [{ pin: "asc" }] }), search({ sort: "pin" }), search({ sort: [{ pin: { order: "desc", missing: "_first", unmapped_type: "long" } }] }), search({ sort: [{ "secret.keyword": { order: "asc", unmapped_type: "keyword" } }] }), search({ sort: [{ _geo_distance: geo }] }), search({ sort: [{ _geo_distance: { ...geo, ignore_unmapped: true } }] }),
  search({ sort: [{ other: { order: "asc", unmapped_type: "keyword" } }] }), search({ sort: [{ pin: { order: "asc", unmapped_type: "long" } }], search_after: [76] }), url("_search?sort=pin:asc"), url("_search?sort=day:desc"), (index) => ["POST", `/${index}/_reactivesearch`, { query: [{ ...NAMED, sortField: "pin", sortBy: "asc" }] }],
  search({ sort: [{ price: { order: "asc" } }, { "parts.size": { order: "asc", nested: { path: "parts", filter: { term: { "parts.secret": "plover" } } }, unmapped_type: "long" } }] }), search({ sort: [{ "parts.size": { order: "desc", nested: { path: "parts" } } }] }),
  ...[{ terms: { field: "secret.keyword" } }, { terms: { field: "pin" } }, { value_count: { field: "pin" } }, { cardinality: { field: "deep.note" } }, { missing: { field: "day" } }, { max: { field: "pin" } }, { stats: { field: "pin" } }, { histogram: { field: "pin", interval: 10 } }, { date_histogram: { field: "day", calendar_interval: "year" } },
    { range: { field: "pin", ranges: [{ from: 70, to: 80 }] } }, { date_range: { field: "day", ranges: [{ to: "1990-01-01" }] } }, { geo_distance: { field: "spot", origin: "48.1,11.5", ranges: [{ to: 1000 }] } }, { geo_bounds: { field: "spot" } }, { geohash_grid: { field: "spot", precision: 3 } }, { percentiles: { field: "pin" } },
    { composite: { sources: [{ x: { terms: { field: "deep.note" } } }] } }, { multi_terms: { terms: [{ field: "pin" }, { field: "price" }] } }, { weighted_avg: { value: { field: "price" }, weight: { field: "pin" } } }, { matrix_stats: { fields: ["pin", "price"] } }, { terms: { field: "other" } }, { terms: { field: "brand" }, aggs: { b: { avg: { field: "pin" } } } },
    { top_hits: { sort: [{ pin: { order: "asc", unmapped_type: "long" } }], size: 1 } }, { nested: { path: "parts" }, aggs: { b: { terms: { field: "parts.secret" } } } }, { filter: { match_all: {} }, aggs: { b: { sum: { field: "pin" } }, c: { value_count: { field: "day" } } } }, { rare_terms: { field: "secret.keyword" } }, { significant_terms: { field: "secret.keyword", min_doc_count: 1 } },
    { diversified_sampler: { field: "pin", shard_size: 1 }, aggs: { b: { terms: { field: "brand" } } } }, { auto_date_histogram: { field: "day", buckets: 3 } }, { top_metrics: { metrics: { field: "pin" }, sort: { price: "asc" } } }, { children: { type: "child" } }, { terms: { field: "brand", order: { m: "asc" } }, aggs: { m: { max: { field: "pin" } } } }, { ip_range: { field: "host", ranges: [{ mask: "10.1.0.0/16" }] } },
  ].map((a) => groups(a)),
  search({ query: { match: { secret: "plover" } }, highlight: { fields: { secret: {} } } }), search({ query: { match: { name: "boot" } }, highlight: { fields: { name: { matched_fields: ["name", "secret"], type: "fvh" }, all: {} } } }), search({ fields: ["pin", "sec*", "other"], _source: false }), search({ docvalue_fields: ["pin", "secret.keyword"] }), search({ stored_fields: ["secret"] }),
  search({ fields: ["*"] }), search({ fields: [{ field: "s*", include_unmapped: true }] }), (index) => ["POST", `/${index}/_search?scroll=10s&size=1`, { slice: { field: "pin", id: 0, max: 2 } }], search({ collapse: { field: "secret.keyword" } }), search({ collapse: { field: "pin", inner_hits: { name: "i", sort: [{ pin: "asc" }] } } }), search({ explain: true, query: { match: { all: "plover" } } }),
  search({ suggest: { s: { text: "plovr", term: { field: "secret", suggest_mode: "always" } } } }), search({ suggest: { s: { text: "plovr", phrase: { field: "secret", direct_generator: [{ field: "secret", suggest_mode: "always", min_word_length: 2 }] } } } }), search({ suggest: { s: { prefix: "plo", completion: { field: "hint" } } } }),
  search({ suggest: { s: { text: "opn", phrase: { field: "name", collate: { query: { source: { match: { secret: "plover" } } }, prune: true } } } } }), search({ profile: true, query: { term: { secret: "plover" } } }), search({ runtime_mappings: { x: { type: "keyword" } } }), search({ ext: {}, query: { term: { secret: "plover" } } }),
  // What stands in a hidden field, looked up and asked for in another one.
  ...["deep.note", "deep", "secret"].map((path): Probe => (index) => ["POST", `/${index}/_search`, { query: { terms: { "deep.open": { index, id: "1", path } } } }]), (index) => ["POST", `/${index}/_search`, { query: { geo_shape: { area: { indexed_shape: { index, id: "1", path: "area" } } } } }],
  (index) => ["POST", `/${index}/_search`, { query: { more_like_this: { fields: ["secret", "name"], like: [{ _index: index, _id: "1", fields: ["secret"] }], min_term_freq: 1, min_doc_freq: 1, include: true } } }], (index) => ["POST", `/${index}/_search`, { query: { more_like_this: { like: [{ _index: index, _id: "1" }], min_term_freq: 1, min_doc_freq: 1, max_query_terms: 50 } }, size: 0 }],
  (index) => ["POST", `/${index}/_rank_eval`, { requests: [{ id: "r", request: { query: { match: { name: "boot" } } }, summary_fields: ["secret", "deep", "p*"], ratings: [{ _index: index, _id: "1", rating: 1 }] }], metric: { precision: { k: 3 } } }],
  ...[{ field: "dense", query_vector: [1, 1], k: 1, num_candidates: 2 }, { field: "near", query_vector: [1, 1], k: 3, num_candidates: 3, filter: { term: { pin: 77 } } }].flatMap((knn) => [search({ knn }), search({ knn: [knn], query: { match: { name: "boot" } } })]),
  ...["elasticsearch", "opensearch"].map((backend): Probe => (index) => ["POST", `/${index}/_reactivesearch`, { settings: { backend }, query: [{ ...NAMED, value: "open", queryVector: [1, 1], vectorDataField: "vector", candidates: 3 }] }]),
  url("_termvectors/1?fields=secret"), url("_termvectors/1?fields=all"), url("_doc/1"), url("_source/1"), (index) => ["POST", `/${index}/_mget`, { ids: ["1"] }], (index) => ["POST", `/${index}/_termvectors`, { doc: { secret: "plover" }, fields: ["secret"], term_statistics: true, field_statistics: true }],
  (index) => ["POST", `/${index}/_field_caps?fields=name`, { index_filter: { range: { pin: { gte: 70, lte: 80 } } } }],
  ask({ ...NAMED, dataField: ["secret"], value: "plover" }), ask({ ...NAMED, dataField: [{ field: "secret", weight: 3 }, "name"], value: "plover" }), ask({ ...NAMED, dataField: "sec*", value: "plover" }), ask({ ...NAMED, dataField: ["*"], value: "plover" }), ask({ ...NAMED, value: "secret:plover", queryString: true }), ask({ ...NAMED, value: "plover", queryString: true }),
  ask({ ...NAMED, dataField: ["secret"], value: "plover", searchOperators: true }), ask({ id: "a", type: "term", dataField: ["deep.note"], value: ["plover"] }), ask({ id: "a", type: "term", dataField: ["secret.keyword"] }), ask({ id: "a", type: "range", dataField: ["pin"], value: { start: 70, end: 80 }, size: 5 }), ask({ id: "a", type: "range", dataField: ["pin"], aggregations: ["min", "max", "histogram"], value: { start: 0, end: 100 } }),
  ask({ id: "a", type: "range", dataField: ["day"], includeNullValues: true, value: { start: "1980-01-01", end: "1990-01-01" }, size: 5 }), ask({ id: "a", type: "geo", dataField: ["spot"], value: { distance: 5, unit: "km", location: "48.1,11.5" }, size: 5 }), ask({ id: "a", type: "suggestion", dataField: ["secret"], value: "plo" }), ask({ ...NAMED, aggregationField: "secret.keyword" }),
  ask({ ...NAMED, distinctField: "deep.note" }), ask({ ...NAMED, value: "boot", highlight: true, highlightField: ["secret"] }), ask({ ...NAMED, value: "boot", highlight: true, customHighlight: { fields: { all: {} }, highlight_query: { match: { secret: "plover" } } } }), ask({ ...NAMED, includeFields: ["secret", "pin"] }), ask({ ...NAMED, defaultQuery: { aggs: { a: { filter: { term: { pin: 77 } } } } } }),
  ask({ ...NAMED, defaultQuery: { query: { match_all: {} }, post_filter: { term: { pin: 77 } } } }), ask({ ...NAMED, value: "boot", categoryField: "secret.keyword", categoryValue: "plover lake" }), ask({ ...NAMED, react: { and: "b" } }, { id: "b", type: "term", dataField: ["deep.note"], value: ["plover"], execute: false }), ask({ ...NAMED, react: { not: "b" } }, { id: "b", type: "range", dataField: ["pin"], value: { start: 70, end: 80 } }),
  ask({ ...NAMED, react: { and: "b" } }, { id: "b", dataField: ["name"], execute: false, customQuery: { query: { match_all: {} }, sort: [{ pin: "asc" }] } }), ask({ id: "a", type: "term", dataField: ["brand"], showMissing: true, missingLabel: "n", value: [] }, { id: "b", type: "term", dataField: ["deep.note"], showMissing: true, missingLabel: "N/A", value: ["N/A"], size: 5 }), ask({ ...NAMED, rankFeature: { rank: { boost: 3 } } }),
]; // prettier-ignore

/** Calls that change documents; what they answer must not hang on what stands in them. */
export const CHANGES: readonly Probe[] = [
  (index) => ["POST", `/${index}/_update_by_query?q=secret:plover&refresh=true`], (index) => ["POST", `/${index}/_update_by_query?max_docs=1&sort=pin:asc&refresh=true`, { query: { exists: { field: "day" } } }],
  (index) => ["POST", "/_reindex", { source: { index, size: 1, sort: [{ pin: { order: "asc", unmapped_type: "long" } }], query: { exists: { field: "pin" } } }, dest: { index: "twin-copy" }, max_docs: 1 }],
  (index) => ["POST", `/${index}/_bulk`, '{"update":{"_id":"1"}}\n{"doc":{"pin":77}}\n'], (index) => ["POST", `/${index}/_bulk`, '{"update":{"_id":"1"}}\n{"doc":{"deep":{"note":"plover"}}}\n'],
  (index) => ["POST", `/${index}/_update/1`, { doc: { secret: "plover lake" } }], (index) => ["POST", `/${index}/_doc/1/_update`, { doc: { "deep.note": "plover" } }], (index) => ["POST", `/${index}/_delete_by_query`, { query: { term: { pin: 77 } } }], (index) => ["POST", `/${index}/_delete_by_query?q=day:*`],
]; // prettier-ignore

const SPELLINGS = [
  "secret",
  "secret.keyword",
  "sec*",
  "*",
  "s%65cret",
  "pin",
  "deep",
  "deep.*",
  "*.note",
  "name,secret.keyword,pin",
  "sec*,-name",
  "other",
  "all",
  "_source",
];
const PARAMETERS = [
  "_source",
  "_source_includes",
  "_source_include",
  "stored_fields",
  "docvalue_fields",
  "fields",
  "sort",
  "df",
  "suggest_field",
  "fielddata_fields",
  "_source_excludes",
];
const WITH: Readonly<Record<string, string>> = {
  df: "q=plover&",
  suggest_field: "suggest_text=plovr&suggest_mode=always&",
};
const SORTABLE = ["pin:desc", "deep.note", "spot", "day:asc,price", "_field_names", "name.keyword,pin:asc"];

/** Parameters of URLs that name fields, on each route that takes them, with hidden fields in many spellings. */
export const URLS: readonly Probe[] = [
  ...PARAMETERS.flatMap((parameter) => SPELLINGS.map((name) => url(`_search?${WITH[parameter] ?? ""}size=2&${parameter}=${name}`))),
  ...SORTABLE.map((name) => url(`_search?sort=${name}`)),
  ...SPELLINGS.flatMap((name) => [`_count?q=${name.split(",")[0]}:plover*`, `_explain/1?q=plover&df=${name}`, `_search?q=_exists_:${name.split(",")[0]}`, `_doc/1?_source_includes=${name}`, `_doc/1?stored_fields=${name}`, `_source/1?_source_includes=${name}`, `_termvectors/1?fields=${name}`, `_mget?ids=1&_source=${name}`, `_field_caps?fields=${name}`, `_mapping/field/${name}`].map(url)),
]; // prettier-ignore
