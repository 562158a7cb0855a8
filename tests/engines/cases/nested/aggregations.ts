import type { Case } from "../../types";
import { counted, lines, pen } from "./build";

/** Aggregations over nested objects. */
export const nestedAggregationCases: readonly Case[] = [
  counted("objects", { l: { nested: { path: "lines" } } }),
  counted("metrics", {
    l: {
      nested: { path: "lines" },
      aggs: { q: { stats: { field: "lines.qty" } }, p: { max: { field: "lines.price" } } },
    },
  }),
  counted(
    "of a query",
    { l: { nested: { path: "lines" }, aggs: { s: { terms: { field: "lines.sku" } } } } },
    lines(pen),
  ),
  counted("terms and back", {
    l: {
      nested: { path: "lines" },
      aggs: {
        s: {
          terms: { field: "lines.sku" },
          aggs: { o: { reverse_nested: {}, aggs: { p: { terms: { field: "plain.a" } } } } },
        },
      },
    },
  }),
  counted("filter inside", {
    l: {
      nested: { path: "lines" },
      aggs: { f: { filter: { range: { "lines.qty": { gte: 4 } } }, aggs: { a: { avg: { field: "lines.price" } } } } },
    },
  }),
  counted("below buckets", {
    p: {
      terms: { field: "plain.a" },
      aggs: { l: { nested: { path: "lines" }, aggs: { q: { sum: { field: "lines.qty" } } } } },
    },
  }),
  counted("ordered by what is inside", {
    p: {
      terms: { field: "plain.a", order: { "l>q": "desc" } },
      aggs: { l: { nested: { path: "lines" }, aggs: { q: { sum: { field: "lines.qty" } } } } },
    },
  }),
  counted("objects of objects", {
    t: { nested: { path: "lines.tags" }, aggs: { n: { terms: { field: "lines.tags.name" } } } },
  }),
  counted("objects of objects, step by step", {
    l: {
      nested: { path: "lines" },
      aggs: {
        t: {
          nested: { path: "lines.tags" },
          aggs: {
            n: {
              terms: { field: "lines.tags.name" },
              aggs: {
                up: { reverse_nested: { path: "lines" }, aggs: { q: { sum: { field: "lines.qty" } } } },
                top: { reverse_nested: {} },
              },
            },
          },
        },
      },
    },
  }),
  counted("histogram of days by objects", {
    d: {
      date_histogram: { field: "day", calendar_interval: "quarter" },
      aggs: { l: { nested: { path: "lines" }, aggs: { c: { cardinality: { field: "lines.sku" } } } } },
    },
  }),
  counted("best objects", {
    l: {
      nested: { path: "lines" },
      aggs: {
        t: { top_hits: { size: 2, sort: [{ "lines.price": "desc" }, { "lines.qty": "asc" }], _source: ["lines.sku"] } },
      },
    },
  }),
  counted("unknown path", { l: { nested: { path: "nothing" }, aggs: { q: { sum: { field: "lines.qty" } } } } }),
  counted("no nested path", { l: { nested: { path: "plain" } } }),
  counted("without a path", { l: { nested: {} } }),
  counted("unknown key", { l: { nested: { path: "lines", foo: "1" } } }),
  counted("back from nowhere", { r: { reverse_nested: {} } }),
  counted("back to no nested path", {
    l: { nested: { path: "lines" }, aggs: { r: { reverse_nested: { path: "plain" } } } },
  }),
];
