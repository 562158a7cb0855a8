import type { Case, Fixture } from "../types";
import { call, differing, onIndex, story } from "./build";

const TEXTS = [
  "The quick brown fox jumps over the lazy dog",
  "quick quick fox and a brown bear",
  "a brown and quick thing, foxy",
  "wi-fi router for the united states of america",
  "usa wifi network",
  "New York City never sleeps",
  "york is new to me",
  "the laptop and the notebook",
  "notebooks for school",
  "sea shells by the sea shore of the sea",
];
const index = "q-texts";

const ANALYSIS = {
  filter: {
    syn: {
      type: "synonym_graph",
      synonyms: ["usa, united states of america", "wifi, wi fi", "laptop, notebook", "ny => new york"],
    },
    parts: { type: "word_delimiter_graph", preserve_original: true },
  },
  analyzer: {
    syn: { type: "custom", tokenizer: "standard", filter: ["lowercase", "syn"] },
    parts: { type: "custom", tokenizer: "whitespace", filter: ["parts", "lowercase"] },
    grams: { type: "custom", tokenizer: "edges", filter: ["lowercase"] },
  },
  tokenizer: { edges: { type: "edge_ngram", min_gram: 2, max_gram: 5, token_chars: ["letter"] } },
};

/** Ten sentences with synonyms at search time, split words, prefixes and shingles. */
export const texts: Fixture = {
  index,
  settings: { analysis: ANALYSIS },
  mappings: {
    properties: {
      t: {
        type: "text",
        fields: {
          syn: { type: "text", search_analyzer: "syn", analyzer: "standard" },
          parts: { type: "text", analyzer: "parts" },
          grams: { type: "text", analyzer: "grams", search_analyzer: "standard" },
          phrases: { type: "text", index_phrases: true },
          english: { type: "text", analyzer: "english" },
        },
      },
      n: { type: "nested", properties: { k: { type: "keyword" }, v: { type: "long" } } },
    },
  },
  documents: TEXTS.map((t, at) => ({
    id: `t${at}`,
    source: {
      t,
      n: [
        { k: `a${at % 3}`, v: at },
        { k: "all", v: 10 - at },
      ],
    },
  })),
};

const ask = (name: string, query: object, rest: object = {}) =>
  onIndex({ name: `text: ${name}`, index, body: { query, ...rest } });
const explained = (name: string, query: object) =>
  onIndex({ name: `explain: ${name}`, index, body: { query, explain: true } });
const one = (name: string, id: string, query: object) =>
  story(`explain: ${name}`, call(`POST /${index}/_explain/${id}`, { query }));
const cities = (name: string, body: object) => onIndex({ name: `cities: ${name}`, index: "q-cities", body });
const typed = (name: string, aggs: object) =>
  onIndex({ name: `typed_keys: ${name}`, index: "q-kinds", query: { typed_keys: "true" }, body: { size: 0, aggs } });
const refused = (name: string, body: object) => onIndex({ name: `refused: ${name}`, index: "q-kinds", body });
const analyze = (name: string, body: object) => story(`analyze: ${name}`, call(`POST /${index}/_analyze`, body));

const synonymSettings = (...synonyms: string[]) => ({
  analysis: {
    filter: { synonym_graph: { type: "synonym_graph", synonyms } },
    analyzer: { synonyms: { type: "custom", tokenizer: "standard", filter: ["synonym_graph", "lowercase"] } },
  },
});
const bySynonym = (query: string) => call("POST /s-a/_search", { query: { match: { "t.synonyms": query } } });
/** A filter by itself, through `_analyze`. */
const filtered = (name: string, text: string, ...filter: (string | object)[]) =>
  story(`filter: ${name}`, call("POST /_analyze", { tokenizer: "standard", filter, text }));

