import type { Case } from "../../types";
import { call, differing, story } from "../build";
import { made, sub } from "./sample";

/** Mappings, and what documents bring to them, with every refusal. */
export const mappingCases: readonly Case[] = [
  story(
    "mapping: put and get",
    made({ mappings: sub }),
    call("PUT /s-a/_mapping", { properties: { b: { type: "date", format: "yyyy" } } }),
    call("GET /s-a/_mapping"),
  ),
  story(
    "mapping: new sub-field",
    made({ mappings: sub }),
    call("PUT /s-a/_mapping", {
      properties: { title: { type: "text", fields: { english: { type: "text", analyzer: "english" } } } },
    }),
    call("GET /s-a/_mapping"),
  ),
  story(
    "mapping: conflict of types",
    made({ mappings: sub }),
    call("PUT /s-a/_mapping", { properties: { n: { type: "keyword" } } }),
  ),
  story(
    "mapping: conflict of analyzers",
    made({ mappings: sub }),
    call("PUT /s-a/_mapping", { properties: { title: { type: "text", analyzer: "english" } } }),
  ),
  story(
    "mapping: object over a field",
    made({ mappings: sub }),
    call("PUT /s-a/_mapping", { properties: { n: { properties: { x: { type: "long" } } } } }),
  ),
  story(
    "mapping: field over an object",
    made({ mappings: { properties: { o: { properties: { x: { type: "long" } } } } } }),
    call("PUT /s-a/_mapping", { properties: { o: { type: "long" } } }),
  ),
  story(
    "mapping: doc_values cannot change",
    made({ mappings: { properties: { k: { type: "keyword" } } } }),
    call("PUT /s-a/_mapping", { properties: { k: { type: "keyword", doc_values: false } } }),
  ),
  story(
    "mapping: ignore_above may change",
    made({ mappings: { properties: { k: { type: "keyword", ignore_above: 3 } } } }),
    call("PUT /s-a/_mapping", { properties: { k: { type: "keyword", ignore_above: 9 } } }),
    call("GET /s-a/_mapping"),
  ),
  story("mapping: unknown index", call("PUT /s-a/_mapping", { properties: {} }), call("GET /s-a/_mapping")),
  story("mapping: unknown key", made(), call("PUT /s-a/_mapping", { foo: 1 })),
  story(
    "mapping: of one field",
    made({ mappings: sub }),
    call("GET /s-a/_mapping/field/title"),
    call("GET /s-a/_mapping/field/tit*,n"),
  ),
  story(
    "mapping: dynamic fields",
    made(),
    call("PUT /s-a/_doc/1", {
      t: "word",
      n: 1,
      f: 1.5,
      b: true,
      d: "2024-01-02",
      o: { x: 1 },
      l: ["a", "b"],
      z: null,
      e: [],
    }),
    call("GET /s-a/_mapping"),
  ),
  differing(
    story(
      "mapping: date with slashes",
      made(),
      call("PUT /s-a/_doc/1", { when: "2024/01/02" }),
      call("GET /s-a/_mapping"),
    ),
    "OpenSearch adds a print_format that Elasticsearch does not have",
  ),
  story(
    "mapping: strict",
    made({ mappings: { dynamic: "strict", properties: { a: { type: "long" } } } }),
    call("PUT /s-a/_doc/1", { a: 1, b: 2 }),
    call("PUT /s-a/_doc/1", { a: 1 }),
  ),
  story(
    "mapping: dynamic false",
    made({ mappings: { dynamic: false, properties: { a: { type: "long" } } } }),
    call("PUT /s-a/_doc/1?refresh=true", { a: 1, b: 2 }),
    call("GET /s-a/_mapping"),
    call("POST /s-a/_search", { query: { term: { b: 2 } } }),
  ),
  story(
    "mapping: dynamic templates",
    made({
      mappings: {
        dynamic_templates: [
          { ids: { match: "*_id", mapping: { type: "keyword" } } },
          { words: { match_mapping_type: "string", mapping: { type: "text", analyzer: "english" } } },
        ],
      },
    }),
    call("PUT /s-a/_doc/1", { a_id: "x", b: "running" }),
    call("GET /s-a/_mapping"),
  ),
  story(
    "mapping: numeric detection",
    made({ mappings: { numeric_detection: true, date_detection: false } }),
    call("PUT /s-a/_doc/1", { a: "12", b: "1.5", c: "2024-01-01" }),
    call("GET /s-a/_mapping"),
  ),
  story("mapping: bad value of a long", made({ mappings: sub }), call("PUT /s-a/_doc/1", { n: "abc" })),
  story("mapping: object for a long", made({ mappings: sub }), call("PUT /s-a/_doc/1", { n: { x: 1 } })),
  story(
    "mapping: text for an object",
    made({ mappings: { properties: { o: { properties: { x: { type: "long" } } } } } }),
    call("PUT /s-a/_doc/1", { o: "text" }),
  ),
  story("mapping: long out of range", made({ mappings: sub }), call("PUT /s-a/_doc/1", { n: 9223372036854775808 })),
  story(
    "mapping: integer out of range",
    made({ mappings: { properties: { i: { type: "integer" } } } }),
    call("PUT /s-a/_doc/1", { i: 3_000_000_000 }),
  ),
  story(
    "mapping: byte, short, half_float out of range",
    made({ mappings: { properties: { b: { type: "byte" }, s: { type: "short" }, h: { type: "half_float" } } } }),
    call("PUT /s-a/_doc/1", { b: 200 }),
    call("PUT /s-a/_doc/2", { s: 40_000 }),
    call("PUT /s-a/_doc/3", { h: 70_000 }),
  ),
  story(
    "mapping: bad date",
    made({ mappings: { properties: { d: { type: "date" } } } }),
    call("PUT /s-a/_doc/1", { d: "yesterday" }),
  ),
  story(
    "mapping: bad boolean",
    made({ mappings: { properties: { b: { type: "boolean" } } } }),
    call("PUT /s-a/_doc/1", { b: "yes" }),
  ),
  story(
    "mapping: bad ip",
    made({ mappings: { properties: { i: { type: "ip" } } } }),
    call("PUT /s-a/_doc/1", { i: "1.2.3" }),
  ),
  story(
    "mapping: bad geo_point",
    made({ mappings: { properties: { g: { type: "geo_point" } } } }),
    call("PUT /s-a/_doc/1", { g: { lat: 95, lon: 3 } }),
  ),
  differing(
    story(
      "mapping: ignore_malformed",
      made({ mappings: { properties: { n: { type: "long", ignore_malformed: true } } } }),
      call("PUT /s-a/_doc/1?refresh=true", { n: "abc" }),
      call("POST /s-a/_search", { query: { exists: { field: "n" } } }),
      call("POST /s-a/_search", { query: { exists: { field: "_ignored" } } }),
    ),
    "which fields of a document were ignored is not kept, so exists on _ignored finds nothing",
  ),
  story(
    "mapping: coerce off",
    made({ mappings: { properties: { n: { type: "integer", coerce: false } } } }),
    call("PUT /s-a/_doc/1", { n: "5" }),
  ),
  story(
    "mapping: null_value",
    made({ mappings: { properties: { k: { type: "keyword", null_value: "none" } } } }),
    call("PUT /s-a/_doc/1?refresh=true", { k: null }),
    call("POST /s-a/_search", { query: { term: { k: "none" } } }),
  ),
  story(
    "mapping: copy_to",
    made({ mappings: { properties: { a: { type: "keyword", copy_to: "all" }, all: { type: "text" } } } }),
    call("PUT /s-a/_doc/1?refresh=true", { a: "Red Fox" }),
    call("POST /s-a/_search", { query: { match: { all: "fox" } } }),
  ),
  story(
    "mapping: enabled false",
    made({ mappings: { properties: { o: { type: "object", enabled: false } } } }),
    call("PUT /s-a/_doc/1?refresh=true", { o: { x: [1, "a"] } }),
    call("POST /s-a/_search", {}),
    call("GET /s-a/_mapping"),
  ),
  story(
    "mapping: index false",
    made({ mappings: { properties: { k: { type: "text", index: false } } } }),
    call("PUT /s-a/_doc/1?refresh=true", { k: "x" }),
    call("POST /s-a/_search", { query: { match: { k: "x" } } }),
  ),
  story(
    "mapping: normalizer",
    made({
      settings: { analysis: { normalizer: { low: { type: "custom", filter: ["lowercase", "asciifolding"] } } } },
      mappings: { properties: { k: { type: "keyword", normalizer: "low" } } },
    }),
    call("PUT /s-a/_doc/1?refresh=true", { k: "Éclair" }),
    call("POST /s-a/_search", { query: { term: { k: "ECLAIR" } }, aggs: { a: { terms: { field: "k" } } } }),
  ),
  story(
    "mapping: several indices",
    call("PUT /s-a", { mappings: sub }),
    call("PUT /s-b", { mappings: { properties: { x: { type: "ip" } } } }),
    call("GET /s-*/_mapping"),
    call("GET /s-a,s-b/_mapping"),
  ),
];
