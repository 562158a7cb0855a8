import type { Case } from "../types";
import { call, differing, onIndex, story } from "./build";

const kinds = (name: string, body: object) => onIndex({ name: `collapse: ${name}`, index: "q-kinds", body });
const moon = { match: { body: "moon garden" } };
const byLong = [{ integer: "asc" }];

/** Hits collapsed by a field, with the others of each group. */
export const collapseCases: readonly Case[] = [
  kinds("keyword by score", { query: moon, collapse: { field: "lower" } }),
  kinds("keyword by a sort", { query: moon, collapse: { field: "lower" }, sort: [{ integer: "desc" }] }),
  kinds("number", { query: moon, collapse: { field: "integer" }, sort: byLong, size: 5 }),
  kinds("float", { collapse: { field: "float" }, sort: byLong, size: 4 }),
  kinds("everything", { collapse: { field: "lower" } }),
  kinds("from", { query: moon, collapse: { field: "lower" }, from: 1, size: 1, sort: byLong }),
  kinds("beyond the last group", { collapse: { field: "lower" }, from: 10 }),
  kinds("no hits", { size: 0, collapse: { field: "lower" } }),
  kinds("with aggregations and a filter after", {
    collapse: { field: "lower" },
    sort: byLong,
    post_filter: { range: { integer: { gt: 5 } } },
    aggs: { n: { max: { field: "integer" } } },
  }),
  kinds("fields beside it", {
    collapse: { field: "lower" },
    sort: byLong,
    docvalue_fields: ["integer"],
    _source: false,
  }),
  kinds("a field of an object", { collapse: { field: "object.size" }, sort: byLong, size: 3 }),
  kinds("inner hits", {
    query: moon,
    collapse: { field: "lower", inner_hits: { name: "others", size: 2, sort: byLong } },
    sort: [{ integer: "desc" }],
  }),
  kinds("inner hits by score", { query: moon, collapse: { field: "lower", inner_hits: { name: "others" } } }),
  kinds("inner hits without a query", {
    collapse: { field: "lower", inner_hits: { name: "others", from: 1, size: 2 } },
    sort: byLong,
  }),
  kinds("several lists of inner hits", {
    query: moon,
    sort: byLong,
    collapse: {
      field: "lower",
      max_concurrent_group_searches: 2,
      inner_hits: [
        { name: "first", size: 1, sort: byLong, _source: ["integer"], version: true },
        {
          name: "last",
          size: 1,
          sort: [{ integer: "desc" }],
          _source: false,
          docvalue_fields: ["tag"],
          highlight: { fields: { body: {} } },
        },
      ],
    },
  }),
  kinds("a group inside", {
    query: moon,
    sort: byLong,
    collapse: { field: "lower", inner_hits: { name: "flags", collapse: { field: "integer" }, size: 2, sort: byLong } },
  }),
  kinds("inner hits of filtered hits", {
    sort: byLong,
    post_filter: { term: { flag: true } },
    collapse: { field: "lower", inner_hits: { name: "x", size: 1, sort: byLong } },
  }),
  kinds("several values", { collapse: { field: "tag" } }),
  kinds("unknown field", { collapse: { field: "nothing" } }),
  kinds("date", { collapse: { field: "day" } }),
  kinds("boolean", { collapse: { field: "flag" } }),
  differing(kinds("no field", { collapse: {} }), "the peer stumbles with a 500; this is a 400 that says what is wrong"),
  kinds("no object", { collapse: "lower" }),
  kinds("unknown key", { collapse: { field: "lower", foo: 1 } }),
  kinds("unknown key in inner hits", { collapse: { field: "lower", inner_hits: { foo: 1 } } }),
  kinds("inner hits without a name", {
    query: moon,
    sort: byLong,
    collapse: { field: "lower", inner_hits: { size: 1 } },
  }),
  kinds("after values", { collapse: { field: "lower" }, sort: byLong, search_after: [3] }),
  onIndex({
    name: "collapse: scroll",
    index: "q-kinds",
    query: { scroll: "1m" },
    body: { collapse: { field: "lower" } },
  }),
  story(
    "collapse: documents without the field, of several indices",
    call("PUT /s-a", { mappings: { properties: { g: { type: "keyword" }, n: { type: "long" } } } }),
    call("PUT /s-b", { mappings: { properties: { g: { type: "keyword" }, n: { type: "long" } } } }),
    call("PUT /s-a/_doc/1?refresh=true", { g: "x", n: 1 }),
    call("PUT /s-a/_doc/2?refresh=true", { n: 2 }),
    call("PUT /s-b/_doc/3?refresh=true", { g: "x", n: 3 }),
    call("PUT /s-b/_doc/4?refresh=true", { n: 4 }),
    call("PUT /s-b/_doc/5?refresh=true", { g: "y", n: 5 }),
    call("POST /s-a,s-b/_search", {
      sort: [{ n: "desc" }],
      collapse: { field: "g", inner_hits: { name: "all", sort: [{ n: "asc" }] } },
    }),
    call("POST /s-a,s-b/_search", { sort: [{ n: "asc" }], collapse: { field: "g" } }),
  ),
];
