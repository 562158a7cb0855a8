import type { Case } from "../../types";
import { call, onIndex, story } from "../build";
import { nestedAggregationCases } from "./aggregations";
import { orders, lines, pen, counted } from "./build";

const tags = (query: object, more: object = {}) => ({ nested: { path: "lines.tags", query, ...more } });
const found = (name: string, query: object, more: object = {}) => orders(name, { size: 50, query, ...more });
const moon = { match: { "lines.note": "moon garden" } };
const factor = { function_score: { query: pen, field_value_factor: { field: "lines.qty" } } };
const sorted = (name: string, sort: object) =>
  orders(`sorted by ${name}`, { size: 40, sort: [sort, { day: "asc" }], _source: false });
const byQty = [{ "lines.qty": "desc" }];

/** Objects of nested fields: their queries, hits inside of hits, aggregations into them and back. */
export const nestedCases: readonly Case[] = [
  found("one object must match all", lines({ bool: { must: [pen, { range: { "lines.qty": { gte: 4 } } }] } })),
  found("text", lines(moon)),
  found("phrase", lines({ match_phrase: { "lines.note": "garden moon" } })),
  found("fuzzy", lines({ match: { "lines.note": { query: "gardem", fuzziness: "AUTO" } } })),
  found("prefix", lines({ prefix: { "lines.sku": "p" } })),
  found("several fields", lines({ multi_match: { query: "moon pen", fields: ["lines.note", "lines.sku"] } })),
  found("query string", lines({ query_string: { query: "lines.note:moon AND lines.sku:lamp" } })),
  found("everything", lines({ match_all: {} })),
  found("exists", lines({ exists: { field: "lines.price" } })),
  found("not inside", lines({ bool: { must_not: [pen] } })),
  found("not around", { bool: { must_not: [lines(pen)] } }),
  found("in a filter", { bool: { filter: [lines(moon)] } }),
  found("beside others", { bool: { must: [{ match: { title: "moon" } }], should: [lines(moon, { boost: 2 })] } }),
  ...["avg", "sum", "min", "max", "none"].map((mode) => found(`score ${mode}`, lines(factor, { score_mode: mode }))),
  ...["sum", "max"].map((mode) => found(`text score ${mode}`, lines(moon, { score_mode: mode, boost: 1.5 }))),
  found("constant", { constant_score: { filter: lines(pen), boost: 3 } }),
  found("objects of objects from outside", tags({ term: { "lines.tags.name": "sale" } })),
  found(
    "objects of objects through those around",
    lines({ bool: { must: [pen, tags({ term: { "lines.tags.name": "sale" } })] } }),
  ),
  found(
    "objects of objects, scored",
    lines(
      tags(
        { function_score: { query: { match_all: {} }, field_value_factor: { field: "lines.tags.weight" } } },
        { score_mode: "sum" },
      ),
      {
        score_mode: "max",
      },
    ),
  ),
  found("from outside", { term: { "lines.sku": "pen" } }),
  found("included in the document", { term: { "notes.by": "ann" } }),
  found("included and nested", {
    nested: {
      path: "notes",
      query: { bool: { must: [{ term: { "notes.by": "ann" } }, { match: { "notes.text": "quiet" } }] } },
    },
  }),
  found("unmapped, passed over", { nested: { path: "nothing", query: { match_all: {} }, ignore_unmapped: true } }),
  found("named", {
    bool: {
      should: [
        lines({ bool: { must: [pen], should: [{ match_all: { _name: "inside" } }] } }, { _name: "pens" }),
        { match_all: {} },
      ],
    },
  }),
  orders("count", { size: 0, track_total_hits: true, query: lines(pen) }),
  onIndex({ name: "nested: _count", index: "q-orders", path: "_count", body: { query: lines(pen) } }),
  found("unknown path", { nested: { path: "nothing", query: { match_all: {} } } }),
  found("no nested path", { nested: { path: "plain", query: { match_all: {} } } }),
  found("without a path", { nested: { query: { match_all: {} } } }),
  found("without a query", { nested: { path: "lines" } }),
  found("unknown key", lines(pen, { foo: 1 })),
  found("unknown object", lines(pen, { foo: {} })),
  found("unknown mode", lines(pen, { score_mode: "most" })),
  found("unknown query inside", lines({ foo: {} })),

  found("inner hits", lines(moon, { inner_hits: {} })),
  found("inner hits: order and size", lines({ match_all: {} }, { inner_hits: { size: 2, from: 1, sort: byQty } })),
  found(
    "inner hits: fields",
    lines(pen, {
      inner_hits: {
        name: "pens",
        _source: ["lines.sku", "lines.qty"],
        docvalue_fields: ["lines.price"],
        fields: ["lines.note"],
      },
    }),
  ),
  found(
    "inner hits: without a source",
    lines(pen, { inner_hits: { _source: false, version: true, docvalue_fields: ["_seq_no"] } }),
  ),
  found(
    "inner hits: parts of the source",
    lines(pen, { inner_hits: { _source: { excludes: ["*.tags", "lines.note"] } } }),
  ),
  found("inner hits: highlight", lines(moon, { inner_hits: { highlight: { fields: { "lines.note": {} } } } })),
  found("inner hits: of objects of objects", tags({ term: { "lines.tags.name": "sale" } }, { inner_hits: {} })),
  found(
    "inner hits: one in the other",
    lines(tags({ term: { "lines.tags.name": "sale" } }, { inner_hits: { name: "of a line" } }), {
      inner_hits: { size: 5 },
    }),
  ),
  found("inner hits: of the inner alone", lines(tags({ term: { "lines.tags.name": "sale" } }, { inner_hits: {} }))),
  found("inner hits: in a filter", { bool: { filter: [lines(pen, { inner_hits: {} })] } }),
  found("inner hits: of several clauses", {
    bool: { should: [lines(pen, { inner_hits: { name: "a" } }), lines(moon, { inner_hits: { name: "b", size: 1 } })] },
  }),
  found("inner hits: named twice", {
    bool: { should: [lines(pen, { inner_hits: {} }), lines(moon, { inner_hits: {} })] },
  }),
  found("inner hits: too many", lines(pen, { inner_hits: { size: 101 } })),
  found("inner hits: sequence numbers", lines(pen, { inner_hits: { seq_no_primary_term: true } })),
  counted("a page of combinations", {
    l: {
      nested: { path: "lines" },
      aggs: {
        c: {
          composite: {
            size: 4,
            sources: [{ s: { terms: { field: "lines.sku" } } }, { q: { terms: { field: "lines.qty" } } }],
          },
        },
      },
    },
  }),
  found("inner hits: unknown key", lines(pen, { inner_hits: { foo: 1 } })),
  onIndex({
    name: "nested: inner hits, total as int",
    index: "q-orders",
    query: { rest_total_hits_as_int: "true" },
    body: { query: lines(pen, { inner_hits: {} }) },
  }),

  sorted("objects, least", { "lines.price": { order: "asc", nested: { path: "lines" } } }),
  sorted("objects, most first", { "lines.price": { order: "desc", nested: { path: "lines" } } }),
  sorted("objects, the least last", { "lines.qty": { order: "desc", mode: "min", nested: { path: "lines" } } }),
  sorted("objects, sum", { "lines.qty": { order: "desc", mode: "sum", nested: { path: "lines" } } }),
  sorted("objects, average", { "lines.qty": { order: "asc", mode: "avg", nested: { path: "lines" } } }),
  sorted("objects, median", { "lines.qty": { order: "asc", mode: "median", nested: { path: "lines" } } }),
  sorted("objects, texts", { "lines.sku": { order: "asc", nested: { path: "lines" } } }),
  sorted("objects, texts from behind", {
    "lines.sku": { order: "desc", missing: "_first", nested: { path: "lines" } },
  }),
  sorted("objects that match", {
    "lines.price": { order: "asc", nested: { path: "lines", filter: { term: { "lines.sku": "pen" } } } },
  }),
  sorted("objects, missing given", {
    "lines.qty": { order: "asc", missing: 3, nested: { path: "lines", filter: { term: { "lines.sku": "pen" } } } },
  }),
  sorted("some objects", { "lines.price": { order: "desc", nested: { path: "lines", max_children: 1 } } }),
  sorted("some of those that match", {
    "lines.qty": {
      order: "asc",
      mode: "sum",
      nested: { path: "lines", max_children: 2, filter: { range: { "lines.price": { gt: 3 } } } },
    },
  }),
  sorted("objects of objects", { "lines.tags.weight": { order: "desc", nested: { path: "lines.tags" } } }),
  sorted("objects of objects that match", {
    "lines.tags.weight": {
      order: "asc",
      nested: {
        path: "lines",
        filter: { term: { "lines.sku": "book" } },
        nested: { path: "lines.tags", filter: { term: { "lines.tags.name": "new" } } },
      },
    },
  }),
  sorted("objects, no such path", { "lines.qty": { nested: { path: "nothing" } } }),
  sorted("objects, no nested path", { "lines.qty": { nested: { path: "plain" } } }),
  sorted("objects, no such field", { "lines.nothing": { nested: { path: "lines" } } }),
  sorted("objects, no object", { "lines.qty": { nested: "lines" } }),
  sorted("objects, most below the top", {
    "lines.tags.weight": { nested: { path: "lines", nested: { path: "lines.tags", max_children: 1 } } },
  }),
  sorted("objects, as it was said once", { "lines.qty": { nested_path: "lines" } }),
  onIndex({
    name: "nested: sorted by objects, next page",
    index: "q-orders",
    body: {
      size: 5,
      sort: [{ "lines.price": { order: "asc", nested: { path: "lines" } } }, { day: "asc" }],
      search_after: [4.5, "2024-03-11"],
      _source: false,
    },
  }),
  onIndex({
    name: "nested: inner hits sorted by objects inside",
    index: "q-orders",
    body: {
      size: 40,
      sort: ["day"],
      query: lines(
        { match_all: {} },
        {
          inner_hits: {
            size: 2,
            sort: [{ "lines.tags.weight": { order: "desc", nested: { path: "lines.tags" } } }, { "lines.qty": "asc" }],
          },
        },
      ),
    },
  }),
  counted("best documents by objects", {
    p: {
      terms: { field: "plain.a" },
      aggs: {
        t: {
          top_hits: {
            size: 2,
            sort: [{ "lines.price": { order: "desc", nested: { path: "lines" } } }, { day: "asc" }],
            _source: false,
          },
        },
      },
    },
  }),
  story(
    "nested: sorted by distance of objects",
    call("PUT /s-a", {
      mappings: {
        properties: { at: { type: "nested", properties: { place: { type: "geo_point" }, kind: { type: "keyword" } } } },
      },
    }),
    call("PUT /s-a/_doc/1", {
      at: [
        { place: "48.1,11.5", kind: "a" },
        { place: "52.5,13.4", kind: "b" },
      ],
    }),
    call("PUT /s-a/_doc/2?refresh=true", { at: [{ place: "50.1,8.6", kind: "b" }] }),
    call("PUT /s-a/_doc/3?refresh=true", { at: [] }),
    call("POST /s-a/_search", {
      sort: [{ _geo_distance: { "at.place": "48.2,11.6", unit: "km", nested: { path: "at" } } }],
    }),
    call("POST /s-a/_search", {
      sort: [
        {
          _geo_distance: {
            "at.place": "48.2,11.6",
            unit: "km",
            nested: { path: "at", filter: { term: { "at.kind": "b" } } },
          },
        },
      ],
    }),
  ),
  story(
    "nested: objects are documents where documents are told as Lucene counts them",
    call("PUT /s-a", {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { properties: { n: { type: "nested", properties: { m: { type: "nested" } } } } },
    }),
    call("PUT /s-a/_doc/1", { n: [{ k: 1, m: [{ j: 1 }, { j: 2 }] }, { k: 2 }] }),
    call("PUT /s-a/_doc/2?refresh=true", { k: 3 }),
    call("GET /_cat/indices/s-a?format=json&h=index,docs.count"),
    call("GET /_cat/count/s-a?format=json&h=count"),
    call("GET /_cat/shards/s-a?format=json&h=index,docs"),
    call("GET /s-a/_count"),
    call("GET /s-a/_stats/docs?level=indices&filter_path=indices.s-a.primaries.docs"),
    call("DELETE /s-a/_doc/2?refresh=true"),
    call("GET /_cat/indices/s-a?format=json&h=index,docs.count"),
  ),
  ...nestedAggregationCases,

  story(
    "nested: mapping, changes and limits",
    call("PUT /s-a", {
      mappings: {
        properties: {
          n: { type: "nested", include_in_parent: true, properties: { k: { type: "keyword" } } },
          o: { type: "object" },
        },
      },
    }),
    call("GET /s-a/_mapping"),
    call("PUT /s-a/_mapping", {
      properties: { n: { type: "nested", include_in_parent: true, properties: { m: { type: "long" } } } },
    }),
    call("GET /s-a/_mapping"),
    call("PUT /s-a/_mapping", { properties: { n: { properties: { z: { type: "long" } } } } }),
    call("PUT /s-a/_mapping", { properties: { o: { type: "nested" } } }),
    call("PUT /s-a/_doc/1?refresh=true", {
      n: [
        { k: "a", m: 1 },
        { k: "b", m: 2 },
      ],
    }),
    call("PUT /s-a/_doc/2?refresh=true", { n: { k: "b", m: 1 } }),
    call("PUT /s-a/_doc/3", { n: "text" }),
    call("POST /s-a/_search", {
      query: { nested: { path: "n", query: { bool: { must: [{ term: { "n.k": "b" } }, { term: { "n.m": 1 } }] } } } },
    }),
    call("POST /s-a/_update/1?refresh=true", { doc: { n: [{ k: "c" }] } }),
    call("POST /s-a/_search", { query: { nested: { path: "n", query: { term: { "n.k": "b" } } } } }),
    call("POST /s-a/_delete_by_query?refresh=true", {
      query: { nested: { path: "n", query: { term: { "n.k": "c" } } } },
    }),
    call("POST /s-a/_search", { query: { nested: { path: "n", query: { match_all: {} } } } }),
  ),
  story(
    "nested: too many objects",
    call("PUT /s-a", {
      settings: { "index.mapping.nested_objects.limit": 2 },
      mappings: { properties: { n: { type: "nested" } } },
    }),
    call("PUT /s-a/_doc/1", { n: [{ k: 1 }, { k: 2 }] }),
    call("PUT /s-a/_doc/2", { n: [{ k: 1 }, { k: 2 }, { k: 3 }] }),
  ),
  story(
    "nested: unknown parameter",
    call("PUT /s-a", { mappings: { properties: { n: { type: "nested", include: true } } } }),
    call("PUT /s-b", { mappings: { properties: { n: { type: "object", include_in_root: true } } } }),
  ),
];
