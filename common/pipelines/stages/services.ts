import { optional, required, type StageKind } from "./kind";

function without(service: string): { runsHere: false; missing: string } {
  return { runsHere: false, missing: `${service}: no endpoint is configured` };
}

const host = optional("string", "Host and port");
const headers = optional("object", "Headers by name");
const credentials = optional("string", "user:password");
const openAi = {
  apiKey: optional("string", "Better a global variable: {{OPENAI_KEY}}"),
  model: optional("string", "text-embedding-ada-002 where left out"),
};

/** Stages that need a service beside the search engine. Pipelines with them are kept; the stages fail with `missing`. */
export const SERVICE_STAGES = {
  mongoDBQuery: {
    title: "MongoDB query",
    description: "Asks a collection of a MongoDB database.",
    inputs: {
      host: required("string", "Host and port"),
      credentials: required("string", "user:password"),
      db: required("string", "The database"),
      collection: required("string", "The collection"),
      connectionOptions: optional("string", "For example authSource=admin&ssl=true"),
      protocol: optional("string", "mongodb+srv or mongodb"),
      body: optional("array", "The steps of the aggregation"),
    },
    ...without("MongoDB"),
  },
  solrQuery: {
    title: "Solr query",
    description: "Asks a Solr or Fusion server.",
    inputs: {
      uri: optional("string", "The whole address, or the members below in its place"),
      protocol: optional("string", "http where left out"),
      host,
      app: optional("string", "The app of Fusion"),
      profile: optional("string", "The query profile"),
      suggestionProfile: optional("string", "The query profile of suggestions"),
      collection: optional("string", "The collection"),
      credentials,
      query: optional("object", "Parameters of the query"),
      queryString: optional("string", "Parameters of the query as text"),
      headers,
    },
    ...without("Solr"),
  },
  zincQuery: {
    title: "Zinc query",
    description: "Asks a Zinc server.",
    inputs: {
      url: optional("string", "The whole address, or protocol and host"),
      protocol: optional("string", "http or https"),
      host,
      credentials,
      headers,
      independentBody: optional("string", "JSON text that is sent in the place of the body of the request"),
    },
    ...without("Zinc"),
  },
  marklogicQuery: {
    title: "MarkLogic query",
    description: "Asks a MarkLogic server.",
    inputs: {
      uri: optional("string", "The whole address"),
      username: optional("string", "Who signs in"),
      password: optional("string", "The password"),
      headers,
      type: optional("string", "The kind of query", { choices: ["sparql", "search", "optic"] }),
    },
    ...without("MarkLogic"),
  },
  openAIEmbeddings: {
    title: "OpenAI embeddings",
    description: "Has a text turned into a vector to search with.",
    inputs: {
      ...openAi,
      text: optional("string", "The text; the search term where left out"),
      useWithReactiveSearchQuery: optional("boolean", "Whether the vector goes into the queries of the request"),
    },
    ...without("OpenAI"),
  },
  openAIEmbeddingsIndex: {
    title: "OpenAI embeddings of documents",
    description: "Has fields of a document turned into a vector before the document is kept.",
    inputs: {
      ...openAi,
      inputKeys: optional("array", 'Fields that are read: ["title"]'),
      outputKey: optional("string", "The field that takes the vector"),
    },
    ...without("OpenAI"),
  },
  AIAnswer: {
    title: "AI answer",
    description: "Has a language model answer the question of the search from its best results.",
    inputs: {
      apiKey: required("string", "Better a global variable: {{OPENAI_KEY}}"),
      docTemplate: optional("string", "What of a document is told: ${source.title}"),
      queryTemplate: optional("string", "How the question is put: Tell me about ${value}"),
      systemPrompt: optional("string", "What the model is told first"),
      model: optional("string", "gpt-3.5-turbo where left out"),
      temperature: optional("number", "1 where left out"),
      maxTokens: optional("integer", "The longest answer"),
      topDocsForContext: optional("integer", "How many results are told, at most 100; 3 where left out"),
      queryId: optional("string", "The query that is answered"),
    },
    ...without("OpenAI"),
  },
} as const satisfies Record<string, StageKind>;
