import { optional, required, type StageKind } from "./kind";

const RECORDS = {
  runsHere: true,
  inputs: {},
} as const;

/** Stages that let callers in, ask engines and addresses, and keep what happened. */
export const REQUEST_STAGES = {
  authorization: {
    title: "Authorization",
    description: "Signs the caller in and holds the call against the rights, sources and limits of the credential.",
    inputs: {},
    runsHere: true,
  },
  reactivesearchQuery: {
    title: "ReactiveSearch query",
    description: "Turns the list of queries in the body of the request into a query of the search engine.",
    inputs: { backend: optional("string", "The engine that is asked; this server's own where left out") },
    runsHere: true,
  },
  elasticsearchQuery: {
    title: "Elasticsearch query",
    description: "Sends the request to the search engine and makes the answer of what it says.",
    inputs: {
      url: optional("string", "Another engine's address; the own one where left out", { calls: true }),
      path: optional("string", "For example /books/_search", { calls: true }),
      method: optional("string", "That of the request where left out"),
      headers: optional("object", "Headers by name"),
      params: optional("object", "Parameters behind the ? by name"),
      body: optional("string", "JSON text; the body of the request where left out"),
      independentBody: optional("string", "JSON text that is sent in the place of the body of the request"),
      parseResponseToReactivesearch: optional(
        "boolean",
        "Whether the answer takes the form of the search API; true for the category reactivesearch",
      ),
    },
    runsHere: true,
  },
  useCache: {
    title: "Cache",
    description: "Answers at once where the same request was answered shortly before.",
    inputs: {},
    runsHere: true,
  },
  recordAnalytics: {
    title: "Record search",
    description: "Counts the search for analytics.",
    ...RECORDS,
  },
  recordClick: { title: "Record click", description: "Counts a click on a result.", ...RECORDS },
  recordConversion: {
    title: "Record conversion",
    description: "Counts that a result led to what the shop wanted.",
    ...RECORDS,
  },
  recordFavorite: {
    title: "Record favorite",
    description: "Counts that a result was marked as a favorite.",
    ...RECORDS,
  },
  recordSaveSearch: { title: "Record saved search", description: "Counts that a search was saved.", ...RECORDS },
  httpRequest: {
    title: "HTTP request",
    description: "Fetches from an allowed address and puts the answer into the context under the id of the stage.",
    inputs: {
      url: required("string", "For example https://example.com/words", { calls: true }),
      method: optional("string", "That of the request where left out"),
      headers: optional("object", "Headers by name"),
      params: optional("object", "Parameters behind the ? by name"),
      body: optional("string", "Text that is sent"),
    },
    runsHere: true,
  },
} as const satisfies Record<string, StageKind>;
