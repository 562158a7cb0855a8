import { optional, required, type StageKind } from "./kind";

/** Stages that change what is searched and what is found. */
export const RESULT_STAGES = {
  promoteResults: {
    title: "Promote results",
    description: "Puts documents at fixed places among the results.",
    inputs: { data: required("array", '[{"doc": {"_id": "7", "_source": {}}, "position": 1}]') },
    runsHere: true,
  },
  hideResults: {
    title: "Hide results",
    description: "Takes documents out of the results.",
    inputs: { data: required("array", 'Ids of documents: ["7", "12"]') },
    runsHere: true,
  },
  customData: {
    title: "Custom data",
    description: "Adds any data to the answer.",
    inputs: { data: required("any", '{"banner": "sale"}') },
    runsHere: true,
  },
  replaceSearchTerm: {
    title: "Replace the search term",
    description: "Searches for another text than the one that was typed.",
    inputs: { data: required("string", "The text that is searched instead") },
    runsHere: true,
  },
  replaceWords: {
    title: "Replace words",
    description: "Replaces words of the search term by others.",
    inputs: { data: required("object", 'Old words and new ones: {"tv": "television"}') },
    runsHere: true,
  },
  removeWords: {
    title: "Remove words",
    description: "Takes words out of the search term.",
    inputs: { data: required("array", 'Words: ["cheap"]') },
    runsHere: true,
  },
  addFilter: {
    title: "Add filter",
    description: "Finds only documents whose fields have the given values.",
    inputs: { data: required("object", 'Fields and values: {"brand.keyword": "Acme"}') },
    runsHere: true,
  },
  searchRelevancy: {
    title: "Search relevancy",
    description: "Gives queries settings that they did not bring themselves, by their type.",
    inputs: {
      search: optional("object", "Settings of queries of the type search"),
      suggestion: optional("object", "Settings of queries of the type suggestion"),
      term: optional("object", "Settings of queries of the type term"),
      range: optional("object", "Settings of queries of the type range"),
      geo: optional("object", "Settings of queries of the type geo"),
    },
    runsHere: true,
  },
  searchboxPreferences: {
    title: "Search box preferences",
    description: "Applies the settings that a search box was saved with.",
    inputs: { id: optional("string", "The id of the search box") },
    runsHere: false,
    missing: "search boxes are not kept here yet",
  },
  boost: {
    title: "Boost",
    description: "Moves documents with certain values of a field up.",
    inputs: {
      dataField: optional("string", "The field that is looked at"),
      value: optional("array", 'Values: ["phones"]; a place or a range may stand here too'),
      queryFormat: optional("string", "Whether any or all values count; or where left out", { choices: ["or", "and"] }),
      boostType: optional("string", "score where left out", { choices: ["score", "promote"] }),
      boostOp: optional("string", "How the factor changes the score", { choices: ["add", "multiply"] }),
      boostFactor: optional("integer", "How much"),
      boostMaxDocs: optional("integer", "How many documents are promoted"),
      boostSizeThreshold: optional("integer", "The number of hits from which on nothing is boosted"),
    },
    runsHere: true,
  },
  kNN: {
    title: "Nearest neighbors",
    description: "Sorts the best results anew by how near their vectors are.",
    inputs: {
      backend: optional("string", "elasticsearch where left out", {
        choices: ["elasticsearch", "opensearch", "mongodb", "solr", "zinc", "marklogic"],
      }),
      search: optional("object", "Settings of the query: vectorDataField, queryVector, candidates"),
    },
    runsHere: true,
  },
} as const satisfies Record<string, StageKind>;