const filterCases: readonly Case[] = [
  story(
    "synonyms: changed while the index is closed",
    call("PUT /s-a", {
      settings: { number_of_replicas: 0, ...synonymSettings("sofa, couch") },
      mappings: { properties: { t: { type: "text", fields: { synonyms: { type: "text", analyzer: "synonyms" } } } } },
    }),
    call("PUT /s-a/_doc/1?refresh=true", { t: "red sofa" }),
    call("PUT /s-a/_doc/2?refresh=true", { t: "big television" }),
    bySynonym("couch"),
    call("POST /s-a/_close"),
    call("PUT /s-a/_settings", synonymSettings("tv, telly => television", "sofa, settee")),
    call("PUT /s-a/_settings", synonymSettings("a => b => c")),
    call("POST /s-a/_open"),
    bySynonym("telly"),
    bySynonym("settee"),
    bySynonym("couch"),
    call("POST /s-a/_update_by_query?refresh=true"),
    bySynonym("couch"),
    call("POST /s-a/_analyze", { analyzer: "synonyms", text: "a sofa and a tv" }),
  ),
  filtered("keywords twice", "running runs", "keyword_repeat", "porter_stem", "remove_duplicates"),
  filtered(
    "stems set by rules",
    "mice geese runs",
    { type: "stemmer_override", rules: ["mice, geese => animals"] },
    "stemmer",
  ),
  filtered("rules that lie over each other", "a b c", { type: "synonym", synonyms: ["a, x y z", "b => q"] }),
  filtered("a hole before a match", "the b c", "stop", { type: "synonym_graph", synonyms: ["b, x y"] }),
  filtered("rules without a side", "a b", { type: "synonym_graph", synonyms: ["a =>", "=> b"] }),
  filtered(
    "a word of a rule that a filter leaves out",
    "a",
    { type: "stop" },
    { type: "synonym_graph", synonyms: ["the big, large"] },
  ),
  filtered("synonyms in WordNet's form", "hot dog", {
    type: "synonym",
    format: "wordnet",
    synonyms: ["s(100000002,1,'hot dog',n,1,0).", "s(100000002,2,'frank',n,1,0)."],
  }),
  ...["rules_path", "keywords_path", "articles_path", "stopwords_path"].map((setting) =>
    filtered(setting, "a", {
      type: { r: "stemmer_override", k: "keyword_marker", a: "elision", s: "stop" }[setting.charAt(0)],
      [setting]: "x",
    }),
  ),
  filtered("elision without articles", "l'avion", { type: "elision" }),
  filtered("elision that heeds capitals", "l'avion L'avion", { type: "elision", articles: ["l"] }),
  filtered("lower case of no language", "A", { type: "lowercase", language: "klingon" }),
  filtered("digits", "۶ ٣٤ १२३", "decimal_digit"),
  filtered("widths", "ｶﾞ カﾞ Ａ", "cjk_width"),
  story(
    "explain: keywords",
    call("POST /_analyze", {
      tokenizer: "standard",
      filter: ["lowercase", { type: "keyword_marker", keywords: ["running"] }, "stemmer"],
      text: "running jumps",
      explain: true,
    }),
    call("POST /_analyze", { analyzer: "english", text: "running jumps", explain: true }),
    call("POST /_analyze", { analyzer: "standard", text: "running jumps", explain: true }),
    call("POST /_analyze", {
      tokenizer: "standard",
      filter: ["stemmer"],
      text: "running",
      explain: true,
      attributes: ["keyword"],
    }),
  ),
];

