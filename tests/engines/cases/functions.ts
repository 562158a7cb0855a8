import type { Case } from "../types";
import { differing, onIndex } from "./build";

const DRAMA = { term: { "Major Genre.keyword": "Drama" } };
const LOVE = { match: { Title: "love" } };
const VOTES = { field: "IMDB Votes", modifier: "log1p", missing: 1 };
const RATED = { exists: { field: "IMDB Rating" } };

const movies = (name: string, settings: object, rest: object = {}): Case =>
  onIndex({
    name: `function_score: ${name}`,
    index: "q-movies",
    body: { query: { function_score: settings }, size: 20, _source: false, ...rest },
  });
const kinds = (name: string, settings: object): Case =>
  onIndex({ name: `function_score refused: ${name}`, index: "q-kinds", body: { query: { function_score: settings } } });

const MODES = ["multiply", "sum", "avg", "first", "max", "min"];
const FUNCTIONS = [
  { filter: DRAMA, weight: 2.5 },
  { filter: { range: { "IMDB Rating": { gte: 7 } } }, weight: 0.5 },
  { filter: RATED, field_value_factor: { field: "IMDB Rating", factor: 1.2 }, weight: 3 },
];

/** Scores changed by weights and numbers of the document. */
export const functionCases: readonly Case[] = [
  movies("a number alone", { field_value_factor: VOTES }),
  movies("a number of what matches", { query: LOVE, field_value_factor: VOTES }),
  ...["none", "log1p", "log2p", "ln1p", "ln2p", "square", "sqrt", "reciprocal"].map((modifier) =>
    movies(`modifier ${modifier}`, {
      query: LOVE,
      field_value_factor: { field: "IMDB Votes", modifier, factor: 0.1, missing: 3 },
    }),
  ),
  ...MODES.map((mode) => movies(`score_mode ${mode}`, { query: LOVE, functions: FUNCTIONS, score_mode: mode })),
  ...["multiply", "replace", "sum", "avg", "max", "min"].map((mode) =>
    movies(`boost_mode ${mode}`, { query: LOVE, functions: FUNCTIONS, boost_mode: mode, boost: 1.5 }),
  ),
  movies("weight alone", { query: LOVE, weight: 3 }),
  movies("no functions", { query: LOVE, functions: [] }),
  movies("nothing at all", {}),
  movies("max_boost", { query: LOVE, field_value_factor: { field: "IMDB Votes", missing: 0 }, max_boost: 50 }),
  movies("min_score", { query: LOVE, field_value_factor: VOTES, min_score: 25 }),
  movies(
    "min_score of what is filtered",
    { query: LOVE, functions: FUNCTIONS, min_score: 6 },
    { sort: [{ "IMDB Votes": "desc" }], track_total_hits: true },
  ),
  movies("a field that is not there", { query: LOVE, field_value_factor: { field: "nowhere", missing: 4 } }),
  onIndex({
    name: "function_score: in a bool",
    index: "q-movies",
    body: {
      query: {
        bool: {
          minimum_should_match: 1,
          should: [
            { function_score: { field_value_factor: { field: "IMDB Votes", modifier: "sqrt", missing: 1 } } },
            { multi_match: { fields: ["Title^9", "Director"], query: "love" } },
          ],
        },
      },
      size: 20,
      _source: false,
    },
  }),
  onIndex({
    name: "function_score: as a filter",
    index: "q-movies",
    body: {
      query: { bool: { filter: { function_score: { query: LOVE, weight: 2 } } } },
      size: 20,
      _source: false,
      highlight: { fields: { Title: {} } },
    },
  }),
  kinds("two functions side by side", { weight: 2, field_value_factor: { field: "long", missing: 1 } }),
  kinds("a function and a list", { weight: 2, functions: [] }),
  kinds("an entry without a function", { functions: [{ filter: { match_all: {} } }] }),
  kinds("a list and a function", { functions: [], field_value_factor: { field: "long" } }),
  kinds("an entry that is no object", { functions: [1] }),
  kinds("a text", { field_value_factor: { field: "title" } }),
  differing(
    kinds("no number", { field_value_factor: { field: "tag" } }),
    "the peer names the classes of Java that do not fit; here the field and its type",
  ),
  kinds("a document without one", { field_value_factor: { field: "integer" } }),
  kinds("unknown setting of a number", { field_value_factor: { field: "long", x: 1 } }),
  kinds("unknown setting", { strength: 2 }),
  kinds("unknown list", { things: [] }),
  kinds("without a field", { field_value_factor: { factor: 2 } }),
  differing(
    kinds("a field that is not there, nothing instead", { field_value_factor: { field: "nowhere" } }),
    "the cause stands in the failure of the shard, not once more beside it",
  ),
  kinds("a score below zero", { field_value_factor: { field: "long", factor: -1, missing: 1 } }),
  differing(
    kinds("bad mode", { score_mode: "mean", weight: 1 }),
    "the peer's name for the class begins with its own name instead of Elasticsearch's",
  ),
  differing(kinds("bad modifier", { field_value_factor: { field: "long", modifier: "cube" } }), "as for a bad mode"),
];
