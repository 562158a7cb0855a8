// @vitest-environment node
import Ajv from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { STAGES } from "@common/pipelines/stages";
import { isJsonObject } from "@common/text/json";
import { readDocument } from "./read-text";
import { pipelineSchema } from "./schema";
import { stageSchema } from "./stage-schema";

const schema = pipelineSchema();

// Their shapes are those of public pipelines, their words are not.
const EXAMPLES = [
  `{"id":"books","enabled":true,"priority":7,"routes":[{"path":"/books/_reactivesearch","method":"POST",
    "classify":{"category":"reactivesearch","acl":"search"},"recordLogs":true}],"envs":{"index":["books"]},
    "stages":[{"id":"auth","use":"authorization","continueOnError":false},
    {"id":"tidy","scriptRef":"tidy.js","trigger":{"expression":"envs.shop == 'north'"}},
    {"use":"elasticsearchQuery","needs":["tidy"]}]}`,
  `routes:
  - path: people/_doc
    method: POST
    classify: { category: elasticsearch, acl: index }
envs:
  key: \${{ KEY }}
global_envs:
  - { key: PORT, label: Port, value: 27017, validate: { url: "\${PORT}", expected_status: 200 } }
trigger: { type: cron, expression: "0 * * * *", timeframe: { start_time: 1, end_time: 2 } }
stages:
  - uses: authorization
  - id: useCache
  - id: ask
    use: httpRequest
    async: true
    inputs: { url: "{{url}}", headers: { A: b }, params: "{{params}}" }
  - needs: ask
    script: "function handleRequest() { return {} }"
  - use: boost
    inputs: { dataField: a, value: [1], boostFactor: "{{factor}}" }
`,
];

test("it is a JSON Schema itself", () => {
  const ajv = new Ajv();
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

test.each(EXAMPLES)("it takes what is read: %.20s", (content) => {
  expect(readDocument(content).document.stages.length).toBeGreaterThan(2);
  const validate = new Ajv().compile(schema);
  expect(validate(parse(content)), JSON.stringify(validate.errors)).toBe(true);
});

test.each([
  {},
  { routes: [], stages: [{ use: "useCache" }] },
  { routes: [{ path: "/a", method: "GET" }], stages: [{}] },
  { routes: [{ path: "/a", method: "GET" }], stages: [{ use: "nothing" }] },
  { routes: [{ path: "/a", method: "GO" }], stages: [{ use: "useCache" }] },
])("%j is refused by it and by the reader", (document) => {
  expect(new Ajv().validate(schema, document)).toBe(false);
  expect(() => readDocument(JSON.stringify(document))).toThrow();
});

test("stages stand where clients look for them", () => {
  const names = STAGES.map(({ name }) => name);
  expect(names).toHaveLength(28);
  expect(schema).toMatchObject({
    properties: {
      stages: { items: { properties: { use: { enum: names, stages: { addFilter: { title: "Add filter" } } } } } },
    },
    definitions: {
      PreBuiltStage: {
        enum: names,
        additionalProperties: {
          stages: { authorization: { inputs: null }, httpRequest: { inputs: { required: ["url"] } } },
        },
      },
    },
  });
});

test("the inputs of each stage are a schema too, and each stage that does not run says why", () => {
  const ajv = new Ajv();
  for (const stage of STAGES) {
    const { name, runsHere, missing } = stage;
    const { inputs } = stageSchema(stage);
    if (isJsonObject(inputs)) expect(ajv.validateSchema(inputs), name).toBe(true);
    else expect(inputs).toBeNull();
    expect(missing === null).toBe(runsHere);
  }
  expect(STAGES.filter(({ runsHere }) => !runsHere).map(({ name }) => name)).toEqual([
    "searchboxPreferences",
    "mongoDBQuery",
    "solrQuery",
    "zincQuery",
    "marklogicQuery",
    "openAIEmbeddings",
    "openAIEmbeddingsIndex",
    "AIAnswer",
  ]);
});
