import type { Product } from "../support/product";
import { samplePipeline } from "../support/screens";
import { shown } from "./data";

const finder = () => `id: ${samplePipeline}
description: Film search
priority: 9
routes:
  - path: /film-finder/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
    recordLogs: true
envs:
  index: [${shown}]
stages:
  - id: auth
    use: authorization
    continueOnError: false
  - id: tidy
    scriptRef: tidy.js
    trigger: { expression: "envs.query != ''" }
  # votes of the festival site
  - id: ratings
    use: httpRequest
    async: true
    inputs:
      url: "{{envs.RATINGS_URL}}/votes"
      method: GET
  - id: translate
    use: reactivesearchQuery
    continueOnError: false
  - id: fetch
    use: elasticsearchQuery
    needs: [translate]
    continueOnError: false
  - id: merge
    scriptRef: merge.js
    needs: [fetch, ratings]
`;
const TIDY = `function handleRequest() {
  const body = JSON.parse(context.request.body);
  for (const query of body.query) query.value = query.value.trim();
  console.log("asked for " + body.query[0].value);
  return { request: { ...context.request, body: JSON.stringify(body) } };
}
`;
const MERGE = "function handleRequest() {\n  return {};\n}\n";

const other = (lines: string, id: string, description: string) => `id: ${id}
description: ${description}
${lines}`;

/** Pipelines as a shop has them: one with runs and a draft, one without authorization, one by the clock, one off. */
export async function seedPipelines(product: Product): Promise<void> {
  const scripts = {
    "tidy.js": { content: TIDY, extension: "js" },
    "merge.js": { content: MERGE, extension: "js" },
  };
  const make = async (content: string) => {
    const { status, body } = await product.call("POST", "/_pipeline", { content, extension: "yaml", scripts });
    if (status !== 201) throw new Error(`a pipeline answered ${status}: ${JSON.stringify(body)}`);
  };
  await make(finder());
  const route = (path: string, category = "reactivesearch") =>
    `routes:\n  - path: ${path}\n    method: POST\n    classify: { category: ${category} }\n`;
  const search = "stages:\n  - use: authorization\n  - use: reactivesearchQuery\n  - use: elasticsearchQuery\n";
  await make(
    other(
      `priority: 5\n${route("/help/_answer")}stages:\n  - use: elasticsearchQuery\n`,
      "help-answers",
      "Help answers",
    ),
  );
  await make(
    other(
      `enabled: false\npriority: 4\n${route("/film-finder/_reactivesearch")}${search}`,
      "film-search-copy",
      "Copy of Film search",
    ),
  );
  await make(
    other(
      `priority: 3\ntrigger: { type: cron, expression: "5 * * * *" }\n${route("/prices/_refresh")}${search}`,
      "price-refresh",
      "Price refresh",
    ),
  );
  for (const word of ["godfather", "night", "alien", "heat", "love", "matrix", "war", "city"]) {
    const query = [{ id: "search", dataField: ["Title"], value: `${word}  ` }];
    await product.call("POST", "/film-finder/_reactivesearch", { query });
  }
  const content = finder().replace("priority: 9", "priority: 9\n# kept apart while it is tried");
  await product.call("POST", `/_pipeline/${samplePipeline}/version`, {
    content,
    extension: "yaml",
    scripts,
    versionDescription: "ratings of the festival",
  });
}
