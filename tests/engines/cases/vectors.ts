import type { Case } from "../types";
import { call, onIndex, story } from "./build";

const vectors = (name: string, path: string, body: object = {}) =>
  onIndex({ name: `term vectors: ${name}`, index: "q-kinds", path, body });

/** The terms of documents. */
export const vectorCases: readonly Case[] = [
  vectors("of a text", "_termvectors/k1", { fields: ["body"] }),
  vectors("with statistics", "_termvectors/k2", { fields: ["title", "tag", "lower"], term_statistics: true }),
  vectors("of several values", "_termvectors/k7", { fields: ["tag", "title.english"] }),
  vectors("by pattern", "_termvectors/k3", { fields: ["title.e*", "title.k*"], positions: false }),
  vectors("only counts", "_termvectors/k3", {
    fields: ["title"],
    positions: false,
    offsets: false,
    payloads: false,
    field_statistics: false,
  }),
  vectors("by another analyzer", "_termvectors/k3", { fields: ["body"], per_field_analyzer: { body: "english" } }),
  vectors("no field", "_termvectors/k1"),
  vectors("of numbers", "_termvectors/k1", { fields: ["long", "date", "nothing"] }),
  vectors("best terms", "_termvectors/k4", {
    fields: ["body"],
    filter: { max_num_terms: 3, min_term_freq: 1, min_doc_freq: 2 },
  }),
  vectors("terms of a length", "_termvectors/k4", {
    fields: ["body"],
    filter: { min_word_length: 5, max_word_length: 6 },
  }),
  vectors("of a document that is given", "_termvectors", {
    doc: { body: "The quick, quick fox", tag: ["a", "b"], unknown: "x" },
    term_statistics: true,
  }),
  vectors("of some fields of it", "_termvectors", {
    doc: { title: "The quick, quick fox", body: "moon" },
    fields: ["title"],
  }),
  vectors("of a document that is not there", "_termvectors/nowhere"),
  vectors("neither id nor document", "_termvectors"),
  vectors("both", "_termvectors/k1", { doc: {} }),
  vectors("unknown key", "_termvectors/k1", { foo: 1 }),
  vectors("unknown key of a filter", "_termvectors/k1", { filter: { foo: 1 } }),
  vectors("fields no list", "_termvectors/k1", { fields: "body" }),
  onIndex({ name: "term vectors: unknown index", index: "q-nowhere", path: "_termvectors/1", body: {} }),
  onIndex({
    name: "term vectors: by URL",
    index: "q-kinds",
    method: "GET",
    path: "_termvectors/k1",
    query: { fields: "title,tag", offsets: "false" },
  }),
  onIndex({
    name: "term vectors: unknown parameter",
    index: "q-kinds",
    method: "GET",
    path: "_termvectors/k1",
    query: { size: "1" },
  }),
  story(
    "term vectors: kept with the field",
    call("PUT /s-a", {
      mappings: {
        properties: {
          all: { type: "text", term_vector: "with_positions_offsets" },
          some: { type: "text", term_vector: "yes" },
          places: { type: "text", term_vector: "with_positions" },
          none: { type: "text" },
        },
      },
    }),
    call("PUT /s-a/_doc/1?refresh=true", {
      all: ["The brown fox", "is brown"],
      some: "a b a",
      places: "a b a",
      none: "x",
    }),
    call("GET /s-a/_termvectors/1"),
    call("GET /s-a/_termvectors/1?fields=none,some"),
  ),
  vectors("several by id", "_mtermvectors", { ids: ["k2"], parameters: { fields: ["title"], term_statistics: true } }),
  vectors("several, each its own", "_mtermvectors", {
    docs: [
      { _id: "k3", fields: ["body"], offsets: false },
      { _index: "q-nowhere", _id: "1" },
      { doc: { body: "The quick fox" }, fields: ["body"] },
    ],
  }),
  vectors("several: none", "_mtermvectors", {}),
  vectors("several: unknown key", "_mtermvectors", { foo: ["k1"] }),
  vectors("several: unknown key of one", "_mtermvectors", { docs: [{ _id: "k1", foo: 1 }] }),
  vectors("several: no object", "_mtermvectors", { docs: ["k1"] }),
  onIndex({
    name: "term vectors: several by URL",
    index: "q-kinds",
    method: "GET",
    path: "_mtermvectors",
    query: { ids: "k1,k4", fields: "title" },
  }),
];
