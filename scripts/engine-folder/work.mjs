// What is written into the folder, and what is asked of it afterwards. Everything is made of a counter, so that each
// run writes the same.

const WORDS =
  "amber basin cedar delta ember fjord grove haven inlet juniper knoll lagoon meadow north orchard prairie quarry river summit thicket".split(
    " ",
  );
const BRANDS = ["Acme", "Borealis", "Cordillera", "Łódź Werke", "Ñandú", "東京堂"];

/** Numbers below `limit`, the same in each run. */
function counter() {
  let state = 42;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

function text({ below, length }) {
  return Array.from({ length }, () => WORDS[Math.min(below(WORDS.length), below(WORDS.length))]).join(" ");
}

const analysis = {
  analyzer: {
    grams: { tokenizer: "standard", filter: ["lowercase", "three"] },
    begins: { tokenizer: "standard", filter: ["lowercase", "edges"] },
  },
  filter: {
    three: { type: "ngram", min_gram: 3, max_gram: 3 },
    edges: { type: "edge_ngram", min_gram: 1, max_gram: 8 },
  },
};
const products = {
  settings: { number_of_shards: 1, number_of_replicas: 0, analysis },
  mappings: {
    properties: {
      title: {
        type: "text",
        fields: {
          keyword: { type: "keyword", ignore_above: 256 },
          grams: { type: "text", analyzer: "grams", search_analyzer: "standard" },
          begins: { type: "text", analyzer: "begins", search_analyzer: "standard" },
          english: { type: "text", analyzer: "english" },
        },
      },
      brand: { type: "keyword" },
      tags: { type: "keyword" },
      price: { type: "double" },
      weight: { type: "float" },
      stock: { type: "integer" },
      serial: { type: "long" },
      sold: { type: "date" },
      at: { type: "geo_point" },
      open: { type: "boolean" },
      address: { type: "ip" },
    },
  },
};

function product({ at, below }) {
  return {
    title: text({ below, length: 3 + below(6) }),
    brand: BRANDS[below(BRANDS.length)],
    tags: Array.from({ length: below(4) }, () => WORDS[below(WORDS.length)]),
    price: below(100_000) / 100,
    weight: at % 5 === 0 ? [1.5, below(50)] : below(50) + 0.25,
    ...(at % 7 !== 0 && { stock: below(500) }),
    serial: at % 50 === 0 ? "SERIAL" : at,
    sold: new Date(Date.UTC(2019, 0, 1) + below(5 * 365 * 24) * 3_600_000).toISOString(),
    at: { lat: below(16_000) / 100 - 80, lon: below(35_000) / 100 - 175 },
    open: below(2) === 1,
    address: `10.0.${below(4)}.${below(250)}`,
  };
}

function bulk(lines) {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

function someProducts({ from, to, below }) {
  const lines = [];
  for (let at = from; at < to; at++) {
    // Beyond what a number of JavaScript holds: its digits stay as they came.
    const source = JSON.stringify(product({ at, below })).replace('"SERIAL"', `9007199254740${100 + (at % 900)}1`);
    lines.push({ index: { _id: `p${at}` } }, source);
  }
  return bulk(lines);
}

/** Fields that engines before format 4 kept unread: what a document says of them need not fit. */
const pages = {
  properties: {
    name: { type: "keyword" },
    topics: { type: "rank_features" },
    knn: { type: "knn_vector", dimension: 3 },
    dense: { type: "dense_vector", dims: 3 },
    open: { type: "dense_vector" },
  },
};
const pageDocuments = [
  { name: "whole", topics: { a: 3, b: 1.5 }, knn: [1, 2, 3], dense: [0.5, -1, 2], open: [1, 2] },
  { name: "second", topics: { a: 20 }, knn: [-1, 0.5, 2], dense: [3, 1, 0.25] },
  { name: "none" },
  { name: "misfits", topics: { a: "much", b: -1 }, knn: [1, 2], dense: [0, 0, 0, 0], open: "x" },
];

/** The calls that fill an empty folder, one after the other. */
export function writes() {
  const below = counter();
  const calls = [
    {
      method: "PUT",
      path: "/_template/notes",
      body: { index_patterns: ["notes*"], settings: { number_of_replicas: 0 }, aliases: { diary: {} } },
    },
    { method: "PUT", path: "/products", body: products },
    { method: "PUT", path: "/closed", body: { settings: { number_of_replicas: 0, "index.hidden": true } } },
  ];
  for (let from = 0; from < 700; from += 100)
    calls.push({ method: "POST", path: "/products/_bulk", body: someProducts({ from, to: from + 100, below }) });
  calls.push(
    {
      method: "POST",
      path: "/products/_bulk",
      body: bulk(Array.from({ length: 30 }, (_, at) => ({ delete: { _id: `p${at * 11}` } }))),
    },
    ...[1, 101, 301].map((at) => ({
      method: "POST",
      path: `/products/_update/p${at}`,
      body: { doc: { brand: "Updated", stock: at } },
    })),
    { method: "POST", path: "/_aliases", body: { actions: [{ add: { index: "products", alias: "shop" } }] } },
    {
      method: "POST",
      path: "/_aliases",
      body: { actions: [{ add: { index: "products", alias: "cheap", filter: { range: { price: { lt: 200 } } } } }] },
    },
  );
  // Single writes: so many small segments that they merge.
  for (let at = 0; at < 24; at++)
    calls.push({
      method: "PUT",
      path: `/notes-1/_doc/${at % 20}`,
      body: { day: `2024-03-${10 + (at % 20)}`, note: text({ below, length: 12 }), n: at },
    });
  // One segment large enough to lie in parts.
  const places = Array.from({ length: 3000 }, (_, at) => [
    { index: { _id: String(at) } },
    { name: text({ below, length: 3 }), code: `c${at}`, people: below(1_000_000) },
  ]);
  calls.push({ method: "PUT", path: "/pages", body: { mappings: pages } });
  pageDocuments.forEach((body, at) => calls.push({ method: "PUT", path: `/pages/_doc/${at}`, body }));
  calls.push(
    { method: "POST", path: "/places/_bulk", body: bulk(places.flat()) },
    { method: "DELETE", path: "/places/_doc/77" },
    { method: "PUT", path: "/closed/_doc/odd%2Fid", body: { secret: true } },
  );
  return calls;
}

const search = (index, body) => ({ method: "POST", path: `/${index}/_search`, body });
const order = [{ _score: "desc" }, { serial: "asc" }];

/** What is asked of the filled folder; the answers of the engine that wrote it lie beside it. */
export function questions() {
  return [
    ...["products", "shop", "cheap", "notes-1", "diary", "places", "closed"].map((index) => ({
      method: "GET",
      path: `/${index}/_count`,
    })),
    ...["p1", "p11", "p50", "p101", "p699"].map((id) => ({ method: "GET", path: `/products/_doc/${id}` })),
    { method: "GET", path: "/closed/_doc/odd%2Fid" },
    { method: "GET", path: "/notes-1/_doc/3" },
    { method: "GET", path: "/places/_doc/77" },
    { method: "GET", path: "/products/_mapping" },
    { method: "GET", path: "/places/_mapping" },
    { method: "GET", path: "/_alias" },
    { method: "GET", path: "/_template/notes" },
    search("products", { query: { match: { title: "amber river" } }, sort: order, track_scores: true, size: 20 }),
    search("products", { query: { match_phrase: { title: "cedar basin" } }, size: 20 }),
    search("products", { query: { match_phrase: { title: { query: "amber cedar", slop: 2 } } }, size: 20 }),
    search("products", {
      query: { match: { title: { query: "medow", fuzziness: "AUTO" } } },
      highlight: { fields: { title: {} } },
    }),
    search("products", {
      query: { multi_match: { query: "lag", fields: ["title.begins^2", "title.grams"] } },
      sort: order,
    }),
    search("products", { query: { match: { "title.english": "summits" } }, sort: order }),
    search("products", {
      query: { prefix: { "title.keyword": "delta" } },
      sort: [{ "title.keyword": "asc" }, { serial: "asc" }],
    }),
    search("products", {
      query: { bool: { filter: [{ term: { tags: "fjord" } }, { range: { price: { gte: 100, lt: 500 } } }] } },
      sort: [{ price: "desc" }],
    }),
    search("products", { query: { range: { serial: { gte: 9007199254740992 } } }, sort: [{ serial: "desc" }] }),
    search("products", {
      query: { geo_distance: { distance: "2000km", at: { lat: 10, lon: 20 } } },
      sort: [{ serial: "asc" }],
    }),
    search("products", {
      query: { exists: { field: "stock" } },
      sort: [{ stock: "desc" }, { serial: "asc" }],
      size: 5,
    }),
    search("products", {
      query: { term: { address: "10.0.2.0/24" } },
      sort: [{ sold: "desc" }, { serial: "asc" }],
      size: 5,
    }),
    search("products", {
      size: 0,
      aggs: {
        brands: {
          terms: { field: "brand" },
          aggs: { price: { stats: { field: "price" } }, open: { terms: { field: "open" } } },
        },
        tags: { terms: { field: "tags", size: 30 } },
        months: { date_histogram: { field: "sold", calendar_interval: "quarter" } },
        weights: { histogram: { field: "weight", interval: 10 } },
        brandsOf: { cardinality: { field: "brand" } },
      },
    }),
    search("products", {
      size: 0,
      aggs: {
        pages: {
          composite: {
            size: 15,
            after: { b: "Acme", t: "delta" },
            sources: [{ b: { terms: { field: "brand" } } }, { t: { terms: { field: "tags" } } }],
          },
        },
      },
    }),
    search("notes-1", { query: { match: { note: "amber" } }, sort: [{ day: "desc" }] }),
    { method: "GET", path: "/pages/_mapping" },
    search("pages", { sort: [{ name: "asc" }] }),
    search("pages", { query: { term: { name: "misfits" } } }),
    search("places", { query: { match_phrase: { name: "amber basin" } }, size: 5 }),
    search("places", { query: { range: { people: { gte: 500_000 } } }, sort: [{ people: "asc" }], size: 5 }),
    search("places", {
      size: 0,
      aggs: {
        c: { composite: { size: 5, sources: [{ c: { terms: { field: "code.keyword" } } }] } },
        p: { percentiles: { field: "people" } },
      },
    }),
  ];
}
