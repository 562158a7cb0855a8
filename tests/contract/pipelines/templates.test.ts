import { afterAll, beforeAll, expect, it } from "vitest";
import { type Api, makeShoes, openApi, type Reply } from "../api";
import { words } from "./support";

// Pipelines as public templates write them, sent as their deploy action does: a GET whose 404 means POST and whose 200
// means PUT, then the text and its scripts as files, named as the stages call them.

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

const PASS = "function handleRequest() { return { ...context } }";

/** Deploys a text under an id, with a script under each name; gives the method that was chosen and the answer. */
async function deploy(id: string, yaml: string, scripts: Record<string, string> = {}): Promise<[string, Reply]> {
  const found = await api.call("GET", `/_pipeline/${id}`);
  const method = found.status === 404 ? "POST" : "PUT";
  const form = new FormData();
  form.set("pipeline", new Blob([`id: ${id}\n${yaml}`], { type: "text/yaml" }), "pipeline.yaml");
  for (const [name, text] of Object.entries(scripts))
    form.set(name, new Blob([text], { type: "application/javascript" }), name.endsWith(".js") ? name : `${name}.js`);
  const request = new Request("http://form.invalid", { method: "POST", body: form });
  const path = method === "POST" ? "/_pipeline" : `/_pipeline/${id}`;
  const sent = await api.call(method, path, Buffer.from(await request.arrayBuffer()), {
    headers: { "Content-Type": request.headers.get("content-type") ?? "" },
  });
  return [method, sent];
}

const search = (path: string) => api.call("POST", path, words("boot"));
const hits = ({ body }: Reply) => (body as { s: { hits: { total: { value: number } } } }).s.hits.total.value;

it("answers where a path has no slash before it and stages have no id, and is written over by the next deployment", async () => {
  const yaml = `enabled: true
routes:
- path: cached-shoes/_reactivesearch
  method: POST
  classify:
    category: reactivesearch

envs:
  category: reactivesearch
  index:
    - shoes
  urlValues:
    cache: true

stages:
- use: authorization
- use: useCache
- use: reactivesearchQuery
  continueOnError: false
- use: elasticsearchQuery
  continueOnError: false
- use: recordAnalytics
`;
  const [first, made] = await deploy("cached-shoes", yaml);
  expect([first, made.status]).toEqual(["POST", 201]);
  expect(hits(await search("/cached-shoes/_reactivesearch"))).toBeGreaterThan(0);
  const [second, changed] = await deploy("cached-shoes", yaml.replace("cached-shoes/", "kept-shoes/"));
  expect([second, changed.status]).toEqual(["PUT", 200]);
  expect(hits(await search("/kept-shoes/_reactivesearch"))).toBeGreaterThan(0);
});

it("answers with scripts named without their ending, a second search by trigger, and one index as a text", async () => {
  const yaml = `enabled: true
description: Searches once more
  where the first search found nothing
routes:
  - path: "/twice/_reactivesearch"
    method: POST
    classify:
      category: reactivesearch
envs:
  index: "shoes"
stages:
  - id: auth
    use: authorization
  - id: make the request
    scriptRef: makeRequest
    continueOnError: true
  - use: reactivesearchQuery
    continueOnError: false
  - use: elasticsearchQuery
    async: true
  - id: look
    needs:
      - elasticsearchQuery
    scriptRef: look
    continueOnError: false
  - id: second query
    use: reactivesearchQuery
    continueOnError: false
    trigger:
      expression: context.envs.research == true
  - id: second search
    use: elasticsearchQuery
    continueOnError: false
    trigger:
      expression: context.envs.research == true
`;
  // As templates do it: the translated request gives way to the one that came, which asks with more.
  const look = `function handleRequest() {
    const { hits } = JSON.parse(context.response.body).s;
    if (hits.total.value > 0) return {};
    const first = JSON.parse(context.envs["ORIGINAL_RS_BODY"]);
    first.query?.forEach((query) => { query.fuzziness = 1; });
    return { envs: { research: true, ...context.envs }, request: { body: JSON.stringify(first) } };
  }`;
  const [, made] = await deploy("twice", yaml, { makeRequest: PASS, look });
  expect(made.status).toBe(201);
  const direct = hits(await search("/twice/_reactivesearch"));
  expect(direct).toBeGreaterThan(0);
  const mistyped = await api.call("POST", "/twice/_reactivesearch", words("boat"));
  expect(hits(mistyped)).toBe(direct);
});

it("writes a document where stages are called by uses, wait for each other, and the category is elasticsearch", async () => {
  const yaml = `enabled: true
routes:
  - path: /templated/_doc
    method: POST
    classify:
      category: elasticsearch
      acl: index
stages:
  - id: authorise user
    uses: authorization
  - id: look up
    scriptRef: "lookUp.js"
    async: true
  - id: add details
    scriptRef: "addDetails.js"
    needs:
      - look up
  - id: index data
    uses: elasticsearchQuery
    needs:
      - add details
`;
  const [, made] = await deploy("templated", yaml, {
    "lookUp.js": "function handleRequest() { return { found: 'Berlin' } }",
    "addDetails.js": `function handleRequest() {
      const body = JSON.stringify({ ...JSON.parse(context.request.body), city: context.found });
      return { request: { ...context.request, body } };
    }`,
  });
  expect(made.status).toBe(201);
  const written = await api.call("POST", "/templated/_doc?refresh=true", { name: "Ada" });
  expect(written.status).toBe(201);
  const { _id: id } = written.body as { _id: string };
  expect((await api.call("GET", `/templated/_doc/${id}`)).body).toMatchObject({
    _source: { name: "Ada", city: "Berlin" },
  });
});

