// What a new pipeline may begin with. Each runs on this server as it stands, once its index is named; it begins switched
// off, so that nothing answers before it was tried.

export type Template = {
  key: "basic" | "cached" | "rules" | "errors" | "second-search" | "saved-search" | "outside";
  name: string;
  /** What it is for. */
  use: string;
  /** What must be there for it. */
  needs: string;
  content: string;
  scripts: Readonly<Record<string, string>>;
};

const head = ({
  id,
  description,
  index,
  method = "POST",
  category = "reactivesearch",
}: Record<string, string>) => `id: ${id}
description: ${description}
enabled: false
routes:
  - path: /${index}-search/_reactivesearch
    method: ${method}
    classify: { category: ${category} }
    recordLogs: true
envs:
  index: [${index}]
`;

const AUTH = `  - id: auth
    use: authorization
    continueOnError: false
`;
const SEARCH = `  - id: translate
    use: reactivesearchQuery
    continueOnError: false
  - id: fetch
    use: elasticsearchQuery
    needs: [translate]
    continueOnError: false
`;

const TIDY = `// Gets \`context\`, gives back what is changed in it. Bodies are texts.
function handleRequest() {
  const body = JSON.parse(context.request.body);
  for (const query of body.query) {
    if (typeof query.value === "string") query.value = query.value.trim().replace(/\\s+/g, " ");
  }
  return { request: { ...context.request, body: JSON.stringify(body) } };
}
`;

const COUNT = `// Runs behind the search: the answer is a text.
function handleRequest() {
  const answer = JSON.parse(context.response.body);
  for (const [id, part] of Object.entries(answer)) {
    if (part && part.hits) console.log(id + ": " + part.hits.hits.length + " hits shown");
  }
  return {};
}
`;

const SAY = `// What goes wrong in a stage stands in the console of the run; the answer says it in plain words.
function handleRequest() {
  try {
    const body = JSON.parse(context.request.body);
    if (!Array.isArray(body.query) || body.query.length === 0) throw new Error("send a list of queries");
    return {};
  } catch (error) {
    console.log("refused: " + error.message);
    throw new Error("This search cannot be read: " + error.message);
  }
}
`;

const MERGE = `// Puts the answer of the second search beside the first one's.
function handleRequest() {
  const answer = JSON.parse(context.response.body);
  const second = typeof context.also === "string" ? JSON.parse(context.also) : context.also;
  answer.also = second && second.hits ? second.hits.hits : [];
  return { response: { ...context.response, body: JSON.stringify(answer) } };
}
`;

/** The templates for an index. */
export function templatesFor(index: string): Template[] {
  return [
    {
      key: "basic",
      name: "A search with a script",
      use: "Tidies what people type before it is searched for.",
      needs: "An index.",
      content: `${head({ id: `${index}-search`, description: `Search in ${index}`, index })}stages:
${AUTH}  - id: tidy
    scriptRef: tidy.js
${SEARCH}`,
      scripts: { "tidy.js": TIDY },
    },
    {
      key: "cached",
      name: "A search that is cached and counted",
      use: "Answers the same question from memory for a minute, and records each search for analytics.",
      needs: "An index.",
      content: `${head({ id: `${index}-cached`, description: `Cached search in ${index}`, index })}stages:
${AUTH}  - id: cache
    use: useCache
  - id: tidy
    scriptRef: tidy.js
${SEARCH}  - id: count
    use: recordAnalytics
    async: true
`,
      scripts: { "tidy.js": TIDY },
    },
    {
      key: "rules",
      name: "Query rules in one place",
      use: "Replaces words, filters for everybody, promotes a document where a condition holds.",
      needs: "An index; the fields and IDs in it are yours to fill in.",
      content: `${head({ id: `${index}-rules`, description: `Rules for ${index}`, index })}stages:
${AUTH}  - id: defaults
    use: searchRelevancy
  - id: words
    use: replaceWords
    inputs: { data: { tv: television } }
${SEARCH}  - id: greet
    use: customData
    trigger: { expression: "envs.query contains 'gift'" }
    inputs: { data: { banner: gifts } }
`,
      scripts: {},
    },
    {
      key: "errors",
      name: "A script with errors in plain words",
      use: "Refuses what cannot be searched with a sentence that the caller understands.",
      needs: "An index.",
      content: `${head({ id: `${index}-checked`, description: `Checked search in ${index}`, index })}stages:
${AUTH}  - id: check
    scriptRef: check.js
    continueOnError: false
${SEARCH}  - id: look
    scriptRef: look.js
`,
      scripts: { "check.js": SAY, "look.js": COUNT },
    },
    {
      key: "second-search",
      name: "Two searches in one answer",
      use: "Asks a second index at the same time and puts its hits beside those of the first.",
      needs: "Two indices; the second is the same one until you name it.",
      content: `${head({ id: `${index}-also`, description: `Two searches from ${index}`, index })}stages:
${AUTH}  - id: also
    use: elasticsearchQuery
    async: true
    inputs:
      path: /${index}/_search
      method: POST
      independentBody: '{"size":3,"query":{"match_all":{}}}'
${SEARCH}  - id: merge
    scriptRef: merge.js
    needs: [fetch, also]
`,
      scripts: { "merge.js": MERGE },
    },
    {
      key: "saved-search",
      name: "A search that is saved for its visitor",
      use: "Records that a visitor wants to be told about a search.",
      needs: "Searches that were recorded: the caller sends their X-Search-Id.",
      content: `${head({ id: `${index}-saved`, description: `Saved searches of ${index}`, index, category: "analytics" })}stages:
${AUTH}  - id: keep
    use: recordSaveSearch
    continueOnError: false
`,
      scripts: {},
    },
    {
      key: "outside",
      name: "A value from another service",
      use: "Asks an address beside the search and hands what it says to a script.",
      needs: "The address on the list of SCRIPT_ALLOWED_URLS, as a global variable RATINGS_URL.",
      content: `${head({ id: `${index}-ratings`, description: `Ratings for ${index}`, index })}stages:
${AUTH}  - id: ratings
    use: httpRequest
    async: true
    inputs:
      url: "{{envs.RATINGS_URL}}"
      method: GET
${SEARCH}  - id: look
    scriptRef: look.js
    needs: [fetch]
`,
      scripts: { "look.js": COUNT },
    },
  ];
}