/** Phrases, synonym graphs, explanations, typed keys, cities, and what is refused. */
export const textCases: readonly Case[] = [
  ...[0, 1, 2, 3, 5].map((slop) =>
    ask(`phrase with slop ${slop}`, { match_phrase: { t: { query: "quick fox", slop } } }),
  ),
  ...[1, 2, 4].map((slop) =>
    ask(`three words, slop ${slop}`, { match_phrase: { t: { query: "fox brown quick", slop } } }),
  ),
  ask("phrase of one word twice", { match_phrase: { t: { query: "sea sea", slop: 4 } } }),
  ask("phrase with a repeated word", { match_phrase: { t: { query: "sea shells sea", slop: 3 } } }),
  ask("phrase in English", { match_phrase: { "t.english": "jump over the dog" } }),
  ask("phrase in English with slop", { match_phrase: { "t.english": { query: "jumping the lazy dogs", slop: 2 } } }),
  ask("shingles", { match_phrase: { "t.phrases": "quick brown fox" } }),
  ask("shingles of two", { match_phrase: { "t.phrases": "brown fox" } }),
  ask("shingles with slop", { match_phrase: { "t.phrases": { query: "brown quick", slop: 2 } } }),
  ask("synonym of several words", { match: { "t.syn": "usa" } }),
  ask("synonym of several words, and", { match: { "t.syn": { query: "wifi usa", operator: "and" } } }),
  ask("synonym the other way", { match: { "t.syn": "united states of america network" } }),
  ask("synonym replaced", { match: { "t.syn": "ny" } }),
  ask("synonym of one word", { match: { "t.syn": "laptop" } }),
  ask("synonym in a phrase", { match_phrase: { "t.syn": "usa wifi" } }),
  ask("synonym without phrases", { match: { "t.syn": { query: "usa", auto_generate_synonyms_phrase_query: false } } }),
  ask("synonym in several fields", { multi_match: { query: "usa wifi", fields: ["t.syn", "t"] } }),
  ask("synonym in query_string", { query_string: { query: "usa", fields: ["t.syn"] } }),
  ask("synonym with minimum", { match: { "t.syn": { query: "usa wifi router", minimum_should_match: 2 } } }),
  ask("synonym stays as typed under fuzziness", { match: { "t.syn": { query: "laptop skool", fuzziness: "AUTO" } } }),
  ask("split words", { match: { "t.parts": "wi-fi" } }),
  ask("split words phrase", { match_phrase: { "t.parts": "wi-fi router" } }),
  ask("prefixes by grams", { match: { "t.grams": "qui bro" } }),
  ask("span of phrase_prefix", { match_phrase_prefix: { t: { query: "quick bro", max_expansions: 10 } } }),
  ask("phrase_prefix with slop", { match_phrase_prefix: { t: { query: "quick fo", slop: 2 } } }),
  ask("nested", { nested: { path: "n", query: { term: { "n.k": "a1" } } } }),
  ask("begun word with a blank behind", { match_bool_prefix: { t: "quick bro " } }),
  ask("nested from outside finds nothing", { term: { "n.k": "all" } }),
  ask(
    "nested aggregation",
    { match_all: {} },
    {
      size: 0,
      aggs: {
        n: { nested: { path: "n" }, aggs: { k: { terms: { field: "n.k" }, aggs: { m: { avg: { field: "n.v" } } } } } },
      },
    },
  ),
  explained("match", { match: { t: "quick sea" } }),
  explained("bool", {
    bool: {
      must: { match: { t: "quick" } },
      filter: { exists: { field: "t" } },
      should: { match_phrase: { t: "brown fox" } },
    },
  }),
  explained("several fields", { multi_match: { query: "quick fox", fields: ["t^2", "t.english"], tie_breaker: 0.3 } }),
  explained("constant", { constant_score: { filter: { match: { t: "sea" } }, boost: 2 } }),
  one("a hit", "t0", { match: { t: "quick fox" } }),
  cities("plain", { query: { match: { name: "san jose" } } }),
  cities("fuzzy", { query: { match: { name: { query: "sanfrancisko", fuzziness: "AUTO" } } } }),
  cities("around", {
    query: { geo_distance: { distance: "40km", loc: [2.35, 48.85] } },
    sort: [{ _geo_distance: { loc: [2.35, 48.85], order: "asc", unit: "km" } }],
  }),
  cities("box and size", {
    query: {
      bool: {
        filter: [
          { geo_bounding_box: { loc: { top_left: [-10, 60], bottom_right: [20, 40] } } },
          { range: { population: { gte: 1_000_000 } } },
        ],
      },
    },
    sort: [{ population: "desc" }],
  }),
  cities("countries", {
    size: 0,
    aggs: {
      c: {
        terms: { field: "country.keyword", size: 15 },
        aggs: {
          p: { sum: { field: "population" } },
          top: { top_hits: { size: 1, sort: [{ population: "desc" }], _source: ["name"] } },
        },
      },
    },
  }),
  cities("histogram", {
    size: 0,
    aggs: {
      h: { histogram: { field: "altCountry", interval: 1 } },
      p: { histogram: { field: "population", interval: 500_000, min_doc_count: 1 } },
    },
  }),
  cities("percentiles", {
    size: 0,
    aggs: { s: { extended_stats: { field: "population" } }, c: { cardinality: { field: "country.keyword" } } },
  }),
  cities("composite", {
    size: 0,
    aggs: {
      c: {
        composite: {
          size: 20,
          sources: [{ a: { terms: { field: "country.keyword" } } }, { f: { terms: { field: "featureCode.keyword" } } }],
        },
      },
    },
  }),
  typed("terms of every type", {
    a: { terms: { field: "tag" } },
    b: { terms: { field: "long" } },
    c: { terms: { field: "double" } },
    d: { terms: { field: "nowhere" } },
  }),
  typed("metrics", {
    a: { avg: { field: "long" } },
    b: { stats: { field: "long" } },
    c: { cardinality: { field: "tag" } },
    d: { value_count: { field: "tag" } },
    e: { sum: { field: "long" } },
    f: { extended_stats: { field: "long" } },
  }),
  typed("buckets", {
    a: { filter: { match_all: {} }, aggs: { x: { max: { field: "long" } } } },
    b: { filters: { filters: [{ match_all: {} }] } },
    c: { missing: { field: "tag" } },
    d: { range: { field: "long", ranges: [{ to: 5 }] } },
    e: { date_range: { field: "date", ranges: [{ to: "2024" }] } },
  }),
  typed("histograms", {
    a: { histogram: { field: "long", interval: 200 } },
    b: { date_histogram: { field: "date", calendar_interval: "year" } },
    c: { composite: { size: 2, sources: [{ t: { terms: { field: "tag" } } }] } },
  }),
  refused("profile", { profile: "yes" }),
  refused("bad size", { size: "many" }),
  refused("query a list", { query: [] }),
  refused("aggs a list", { aggs: [] }),
  refused("sort a number", { sort: 5 }),
  refused("from and size over the window", { from: 10_000, size: 1 }),
  refused("bad track_total_hits", { track_total_hits: "maybe" }),
  refused("bad timeout", { timeout: "soon" }),
  refused("collapse on text", { collapse: { field: "title" } }),
  refused("highlight without fields", { highlight: { foo: 1 } }),
  refused("search_after without sort", { search_after: [1] }),
  differing(
    refused("broken regular expression in include", {
      size: 0,
      aggs: { a: { terms: { field: "tag", include: "(" } } },
    }),
    "the same reason, not wrapped as a failure of the shards: the pattern is read before any shard is asked",
  ),
  refused("too many clauses deep in", {
    query: { bool: { must: { bool: { must: { bool: { must: [{ rnage: {} }] } } } } } },
  }),
  refused("range with an unknown bound", { query: { range: { long: { from: 1, over: 3 } } } }),
  refused("range with a bad date", { query: { range: { date: { gte: "whenever" } } } }),
  refused("term with a list", { query: { term: { tag: ["a"] } } }),
  refused("terms with two fields", { query: { terms: { tag: ["a"], lower: ["b"] } } }),
  refused("exists without field", { query: { exists: {} } }),
  differing(
    refused("ids with a bad key", { query: { ids: { value: ["1"] } } }),
    "the peer wraps its x_content_parse_exception as a parsing_exception here only",
  ),
  refused("minimum in words", { query: { bool: { should: [{ match_all: {} }], minimum_should_match: "most" } } }),
  differing(
    refused("negative boost", { query: { match: { title: { query: "moon", boost: -1 } } } }),
    "the peer prints the whole query as Java builds it into the reason",
  ),
  differing(
    refused("fuzziness of five", { query: { match: { title: { query: "moon", fuzziness: 5 } } } }),
    "the peer takes 5 for 2 without a word; refused here",
  ),
  analyze("by name", { analyzer: "english", text: "The running foxes" }),
  analyze("by field", { field: "t.syn", text: "usa wifi" }),
  analyze("by parts", {
    tokenizer: "standard",
    filter: ["lowercase", { type: "stop", stopwords: ["a"] }],
    char_filter: ["html_strip"],
    text: ["<b>A Fox</b>", "two"],
  }),
  analyze("of the index", { analyzer: "parts", text: "PowerShot wi-fi 500" }),
  analyze("unknown", { analyzer: "nothing", text: "a" }),
  analyze("no text", { analyzer: "standard" }),
  differing(
    analyze("unknown key", { analyzer: "standard", text: "a", foo: 1 }),
    "the reason has no position in the body",
  ),
  ...filterCases,
];