it("gives scripts the body that came, and results of stages that they may read as text or as values", async () => {
  const yaml = `routes:
  - path: /told/_search
    method: POST
    classify:
      category: reactivesearch
stages:
  - use: authorization
  - id: state of the cluster
    use: httpRequest
    async: true
    inputs:
      url: /shoes/_count
      method: POST
  - id: told
    needs:
      - state of the cluster
    scriptRef: told.js
    continueOnError: false
`;
  const told = `function handleRequest() {
    const found = context["state of the cluster"];
    vectorField = "sloppy";
    const body = { sent: JSON.parse(context.envs.body), text: JSON.parse(found).count, value: found.count, vectorField, kept: found };
    return { response: { code: 200, body: JSON.stringify(body) } };
  }`;
  const [, made] = await deploy("told", yaml, { "told.js": told });
  expect(made.status).toBe(201);
  const answer = await api.call("POST", "/told/_search", { any: [1, "two"] });
  expect(answer.body).toMatchObject({
    sent: { any: [1, "two"] },
    text: 3,
    value: 3,
    vectorField: "sloppy",
    kept: { count: 3 },
  });
  await api.call("DELETE", "/_pipeline/told");
});

const otherEngine = (path: string, stage: string) => `routes:
- path: ${path}
  method: POST
  classify:
    category: reactivesearch
global_envs:
  - label: Host
    description: The address of the engine
    key: OTHER_HOST
    value: ""
    validate:
      url: \${OTHER_HOST}
      method: GET
      headers:
        Authorization: "\`Basic \${btoa(\${OTHER_CREDS})}\`"
      expected_status: 200
stages:
- id: auth
  use: authorization
- id: rs
  use: reactivesearchQuery
  inputs:
    backend: solr
  continueOnError: false
- use: ${stage}
  continueOnError: false
  inputs:
    host: "{{OTHER_HOST}}"
    apiKey: "{{OTHER_KEY}}"
    credentials: "{{OTHER_CREDS}}"
    db: "{{db}}"
    app: "{{app}}"
    profile: "{{profile}}"
    collection: "{{collection}}"
`;

it.each(["solrQuery", "mongoDBQuery", "AIAnswer", "answerAI", "openAIEmbeddings"])(
  "brings variables whose values are entered later; without its service %s fails by its name",
  async (stage) => {
    const id = `other-${stage.toLowerCase()}`;
    const yaml = otherEngine(`${id}/_reactivesearch`, stage);
    const [, made] = await deploy(id, yaml);
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    const failed = await search(`/${id}/_reactivesearch`);
    expect([failed.status, failed.text]).toEqual([
      501,
      expect.stringContaining(stage === "answerAI" ? "AIAnswer" : stage),
    ]);
    await api.call("DELETE", `/_pipeline/${id}`);
  },
);

it("keeps the value of a variable that somebody has entered, when the template is deployed once more", async () => {
  const yaml = otherEngine("kept-value", "solrQuery");
  await deploy("kept-value", yaml);
  expect((await api.call("GET", "/_pipelines/env/OTHER_HOST")).body).toMatchObject({ label: "Host" });
  expect((await api.call("PUT", "/_pipelines/env/OTHER_HOST", { value: "" })).status).toBe(400);
  expect((await api.call("PUT", "/_pipelines/env/OTHER_HOST", { value: "solr.example.test" })).status).toBe(200);
  const [method, again] = await deploy("kept-value", yaml);
  expect([method, again.status]).toEqual(["PUT", 200]);
  expect((await api.call("GET", "/_pipelines/env/OTHER_HOST")).body).toMatchObject({ value: "solr.example.test" });
  await deploy("kept-value", yaml.replace('value: ""', "value: other.example.test"));
  expect((await api.call("GET", "/_pipelines/env/OTHER_HOST")).body).toMatchObject({ value: "other.example.test" });
  await api.call("DELETE", "/_pipeline/kept-value");
});

it("is refused with the line and column where it is no YAML, or waits for a stage that is not there", async () => {
  const broken = `routes:
  - path: /broken
    method: POST
      classify:
        category: reactivesearch
stages:
  - use: authorization
`;
  const [, first] = await deploy("broken", broken);
  expect([first.status, first.text]).toEqual([400, expect.stringMatching(/YAML.*line 4, column 13/)]);
  const waiting = `routes:
  - path: /waits
    method: POST
    classify:
      category: reactivesearch
stages:
  - use: authorization
  - id: vectors
    script: "1"
  - id: decide
    script: "1"
    needs:
      - the vectors
`;
  const [, second] = await deploy("waits", waiting);
  expect([second.status, second.text]).toEqual([400, expect.stringMatching(/the vectors.*line 14/)]);
});
